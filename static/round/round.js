// The form for the end of a round: one hand at a time, by keypad or by tiles, with the rules' preview above the keys.
// Nothing is scored here: the preview comes from the server; only typed pips are added up for each side.
// Only Next goes to the next hand: a number never goes to a hand that was not active while it was typed.
import { restoreDraft } from "./draft.js";
import { ask, NoAnswer } from "../page/http.js";

const MOST_DIGITS = 3;
const MODE = "hands entered by"; // remembered on this phone

function readyRound(form) {
  const hands = [...form.querySelectorAll(".hand")]; // in the order they stand, which Next follows
  const pads = new Map([...form.querySelectorAll(".pad")].map((pad) => [pad.dataset.seat, pad]));
  const keypad = document.getElementById("keypad");
  const nextKey = keypad.querySelector("[data-next]");
  const mode = document.getElementById("mode");
  const preview = document.getElementById("preview");
  const last = document.getElementById("last");
  const fold = document.getElementById("who-fold");
  const label = document.getElementById("hands-label");

  let active = null;
  let fresh = true; // the next digit begins the number anew
  let byTiles = [...pads.values()].some((pad) => pad.querySelector("input:checked")) || localStorage.getItem(MODE) === "tiles";

  const input = (hand) => hand.querySelector("input");
  const pad = (hand) => pads.get(hand.dataset.seat);
  const boxes = (hand) => [...pad(hand).querySelectorAll("input[type=checkbox]")];
  const out = () => form.elements.out.value;
  const isOut = (hand) => hand.dataset.seat === out();
  const filled = (hand) => input(hand).value || boxes(hand).some((box) => box.checked);
  const optional = () => (out() === "blocked" ? "blockedOptional" : "outOptional") in form.dataset;

  function beside(hand, step) {
    let at = hands.indexOf(hand) + step;
    while (hands[at] && isOut(hands[at])) at += step;
    return hands[at] ?? null;
  }

  // Where no hand counts, none is asked for: a hand that is tapped can still be entered.
  function firstHand() {
    if (!out() || optional()) return null;
    const wanted = hands.find((hand) => hand.dataset.seat === form.dataset.first && !isOut(hand));
    return wanted ?? hands.find((hand) => !isOut(hand) && !filled(hand)) ?? hands.find((hand) => !isOut(hand));
  }

  function activate(hand) {
    if (active && active !== hand && input(active).value) input(active).value = Number(input(active).value) || "0";
    active = hand;
    fresh = true;
    show();
  }

  function showSums() {
    for (const side of form.querySelectorAll(".hand-side")) {
      const pips = [...side.querySelectorAll(".hand input")].map((field) => field.value || field.placeholder).filter(Boolean);
      side.querySelector("output").textContent = pips.length ? pips.reduce((sum, each) => sum + (Number(each) || 0), 0) : "";
    }
  }

  function show() {
    for (const hand of hands) {
      hand.classList.toggle("active", hand === active);
      hand.classList.toggle("out", isOut(hand));
    }
    keypad.hidden = byTiles || !active;
    for (const [seat, each] of pads) {
      each.hidden = !(byTiles && active?.dataset.seat === seat);
      each.open = true;
    }
    mode.hidden = !active;
    for (const button of mode.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", String((button.dataset.mode === "tiles") === byTiles));
    nextKey.setAttribute("aria-disabled", String(!active || !beside(active, 1)));
    if (last) last.hidden = !out() || out() === "blocked";
    const taken = new Map();
    for (const hand of hands) for (const box of boxes(hand)) if (box.checked) taken.set(box.value, hand);
    for (const hand of hands) {
      for (const box of boxes(hand)) box.disabled = "laid" in box.dataset || (taken.has(box.value) && taken.get(box.value) !== hand);
    }
    showSums();
  }

  // A refusal disappears once its cause is corrected, and is not repeated while it stands.
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

  function showAnswer(said) {
    preview.textContent = refusal(said.faults).length ? "" : said.line;
    preview.classList.toggle("ready", said.ready);
    for (const hand of hands) input(hand).placeholder = said.hands[hand.dataset.seat] ?? "";
    for (const side of form.querySelectorAll("[data-side]")) side.classList.toggle("ahead", Number(side.dataset.side) === said.winner);
    showSums();
  }

  let asked = 0;
  async function foresee() {
    if (!out()) {
      preview.textContent = "";
      return;
    }
    delete form.dataset.gains; // of a form that said something else
    const mine = ++asked;
    try {
      const { ok, json: said } = await ask(form.dataset.preview, { method: "POST", body: new FormData(form) });
      if (!ok || mine !== asked || !said.hands) return;
      form.dataset.gains = JSON.stringify(said.gains);
      showAnswer(said);
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      // Save asks the same rules again.
      if (mine === asked) preview.textContent = "No signal: the score shows once it is sent.";
    }
  }

  let waiting;
  function changed() {
    show();
    clearTimeout(waiting);
    waiting = setTimeout(foresee, 150);
  }

  function typed(hand, value) {
    input(hand).value = value;
    for (const box of boxes(hand)) box.checked = false;
    input(hand).placeholder = "";
  }

  function back() {
    if (filled(active)) typed(active, input(active).value.slice(0, -1));
    else if (beside(active, -1)) activate(beside(active, -1));
    fresh = false;
  }

  keypad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key || !active) return;
    if ("digit" in key.dataset) {
      const before = fresh ? "" : input(active).value;
      if (before.length < MOST_DIGITS) typed(active, before + key.dataset.digit);
      fresh = false;
    } else if ("back" in key.dataset) back();
    else if (beside(active, 1)) activate(beside(active, 1));
    changed();
  });

  for (const hand of hands) {
    const field = input(hand);
    field.inputMode = "none"; // our own keys are larger than the phone's, and do not move
    field.addEventListener("focus", () => hand === active || activate(hand));
    field.addEventListener("input", () => typed(hand, field.value));
    hand.addEventListener("click", () => activate(hand));
    pad(hand).addEventListener("change", (event) => {
      if (event.target.type === "checkbox") field.value = "";
    });
  }
  form.addEventListener("hand:tiles", ({ detail }) => { // a photo's tiles, checked by the user
    const hand = hands.find((each) => each.dataset.seat === detail.seat);
    byTiles = true;
    input(hand).value = "";
    activate(hand);
    changed();
  });
  mode.addEventListener("click", (event) => {
    const chosen = event.target.closest("button")?.dataset.mode;
    if (!chosen) return;
    byTiles = chosen === "tiles";
    localStorage.setItem(MODE, chosen);
    show();
  });

  // Sets too large for a pad of tiles: two taps on the ends write one tile.
  for (const keys of form.querySelectorAll(".ends-pad")) {
    let firstEnd = null;
    keys.hidden = false;
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      const field = keys.closest(".pad").querySelector("[data-tiles]");
      if ("back" in key.dataset) {
        if (firstEnd === null) field.value = field.value.trim().split(/\s+/).slice(0, -1).join(" ");
        firstEnd = null;
      } else if (firstEnd === null) firstEnd = key.dataset.end;
      else {
        field.value = `${field.value} ${firstEnd}-${key.dataset.end}`.trim();
        firstEnd = null;
      }
      keys.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.end === firstEnd)));
      changed();
    });
  }

  function chosen() {
    const name = form.querySelector("[name=out]:checked")?.labels[0].textContent.trim();
    const said = document.getElementById("who-said");
    if (!name) {
      said.textContent = form.querySelector("#who legend").textContent; // a form that was emptied asks again
      return;
    }
    said.textContent = out() === "blocked" ? "Blocked" : `${name} ${form.dataset.outWord}`;
    label.textContent = out() === "blocked" ? label.dataset.blocked : label.dataset.out;
    const hand = hands.find(isOut);
    if (hand) typed(hand, "");
  }

  form.addEventListener("input", changed);
  form.addEventListener("change", (event) => {
    if (event.target.name === "out" || event.target === form) {
      chosen();
      fold.open = !out();
      activate(firstHand());
    }
    changed();
  });

  if (out()) {
    const refused = hands.find((hand) => hand.querySelector("[aria-invalid=true]"));
    activate(refused ?? firstHand());
    if (refused) fresh = false; // a number that was refused is corrected where it stands
  }
  changed();
  form.querySelector(".doubt")?.scrollIntoView(); // the keys above it have only now been shown
}

function findRound() {
  const form = document.getElementById("round");
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "yes";
  const asked = new URLSearchParams(location.search).get("out");
  const restored = restoreDraft(form);
  // A form at hand, or a copy of one, does not know who was tapped.
  if (asked !== null && !form.elements.standing) {
    for (const who of form.elements.out) who.checked = who.value === asked;
  }
  readyRound(form);
  if (restored || asked !== null) form.dispatchEvent(new Event("change"));
}
findRound();
document.addEventListener("page:opened", findRound);
