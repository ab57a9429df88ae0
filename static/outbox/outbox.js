// The outbox: an act is kept on this phone before it is sent, to the address of its own form. What the server
// refuses of an act made now is said beside it and is over; what could not be sent, or whose answer was lost, waits.
import { announce, hidden, make, notice, NOTHING_CHANGED, root, showBusy, submitterOf, tell } from "../page/page.js";
import { desk, nextOf, send, sendAll } from "./sender.js";
import { allHeld, delivered, drop, field, forgetOld, hold, inRound, keep, letGo, opened, storageWorks, waiting, withField } from "./store.js";
import { entryOf } from "./entry.js";
import { countRounds } from "../count/shown.js";
import { NoAnswer } from "../page/ask.js";
import { reached } from "../page/http.js";

const FIRST_PAUSE = 1500; // ms until the second try; doubled with every failure
const LONGEST_PAUSE = 30000;
const NOT_KEPT = "Not known yet whether it was saved: no answer, and this phone cannot keep it. Tap again when there is signal.";

const shownMatch = document.getElementById("state"); // also while a form stands in its place
desk.way = () => new URL(shownMatch?.dataset.live ?? "", location.href).searchParams.get("way") ?? "";

let keeps = true; // whether this phone has storage for us
let offline = Boolean(root.kept);
let failures = 0;
let timer;
let sending = false;

// Other pages of this club on this phone hear what became of an entry, whichever of them has sent it.
const others = window.BroadcastChannel ? new BroadcastChannel(`outbox ${root.base}`) : null;
const SHARED_EVENTS = ["outbox:saved", "outbox:delivered", "outbox:held"];
desk.tell = (name, detail) => {
  tell(name, detail);
  if (SHARED_EVENTS.includes(name)) others?.postMessage({ name, detail });
  if (name === "outbox:delivered") show(); // on a slow way the others still wait for long
};
others?.addEventListener("message", ({ data: { name, detail } }) => {
  if (SHARED_EVENTS.includes(name)) tell(name, detail);
  show();
});

export async function show() {
  const all = keeps && await waiting().catch(() => null);
  if (all) tell("outbox:waiting", all);
}

async function showToAll() {
  await show();
  others?.postMessage({});
}

// Submit an entry as the form it came from: the answer is a page with the full explanation.
export function post(entry) {
  const form = make("form", entry.fields.map(([name, value]) => hidden(name, value)), { method: "post", action: entry.action });
  document.body.append(form);
  form.submit();
}

export async function flush() {
  clearTimeout(timer);
  if (!keeps || sending || !await waiting().then((all) => nextOf(all), () => true)) return; // what cannot be read now is tried again
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
  if (!gone && failures === 1) {
    navigator.storage?.persist?.();
    navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("outbox")).catch(() => {}); // with the app closed
  }
  showBusy();
  tell("outbox:settled");
  await showToAll();
}

// Without storage an entry is sent at once. The same entry again, after a lost answer, is the same act.
let unanswered = null;
async function sendUnkept(entry, form) {
  const gist = JSON.stringify([entry.action, entry.fields.filter(([name]) => name !== "key")]);
  const key = unanswered?.gist === gist ? unanswered.key : entry.key;
  const sent = { ...entry, key, fields: withField(entry.fields, "key", key) };
  unanswered = { gist, key };
  if (form.dataset.sending) form.dataset.sending = key;
  try {
    const { ok, status, json } = await send(sent);
    unanswered = null;
    if (ok) return tell("outbox:delivered", { entry: sent, said: json });
    if (status === 409 && entry.ends) return post(sent);
    return tell("outbox:refused", { entry: sent, form, said: json });
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
    tell("server:lost");
    tell("outbox:unkept", { entry, form });
    return notice(NOT_KEPT, form);
  }
}

// Taps are handled one after another, each as an entry of its own.
const left = allHeld(); // by a page that ended too soon
let queue = Promise.resolve();
function takeInTurn(entry, form) {
  // A fault of one, such as of the storage, stops none behind it.
  queue = queue.catch(() => {}).then(() => (entry.act ? takeAct : take)(entry, form)).finally(() => letGo(entry));
}

