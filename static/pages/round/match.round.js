// The form for the end of a round on its own page.
import "../../round/saving.js";
import "../../round/round.js";
import "../../round/reported_hands.js";
import "../../round/conflict.js";
