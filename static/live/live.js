// Keeps a page up to date while it is visible: polls the server and replaces only the parts that have changed.
import { ask, NoAnswer } from "../page/ask.js";
import { arrival } from "../page/every_page.js";
import { announce, fill, parse, root, tell } from "../page/page.js";

// ms between polls while something can happen; in the pocket nobody else can make it happen
const LIVE = "pocket" in root ? 10000 : 2000;
const IDLE = 10000; // once it is over, or nothing has come for an hour
const FORGOTTEN = 3600000;
const SLOWEST = 30000; // ms between polls of a server that does not answer

// What is kept up to date: the part in the page, or the match behind its round's form.
let behind = null;
const live = () => behind ?? document.querySelector("[data-live]");
const pageAddress = location.href;
let lastNews = Date.now();
let missed = 0;
let clockHand;
let asking = false;

const parts = (state) => [...state.querySelectorAll("[data-part]")];
const focusable = (part) => [...part.querySelectorAll("a, button:enabled, input:not([type=hidden]), select, summary")];
const labelOf = (control) => control?.getAttribute("aria-label") || control?.textContent.trim();
const known = new WeakMap(); // part -> its text when it was loaded

// The worker's copy of a match is put together from its newest part.
const keepState = (page, state) => navigator.serviceWorker?.controller?.postMessage({ page, state });

// A part's content without what differs in each rendering: keys, local times.
function gist(part) {
  const copy = part.cloneNode(true);
  for (const input of copy.querySelectorAll("input[name=key], input[name=seen]")) input.remove();
  for (const time of copy.querySelectorAll("time")) time.textContent = "";
  return copy.innerHTML;
}

function swap(part, fresh) {
  const at = focusable(part).indexOf(document.activeElement);
  const name = labelOf(document.activeElement);
  const open = [...part.querySelectorAll("details")].map((details) => details.open);
  fill(part, [...fresh.childNodes]);
  delete part.dataset.touched;
  part.querySelectorAll("details").forEach((details, n) => { details.open = open[n] ?? details.open; });
  if (at < 0) return;
  const choices = focusable(part);
  const same = choices.find((choice) => name && labelOf(choice) === name) ?? choices[Math.min(at, choices.length - 1)];
  queueMicrotask(() => same?.focus({ preventScroll: true })); // once all of it stands
}

// The versions in a part rise with every version of the match, whether it looks different or not.
function refresh(part, fresh) {
  const seen = fresh.querySelector("input[name=seen]")?.value;
  for (const input of part.querySelectorAll("input[name=seen]")) input.value = seen ?? input.value;
}

// Shows a newer state; a form being filled in stays, unless the change was this phone's own act.
export function showState(html, own) {
  const state = live();
  const fresh = parse(html).querySelector("[data-live]");
  if (!fresh || fresh.dataset.live.split("?")[0] !== state.dataset.live.split("?")[0]) return false;
  // Somebody who has scrolled down stays where he is, also where the page gets shorter.
  if (state.isConnected) document.body.style.minHeight = scrollY ? `${document.documentElement.scrollHeight}px` : "";
  tell("page:updating");
  for (const part of parts(fresh)) {
    const now = gist(part);
    const here = state.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!known.has(here)) known.set(here, gist(here));
    if (known.get(here) === now) refresh(here, part);
    else if (own || !here.dataset.touched) {
      known.set(here, now);
      swap(here, part);
    }
  }
  if (state.isConnected) document.title = fresh.dataset.title ?? document.title;
  if (fresh.dataset.said && fresh.dataset.said !== state.dataset.said) announce(fresh.dataset.said);
  for (const name of ["said", "over", "between", "tag", "version", "marks", "standing", "counts", "round", "form", "title", "progress", "readOnly"]) {
    if (name in fresh.dataset) state.dataset[name] = fresh.dataset[name];
    else delete state.dataset[name];
  }
  lastNews = Date.now();
  if (state.id === "state") keepState(pageAddress, html);
  tell("page:updated");
  return true;
}

