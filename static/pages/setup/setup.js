// Starting a match: the seats.
import "../../page/every_page.js";
import "../../page/navigation.js";
import "../../outbox/view.js";
import "../../outbox/outbox.js";
import "../../outbox/cards.js";
import "../../outbox/choices.js";
import "../../page/pwa.js";
import "../../page/parts.js";
import "../../match/seats.js";
