// The sheet for the notice board.
import "../../page/share.js";
