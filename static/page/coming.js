// While the server starts again from a copy: what is to come is opened once it answers. The first look is after it has
// gone away. No file is needed that this phone does not have yet: nothing may be there to ask.
import { reached } from "./http.js";

const BETWEEN_LOOKS = 2000; // ms
const toCome = /** @type {HTMLAnchorElement | null} */ (document.getElementById("coming"));

async function openIfReached() {
  if (await reached()) location.replace(toCome.href);
  else setTimeout(openIfReached, BETWEEN_LOOKS);
}
if (toCome) setTimeout(openIfReached, BETWEEN_LOOKS);
