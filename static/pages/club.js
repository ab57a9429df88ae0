// The pages of a club: nothing but what every page does.
import "../app.js";
import "../navigation.js";
import "../outbox_view.js";
import "../outbox.js";
import "../pwa.js";
import "../share.js";
