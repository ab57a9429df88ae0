// The outbox: a round or a play is kept on this phone before it is sent, to the address of its own form.
// It is deleted only when the server's answer repeats its key, which a wifi's log-in page does not know.
import { ask, NoAnswer, reached } from "../page/http.js";
import { deliver, delivered, drop, forgetOld, keep, storageWorks, waiting } from "./store.js";
import { entryOf, field, withField } from "./entry.js";
import { hidden, make, newKey, notice, NOTHING_CHANGED, root, submitterOf, tell } from "../page/page.js";

const FIRST_PAUSE = 1500; // ms until the second try; doubled with every failure
const LONGEST_PAUSE = 30000;
const REFUSED = [400, 404, 413, 422, 428];
const KEEPS_NOTHING = "This phone cannot keep entries (private browsing, or full): without signal you cannot enter any.";

let token = document.querySelector("input[name=csrf_token]")?.value ?? "";
export const show = async () => keeps && tell("outbox:waiting", await waiting());

// Submit an entry as the form it came from: the answer is a page with the full explanation.
export async function post(entry) {
  if (!await reached()) return notice(NOTHING_CHANGED);
  const inputs = [...entry.fields, ["csrf_token", token]].map(([name, value]) => hidden(name, value));
  const form = make("form", inputs, { method: "post", action: entry.action });
  document.body.append(form);
  form.submit();
}

export async function send(entry, retried = false) {
  const body = new URLSearchParams([...entry.fields, ["csrf_token", token]]);
  const shown = new URL(document.getElementById("state")?.dataset.live ?? "", location).searchParams.get("way") ?? "";
  const headers = { Accept: "application/json", Prefer: `return=representation; way=${shown}` };
  const answer = await ask(entry.action, { method: "POST", headers, body, redirect: "manual" });
  if (answer.status === 400 && answer.json.code === "csrf" && !retried) {
    token = answer.json.csrf_token;
    return send(entry, true);
  }
  // Neither a confirmation nor a refusal of ours: something in between answered instead of the server.
  if (!(answer.ok && answer.json.key === entry.key) && !(answer.json.code && answer.json.status)) {
    throw new NoAnswer("not ours");
  }
  if (answer.ok) tell("outbox:saved", { entry, said: answer.json }); // shown before this phone writes it down
  return answer;
}

// The version an entry is based on rises with this phone's own earlier entries.
async function withVersion(entry) {
  if (field(entry, "seen") === undefined || entry.offered) return entry;
  let seen = Number(field(entry, "seen"));
  for (const earlier of await delivered(entry.match)) if (earlier.seen === seen) seen = earlier.version;
  return { ...entry, seen, fields: withField(entry.fields, "seen", seen) };
}

// Sends one entry and stores the result: "sent", "held" (the server says no, or not now) or "lost".
async function attempt(kept) {
  const entry = await withVersion(kept);
  let answer;
  try {
    answer = await send(entry);
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
    await keep({ ...kept, tries: kept.tries + 1 });
    return "lost";
  }
  const { status, ok, json } = answer;
  tell("server:reached");
  if (ok) {
    await deliver({ ...entry, version: json.version });
    tell("outbox:delivered", { entry, said: json });
    return "sent";
  }
  const wait = json.code === "ahead" && (await waiting()).some((each) => each.offered && each.match === entry.match);
  const fate = status === 409 && !wait ? "conflict" : REFUSED.includes(status) ? "refused" : "waiting";
  await keep({ ...kept, tries: kept.tries + 1, status: fate, said: json });
  tell("outbox:held", { entry, fate, said: json });
  return "held";
}

// The oldest entry that may be sent: none after one that is refused, in conflict or being corrected.
async function nextToSend(held) {
  const stopped = new Set(held);
  for (const entry of await waiting()) {
    if (entry.status !== "waiting") stopped.add(entry.match);
    else if (!stopped.has(entry.match)) return entry;
  }
  return null;
}

