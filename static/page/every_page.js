// What every page does on top of its plain HTML: go to the first fault, never send one form twice, tell local time.
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

// The server stores one key once however often it comes; this only spares the second trip.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = "yes";
});

// A page taken out of the back-forward cache holds keys that have been used. What is typed in it stays.
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

// Entering a play shows the same page again: it should not jump under the thumb, unless its address says where to.
const scrolled = `scroll ${window.location.pathname}`;
document.addEventListener("submit", () => sessionStorage.setItem(scrolled, String(window.scrollY)));
const before = sessionStorage.getItem(scrolled);
sessionStorage.removeItem(scrolled);
if (before && !bad && !window.location.hash) window.scrollTo(0, Number(before));

// A bar that sticks leaves two thirds of the screen, also where the text is twice as large.
function loosen() {
  for (const bar of document.querySelectorAll(".bar")) bar.classList.toggle("loose", bar.offsetHeight > window.innerHeight / 3);
}
loosen();
window.addEventListener("resize", loosen);
document.addEventListener("page:updated", loosen);
document.addEventListener("page:opened", loosen);
