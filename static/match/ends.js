// The open-ends pad by thumb: tap an end, tap what lies there, tap who played. Its points stand in
// the frame after the tap; Save asks the server's rules.
import { countEnds } from "../count/count.js";

// What was put since the newest tap that saves: an answer that comes meanwhile takes none of it.
const endsPut = new Map();
document.addEventListener("outbox:tapped", () => endsPut.clear());

function readyEnds(form) {
  const slots = [...form.querySelectorAll("[data-slot]")];
  const ends = slots.filter((slot) => slot.dataset.slot !== "spinner");
  const spinner = slots.find((slot) => slot.dataset.slot === "spinner");
  const line = document.getElementById("count");
  // Four ends need a spinner. Which double is the spinner is decided by the rules, not here.
  const sheet = form.closest(".thumb");
  const left = slots.map((slot) => slot.value); // as the tiles lie
  for (const slot of slots) slot.value = endsPut.get(slot.name) ?? slot.value;
  const offered = () => ends.slice(0, spinner?.value ? ends.length : 2);
  const free = () => offered().find((slot) => !slot.value);
  let active = free() ?? ends[0];

  function show() {
    for (const slot of slots) slot.parentElement.classList.toggle("active", slot === active);
    // While ends are entered their way back stands where the round is ended otherwise.
    sheet?.classList.toggle("entering", slots.some((slot, n) => slot.value !== left[n]));
  }

  function count() {
    const shown = [...ends.map((slot) => slot.value), ...(spinner?.value ? [`*${spinner.value}`] : [])].filter(Boolean);
    const counted = countEnds(JSON.parse(document.getElementById("table").dataset.table).card, shown.join(" "));
    line.textContent = shown.length ? counted.refusal || counted.words : "";
    line.classList.toggle("ready", !counted.refusal);
    for (const gain of form.querySelectorAll(".gain")) gain.textContent = counted.refusal ? "" : `${counted.points ? "+" : ""}${counted.points}`;
  }

  function put(value) {
    active.value = active === spinner ? value.replace("d", "") : value;
    endsPut.set(active.name, active.value);
    active = free() ?? (active === spinner ? ends[0] : active);
    show();
    count();
  }

  const keys = form.querySelector(".number-keys");
  keys.hidden = false;
  keys.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (key) put(key.dataset.end);
  });
  // Empty first, so that the table can be entered anew; a second tap brings the ends back as they lie.
  form.querySelector("[data-clear]").addEventListener("click", () => {
    const empty = slots.every((slot) => !slot.value);
    slots.forEach((slot, n) => { slot.value = empty ? left[n] : ""; });
    endsPut.clear();
    active = free() ?? ends[0];
    show();
    count();
  });
  for (const slot of slots) {
    slot.addEventListener("mousedown", (event) => { event.preventDefault(); active = slot; show(); });
    slot.addEventListener("focus", () => { active = slot; show(); });
    slot.addEventListener("change", () => { show(); count(); });
  }
  show();
  if (ends.some((slot) => slot.value)) count();
}

function findEnds() {
  const form = document.getElementById("ends-form");
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "yes";
  readyEnds(form);
}
findEnds();
// A newer state of the match has a new form.
document.addEventListener("page:updated", findEnds);
document.addEventListener("page:opened", findEnds); // a state may have come while a round's form stood in place
