// The match page: a menu that closes, and a knock when points come in.
import { celebrate } from "./confetti.js";

const SOUND = "knock and buzz"; // whether this phone wants it
const WIN_READ = 3000; // ms
const SHOWN_FIRST = 150; // ms that the first tap has for itself
const matchPage = document.getElementById("state");
const matchMenu = document.getElementById("menu"); // absent on the other pages of a match
const soundWanted = () => localStorage.getItem(SOUND) !== "off";

document.addEventListener("click", (event) => {
  if (matchMenu?.open && (!matchMenu.contains(event.target) || event.target.closest("a"))) matchMenu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && matchMenu?.open) {
    matchMenu.open = false;
    matchMenu.querySelector("summary").focus();
  }
});
// A name or a rare play that was tapped is not asked for again: the keys of the next play stand there. A name shows that
// it was tapped until its form is there.
const foldAway = ({ target }) => target.querySelectorAll(".over, .keys .more").forEach((fold) => { fold.open = false; });
document.addEventListener("page:opened", foldAway);
document.addEventListener("submit", foldAway, true);

// A knock on wood, synthesised from a falling tone and some noise; nothing is downloaded for it.
let knockSound = null;
const sound = () => (knockSound = knockSound ?? (window.AudioContext ? new AudioContext() : null));
function knock() {
  // Before anybody has tapped the page a browser makes no sound and complains about a buzz.
  if (!soundWanted() || document.hidden || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(40);
  sound()?.resume().then(() => {
    const now = knockSound.currentTime;
    const tone = knockSound.createOscillator(), volume = knockSound.createGain();
    tone.frequency.setValueAtTime(190, now);
    tone.frequency.exponentialRampToValueAtTime(70, now + 0.09);
    volume.gain.setValueAtTime(0.5, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
    tone.connect(volume).connect(knockSound.destination);
    tone.start(now);
    tone.stop(now + 0.15);
    tone.onended = () => knockSound.suspend(); // what is ready to sound costs the battery all evening
  });
}
// Getting ready for it takes a slow phone longer than to show what was tapped, which goes first.
document.addEventListener("click", () => setTimeout(() => {
  if (soundWanted()) sound()?.suspend();
}, SHOWN_FIRST), { once: true });

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
const SEEN = `played: ${location.pathname}`;
function watchForWin() {
  if (!matchPage) return;
  const over = "over" in matchPage.dataset;
  for (const words of document.querySelectorAll("[data-playing]")) words.hidden = over;
  if (!over) return sessionStorage.setItem(SEEN, "yes");
  const seen = sessionStorage.getItem(SEEN);
  sessionStorage.removeItem(SEEN);
  if (!seen) return;
  if (soundWanted() && document.querySelector("#slip .slip-score")) celebrate();
  // Rematch and the other ways on lie where keys were, and a thumb may tap on.
  for (const way of document.querySelectorAll(".act > *, .pair-of-buttons > *")) {
    way.inert = way.disabled = true;
    setTimeout(() => (way.inert = way.disabled = false), WIN_READ);
  }
}
watchForWin();

// A won leg stays on the page until the next one is begun, with or without a signal.
const BEGUN = `leg begun: ${location.pathname}`;
function showLeg() {
  const between = matchPage?.dataset.between ?? "";
  if (!between) sessionStorage.removeItem(BEGUN);
  matchPage?.classList.toggle("begun", between !== "" && sessionStorage.getItem(BEGUN) === between);
}
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-begin-leg]")) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // nothing is asked of the club
  sessionStorage.setItem(BEGUN, matchPage.dataset.between);
  showLeg();
  scrollTo(0, 0);
}, true);
showLeg();

let saidBefore = matchPage?.dataset.said;
document.addEventListener("page:updated", () => {
  if (matchPage?.dataset.said !== saidBefore) knock();
  saidBefore = matchPage?.dataset.said;
  watchForWin();
  showLeg();
});
