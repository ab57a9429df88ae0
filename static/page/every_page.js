// Enhancements of every page: go to the first fault, never submit a form twice, show local times.
import { reached } from "./http.js";
import { clock, newKey } from "./page.js";

document.documentElement.classList.add("js");

const bad = document.querySelector("[data-bad]");
if (bad) {
  const around = bad.closest("details");
  if (around) around.open = true;
  const first = bad.matches("input, select") ? bad : bad.querySelector("input, select");
  (first ?? bad).focus();
}

// The server stores each key once however often it comes; this only saves a second request.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = "yes";
});

// A page from the back-forward cache has used keys. What was typed in it stays.
window.addEventListener("pageshow", async (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) {
    delete form.dataset.sent;
    if (form.elements.key) form.elements.key.value = newKey();
  }
  const typed = [...document.querySelectorAll("input:not([type=hidden])")].some((input) => input.value !== input.defaultValue);
  if (!typed && !document.querySelector("[data-live]") && await reached()) window.location.reload();
});

function tellTheTime() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = clock(time.dateTime);
  }
}
tellTheTime();
document.addEventListener("page:updated", tellTheTime);

// Entering a play loads the same page: keep the scroll position, unless the address names a place.
const scrolled = `scroll ${window.location.pathname}`;
document.addEventListener("submit", () => sessionStorage.setItem(scrolled, String(window.scrollY)));
const before = sessionStorage.getItem(scrolled);
sessionStorage.removeItem(scrolled);
if (before && !bad && !window.location.hash) window.scrollTo(0, Number(before));

// A sticky bar takes a third of the screen at most, also with text at twice the size.
function loosen() {
  for (const bar of document.querySelectorAll(".bar")) bar.classList.toggle("loose", bar.offsetHeight > window.innerHeight / 3);
}
loosen();
window.addEventListener("resize", loosen);
document.addEventListener("page:updated", loosen);
document.addEventListener("page:opened", loosen);
