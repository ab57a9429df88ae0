// What the match's page shows while something waits on this phone: the newest standing from the club with what was
// tapped since added to it, marked until the club has confirmed it. All is added up anew after every tap, answer and
// update; what the club sends stands in its place.
import { add, counted, fold, inPairs, minus, need, sideName, sideOf, tooMuch } from "./count.js";
import { announce, fill, make, notice } from "../page/page.js";
import { field } from "../outbox/store.js";
import { here } from "../outbox/view.js";

const countUndo = []; // what puts the club's own page back
const countDone = new Set(); // keys of entries that the club has answered
const countLeftOn = new Map(); // key -> the match's version when the entry left this phone, as far as is known
const countSeen = new Set(); // keys that were seen here before they left
let countTapped = []; // tapped, and not yet among what the storage holds
let countKept = [];
let countAnsweredAt = 0; // the match's version of the newest answer, which the page may not show yet
let countedAs; // what the page shows as counted
let countExpected = null; // the totals that the newest tap made, for what the club says instead

const matchData = () => (document.getElementById("state") || { dataset: {} }).dataset;

// The entry as the count reads it; null for what only the club can say, such as a correction.
function readEntry({ action, fields, act }, seats) {
  const get = (name) => field({ fields }, name), number = (name) => (get(name) ? Number(get(name)) : null);
  const [, way] = new URL(action, location.href).pathname.match(/\/(plays\/keys|plays\/ends|plays\/tiles|rounds)$/) || [];
  if (act || !way || get("standing") !== undefined) return null;
  const play = { side: number("side"), last: Boolean(get("last_tile")), down: Boolean(get("down")) };
  if (way === "plays/keys") return { kind: "key", ...play, points: number("points") };
  if (way === "plays/tiles") return { kind: get("act") || "tile", last: play.last, seat: number("seat"), tile: get("tile") };
  if (way === "plays/ends") {
    const ends = [0, 1, 2, 3].map((n) => get(`end_${n}`)).filter(Boolean);
    return { kind: "ends", ...play, shown: [...ends, ...(get("spinner") ? [`*${get("spinner")}`] : [])].join(" ") };
  }
  return readEnd(fields, seats);
}

// The end of a round from the fields of its form.
export function readEnd(fields, seats) {
  const get = (name) => field({ fields }, name), number = (name) => (get(name) ? Number(get(name)) : null);
  const hands = seats.map((_, seat) => {
    const tiles = fields.filter(([name, value]) => name === `tiles_${seat}` && value.trim()).map(([, value]) => value.trim());
    return tiles.length ? tiles.join(" ").split(/[\s,]+/) : number(`pips_${seat}`);
  });
  const held = seats.map((_, seat) => (Array.isArray(hands[seat]) || hands[seat] === null ? null : number(`held_${seat}`)));
  const [how, by = -1] = (get("out") || "").split("-"), foul = how === "foul" ? Number(by) : undefined;
  const out = how ? /\d/.test(how) ? Number(how) : null : undefined;
  return { kind: "round", out, foul, hands, held, boneyard: number("boneyard"), leader: number("led"), last: number("last") || 0 };
}

// The oldest may be on its way, and others have left whose answer was lost: such a one is not added to a standing that
// may hold it already.
function isCounted(entry, isOldest, version) {
  if (!isOldest && !entry.left && !entry.tries) {
    countSeen.add(entry.key);
    return true;
  }
  const sentOn = countSeen.has(entry.key) ? null : entry.sentOn; // from before this page
  if (!countLeftOn.has(entry.key)) countLeftOn.set(entry.key, sentOn ?? Math.max(version, countAnsweredAt));
  return version <= countLeftOn.get(entry.key);
}

// What waits here, added up: {table, standing, added, ...}; null on a page without a match that goes on. A round's form
// gives the data that it has of its match, and which waiting entry it changes.
export function countNow({ counts, standing, version } = matchData(), before = Infinity) {
  const table = document.getElementById("table");
  if (!standing || !table || table.dataset.tag !== counts) return null; // others sit there by now
  const club = { table: JSON.parse(table.dataset.table), from: JSON.parse(standing) };
  const all = [...countKept, ...countTapped.filter(({ key }) => !countKept.some((kept) => kept.key === key))];
  const waiting = all.filter((entry) => !all.some(({ undoes }) => undoes === entry.key) && here(entry) && entry.status === "waiting" && !countDone.has(entry.key) && !(entry.n >= before));
  const counted = waiting.filter((entry, n) => isCounted(entry, n === 0, Number(version)) && readEntry(entry, club.table.seats));
  return { ...club, ...fold(club.table, club.from, counted.map((entry) => readEntry(entry, club.table.seats))), counted };
}

