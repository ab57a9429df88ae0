// A match: what its first view needs, and every page that enters something in it.
import "../../page/every_page.js";
import "../../page/navigation.js";
import "../../outbox/view.js";
import "../../live/live.js";
import "../../outbox/outbox.js";
import "../../outbox/onward.js";
import "../../page/pwa.js";
import "../../page/parts.js";
