// Requests to the server, with a timeout. Only a failed or silent network is a NoAnswer; every other
// exception is a fault of ours and is never taken for a missing signal.
import { root, tell } from "./page.js";

const PATIENCE = 8000; // ms for one answer
const HEALTH_PATIENCE = 4000;

export class NoAnswer extends Error {}

const lost = () => { throw new NoAnswer("no answer"); };

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export async function ask(url, { patience = PATIENCE, ...options } = {}) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patience);
  try {
    const answer = await fetch(url, { cache: "no-store", ...options, signal: ending.signal }).catch(lost);
    const text = await answer.text().catch(lost);
    const { status, ok, headers } = answer;
    const json = (headers.get("Content-Type") ?? "").includes("json") ? parsed(text) : {};
    return { status, ok, headers, text, json };
  } finally {
    clearTimeout(timer);
  }
}

// Whether the club's own server answers: a wifi's log-in page is not its JSON.
export async function reached() {
  try {
    const { json } = await ask(`${root.base}/healthz`, { patience: HEALTH_PATIENCE });
    if (json.ok === true) return true;
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
  }
  tell("server:lost");
  return false;
}
