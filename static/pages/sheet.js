// The sheet for the notice board.
import "../share.js";
