// The match page: a menu that closes, an Undo that ignores a double tap, and a knock when points come in.
import { celebrate } from "./confetti.js";

const STEADY = 1000; // ms in which a second tap is the same tap
const SOUND = "knock and buzz"; // whether this phone wants it
const STEADY_SINCE = "steady since";
const matchPage = document.getElementById("state");
const matchMenu = document.getElementById("menu"); // absent on the other pages of a match
const soundWanted = () => localStorage.getItem(SOUND) !== "off";

// The next Undo appears in the place of this one: a double tap must not undo twice.
window.addEventListener("submit", (event) => {
  if (!("steady" in event.target.dataset)) return;
  const since = Date.now() - Number(sessionStorage.getItem(STEADY_SINCE));
  if (since >= 0 && since < STEADY) { // the phone's clock may have been put back
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  sessionStorage.setItem(STEADY_SINCE, String(Date.now()));
}, true);

document.addEventListener("click", (event) => {
  if (matchMenu?.open && (!matchMenu.contains(event.target) || event.target.closest("a"))) matchMenu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && matchMenu?.open) {
    matchMenu.open = false;
    matchMenu.querySelector("summary").focus();
  }
});
// A form that a menu entry leads to is opened, also where the browser does not do it by itself.
function revealTarget() {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (target && target.matches("details")) {
    target.open = true;
    target.scrollIntoView({ block: "center" });
  }
}
// An element unfolded at the foot of the page would be hidden by the bar.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.closest('[data-part="acts"]')) target.scrollIntoView({ block: "nearest" });
}, true);
window.addEventListener("hashchange", revealTarget);
revealTarget();

// The result of a penalty is shown at the top of the page.
let backToTop = false;
document.addEventListener("submit", (event) => { backToTop = "top" in event.target.dataset; }, true);

// A knock on wood, synthesised from a falling tone and some noise; nothing is downloaded for it.
let knockSound = null;
function knock() {
  if (!soundWanted() || document.hidden) return;
  // A browser that knows whether anybody has tapped complains about a buzz before that.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(40);
  knockSound = knockSound ?? (window.AudioContext ? new AudioContext() : null);
  if (knockSound?.state !== "running") return;
  const now = knockSound.currentTime;
  const [tone, volume] = [knockSound.createOscillator(), knockSound.createGain()];
  tone.frequency.setValueAtTime(190, now);
  tone.frequency.exponentialRampToValueAtTime(70, now + 0.09);
  volume.gain.setValueAtTime(0.5, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
  tone.connect(volume).connect(knockSound.destination);
  tone.start(now);
  tone.stop(now + 0.15);
}
// Browsers allow a page to make a sound only after a tap on it.
document.addEventListener("click", () => {
  if (!soundWanted()) return;
  knockSound = knockSound ?? (window.AudioContext ? new AudioContext() : null);
  if (knockSound?.state === "suspended") knockSound.resume();
}, { once: true });

const soundButton = matchMenu?.querySelector("[data-sound]");
function showSound() {
  soundButton.closest("li").hidden = false;
  soundButton.setAttribute("aria-pressed", String(soundWanted()));
}
soundButton?.addEventListener("click", () => {
  localStorage.setItem(SOUND, soundWanted() ? "off" : "on");
  showSound();
});
if (soundButton) showSound();

// Celebrate only where the match was seen being played, also on the page after Save.
const SEEN = `being played: ${location.pathname}`;
function watchForWin() {
  if (!matchPage) return;
  if (!("over" in matchPage.dataset)) return sessionStorage.setItem(SEEN, "yes");
  const seen = sessionStorage.getItem(SEEN);
  sessionStorage.removeItem(SEEN);
  if (seen && soundWanted() && document.querySelector("#slip .slip-score")) celebrate();
}
watchForWin();

let saidBefore = matchPage?.dataset.said;
document.addEventListener("page:updated", () => {
  if (backToTop) window.scrollTo({ top: 0 });
  backToTop = false;
  if (matchPage?.dataset.said !== saidBefore) knock();
  saidBefore = matchPage?.dataset.said;
  watchForWin();
});
