// A screen that is only looked at.
import "../live.js";
import "../displays.js";
