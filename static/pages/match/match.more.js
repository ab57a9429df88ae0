// What the page of a match can do besides: what is done about entries that wait, its menu, a knock, a screen that
// stays on, the result as a picture.
import "../../outbox/cards.js";
import "../../outbox/choices.js";
import "../../outbox/next_round.js";
import "../../outbox/restored.js";
import "../../match/match_page.js";
import "../../match/result_picture.js";
import "../../live/displays.js";
