// The form for the end of a round, ready on the match's page.
import "../../round/at_hand.js";
import "../../round/round.js";
import "../../round/reported_hands.js";
import "../../round/conflict.js";
