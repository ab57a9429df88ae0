// The pages of a club: only what every page does.
import "../../page/every_page.js";
import "../../page/navigation.js";
import "../../outbox/view.js";
import "../../outbox/outbox.js";
import "../../outbox/cards.js";
import "../../outbox/choices.js";
import "../../outbox/arrived.js";
import "../../page/pwa.js";
import "../../page/parts.js";
import "../../page/install.js";
import "../../page/share.js";
