// The match page by thumb: a menu that closes, an Undo that one tap cannot do twice, and a knock when points come in.

const STEADY = 1000; // ms in which a second tap is the same tap
const SOUND = "knock and buzz"; // whether this phone wants it
const AT = "steady since";
const state = document.getElementById("state");
const menu = document.getElementById("menu"); // absent on the other pages of a match
const wanted = () => localStorage.getItem(SOUND) !== "off";

// The way back stands where the next way back will stand: a tap too many must not take two things back.
document.addEventListener("submit", (event) => {
  if (!("steady" in event.target.dataset)) return;
  if (Date.now() - Number(sessionStorage.getItem(AT)) < STEADY) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  sessionStorage.setItem(AT, String(Date.now()));
}, true);

document.addEventListener("click", (event) => {
  if (menu?.open && (!menu.contains(event.target) || event.target.closest("a"))) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
// A form that a menu entry leads to is opened, also where the browser does not do it by itself.
function reveal() {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (target && target.matches("details")) {
    target.open = true;
    target.scrollIntoView({ block: "center" });
  }
}
window.addEventListener("hashchange", reveal);
reveal();

// What a penalty made is told at the top of the page.
let toTop = false;
document.addEventListener("submit", (event) => { toTop = "top" in event.target.dataset; }, true);

// A knock on wood, made of a falling tone and a little noise; nothing is loaded for it.
let sound = null;
function knock() {
  if (!wanted() || document.hidden) return;
  navigator.vibrate?.(40);
  sound ??= window.AudioContext ? new AudioContext() : null;
  if (sound?.state !== "running") return;
  const now = sound.currentTime;
  const [tone, volume] = [sound.createOscillator(), sound.createGain()];
  tone.frequency.setValueAtTime(190, now);
  tone.frequency.exponentialRampToValueAtTime(70, now + 0.09);
  volume.gain.setValueAtTime(0.5, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
  tone.connect(volume).connect(sound.destination);
  tone.start(now);
  tone.stop(now + 0.15);
}
// Browsers let a page be heard only after a tap on it.
document.addEventListener("click", () => {
  if (!wanted()) return;
  sound ??= window.AudioContext ? new AudioContext() : null;
  if (sound?.state === "suspended") sound.resume();
}, { once: true });

const button = menu?.querySelector("[data-sound]");
function showSound() {
  button.closest("li").hidden = false;
  button.setAttribute("aria-pressed", String(wanted()));
}
button?.addEventListener("click", () => {
  localStorage.setItem(SOUND, wanted() ? "off" : "on");
  showSound();
});
if (button) showSound();

let told = state?.dataset.said;
document.addEventListener("page:updated", () => {
  if (toTop) window.scrollTo({ top: 0 });
  toTop = false;
  if (state?.dataset.said !== told) knock();
  told = state?.dataset.said;
});
