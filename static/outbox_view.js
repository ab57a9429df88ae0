// Says what this phone has not been able to send yet, and lets its holder decide where somebody was faster.

const A_DAY = 86_400_000;
const SOON = 800; // ms an entry may take before anybody is told that it waits
const box = document.getElementById("outbox");
const badge = document.getElementById("badge");
const said = document.getElementById("said");
let entries = [];
const { kept: keptAt } = document.documentElement.dataset; // when this copy was made, if it is one
let silentSince = navigator.onLine && !keptAt ? 0 : Date.now();

const clock = (moment) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

function make(tag, words, more = {}) {
  const element = Object.assign(document.createElement(tag), more);
  element.append(...[words].flat());
  return element;
}

function button(words, entry, choice) {
  const detail = { entry, choice };
  return make("button", words, { type: "button", onclick: () => document.dispatchEvent(new CustomEvent("outbox:choose", { detail })) });
}

function why(entry) {
  const old = Date.now() - entry.created > A_DAY ? " It has been waiting for more than a day: read it off below, to be safe." : "";
  if (entry.status === "conflict") return entry.said.detail;
  if (entry.status === "refused") return `Not saved: ${entry.said.detail}`;
  if (entry.said?.detail) return `Kept on this phone. The club says: ${entry.said.detail}${old}`;
  return `Kept on this phone, not sent yet. It goes out by itself when there is signal.${old}`;
}

function asText(entry) {
  const fields = entry.fields.map(([name, value]) => `${name}=${value}`).join("\n");
  const text = `${entry.words}\n${new Date(entry.created).toISOString()}\n${entry.action}\n${fields}`;
  const area = make("textarea", text, { readOnly: true, rows: 6, ariaLabel: "What is kept, as text" });
  return make("details", [make("summary", "Show as text"), area]);
}

function card(entry) {
  const parts = [make("p", make("b", entry.words)), make("p", why(entry))];
  const buttons = [];
  if (entry.status === "conflict") {
    if (entry.said.theirs) parts.push(make("p", `What stands there now: ${entry.said.theirs}`));
    parts.push(make("p", `What you entered: ${entry.said.mine || entry.words}`));
    buttons.push(button(entry.said.theirs ? "Keep theirs" : "Let mine go", entry));
    for (const choice of entry.said.choices) buttons.push(button(choice.words, entry, choice));
  } else if (entry.status === "refused") {
    buttons.push(button("Open it again", entry, "again"), button("Throw it away", entry));
  }
  if (buttons.length) parts.push(make("div", buttons, { className: "chips" }));
  return make("article", [...parts, asText(entry)], { className: `card ${entry.status}` });
}

function showBadge() {
  const waiting = entries.length;
  const asOf = keptAt ? `offline, as of ${clock(keptAt)}` : "";
  const silent = silentSince ? asOf || `offline since ${clock(silentSince)}` : "";
  const words = [waiting ? `${waiting} waiting` : "", silent].filter(Boolean).join(" · ");
  badge.textContent = words || (document.querySelector("[data-live]") ? "live" : "");
  badge.hidden = !badge.textContent;
  badge.classList.toggle("ok", !words);
}

function showEntries() {
  const shown = entries.filter((entry) => entry.status !== "waiting" || entry.tries || Date.now() - entry.created > SOON);
  const open = [...box.querySelectorAll("details")].some((details) => details.open);
  box.replaceChildren(...shown.map(card));
  const [first] = box.querySelectorAll("details");
  if (first) first.open = open;
  box.hidden = !shown.length;
  const round = document.getElementById("round");
  if (round) round.hidden = entries.some((entry) => entry.status === "conflict" && entry.key === round.elements.key.value);
}

document.addEventListener("outbox:waiting", ({ detail }) => {
  const before = entries;
  entries = detail;
  if (JSON.stringify(before) !== JSON.stringify(detail) || detail.length) showEntries();
  if (detail.some((entry) => entry.status === "conflict") && !before.some((entry) => entry.status === "conflict")) {
    box.scrollIntoView({ block: "nearest" });
    said.textContent = "Somebody was faster. Nothing was saved yet: choose what counts.";
  }
  showBadge();
});
document.addEventListener("outbox:kept", () => { said.textContent = "Kept on this phone."; });

// After a delivery the same page is brought up to date, or left for the match once nothing is on its way.
// A form that has gone on stays.
const arrived = new Set();
let onTo = "";
document.addEventListener("outbox:delivered", ({ detail: { entry, said: answer } }) => {
  said.textContent = "Saved.";
  if (document.getElementById("state")) return document.dispatchEvent(new CustomEvent("outbox:stored"));
  arrived.add(entry.key);
  onTo = answer.location;
});
document.addEventListener("server:reached", () => { silentSince = 0; showBadge(); });
document.addEventListener("outbox:settled", () => {
  const round = document.getElementById("round");
  const done = [...document.querySelectorAll("form[data-keep]")].some((form) => arrived.has(form.elements.key.value));
  if (onTo && (done || (round && untouched(round)))) location.assign(onTo);
  onTo = "";
});

// Without signal the evening goes on: the form is ready for the next one, under a key of its own.
document.addEventListener("server:lost", () => {
  silentSince ||= Date.now();
  const form = [...document.querySelectorAll("form[data-keep]")]
    .find((each) => entries.concat(kept).some((entry) => entry.key === each.elements.key.value));
  if (form) next(form);
  showBadge();
});

const kept = [];
document.addEventListener("outbox:kept", ({ detail }) => kept.push(detail));

function untouched(form) {
  return !form.elements.out.value && [...form.querySelectorAll(".hand input")].every((hand) => !hand.value);
}

function next(form) {
  document.dispatchEvent(new CustomEvent("outbox:new-key", { detail: form }));
  if (form.id !== "round" || form.elements.standing) return;
  const number = Number(form.elements.round.value) + 1;
  form.reset();
  form.elements.round.value = number;
  for (const who of form.elements.out) who.checked = false;
  for (const heading of document.querySelectorAll("h1")) heading.textContent = `Round ${number}`;
  form.dispatchEvent(new Event("change"));
}
showBadge();