function submitted(event) {
  const form = event.target;
  if (!("keep" in form.dataset)) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sending) return;
  const button = submitterOf(event), entry = entryOf(form, button);
  if (form.id === "round" || "onward" in form.dataset) form.dataset.sending = entry.key;
  if (entry.act) showBusy(button);
  else tellTapped(entry, form);
  takeInTurn(entry, form);
}

// Counted and shown in the same moment, however long the storage takes for those before it.
function tellTapped(entry, form) {
  hold(entry);
  tell("outbox:tapped", { entry, form });
  desk.tapped.set(entry.key, form);
}

async function take(entry, form) {
  let kept = entry;
  try {
    const [all, stored] = await Promise.all([waiting(), delivered(entry.match)]);
    if ([...all, ...stored].some(({ key }) => key === entry.key)) return; // by another page meanwhile
    kept = { ...numbered(entry, form, all, stored), left: navigator.onLine !== false && !nextOf(all) };
    kept = await keep(kept);
  } catch {
    await sendUnkept(entry, form);
    return;
  }
  form.dataset.kept = "yes";
  tell("outbox:kept", { entry: kept, form });
  showToAll();
  failures = 0;
  flush();
}

// Undo, and what else changes what the club has: where there is known to be no signal, nothing leaves this phone.
async function takeAct(entry, form) {
  const last = (await waiting().catch(() => [])).filter(({ match }) => match === entry.match).pop();
  const go = (act) => { tellTapped(act, form); return take(act, form); };
  if (last && last.status !== "waiting") return notice(`First choose what counts: ${last.words}.`, form);
  if (last?.act) return notice(`${last.words} is not known yet: it is settled when there is signal.`, form);
  if (last && entry.act === "undo") {
    if (!last.left) return takeBack(last);
    // It may have arrived: it is settled under its own key first, then taken back, and nothing else is.
    await go({ ...entry, undoes: last.key, seen: last.seen });
    return last.tries ? notice(`${last.words} is not known yet: it is settled when there is signal, then taken back.`, form) : null;
  }
  if (offline && !await reached()) return notice(NOTHING_CHANGED, form);
  return go(entry);
}

// Undo first takes back an entry that has not been sent yet.
async function takeBack(last) {
  await drop(last);
  showBusy();
  announce(`Taken back: ${last.words}.`);
  return showToAll();
}

// Count this phone's own entries: a page shown without a signal may be older. A round that another phone has entered
// meanwhile stays that round: the club sees whether both say the same.
function numbered(entry, form, waits, stored) {
  const number = Number(field(entry, "round"));
  if (!number || field(entry, "standing") || entry.n || form.dataset.taken) return entry;
  const mine = waits.filter((each) => each.match === entry.match && each.status !== "refused");
  const since = stored.filter((each) => each.version > entry.seen);
  const all = [...mine, ...since], undone = all.map(({ undoes }) => undoes);
  const ends = all.filter((each) => each.ends && !undone.includes(each.key)).map((each) => Number(field(each, "round")));
  const counted = countRounds(form).filter(({ entry: { key } }) => key === entry.key).map((one) => one.round);
  return inRound(entry, Math.max(number, ...ends.map((end) => end + 1), ...counted));
}

// A page that shows a refused entry has it in its own form, so the stored copy can go.
async function letGoOfWhatThisPageHolds() {
  for (const entry of await waiting()) {
    if (document.querySelector(`[value="${entry.key}"],[data-answers="${entry.key}"]`)) await drop(entry);
  }
}

async function begin() {
  const late = !keeps;
  show(); // what waits belongs to the page from the first
  keeps = await storageWorks();
  if (!keeps) {
    tell("outbox:keeps-nothing");
    if (!late) opened.then(begin, () => {}); // slow, perhaps
    return;
  }
  for (const entry of left.splice(0)) takeInTurn(entry, make("form"));
  if (!root.kept) await letGoOfWhatThisPageHolds();
  await forgetOld();
  await show();
  await flush();
}

document.addEventListener("submit", submitted, true);
document.addEventListener("server:lost", () => { offline = true; });
document.addEventListener("server:reached", () => { offline = false; });
document.addEventListener("outbox:look", show);
document.addEventListener("outbox:send-now", () => { failures = 0; flush(); });
addEventListener("online", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
begin();
