// For unattended screens: they stay on, say when the server is out of reach, and do not burn in.
import { clock } from "../page/page.js";

const SILENT = 30000; // ms without the server until a screen warns that it may be out of date
const SHIFT = 600000; // ms between two shifts of the picture
const stale = document.getElementById("stale");
const awake = document.querySelector("[data-awake]");
let reachedAt = Date.now();
let lock = null;
let wanted = true;

document.addEventListener("server:reached", () => { reachedAt = Date.now(); });

let shifted = 0;
if (stale) {
  setInterval(() => {
    stale.hidden = Date.now() - reachedAt < SILENT;
    stale.textContent = `Not updated since ${clock(reachedAt)}`;
  }, 5000);
  setInterval(() => {
    shifted = (shifted + 1) % 4;
    document.body.className = `tv shift-${shifted}`;
  }, SHIFT);
}

// Pages say that the screen may lock until it is known to stay on.
function sayAsleep(may) {
  for (const words of document.querySelectorAll("[data-asleep]")) words.hidden = !may;
}

async function stayOn() {
  const over = "over" in (document.querySelector("[data-live]")?.dataset ?? {});
  if (over || !wanted) await lock?.release();
  else if (!document.hidden && (!lock || lock.released)) {
    // Refused without a tap, on low battery or by an old phone: then the screen turns off as usual.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
  const on = Boolean(lock && !lock.released);
  if (awake) {
    awake.setAttribute("aria-pressed", String(on));
    awake.textContent = on ? "Screen stays on" : wanted ? "Screen may lock" : "Keep the screen on";
  }
  sayAsleep(!on && !over && wanted);
}

if (navigator.wakeLock && document.querySelector("[data-live]")) {
  sayAsleep(false);
  if (awake) {
    awake.hidden = false;
    awake.addEventListener("click", (event) => {
      event.stopPropagation();
      wanted = !(lock && !lock.released);
      stayOn();
    });
  }
  document.addEventListener("click", () => setTimeout(stayOn)); // after what was tapped
  document.addEventListener("visibilitychange", stayOn);
  document.addEventListener("page:updated", stayOn);
  stayOn();
}

// If there are more matches than a screen holds, three are shown at a time.
const TURN = 12000; // ms
let turned = 0;
function showTurn() {
  const lines = [...document.querySelectorAll(".tv-line[data-page]")];
  const last = Math.max(0, ...lines.map((line) => Number(line.dataset.page)));
  for (const line of lines) line.hidden = Number(line.dataset.page) !== turned % (last + 1);
}
setInterval(() => {
  turned += 1;
  showTurn();
}, TURN);
document.addEventListener("page:updated", showTurn);
