// Sends what waits, one entry after another, from a page or from the worker. An entry is deleted only when the
// server's answer repeats its key, which a wifi's log-in page does not know.
import { ask, NoAnswer } from "../page/ask.js";
import { deliver, delivered, drop, field, keep, waiting, withField } from "./store.js";

const REFUSED = [400, 404, 413, 422, 428];

// What the sender has from the page that it works for: tell says what became of an entry; way is how that page
// shows the match; tapped are the entries made just now, by key. inFlight is the sender's own.
/** @type {{ tell: (event: string, detail?: any) => void, way: () => string, tapped: Map<string, any>, inFlight: string }} */
export const desk = { tell: () => {}, way: () => "", tapped: new Map(), inFlight: "" };

export async function send(entry) {
  const body = new URLSearchParams(entry.fields);
  const headers = { Accept: "application/json", Prefer: `return=representation; way=${desk.way()}` };
  const answer = await ask(entry.action, { method: "POST", headers, body, redirect: "manual" });
  // Neither a confirmation nor a refusal of ours: something in between answered instead of the server.
  if (!(answer.ok && answer.json.key === entry.key) && !(answer.json.code && answer.json.status)) {
    throw new NoAnswer("not ours");
  }
  if (answer.ok) desk.tell("outbox:saved", { entry, said: answer.json }); // shown before this phone writes it down
  return answer;
}

// The version an entry is based on rises with this phone's own earlier entries.
export async function withVersion(entry) {
  const said = field(entry, "seen");
  let seen = said === undefined ? entry.seen : Number(said);
  if (seen === null || entry.offered) return entry;
  for (const earlier of await delivered(entry.match)) if (earlier.seen === seen) seen = earlier.version;
  return { ...entry, seen, fields: said === undefined ? entry.fields : withField(entry.fields, "seen", seen) };
}

// A refusal of what was tapped just now is said beside it and is over, but for a round about which there is something
// to choose; so is one of an act such as Undo, of which nothing is left to decide.
function isOver(entry, fate, { theirs, choices = [] }) {
  if (fate === "waiting" || entry.act) return fate !== "waiting";
  const choosing = fate === "conflict" && entry.ends && (theirs || choices.length);
  return desk.tapped.has(entry.key) && !choosing;
}

// Another page may have discarded it meanwhile.
const keepStill = async (entry) => (await waiting()).some(({ n }) => n === entry.n) && keep(entry);

// Sends one entry and stores the result: "sent", "held" (the server says no, or not now) or "lost".
async function attempt(waits) {
  // Its key is used from now on, whatever the answer, unless there is no network that it could leave by.
  const kept = { ...waits, left: waits.left || navigator.onLine !== false };
  if (waits.undoes) {
    const undone = (await delivered(waits.match)).find(({ key }) => key === waits.undoes);
    if (!undone) {
      await drop(waits); // it was refused: nothing is there to be taken back
      return "sent";
    }
    kept.fields = withField(withField(kept.fields, "mark", ""), "standing", undone.version);
  }
  // What was refused for lack of this one is sent after it.
  for (const each of waits.offered ? await waiting() : []) {
    if (each.match === waits.match && each.status === "conflict" && each.said.code === "ahead") await keep({ ...each, status: "waiting" });
  }
  const entry = await withVersion(kept);
  kept.sentOn = entry.seen;
  if (!await keepStill(kept)) return "sent";
  kept.tries += 1;
  let answer;
  try {
    answer = await send(entry);
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
    await keepStill(kept);
    return "lost";
  }
  const { status, ok, json } = answer;
  desk.tell("server:reached");
  if (ok) {
    await deliver({ ...entry, version: json.version, agreed: json.agreed, standing: json.standing });
    desk.tell("outbox:delivered", { entry, said: json });
    return "sent";
  }
  const wait = json.code === "ahead" && (await waiting()).some((each) => each.offered && each.match === entry.match);
  const fate = status === 409 && !wait ? "conflict" : REFUSED.includes(status) ? "refused" : "waiting";
  if (isOver(entry, fate, json)) {
    await drop(kept);
    desk.tell("outbox:refused", { entry, form: desk.tapped.get(entry.key), said: json });
    return "sent";
  }
  await keepStill({ ...kept, status: fate, said: json });
  desk.tell("outbox:held", { entry, fate, said: json });
  return "held";
}

// The oldest entry that may be sent: none after one that is refused, in conflict or being corrected.
/** @param {any[]} all @param {Iterable<any>} held */
export function nextOf(all, held = []) {
  const stopped = new Set(held);
  for (const entry of all) {
    if (entry.status !== "waiting") stopped.add(entry.match);
    else if (!stopped.has(entry.match)) return entry;
  }
  return null;
}

// Whether everything that may be sent has been answered.
export async function sendAll() {
  const held = new Set();
  for (;;) {
    const entry = nextOf(await waiting(), held);
    if (!entry) return held.size === 0;
    desk.inFlight = entry.key;
    const fate = await attempt(entry).finally(() => {
      desk.inFlight = "";
      desk.tapped.delete(entry.key);
    });
    if (fate === "lost") {
      desk.tapped.clear(); // what was tapped behind it waits as well
      desk.tell("server:lost");
      return false;
    }
    if (fate === "held") held.add(entry.match);
  }
}
