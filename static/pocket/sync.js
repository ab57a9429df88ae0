// Brings this phone and the club's server up to date, if it is in reach: the pocket came from the same origin.
// What waits goes part by part; the phone marks as handed over only what the server confirms, so it may be cut anywhere.

const [, base, at] = location.pathname.match(/^(.*)(\/c\/[^/]+)\//) ?? ["", "", ""];
export const home = at; // the club's address on its server; on this phone it stands behind the base
const here = base + at;
const LONGEST = 8000; // ms that the club may take to answer; AbortSignal.timeout is newer than the pocket's oldest browser
const TRIES = 5; // of a part that a busy server sends back
export const OUT_OF_REACH = "The club’s server cannot be reached, or does not know this phone: open the club’s score link on it once, or save the file.";
const JSON_PLEASE = { Accept: "application/json" };

// Somebody has to say who is who, on the club's own page.
export class Asked extends Error {
  constructor(text) {
    super("Somebody at the club may be a person of this phone.");
    this.text = text;
  }
}

// Whether the club is on the server, and knows this phone.
export async function isThere() {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), LONGEST);
  const answer = await fetch(`${home}/take-in`, { cache: "no-store", redirect: "manual", signal: stop.signal });
  return answer.ok && answer.headers.has("X-Scorekeeper");
}

export async function post(address, body) {
  const answer = await fetch(address, { method: "POST", body, headers: JSON_PLEASE, redirect: "error" });
  const said = await answer.json().catch(() => ({}));
  return { ok: answer.ok, status: answer.status, busy: answer.status === 503, ...said };
}

// The club's answer about one part.
async function send(text, choices) {
  const body = new URLSearchParams({ document: text });
  for (const [id, choice] of Object.entries(choices)) body.set(`choice-${id}`, choice);
  for (let tries = 1; ; tries += 1) {
    const said = await post(`${home}/take-in`, body);
    if (said.questions?.length) throw new Asked(text);
    if (said.taken) return said.taken;
    if (!said.busy || tries === TRIES) throw new Error(said.detail || OUT_OF_REACH);
    await new Promise((done) => setTimeout(done, 1000 * tries));
  }
}

// What the club has not taken, and up to which version of it everything is here.
async function handOver(say, choices) {
  const left = [];
  let head;
  let sent = 0;
  do {
    const file = await fetch(`${here}/hand-over.jsonl?after=${head?.next ?? ""}`, { cache: "no-store" });
    const text = await file.text();
    head = JSON.parse(text.split("\n", 1)[0]);
    if (head.rows) {
      const taken = await send(text, choices);
      const marked = await post(`${here}/hand-over`, new URLSearchParams({ there: JSON.stringify(taken) }));
      if (!marked.ok) throw new Error(marked.detail || "This phone could not note what the club has. Try again.");
      left.push(...taken.filter((one) => !one.safe));
      sent += taken.length;
      say(`Handing over: ${sent} done, ${marked.waiting} left…`);
    }
  } while (head.next);
  return { left, since: head.since };
}

// The club’s words where it keeps its news back for now.
async function fetchNews(say, since) {
  say("Taking over what is new at the club…");
  const news = await fetch(`${home}/take-along.jsonl?since=${since}`, { headers: JSON_PLEASE, cache: "no-store", redirect: "error" });
  if (news.status === 409) return (await news.json()).detail;
  if (!news.ok) throw new Error(OUT_OF_REACH);
  if (news.status === 204) return "";
  const form = new FormData();
  form.set("file", new File([await news.blob()], "take-along.jsonl"));
  const said = await post(`${base}/take-along`, form);
  if (!said.ok) throw new Error(said.detail || "This phone could not take over what is new. Try again.");
  return "";
}

// What the club has not taken, which is for somebody to decide. Throws an error whose message says what is in the way.
export async function bringUpToDate(say, choices = {}) {
  say("Looking for the club…");
  try {
    if (!await isThere()) throw new Error(OUT_OF_REACH);
    const { left, since } = await handOver(say, choices);
    const held = await fetchNews(say, since);
    setSyncState({ at: Date.now(), held });
    return left;
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException ? new Error(OUT_OF_REACH) : error;
  }
}

// What this phone remembers of it: when both were brought up to date last (at), and whether it does so by itself.
const MEMORY = `scorekeeper sync ${home}`;

export function syncState() {
  try {
    return JSON.parse(localStorage.getItem(MEMORY) ?? "{}");
  } catch {
    return {};
  }
}

export function setSyncState(more) {
  try {
    localStorage.setItem(MEMORY, JSON.stringify({ ...syncState(), ...more }));
  } catch {
    // A phone that keeps nothing asks for the tap each time.
  }
}

export function lastTime() {
  const { at: when, held = "" } = syncState();
  /** @type {Intl.DateTimeFormatOptions} */
  const said = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return when ? `Brought up to date ${new Date(when).toLocaleString("en-GB", said)}. ${held}`.trim() : "";
}
