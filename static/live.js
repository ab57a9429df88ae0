// Keeps a page up to date while somebody looks at it: asks for what is new, swaps only what has changed.

const LIVE = 2000; // ms between questions while something can happen
const IDLE = 10_000; // once it is over, or nothing has come for an hour
const FORGOTTEN = 3_600_000;
const SLOWEST = 30_000; // ms between questions to a server that does not answer

const state = document.querySelector("[data-live]");
const said = document.getElementById("said");
let { tag } = state.dataset;
let lastNews = Date.now();
let failures = 0;
let timer;
let asking = false;

const tell = (name) => document.dispatchEvent(new CustomEvent(name));
const parts = (root) => [...root.querySelectorAll("[data-part]")];
const focusable = (part) => [...part.querySelectorAll("a, button, input:not([type=hidden]), select, summary")];

// What a part says, without what differs each time it is made: keys, proofs, the time in local words.
function gist(part) {
  const copy = part.cloneNode(true);
  for (const input of copy.querySelectorAll("input[name=key], input[name=csrf_token]")) input.remove();
  for (const time of copy.querySelectorAll("time")) time.textContent = "";
  return copy.innerHTML;
}
const known = new Map(parts(state).map((part) => [part.dataset.part, gist(part)]));

function swap(part, fresh) {
  const at = focusable(part).indexOf(document.activeElement);
  const label = document.activeElement?.getAttribute("aria-label");
  const open = [...part.querySelectorAll("details")].map((details) => details.open);
  part.replaceChildren(...fresh.childNodes);
  delete part.dataset.touched;
  part.querySelectorAll("details").forEach((details, n) => { details.open = open[n] ?? details.open; });
  if (at < 0) return;
  const choices = focusable(part);
  const same = choices.find((choice) => label && choice.getAttribute("aria-label") === label) ?? choices[at];
  same?.focus({ preventScroll: true });
}

// Show a newer state; whatever somebody is filling in just now stays, unless it was this phone's own act.
function show(html, own) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
  if (!fresh) return false;
  for (const part of parts(fresh)) {
    const name = part.dataset.part;
    const now = gist(part);
    const here = state.querySelector(`[data-part="${name}"]`);
    if (own || (known.get(name) !== now && !here.dataset.touched)) {
      known.set(name, now);
      swap(here, part);
    }
  }
  document.title = fresh.dataset.title ?? document.title;
  if (fresh.dataset.said && fresh.dataset.said !== state.dataset.said) said.textContent = fresh.dataset.said;
  for (const name of ["said", "over"]) {
    if (name in fresh.dataset) state.dataset[name] = fresh.dataset[name];
    else delete state.dataset[name];
  }
  tell("page:updated");
  return true;
}

async function ask(own) {
  const answer = await fetch(state.dataset.live, {
    headers: own ? {} : { "If-None-Match": tag }, cache: "no-store", signal: AbortSignal.timeout(8000),
  });
  if (answer.status === 304) return 0;
  // A wifi's log-in page answers 200 as well, but knows no ETag of ours.
  const etag = answer.headers.get("ETag");
  if (answer.status !== 200 || !etag || !show(await answer.text(), own)) {
    throw new RangeError(answer.headers.get("Retry-After") ?? "");
  }
  tag = etag;
  lastNews = Date.now();
  return 0;
}

function pause(retryAfter) {
  if (retryAfter) return retryAfter * 1000;
  if (failures) return Math.min(SLOWEST, LIVE * 2 ** failures);
  return "over" in state.dataset || Date.now() - lastNews > FORGOTTEN ? IDLE : LIVE;
}

async function poll(own = false) {
  clearTimeout(timer);
  if (document.hidden || asking) return;
  asking = true;
  let retryAfter = 0;
  try {
    await ask(own);
    failures = 0;
    state.dataset.heard = Date.now();
    tell("server:reached");
  } catch (fault) {
    failures += 1;
    if (fault instanceof RangeError) retryAfter = Number(fault.message) || 0;
    tell("server:lost");
  }
  asking = false;
  // A little chance keeps a room full of phones from asking all at once.
  timer = setTimeout(poll, pause(retryAfter) * (0.8 + 0.4 * Math.random()));
}

for (const kind of ["input", "change", "click"]) {
  state.addEventListener(kind, (event) => {
    const filling = event.target.closest("form") && !event.target.closest("button:not([type=button])");
    if (filling) event.target.closest("[data-part]")?.setAttribute("data-touched", "yes");
  });
}
document.addEventListener("visibilitychange", () => poll());
document.addEventListener("outbox:stored", () => poll(true));
window.addEventListener("focus", () => poll());
window.addEventListener("online", () => poll());
timer = setTimeout(poll, LIVE);