async function sendAll() {
  const held = new Set();
  for (;;) {
    const entry = await nextToSend(held);
    if (!entry) return held.size === 0;
    inFlight = entry.key;
    const fate = await attempt(entry);
    inFlight = "";
    if (fate === "lost") {
      tell("server:lost");
      return false;
    }
    if (fate === "held") held.add(entry.match);
  }
}

let keeps = true; // whether this phone has storage for us
let failures = 0;
let timer;
let sending = false;
export let inFlight = "";

export async function flush() {
  clearTimeout(timer);
  if (!keeps || sending || !await nextToSend([])) return;
  sending = true;
  let gone = false;
  try {
    gone = await (navigator.locks ? navigator.locks.request("outbox", sendAll) : sendAll());
  } finally {
    sending = false;
    failures = gone ? 0 : failures + 1;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.8 + 0.4 * Math.random());
    timer = setTimeout(flush, pause);
  }
  if (!gone && failures === 1) navigator.storage?.persist?.();
  tell("outbox:settled");
  await show();
}

// Without storage an entry is sent at once, or the failure is shown; the form stays as it is.
async function sendUnkept(entry, form) {
  try {
    const { ok, json } = await send(entry);
    if (ok) tell("outbox:delivered", { entry, said: json });
    else await post(entry);
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
    tell("server:lost");
    tell("outbox:unkept", { form });
    notice("Not saved: no signal, and this phone cannot keep it. Your entry is still here: tap again when there is signal.", form);
  }
}

// Taps are handled one after another, each as an entry of its own.
let queue = Promise.resolve();
function submitted(event) {
  const form = event.target;
  if (!("keep" in form.dataset)) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sending) return;
  const entry = entryOf(form, submitterOf(event));
  if (form.id === "round" || "onward" in form.dataset) form.dataset.sending = entry.key;
  else form.elements.key.value = newKey();
  queue = queue.then(() => take(entry, form));
}

async function take(entry, form) {
  tell("outbox:tapped", { entry, form });
  let kept = entry;
  try {
    kept = await numbered(entry);
    await keep(kept);
  } catch {
    await sendUnkept(entry, form); // without storage it can still be sent
    return;
  }
  form.dataset.kept = "yes";
  tell("outbox:kept", { entry: kept, form });
  show();
  failures = 0;
  flush();
}

// Count this phone's own entries: a page shown without a signal may be older.
async function numbered(entry) {
  const number = Number(field(entry, "round"));
  if (!number || field(entry, "standing") || entry.n) return entry;
  const mine = (await waiting()).filter((each) => each.match === entry.match && each.status !== "refused");
  const since = (await delivered(entry.match)).filter((each) => each.version > entry.seen);
  const ends = [...mine, ...since].filter((each) => each.ends).map((each) => Number(field(each, "round")));
  const round = Math.max(number, ...ends.map((end) => end + 1));
  return { ...entry, round, fields: withField(entry.fields, "round", round) };
}

// A page that shows a refused entry again has it in its own form, so the stored copy can go.
async function letGoOfWhatThisPageHolds() {
  const holds = new Set([...document.querySelectorAll("input[name=key]")].map((input) => input.value));
  const answered = document.querySelector("[data-answers]")?.dataset.answers;
  for (const entry of await waiting()) {
    if (entry.status === "refused" && (holds.has(entry.key) || entry.key === answered)) await drop(entry);
  }
}

async function begin() {
  keeps = await storageWorks();
  if (!keeps) {
    if (document.querySelector("form[data-keep]")) notice(KEEPS_NOTHING);
    return;
  }
  if (!root.kept) await letGoOfWhatThisPageHolds();
  await forgetOld();
  await show();
  await flush();
}

// The keys in a cached page have been used, or will be by another copy of it.
if (root.kept) for (const form of document.querySelectorAll("form[data-keep]")) form.elements.key.value = newKey();
document.addEventListener("submit", submitted, true);
document.addEventListener("outbox:refused-here", ({ detail }) => post(detail));
document.addEventListener("outbox:look", show);
document.addEventListener("outbox:send-now", () => { failures = 0; flush(); });
window.addEventListener("online", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
begin();
