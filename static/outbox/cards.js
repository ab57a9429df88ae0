// Cards for the entries that need somebody's choice; at the foot of the page a list of those that merely wait, where
// it moves nothing that a thumb aims at.
import { field } from "./store.js";
import { clock, fill, make, tell } from "../page/page.js";
import { roundTitle } from "../count/shown.js";
import { due, here } from "./view.js";

const A_DAY = 86400000; // ms
const outboxBox = document.getElementById("outbox");
const waitingBox = make("section", [], { id: "waiting", className: "outbox", hidden: true });
waitingBox.setAttribute("aria-label", "Waiting on this phone");
let shownEntries = [];

const label = (entry) => (entry.kind.startsWith("Round") ? roundTitle(entry.round) : entry.kind);

function button(words, entry, choice) {
  return make("button", words, { type: "button", onclick: () => tell("outbox:choose", { entry, choice }) });
}

function why(entry) {
  const detail = entry.said?.detail;
  const old = Date.now() - entry.created > A_DAY ? " It has waited for more than a day: copy it from below." : "";
  if (entry.status === "conflict") return detail;
  if (entry.status === "refused") return `Not saved: ${detail}`;
  if (entry.status === "editing") return "Held back while it is being corrected.";
  if (detail) return `Kept on this phone. The club says: ${detail}${old}`;
  if (entry.tries) return `Kept on this phone. No answer yet: it is sent again until there is one, and counts once.${old}`;
  return `Kept on this phone, not sent yet. It will be sent when there is signal.${old}`;
}

function asText(entry) {
  const fields = entry.fields.map(([name, value]) => `${name}=${value}`).join("\n");
  const text = `${entry.sides} ${label(entry)}: ${entry.words}\n${new Date(entry.created).toISOString()}\n${entry.action}\n${fields}`;
  const area = make("textarea", text, { readOnly: true, rows: 6 });
  area.setAttribute("aria-label", "This entry as text");
  return make("details", [make("summary", "Show as text"), area]);
}

function editButton(entry) {
  const way = button("Edit it", entry, "hold");
  way.addEventListener("click", () => tell("round:edit", entry));
  return way;
}

function buttons(entry) {
  const discard = button("Discard", entry, "drop"), editable = entry.ends && !field(entry, "standing");
  if (entry.status === "refused") return [button("Open it again", entry, "open"), discard];
  if (entry.status === "editing") return [button("Send it as it is", entry, "release"), discard];
  if (entry.status === "waiting") return editable ? [discard, editButton(entry)] : [discard];
  const { theirs, choices = [] } = entry.said;
  const drop = button(theirs ? "Keep theirs" : "Discard mine", entry, "drop");
  drop.className = "primary";
  return [drop, ...choices.map((choice) => button(choice.words, entry, choice))];
}

function card(entry) {
  const parts = [make("p", make("b", `${entry.sides ? `${entry.sides} · ` : ""}${label(entry)}: ${entry.words}`)), make("p", why(entry))];
  if (entry.status === "conflict") {
    if (entry.said.theirs) parts.push(make("p", `Saved now: ${entry.said.theirs}`));
    parts.push(make("p", `What you entered: ${entry.said.mine || entry.words}`));
  }
  parts.push(make("div", buttons(entry), { className: "chips" }), asText(entry));
  return make("article", parts, { className: `card ${entry.status}` });
}

// They fold into one line.
function folded(entries) {
  if (!entries.length) return [];
  const [{ created, said }] = entries;
  const words = `${entries.length} waiting since ${clock(created)}${said?.detail ? `: ${said.detail}` : ""}`;
  return [make("details", [make("summary", words), ...entries.map(card)], { className: "card" })];
}

// One line for each other match with waiting entries.
function elsewhere() {
  const matches = new Map();
  for (const entry of shownEntries) if (!here(entry)) matches.set(entry.match, [...matches.get(entry.match) ?? [], entry]);
  return [...matches].map(([match, all]) => {
    const link = make("a", all[0].sides || "another match", { href: match });
    const decide = all.some(({ status }) => status !== "waiting") ? ", to be decided" : "";
    return make("p", [`${all.length} waiting in `, link, decide], { className: "card slim" });
  });
}

function putCards(box, nodes) {
  const open = [...box.querySelectorAll("details")].map((details) => details.open);
  fill(box, nodes);
  box.querySelectorAll("details").forEach((details, n) => { details.open = open[n]; });
  box.hidden = !nodes.length;
}

function showEntries() {
  const shown = shownEntries.filter((entry) => here(entry) && due(entry));
  const waiting = shown.filter((entry) => entry.status === "waiting");
  putCards(outboxBox, shown.filter((entry) => entry.status !== "waiting").map(card));
  const unsent = waiting.some(({ tries }) => tries); // what is merely on its way needs no list
  putCards(waitingBox, [...(unsent ? folded(waiting) : []), ...elsewhere()]);
  document.getElementById("main").append(waitingBox);
  const round = document.querySelector("form#round");
  if (round) round.hidden = shownEntries.some((entry) => entry.status === "conflict" && entry.key === round.dataset.sending);
}

document.addEventListener("outbox:waiting", ({ detail }) => {
  const changed = detail.length || shownEntries.length;
  shownEntries = detail;
  if (changed) showEntries();
});
document.addEventListener("page:opened", showEntries);
document.addEventListener("outbox:held", ({ detail: { fate } }) => {
  if (fate !== "waiting") setTimeout(() => outboxBox.scrollIntoView({ block: "nearest" }), 50);
});
tell("outbox:look");
