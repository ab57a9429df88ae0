// The form for the end of a round at hand on the match's page.
import "../../round/at_hand.js";
import "../../round/round.js";
import "../../round/reported_hands.js";
import "../../round/conflict.js";
