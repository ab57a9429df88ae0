// Sitting down at a match.
import "../app.js";
import "../navigation.js";
import "../outbox_view.js";
import "../outbox.js";
import "../pwa.js";
import "../seats.js";