// The plays of the running round that wait here, entered this way; `anew` where the round before it waits, too.
export function waitingIn(way) {
  const { counted: all = [] } = countNow() || {}, from = all.map(({ ends }) => ends).lastIndexOf(true) + 1;
  return { anew: from > 0, plays: all.slice(from).filter(({ action }) => action.endsWith(way)) };
}

// What a round is called, with what waits here counted: "Round 7", in a match of legs "Leg 2, round 3".
export function roundTitle(number, now = countNow(document.querySelector("[data-standing]")?.dataset)) {
  const at = now && [now.from, ...now.added.map(({ standing }) => standing)].filter((one) => one && one.round <= number).pop();
  return at && now.table.card.legs > 1 ? `Leg ${at.ended + 1}, round ${number - at.first + 1}` : `Round ${number}`;
}

// The heading of the form for the end of a round.
export function nameRound(number) {
  document.querySelector(".top h1").textContent = roundTitle(Number(number));
}

// The waiting entries that belong to another round than they were tapped for, each with that round; a play may have
// ended a leg before them. `within` is the page or the form that has the match's data.
export function countRounds(within = document) {
  const now = countNow((within.closest?.("[data-standing]") || within.querySelector("[data-standing]"))?.dataset);
  if (!now) return [];
  return now.counted.map((entry, n) => ({ entry, round: now.added[n].steps ? now.added[n].steps[0].round : entry.round }))
    .filter(({ entry, round }) => round !== entry.round && field(entry, "round") !== undefined);
}

function putCount(node, words, as = words) {
  if (!node || node.textContent === words) return;
  const before = [...node.childNodes];
  fill(node, [as].flat());
  countUndo.push(() => fill(node, before));
}

function setCount(node, name, value) {
  if (!node || node[name] === value) return;
  const before = node[name];
  node[name] = value;
  countUndo.push(() => { node[name] = before; });
}

function flagCount(node, name, on) {
  if (!node || node.classList.contains(name) === on) return;
  node.classList.toggle(name, on);
  countUndo.push(() => node.classList.toggle(name, !on));
}

function takeOffCount() {
  countedAs = null;
  for (const undo of countUndo.splice(0).reverse()) undo();
}

const countSigned = (points) => (points > 0 ? `+${points}` : minus(points));
const scoreWords = (totals) => totals.map(minus).join(" – ");

function showTotals({ table: { card }, standing }, totals) {
  const board = document.querySelector(".board");
  if (!board) return; // of a match that is over
  flagCount(board, "counted", true);
  totals.forEach((total, side) => {
    const at = (name) => board.querySelector(`[data-${name}="${side}"]`);
    putCount(at("total"), minus(total));
    if (card.legs > 1) putCount(at("legs"), counted(standing.legs[side], "leg"));
    if (card.match_games === null) putCount(at("to-go"), `${Math.max(0, card.target - total)} to go`);
    setCount(board.querySelectorAll("progress")[side], "value", Math.floor(100 * total / card.target)); // of 0 to 100, whatever is said
    const busts = tooMuch(card, standing.totals[side]);
    for (const key of document.querySelectorAll(`button[name=points][data-side="${side}"]`)) flagCount(key, "busts", busts.includes(Number(key.value)));
  });
  document.querySelectorAll(".needs .need").forEach((line, side) => {
    const name = line.querySelector("bdi");
    if (name?.nextSibling) putCount(line, `${name.textContent} ${need(card, standing.totals[side])}`);
  });
}

// Who goes first now, until somebody has played.
function showLeader({ table, standing: { running, open, leader } }) {
  for (const side of document.querySelectorAll(".board .side")) {
    const leads = running && !open && leader !== null && sideOf(table, leader) === Number(side.dataset.side);
    const words = leads ? inPairs(table) ? `${table.seats[leader]} first` : "Goes first" : "";
    flagCount(side, "first", leads);
    putCount(side.querySelector(".flag"), words, words && make("span", words, { className: "first-pill" }));
  }
}

function showWords(now) {
  const { table, standing, from } = now, { card } = table, line = document.querySelector(".last");
  const { steps } = now.added.filter((one) => one.steps).pop(), last = steps[steps.length - 1]; // the last tile's own play comes before its end
  const won = standing.winner !== null ? `${sideName(table, standing.winner)} ${table.sides[standing.winner].length > 1 ? "win" : "wins"}`
    : standing.ended > from.ended ? "The leg is over" : "";
  putCount(line?.querySelector(".delta"), countSigned(Math.max(...steps.flatMap(({ delta }) => delta))));
  const said = [won && `${won} ${scoreWords(last.totals)}.`, `${last.words}.`].filter(Boolean).join(" ");
  putCount(line?.querySelector(".words"), `${said} Not confirmed yet.`, [make("b", said), " ", make("small", "Not confirmed yet.")]);
  const over = document.getElementById("out");
  if (!standing.running) putCount(over, won);
  else if (standing.round !== from.round) {
    const head = document.querySelector(".top .sub");
    const title = roundTitle(standing.round, now);
    if (head) putCount(head, card.match_games === null ? title : head.textContent.replace(/ound \d+/, `ound ${standing.rounds + 1}`));
    if (over) putCount(over, over.textContent.replace(/^.*?ound \d+/, title));
  }
}

