// While the server starts again from a copy: what is to come is opened once another run of it answers than showed this.
// No file is needed that this phone does not have yet: nothing may be there to ask.
import { reached } from "./http.js";

const toCome = /** @type {HTMLAnchorElement | null} */ (document.getElementById("coming"));

if (toCome) {
  const shown = toCome.dataset.run;
  setInterval(async () => {
    const { run = shown } = await reached();
    if (run !== shown) toCome.click();
  }, 2000); // ms
}
