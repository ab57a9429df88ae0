// A screen that is only looked at.
import "../../live/live.js";
import "../../live/displays.js";
