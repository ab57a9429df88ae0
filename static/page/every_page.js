// Enhancements of every page: go to the first fault, never submit a form twice, show local times.
import { reached } from "./http.js";
import { clock, newKey, showBusy } from "./page.js";

document.documentElement.classList.add("js");

const bad = document.querySelector("[data-bad]");
if (bad) {
  const around = bad.closest("details");
  if (around) around.open = true;
  const first = bad.matches("input, select") ? bad : bad.querySelector("input, select");
  setTimeout(() => (first ?? bad).focus()); // once what scripts show stands there
}

// The key in a page may be a copy's, and used: every tap makes its own. Only a form that was sent from here and has
// never been answered, so that one came back to it, is the same act under the same key, also where the page has seen
// by now what came of it. The server stores each key once however often it comes.
const UNANSWERED = "unanswered";
export const [arrival] = performance.getEntriesByType("navigation");
let cameBack = arrival?.type === "back_forward" || arrival?.type === "reload";
if (!cameBack) sessionStorage.removeItem(UNANSWERED);

document.addEventListener("submit", (/** @type {any} */ event) => {
  const form = event.target, { key, seen = {} } = form.elements;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "yes";
  if (!key) return;
  const data = new FormData(form);
  data.delete("key");
  data.delete("seen");
  const gist = JSON.stringify([form.action, ...data]);
  const before = cameBack && JSON.parse(sessionStorage.getItem(UNANSWERED));
  const act = before?.gist === gist ? before : { gist, key: newKey(), seen: seen.value };
  sessionStorage.setItem(UNANSWERED, JSON.stringify(act));
  key.value = act.key;
  seen.value = act.seen;
});

// What is possible and most likely a slip is said beside Save as it is typed, and is sent as said.
document.addEventListener("input", (/** @type {any} */ { target }) => {
  const line = document.getElementById("doubt");
  if (line && target.id === "points") line.hidden = line.disabled = !(target.value > Number(line.dataset.most));
});

// A page from the back-forward cache: what was typed in it stays.
addEventListener("pageshow", async (event) => {
  if (!event.persisted) return;
  cameBack = true;
  showBusy();
  for (const form of document.forms) delete form.dataset.sent;
  const typed = [...document.querySelectorAll("input:not([type=hidden])")].some((input) => input.value !== input.defaultValue);
  if (!typed && !document.querySelector("[data-live]") && await reached()) location.reload();
});

function tellTheTime() {
  for (const time of document.querySelectorAll("[datetime*=T]")) {
    time.textContent = clock(time.dateTime);
  }
}
tellTheTime();
document.addEventListener("page:updated", tellTheTime);

// Entering a play loads the same page: keep the scroll position, unless the address names a place.
const scrolled = `scroll ${location.pathname}`;
document.addEventListener("submit", () => sessionStorage.setItem(scrolled, `${scrollY}`));
const before = sessionStorage.getItem(scrolled);
sessionStorage.removeItem(scrolled);
if (before && !bad && !location.hash) scrollTo(0, Number(before));

// A sticky bar takes a third of the screen at most, also with text at twice the size.
function loosen() {
  for (const bar of document.querySelectorAll(".bar")) bar.classList.toggle("loose", bar.offsetHeight > innerHeight / 3);
}
loosen();
addEventListener("resize", loosen);
// Once all who hear of it have put the page in order: it is laid out once.
for (const news of ["page:updated", "page:opened"]) document.addEventListener(news, () => requestAnimationFrame(loosen));
