// A match: its page, the end of a round, the phone that lies flat on the table.
import "../page/every_page.js";
import "../match/match_page.js";
import "../round/at_hand.js";
import "../page/navigation.js";
import "../outbox/view.js";
import "../match/result_picture.js";
import "../live/live.js";
import "../live/displays.js";
import "../match/ends.js";
import "../match/tiles.js";
import "../round/round.js";
import "../round/photo.js";
import "../round/reported_hands.js";
import "../round/conflict.js";
import "../outbox/onward.js";
import "../outbox/outbox.js";
import "../page/pwa.js";
