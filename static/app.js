// What every page does on top of its plain HTML: go to the first fault, and never send one form twice.

document.documentElement.classList.add("js");

const bad = document.querySelector("[data-bad]");
if (bad) {
  const details = bad.closest("details");
  if (details) details.open = true;
  const field = bad.matches("input, select") ? bad : bad.querySelector("input, select");
  field?.focus();
}

// The server stores one key once however often it comes; this only spares the second trip.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
});

// A page taken out of the back-forward cache holds keys that have been used.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

function tellTheTime() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    time.textContent = moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  }
}
tellTheTime();
document.addEventListener("page:updated", tellTheTime);

// Entering a play shows the same page again: it should not jump under the thumb.
const place = `scroll ${window.location.pathname}`;
document.addEventListener("submit", () => sessionStorage.setItem(place, String(window.scrollY)));
const before = sessionStorage.getItem(place);
sessionStorage.removeItem(place);
if (before && !bad) window.scrollTo(0, Number(before));
