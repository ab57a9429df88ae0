// The end of a round by thumb: one hand at a time, by keypad or by tiles, with the judge's word under it.
// Nothing is scored here: the line under the hands is asked of the server.

const form = document.getElementById("round");
const hands = [...form.querySelectorAll(".hand")];
const pads = [...form.querySelectorAll(".pad")];
const keypad = document.getElementById("keypad");
const modeLine = form.querySelector(".mode");
const modeButton = document.getElementById("mode");
const whose = document.getElementById("whose");
const preview = document.getElementById("preview");
const last = document.getElementById("last");
const DIGITS_BEFORE_NEXT = 2; // a hand of 100 pips and more is typed by tapping the hand again

let active = -1;
let byTiles = pads.some((pad) => pad.querySelector("input:checked"));

const input = (n) => hands[n].querySelector("input");
const boxes = (n) => [...pads[n].querySelectorAll("input[type=checkbox]")];
const outSeat = () => (form.elements.out.value === "blocked" ? -1 : form.elements.out.value === "" ? -1 : Number(form.elements.out.value));

function nextHand(from) {
  for (let step = 1; step <= hands.length; step += 1) {
    const n = (from + step) % hands.length;
    if (n !== outSeat() && !input(n).value && !boxes(n).some((box) => box.checked)) return n;
  }
  return -1;
}

// Where no hand scores, none is asked for: a hand that is tapped can still be entered.
function firstHand() {
  return "optional" in form.dataset && outSeat() >= 0 ? -1 : nextHand(-1);
}

function activate(n) {
  active = n;
  show();
}

function show() {
  hands.forEach((hand, n) => {
    hand.classList.toggle("active", n === active);
    hand.classList.toggle("out", n === outSeat());
  });
  keypad.hidden = byTiles || active < 0;
  pads.forEach((pad, n) => {
    pad.hidden = !(byTiles && n === active);
    pad.open = true;
  });
  modeLine.hidden = active < 0;
  if (active >= 0) whose.textContent = byTiles ? pads[active].querySelector("summary").textContent : input(active).getAttribute("aria-label");
  modeButton.textContent = byTiles ? "type pips instead" : "tap the tiles instead";
  if (last) last.hidden = outSeat() < 0;
  const taken = new Map();
  pads.forEach((_, n) => boxes(n).forEach((box) => box.checked && taken.set(box.value, n)));
  pads.forEach((_, n) => boxes(n).forEach((box) => {
    box.disabled = "laid" in box.dataset || (taken.has(box.value) && taken.get(box.value) !== n);
  }));
}

// What the last Save was refused for goes away once it is mended, and is not said twice while it stands.
function refusal(faults) {
  const standing = [];
  for (const error of form.querySelectorAll(".error:not(.doubt *)")) {
    const held = faults.filter(([, words]) => error.textContent.includes(words));
    error.hidden = held.length === 0;
    const field = form.querySelector(`[aria-describedby="${error.id}"]`);
    if (error.hidden) field?.removeAttribute("aria-invalid");
    else field?.setAttribute("aria-invalid", "true");
    standing.push(...held.map(([, words]) => words));
  }
  return standing;
}

let asked = 0;
async function ask() {
  if (!form.elements.out.value) {
    preview.textContent = "";
    return;
  }
  const mine = ++asked;
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form), signal: AbortSignal.timeout(8000) });
    if (!answer.ok || mine !== asked) return;
    const said = await answer.json();
    preview.textContent = refusal(said.faults).includes(said.line) ? "" : said.line;
    preview.classList.toggle("ready", said.ready);
    for (const [n, pips] of Object.entries(said.hands)) input(Number(n)).placeholder = pips;
  } catch {
    // Without an answer the line stays as it was; Save asks the same judge again.
  }
}

let waiting;
function changed() {
  show();
  clearTimeout(waiting);
  waiting = setTimeout(ask, 150);
}

function typed(n, value) {
  input(n).value = value;
  for (const box of boxes(n)) box.checked = false;
  input(n).placeholder = "";
}

keypad.addEventListener("click", (event) => {
  const key = event.target.closest("button");
  if (!key || active < 0) return;
  if ("digit" in key.dataset) {
    typed(active, (input(active).value + key.dataset.digit).replace(/^0+(?=\d)/, "").slice(0, 3));
    if (input(active).value.length === DIGITS_BEFORE_NEXT) {
      const next = nextHand(active);
      if (next >= 0) activate(next);
    }
  } else if ("back" in key.dataset) typed(active, input(active).value.slice(0, -1));
  else activate(nextHand(active));
  changed();
});

hands.forEach((hand, n) => {
  const field = input(n);
  field.inputMode = "none"; // our own keys are larger than the phone's, and stay put
  field.addEventListener("focus", () => activate(n));
  field.addEventListener("input", () => typed(n, field.value));
  hand.addEventListener("click", () => activate(n));
});
modeButton.addEventListener("click", () => { byTiles = !byTiles; show(); });
pads.forEach((pad, n) => pad.addEventListener("change", (event) => {
  if (event.target.type === "checkbox") input(n).value = "";
}));

// Sets too large for a pad of tiles: two taps on the ends write one tile.
for (const pad of form.querySelectorAll(".ends-pad")) {
  let firstEnd = null;
  pad.hidden = false;
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    const field = pad.closest(".pad").querySelector("[data-tiles]");
    if ("back" in key.dataset) {
      if (firstEnd === null) field.value = field.value.trim().split(/\s+/).slice(0, -1).join(" ");
      firstEnd = null;
    } else if (firstEnd === null) firstEnd = key.dataset.end;
    else {
      field.value = `${field.value} ${firstEnd}-${key.dataset.end}`.trim();
      firstEnd = null;
    }
    pad.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.end === firstEnd)));
    changed();
  });
}

form.addEventListener("input", changed);
form.addEventListener("change", (event) => {
  if (event.target.name === "out") {
    if (outSeat() >= 0) {
      typed(outSeat(), "");
    }
    activate(firstHand());
  }
  changed();
});

if (form.elements.out.value) {
  const refused = hands.findIndex((hand) => hand.querySelector("[aria-invalid=true]"));
  activate(refused < 0 ? firstHand() : refused);
}
changed();
