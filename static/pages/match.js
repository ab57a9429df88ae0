// A match: its page, the end of a round, the phone that lies flat on the table.
import "../app.js";
import "../match_page.js";
import "../round_at_hand.js";
import "../navigation.js";
import "../outbox_view.js";
import "../result_picture.js";
import "../live.js";
import "../displays.js";
import "../ends.js";
import "../tiles.js";
import "../round.js";
import "../photo.js";
import "../reported_hands.js";
import "../outbox.js";
import "../pwa.js";