// The ledger with what waits: the line of a round goes on, or is new, and bears a ring. A tap on a play moves nothing
// there: the round that is being played gets its line with its end, or from the club.
function showRounds(now, steps) {
  const { table, standing, from } = now, list = document.querySelector(".rounds");
  if (!list) return;
  const lines = new Map(from.open ? [[from.round, list.querySelector(".round-line:not(.deleted)")]] : []);
  for (const { round, delta, totals, words } of steps) {
    const isOver = !standing.running || round !== standing.round;
    if (!lines.get(round) && !isOver) continue;
    if (!lines.get(round)) {
      const cells = table.sides.map(() => make("span", [make("b", "–"), " ", make("small", "")], { className: "cell" }));
      const made = make("li", make("details", [make("summary", [make("span", roundTitle(round, now).match(/\d+$/), { className: "number" }), ...cells]), make("div", [], { className: "what" })]), { className: "round-line" });
      list.prepend(made);
      countUndo.push(() => made.remove());
      lines.set(round, made);
    }
    const line = lines.get(round), what = make("p", words);
    flagCount(line, "waits", true);
    if (isOver) line.querySelector(".what").append(what);
    countUndo.push(() => what.remove());
    line.querySelectorAll(".cell").forEach((cell, side) => {
      const made = cell.querySelector("b"), points = delta[side] + Number(made.textContent.replace("−", "-").replace("–", 0));
      if (points) putCount(made, countSigned(points));
      flagCount(made, "none", !points);
      putCount(cell.querySelector("small"), minus(totals[side]));
    });
  }
  setCount(list.parentNode, "hidden", !list.firstElementChild);
}

export function showCount() {
  const now = countNow();
  const shown = now && JSON.stringify([now.from, now.added]);
  if (shown === countedAs) return; // what was tapped is stored, or on its way
  takeOffCount();
  countedAs = shown;
  if (!now?.counted.length) return;
  setCount(document.querySelector("[data-act=undo] button"), "disabled", false); // what waits can be taken back
  setCount(document.querySelector("[data-act=redo]"), "hidden", true); // what was taken back before it stays so
  const steps = now.added.flatMap((one) => one.steps || []);
  if (!steps.length) return;
  // A leg or a match that is won keeps its last score on the board.
  const last = steps[steps.length - 1];
  showTotals(now, now.standing.running && now.standing.ended > now.from.ended && last.round !== now.standing.round ? last.totals : now.standing.totals);
  showLeader(now);
  showWords(now);
  showRounds(now, steps);
  countExpected = !now.standing.unsure && { key: now.counted[now.counted.length - 1].key, totals: now.standing.totals };
}

// A match that is won by what waits takes nothing more until the club has answered, and opens no form.
function refuseAfterWin(event) {
  const { target, type } = event;
  const isEntry = type === "submit" ? "keep" in target.dataset && !("standing" in target.elements) : target.closest(".ends-round a");
  const now = isEntry && countNow();
  if (!now || now.standing.running || !now.from.running) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  notice(add(now.table, now.standing, { kind: "round" }).refusal);
}

// The server is right: where it counted otherwise, that is said.
function countAnswered({ key }, { version = 0 }) {
  countDone.add(key);
  countAnsweredAt = version;
  const { standing } = matchData();
  const expected = countExpected?.key === key && countExpected.totals;
  countExpected = null;
  if (!expected || !standing) return;
  const { totals } = JSON.parse(standing);
  if (totals.join() !== expected.join()) announce(`The club counts ${scoreWords(totals)}, not ${scoreWords(expected)}.`);
}

for (const tap of ["click", "submit"]) addEventListener(tap, refuseAfterWin, true);
document.addEventListener("outbox:tapped", ({ detail: { entry } }) => { countTapped.push(entry); showCount(); });
document.addEventListener("outbox:waiting", ({ detail }) => {
  countKept = detail;
  countTapped = countTapped.filter(({ key }) => !countDone.has(key) && !detail.some((kept) => kept.key === key));
  showCount();
});
for (const name of ["outbox:saved", "outbox:refused", "outbox:held", "outbox:unkept"]) {
  document.addEventListener(name, ({ detail: { entry, fate, said } }) => {
    if (fate === "waiting") return;
    if (name === "outbox:saved") countAnswered(entry, said);
    else countDone.add(entry.key);
    showCount();
  });
}
document.addEventListener("page:updating", takeOffCount);
document.addEventListener("page:updated", showCount);
document.addEventListener("page:opened", showCount);
