// Requests to the server, with a timeout; used by pages and by the worker. Only a failed or silent network is a
// NoAnswer; every other exception is a fault of ours and is never taken for a missing signal.

const PATIENCE = 8000; // ms for one answer

export class NoAnswer extends Error {}

const lost = () => { throw new NoAnswer("no answer"); };

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @param {string} url @param {RequestInit & { patience?: number }} options */
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
