// The outbox: a round or a play is kept on this phone before it is sent, to the address of its own form.
// It is let go only when the server's answer repeats its key; a wifi's log-in page does not know the key.

const FIRST_PAUSE = 1500; // ms until the second try; doubled with every failure
const LONGEST_PAUSE = 30_000;
const PATIENCE = 8000; // ms for one answer
const REFUSED = [404, 413, 422, 428];

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const field = (entry, name) => entry.fields.find(([known]) => known === name)?.[1];
const matchOf = (entry) => entry.action.split(/\/(?:rounds|plays)/)[0];
const newKey = () => crypto.randomUUID?.() // only where there is https
  ?? [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

const opened = new Promise((found, failed) => {
  const request = indexedDB.open("scorekeeper", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("outbox", { keyPath: "n", autoIncrement: true });
  request.onsuccess = () => found(request.result);
  request.onerror = () => failed(request.error);
});

async function within(mode, work) {
  const db = await opened;
  return new Promise((done, failed) => {
    const transaction = db.transaction("outbox", mode, { durability: "strict" });
    const request = work(transaction.objectStore("outbox"));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => failed(transaction.error);
  });
}
const all = () => within("readonly", (box) => box.getAll());
const keep = (entry) => within("readwrite", (box) => box.put(entry));
const drop = (entry) => within("readwrite", (box) => box.delete(entry.n));
const show = async () => tell("outbox:waiting", await all());

// What the form says in a person's words, for whoever has to read it off this phone.
function inWords(form, button) {
  const said = [...form.elements].filter((input) => input.type !== "hidden" && input.type !== "submit" && input.value
    && input.type !== "button" && (!["radio", "checkbox"].includes(input.type) || input.checked));
  const words = said.map((input) => {
    const label = (input.getAttribute("aria-label") ?? input.labels?.[0]?.innerText ?? input.name).trim();
    return ["radio", "checkbox"].includes(input.type) ? label : `${label} ${input.value}`;
  });
  if (button?.name) words.push((button.getAttribute("aria-label") ?? button.innerText).trim());
  return `${form.dataset.keep}: ${words.join(", ")}`;
}

// Hand an entry to the server as the form it came from: the page that answers has all its words for it.
function post(entry) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = entry.action;
  for (const [name, value] of [...entry.fields, ["csrf_token", token]]) {
    const input = document.createElement("input");
    [input.type, input.name, input.value] = ["hidden", name, value];
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

let token = document.querySelector("input[name=csrf_token]")?.value ?? "";

async function send(entry, again = false) {
  const body = new URLSearchParams([...entry.fields, ["csrf_token", token]]);
  const answer = await fetch(entry.action, {
    method: "POST", headers: { Accept: "application/json" }, body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE),
  });
  const json = (answer.headers.get("Content-Type") ?? "").includes("json");
  const said = json ? await answer.json() : {};
  if (answer.status === 400 && said.code === "proof" && !again) {
    token = said.csrf_token;
    return send(entry, true);
  }
  return { status: answer.status, stored: answer.ok && said.key === entry.key, said };
}

// Later plays were tapped in the knowledge of this one, whatever version their page showed.
async function carryOn(entry, version) {
  for (const later of await all()) {
    const follows = matchOf(later) === matchOf(entry) && field(later, "seen") === field(entry, "seen");
    if (follows && !later.tries && field(entry, "seen")) {
      later.fields = later.fields.map(([name, value]) => [name, name === "seen" ? String(version) : value]);
      await keep(later);
    }
  }
}

async function settle(entry, { status, stored, said }) {
  if (stored) {
    await drop(entry);
    await carryOn(entry, said.version);
    tell("outbox:delivered", { entry, said });
    return true;
  }
  entry.tries += 1;
  entry.status = said.code === "overtaken" ? "conflict" : REFUSED.includes(status) && said.code ? "refused" : "waiting";
  entry.said = said;
  await keep(entry);
  if (entry.status === "refused" && entry.key === here) post(entry);
  return entry.status !== "waiting";
}

let failures = 0;
let timer;
let sending = false;
let here = ""; // the key of what was entered on this very page

async function sendAll() {
  const held = new Set();
  for (const { n } of await all()) {
    const entry = (await all()).find((each) => each.n === n); // as the one before it has left it
    if (!entry) continue;
    if (entry.status !== "waiting") held.add(matchOf(entry));
    if (held.has(matchOf(entry))) continue;
    try {
      if (!await settle(entry, await send(entry))) return false;
    } catch {
      // No answer, or none of ours: it stays, and so does everything behind it.
      entry.tries += 1;
      await keep(entry);
      return false;
    }
  }
  return true;
}

async function flush() {
  clearTimeout(timer);
  if (sending || !(await all()).some((entry) => entry.status === "waiting")) return;
  sending = true;
  const work = () => sendAll();
  const gone = await (navigator.locks?.request("outbox", work) ?? work());
  sending = false;
  failures = gone ? 0 : failures + 1;
  tell(gone ? "heard" : "unheard");
  if (gone) tell("outbox:settled");
  if (!gone && failures === 1) navigator.storage?.persist?.();
  await show();
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.8 + 0.4 * Math.random());
  timer = setTimeout(flush, pause);
}

async function submitted(event) {
  const form = event.target;
  if (!("keep" in form.dataset)) return;
  event.preventDefault();
  event.stopPropagation();
  const key = form.elements.key.value;
  if (here === key) return;
  here = key;
  const data = new FormData(form, event.submitter);
  data.delete("csrf_token");
  const fields = [...data].map(([name, value]) => [name, String(value)]);
  const entry = {
    key, action: form.action, fields, words: inWords(form, event.submitter), created: Date.now(), tries: 0, status: "waiting",
  };
  try {
    await keep(entry);
  } catch {
    post(entry); // a browser that keeps nothing can still send
    return;
  }
  tell("outbox:kept", entry);
  setTimeout(show, 1000);
  failures = 0;
  flush();
}

document.addEventListener("submit", submitted, true);
document.addEventListener("outbox:choose", async ({ detail: { entry, choice } }) => {
  if (choice === "again") return post(entry);
  const round = document.getElementById("round");
  const ours = round?.elements.key.value === entry.key;
  if (choice) {
    const changed = { ...choice.fields, key: newKey() };
    const fields = entry.fields.filter(([name]) => !(name in changed)).concat(Object.entries(changed));
    const action = new URL(choice.action, location).href;
    here = changed.key;
    if (ours) round.elements.key.value = here;
    // In the place of the old one, in one step: a tab closed just now loses neither.
    await keep({ ...entry, action, fields, key: here, status: "waiting", tries: 0, said: undefined });
  } else {
    await drop(entry);
    if (ours) location.assign(matchOf(entry));
  }
  await show();
  return flush();
});

// A page that shows again what was refused has it in its own form: the phone need not keep it twice.
async function letGoOfWhatThisPageHolds() {
  const holds = new Set([...document.querySelectorAll("input[name=key]")].map((input) => input.value));
  const answered = document.querySelector("[data-answers]")?.dataset.answers;
  for (const entry of await all()) {
    if (entry.status === "refused" && (holds.has(entry.key) || entry.key === answered)) await drop(entry);
  }
}

// The keys in a copy of a page have been used, or will be by another copy.
if (document.documentElement.dataset.kept) {
  for (const form of document.querySelectorAll("form[data-keep]")) form.elements.key.value = newKey();
}
document.addEventListener("outbox:new-key", ({ detail: form }) => { form.elements.key.value = newKey(); });
window.addEventListener("online", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
letGoOfWhatThisPageHolds().then(show).then(flush);
