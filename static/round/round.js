// The form for the end of a round: one hand at a time, by keypad or by tiles, with what it will score above the keys,
// counted here at every key. What the count does not see (layout, parity, doubts) Save says.
// Only Next goes to the next hand: a number never goes to a hand that was not active while it was typed.
import { restoreDraft } from "./draft.js";
import { announce } from "../page/page.js";
import { add, newTotals, outcomeOf, pastTarget, pipsOf, sideOf, sum, tooMuch } from "../count/count.js";
import { doubtsOf, faultsOf, handsTogether, isWanted } from "../count/faults.js";
import { countNow, readEnd } from "../count/shown.js";
import { repeatedEnd } from "./repeated.js";

const MOST_DIGITS = 3;
const MODE = "hands entered by"; // remembered on this phone
const TILE = /^\d+-\d+$/;
let updatePreview = () => {};

// Who is out is chosen by the tap that opened a form, or by what was typed in it before.
function readyRound(form, isChosen) {
  const hands = [...form.querySelectorAll(".hand")]; // round the table, as they stand and are read: Next follows them
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
  const ended = () => (/^\d/.test(out()) ? "out" : out().split("-")[0]); // or "blocked", "foul", ""
  const isOut = (hand) => hand.dataset.seat === out();
  let wanted = hands; // whose pips count
  const filled = (hand) => input(hand).value || boxes(hand).some((box) => box.checked);
  const handsFor = () => (out().includes("-") ? "out" : ended()); // after somebody's foul what a chip-out asks
  const optional = () => `${handsFor()}Optional` in form.dataset;

  function beside(hand, step) {
    let at = hands.indexOf(hand) + step;
    while (hands[at] && !wanted.includes(hands[at])) at += step;
    return hands[at] ?? null;
  }

  // Where no hand counts, none is asked for: a hand that is tapped can still be entered.
  function firstHand() {
    const now = countNow(form.querySelector("[data-version]").dataset), end = now && readEnd([...new FormData(form)], now.table.seats);
    wanted = hands.filter(({ dataset }) => !now || isWanted(now.table, end, Number(dataset.seat)));
    if (!out() || optional()) return null;
    return wanted.find((hand) => hand.dataset.seat === form.dataset.first) ?? wanted.find((hand) => !filled(hand)) ?? wanted[0];
  }

  function activate(hand) {
    if (active && active !== hand && input(active).value) input(active).value = Number(input(active).value) || "0";
    active = hand;
    fresh = true;
    show();
  }

  function show() {
    for (const hand of hands) {
      hand.classList.toggle("active", hand === active);
      hand.classList.toggle("out", !wanted.includes(hand));
    }
    keypad.hidden = byTiles || !active;
    for (const [seat, each] of pads) {
      each.hidden = !(byTiles && active?.dataset.seat === seat);
      each.open = true;
    }
    mode.hidden = !active;
    for (const button of mode.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", String((button.dataset.mode === "tiles") === byTiles));
    nextKey.setAttribute("aria-disabled", String(!active || !beside(active, 1)));
    if (active) keypad.setAttribute("aria-label", input(active).getAttribute("aria-label"));
    if (last) last.hidden = last.disabled = ended() !== "out"; // not asked, not sent
    const taken = new Map();
    for (const hand of hands) for (const box of boxes(hand)) if (box.checked) taken.set(box.value, hand);
    for (const hand of hands) for (const box of boxes(hand)) box.disabled = "laid" in box.dataset || (taken.get(box.value) ?? hand) !== hand;
  }

  const typedIn = () => [...new FormData(form)].filter(([name]) => !/key|photo/.test(name)).join(" ");
  const asSent = typedIn();

  // A refusal disappears once its cause is corrected, and is not repeated while it stands. Of what only Save can say
  // nobody knows whether it is corrected: it goes with the first change.
  function refuses(faults) {
    let stands = false;
    for (const error of form.querySelectorAll(".error")) {
      if (error.closest(".doubt")) continue;
      const held = faults.filter(({ message }) => error.textContent.includes(message));
      error.hidden = held.length === 0 && typedIn() !== asSent;
      const field = form.querySelector(`[aria-describedby="${error.id}"]`);
      if (error.hidden) field?.removeAttribute("aria-invalid");
      else field?.setAttribute("aria-invalid", "true");
      stands = stands || !error.hidden;
    }
    return stands;
  }

  // What this end comes to, as {line, winner, pips, faults, asked}; nothing where what is typed can only be refused.
  function counted() {
    const correcting = Boolean(form.elements.standing);
    const now = countNow(form.querySelector("[data-version]").dataset, Number(form.dataset.edits) || undefined);
    if (!now) return { faults: [] };
    const { table } = now, { card } = table, standing = correcting ? now.from : now.standing;
    const end = readEnd([...new FormData(form)], table.seats);
    if (end.hands.some((hand) => (Array.isArray(hand) ? !hand.every((tile) => TILE.test(tile)) : hand !== null && !(hand >= 0)))) return { faults: [] };
    const pips = end.hands.map((hand) => (Array.isArray(hand) ? pipsOf(card, hand) : ""));
    const found = faultsOf(table, standing, end), faults = handsTogether(found);
    if (last && !last.disabled && !form.elements.last.value) return { line: last.dataset.missing, pips, faults };
    if (faults.length) return { line: found[0].message, pips, faults };
    const { winner, reason } = outcomeOf(table, end), added = correcting ? {} : add(table, standing, end);
    if (added.refusal) return { line: added.refusal, pips, faults };
    const becomes = added.steps ? newTotals(table, standing, added) : "";
    const asked = [...correcting ? [] : repeatedEnd(table, end, Number(form.elements.round.value)), ...doubtsOf(table, end)].join(" ");
    return { line: [lineOf(table, standing, end, added.steps, reason), becomes].filter(Boolean).join(" · "), winner, pips, faults, asked };
  }

  function lineOf(table, standing, end, steps, reason) {
    if (end.out === null || !end.last) return steps ? steps[steps.length - 1].words : reason;
    const { card } = table, points = end.last + card.last_tile_bonus;
    const play = card.last_tile_bonus ? `${end.last} + ${card.last_tile_bonus} = ${points}` : points;
    const isBust = steps && tooMuch(card, standing.totals[sideOf(table, end.out)]).includes(points);
    return `${table.seats[end.out]} ${table.out_word}: ${play}${isBust ? pastTarget(card).replace(":", ",") : ""}`;
  }

  function showPreview() {
    if (!form.isConnected || form.dataset.sending) return; // what is on its way is counted already
    const { line = "", asked, winner, pips = [], faults } = out() ? counted() : { faults: [] };
    preview.textContent = refuses(faults) ? "" : (asked || line).replace(/ & /g, "\u00a0&\u00a0");
    form.dataset.counted = preview.classList.toggle("ready", winner !== undefined && !asked) ? "yes" : "";
    for (const hand of hands) input(hand).placeholder = pips[hand.dataset.seat] ?? "";
    for (const side of form.querySelectorAll("[data-side]")) side.classList.toggle("ahead", Number(side.dataset.side) === winner);
    for (const side of form.querySelectorAll(".side-sum")) {
      const held = hands.filter((hand) => hand.dataset.side === side.dataset.side)
        .map((hand) => input(hand).value || input(hand).placeholder).filter(Boolean);
      side.querySelector("output").textContent = held.length ? sum(held.map((each) => Number(each) || 0)) : "";
    }
  }

  function changed() {
    show();
    showPreview();
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
    else if (beside(active, 1)) {
      activate(beside(active, 1));
      announce(input(active).getAttribute("aria-label"));
    }
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
      const { end = null } = key.dataset; // none on the key that takes back
      if (firstEnd && end) field.value = `${field.value} ${firstEnd}-${end}`.trim();
      else if (!firstEnd && !end) field.value = field.value.trim().split(/\s+/).slice(0, -1).join(" ");
      firstEnd = firstEnd ? null : end;
      keys.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.end === firstEnd)));
      changed();
    });
  }

  // A form that was refused keeps what was typed, and shows why.
  function chosen(anew) {
    fold.open = !(out() && !fold.querySelector(".error"));
    const name = form.querySelector("[name=out]:checked")?.labels[0].textContent.trim();
    // A form that was emptied asks again.
    document.getElementById("who-said").textContent = ended() === "out" ? `${name} ${form.dataset.outWord}` : name || form.querySelector("#who legend").textContent;
    if (location.search) history.replaceState(null, "", `?out=${out()}`); // a form that comes back goes by it
    if (!name) return;
    label.textContent = label.dataset[handsFor()];
    for (const hand of hands) if (anew && isOut(hand)) typed(hand, "");
  }

  // Save says in words what nobody has answered; without script the server does.
  if (last) for (const points of form.elements.last) points.required = true;
  form.addEventListener("invalid", (event) => {
    if (event.target.type !== "radio") return;
    event.preventDefault();
    preview.textContent = event.target.closest("fieldset").dataset.missing;
    preview.scrollIntoView({ block: "nearest" });
  }, true);

  form.addEventListener("input", changed);
  form.addEventListener("change", (event) => {
    if (event.target.name === "out" || event.target === form) {
      chosen(true);
      activate(firstHand());
    }
    changed();
  });

  updatePreview = showPreview;
  if (isChosen) chosen(!form.querySelector(".error"));
  if (out()) {
    const refused = hands.find((hand) => hand.querySelector("[aria-invalid=true]"));
    activate(refused ?? firstHand());
    if (refused) fresh = false; // a number that was refused is corrected where it stands
  }
  changed();
  form.querySelector(".error, .doubt")?.scrollIntoView({ block: "nearest" }); // the keys above it have only now been shown
}

function findRound() {
  const form = document.querySelector("form#round");
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "yes";
  const asked = new URLSearchParams(location.search).get("out");
  const restored = restoreDraft(form);
  // A form at hand, or a copy of one, does not know who was tapped.
  if (asked !== null && !form.elements.standing) {
    for (const who of form.elements.out) {
      who.checked = who.value === asked;
      who.labels[0].hidden = asked === "foul-" && !/^foul/.test(who.value);
    }
    if (asked === "foul-") form.querySelector("#who legend").textContent = "Whose foul was it?";
  }
  readyRound(form, restored || asked !== null);
}
findRound();
document.addEventListener("page:opened", findRound);
for (const name of ["page:updated", "outbox:waiting"]) document.addEventListener(name, () => updatePreview());
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && document.querySelector("#round:not(.looking)")) document.querySelector(".top .back").click();
});
