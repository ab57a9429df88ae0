import "../page/share.js";
