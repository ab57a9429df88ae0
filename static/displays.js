// For screens that are left alone: they stay on, say when they are out of touch, and do not burn in.

const SILENT = 30_000; // ms without the server until a screen says that what it shows may be old
const SHIFT = 600_000; // ms between two places of the picture
const state = document.querySelector("[data-live]");
const stale = document.getElementById("stale");
const button = document.querySelector("[data-awake]");
let heard = Date.now();
let lock = null;
let wanted = true;

document.addEventListener("server:reached", () => { heard = Date.now(); });
setInterval(() => {
  if (!stale) return;
  stale.hidden = Date.now() - heard < SILENT;
  const at = new Date(heard).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  if (!stale.hidden) stale.textContent = `Stale since ${at}`;
}, 5000);

let place = 0;
if (stale) {
  setInterval(() => {
    place = (place + 1) % 4;
    document.body.className = `tv shift-${place}`;
  }, SHIFT);
}

async function stayOn() {
  const over = "over" in state.dataset;
  if (over || !wanted) await lock?.release();
  else if (!document.hidden && (!lock || lock.released)) {
    // Refused without a tap, on low battery or by an old phone: then the screen goes off as it always did.
    lock = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
  }
  const on = Boolean(lock && !lock.released);
  if (button) button.setAttribute("aria-pressed", String(on));
  if (button) button.textContent = on ? "Screen stays on" : "Keep the screen on";
}

if (navigator.wakeLock) {
  if (button) {
    button.hidden = false;
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      wanted = !(lock && !lock.released);
      stayOn();
    });
  }
  document.addEventListener("click", stayOn);
  document.addEventListener("visibilitychange", stayOn);
  document.addEventListener("page:updated", stayOn);
  stayOn();
}