// Outside the polled part: the match's version and, in read-only mode, the operator's message.
function showAround() {
  if (behind) return;
  const { progress, readOnly } = live()?.dataset ?? {};
  const head = document.querySelector(".top .sub");
  if (head && progress) head.textContent = progress;
  const line = document.getElementById("read-only");
  if (line && readOnly !== undefined && readOnly !== line.textContent) {
    line.textContent = readOnly;
    line.hidden = !readOnly;
  }
}
document.addEventListener("page:updated", showAround);
document.addEventListener("page:opened", showAround);

// The answer to a phone that may no longer watch, or for a match that is gone, is not a missing signal.
async function question(own) {
  const state = live();
  const asked = Date.now();
  const headers = own ? {} : { "If-None-Match": state.dataset.tag };
  const answer = await ask(state.dataset.live, { headers });
  const ours = answer.headers.get("ETag") ?? answer.headers.get("X-Scorekeeper");
  if (ours === "ended") navigator.serviceWorker?.controller?.postMessage({ ended: location.href });
  if (state !== live()) return;
  if (answer.status === 200 && ours && lastNews > asked) return; // an act was answered meanwhile: this may be from before it
  if (answer.status === 200 && ours && showState(answer.text, own)) state.dataset.tag = answer.headers.get("ETag");
  else if (answer.status === 410 && ours) return tell("server:refused", "the club has moved: reload this page");
  else if ([401, 403, 404].includes(answer.status) && ours) return tell("server:refused", "this phone’s link has ended");
  else if (answer.status !== 304) throw new NoAnswer(answer.headers.get("Retry-After") ?? "");
  missed = 0;
  tell("server:reached");
  const { version, marks, live: address } = state.dataset;
  if (marks !== undefined) tell("match:version", { match: new URL(address, location.href).pathname.replace(/\/(state|hands)$/, ""), version: Number(version), marks: marks.split(" "), asked });
}

function pause(retryAfter) {
  if (retryAfter) return retryAfter * 1000;
  if (missed) return Math.min(SLOWEST, LIVE * 2 ** missed);
  return "over" in (live()?.dataset ?? {}) || Date.now() - lastNews > FORGOTTEN ? IDLE : LIVE;
}

export async function poll(own = false) {
  clearTimeout(clockHand);
  if (document.hidden || asking || !live()) return;
  asking = true;
  let retryAfter = 0;
  try {
    await question(own);
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
    missed += 1;
    retryAfter = Number(fault.message) || 0;
    tell("server:lost");
  } finally {
    asking = false;
    // Some randomness keeps a room full of phones from polling all at once.
    clockHand = setTimeout(poll, pause(retryAfter) * (0.8 + 0.4 * Math.random()));
  }
}

// Tile by tile nothing is filled in: there the rules say whose turn it is.
function touched({ target }) {
  const part = target.closest("input, select, textarea, [type=button]")?.closest("form:not(.tiles-form)")?.closest("[data-part]");
  if (part) part.dataset.touched = "yes";
}

// While a form stands in the match's place the match is still followed.
export function follow(state) {
  behind = state;
  document.body.style.minHeight = "";
}

function showSaved({ detail: { said } }) {
  if (live()?.id !== "state") keepState(new URL(said.location, location.href).href, said.state); // the match is next
  else if (!said.state || !showState(said.state, true)) poll(true);
  if (said.agreed) announce(said.agreed);
}

if (live()) {
  showAround(); // a copy is put together from an older page and a newer part
  for (const kind of ["input", "change", "click"]) document.addEventListener(kind, touched);
  if (sessionStorage.getItem("announce")) setTimeout(announce, 100, live().dataset.said);
  sessionStorage.removeItem("announce");
  document.addEventListener("outbox:saved", showSaved);
  for (const kind of ["visibilitychange", "server:ask"]) document.addEventListener(kind, () => poll());
  for (const kind of ["focus", "online"]) addEventListener(kind, () => poll());
  clockHand = setTimeout(poll, arrival?.type === "back_forward" ? 0 : LIVE); // it may be shown as it was
}
