// The server starts again from a copy: its page is opened once it answers. The first look is after it has gone away.
import "../page/every_page.js";
import "../page/navigation.js";
import { reached } from "../page/http.js";

const PAUSE = 2000; // ms between two looks

async function look() {
  if (await reached()) location.replace(document.getElementById("way").href);
  else setTimeout(look, PAUSE);
}
setTimeout(look, PAUSE);
