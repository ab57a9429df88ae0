import "../page/share.js";

document.querySelector("[data-print]").hidden = false; // which does nothing without this
