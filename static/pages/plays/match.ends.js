// Plays entered by open ends and by tiles.
import "../../match/ends.js";
import "../../match/tiles.js";
