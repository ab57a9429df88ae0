// The script of a club's pages in a phone's own app, and of the club's page that takes what comes from there.
import "../pocket/room.js";
import "../pocket/by_itself.js";
import "../pocket/hand_over.js";
