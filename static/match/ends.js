// The open-ends pad by thumb: tap an end, tap what lies there, tap who played. Its points stand in
// the frame after the tap; Save asks the server's rules.
import { countEnds } from "../count/count.js";
import { waitingIn } from "../count/shown.js";
import { field } from "../outbox/store.js";

// What was put since the newest tap that saves, and where: an answer that comes meanwhile takes none of it.
const endsPut = new Map();
let endsAsked = "";
let layEnds = () => {};

function readyEnds(form) {
  const slots = [...form.querySelectorAll("[data-slot]")];
  const ends = slots.filter((slot) => slot.dataset.slot !== "spinner");
  const spinner = slots.find((slot) => slot.dataset.slot === "spinner");
  const line = document.getElementById("count");
  const sheet = form.closest(".thumb");
  const known = slots.map((slot) => slot.value); // to the club
  let left; // as the tiles lie
  let active;
  // Four ends need a spinner. Which double is the spinner is decided by the rules, not here.
  const offered = () => ends.slice(0, spinner?.value ? ends.length : 2);
  const free = () => offered().find((slot) => !slot.value);

  function show() {
    for (const slot of slots) slot.parentElement.classList.toggle("active", slot === active);
    // While ends are entered their way back stands where the round is ended otherwise.
    sheet?.classList.toggle("entering", slots.some((slot, n) => slot.value !== left[n]));
    const shown = slots.filter((slot) => slot.value).map((slot) => (slot === spinner ? "*" : "") + slot.value);
    const counted = countEnds(JSON.parse(document.getElementById("table").dataset.table).card, shown.join(" "));
    const idle = shown.length > 0 && !endsPut.size; // every play changes an end, so a second tap on a name is none
    const ready = !(idle || counted.refusal);
    line.textContent = idle ? "Tap the new end." : shown.length ? counted.refusal || counted.words : "";
    line.classList.toggle("ready", ready);
    for (const side of form.querySelectorAll("[data-side]")) {
      side.disabled = idle;
      side.lastElementChild.textContent = ready ? counted.points && `+${counted.points}` : "";
    }
  }

  // What a play that waits here has left lies there, also a double that leads a round: that is its spinner.
  layEnds = () => {
    const { anew, plays } = waitingIn("/ends"), newest = plays.pop();
    left = slots.map((slot, n) => (newest ? field(newest, slot.name) || "" : anew ? "" : known[n]));
    const [one, more] = left.filter(Boolean);
    if (newest && spinner && one?.endsWith("d") && !more) left = slots.map((slot) => (slot === spinner ? one.slice(0, -1) : ""));
    slots.forEach((slot, n) => { slot.value = endsPut.get(slot.name) ?? left[n]; });
    if (newest && (spinner?.value || left.join().includes("d"))) for (const slot of slots) slot.parentElement.hidden = false;
    active = slots.find(({ name }) => name === endsAsked) ?? free() ?? ends[0];
    show();
  };

  function put(value) {
    active.value = active === spinner ? value.replace("d", "") : value;
    endsPut.set(active.name, active.value);
    active = free() ?? (active === spinner ? ends[0] : active);
    endsAsked = active.name;
    show();
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
    endsPut.clear();
    if (!empty) for (const slot of slots) endsPut.set(slot.name, "");
    endsAsked = "";
    layEnds();
  });
  function askFor({ target }) {
    active = target;
    endsAsked = target.name;
    show();
  }
  for (const slot of slots) {
    slot.addEventListener("mousedown", (event) => { event.preventDefault(); askFor(event); });
    slot.addEventListener("focus", askFor);
    slot.addEventListener("change", () => { endsPut.set(slot.name, slot.value); show(); });
  }
  layEnds();
}

function findEnds() {
  const form = document.getElementById("ends-form");
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "yes";
  readyEnds(form);
}
findEnds();
document.addEventListener("outbox:tapped", () => {
  endsPut.clear();
  endsAsked = "";
  layEnds();
});
document.addEventListener("outbox:waiting", () => layEnds());
// A newer state of the match has a new form.
document.addEventListener("page:updated", findEnds);
document.addEventListener("page:opened", findEnds); // a state may have come while a round's form stood in place
