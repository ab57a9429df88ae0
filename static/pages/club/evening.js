// The page of a night: what every page of a club does, and its slip as a picture.
import "../../page/every_page.js";
import "../../page/navigation.js";
import "../../outbox/view.js";
import "../../outbox/outbox.js";
import "../../outbox/cards.js";
import "../../outbox/choices.js";
import "../../page/pwa.js";
import "../../page/parts.js";
import "../../page/install.js";
import "../../page/share.js";
import "../../match/result_picture.js";
