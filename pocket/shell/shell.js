// The pocket's shell: owns the one worker that runs the app, shows the app in a frame, and updates the address bar.
import { have } from "./alone.js";
import * as edition from "./edition.js";
import { isOurs, offer, putIn, saved } from "./rescue.js";

const BASE = new URL("./", document.baseURI).pathname;
const APP = `${BASE}app`;
const FIRST_PAGE = "/pocket-start"; // leads to it
const HAD_A_CLUB = "pocket"; // a cookie: it survives when the browser deletes storage to free space
const YEAR = 31_536_000; // seconds
const ROOM = 5_000_000; // bytes: many evenings
const WORKER = new URL("worker.js", import.meta.url);
const AFTER_THE_FIRST_PAGE = 1000; // ms
const QUIET = 3000; // ms after the last page and the last act until the page is kept for the next start
const LONG = 45_000; // ms for a start before other ways are offered
const KEYS = /name="key"[^>]*/g; // what differs each time that a page is made
const MATCH = /\/matches\/[^/]+$/;
const frame = document.getElementById("app");
const start = document.getElementById("start");
const message = document.getElementById("message");
const progress = document.getElementById("progress");
const ways = document.getElementById("ways");
const mega = (bytes) => (bytes / 1e6).toFixed(1);
let worker;
let ready = false;
let running; // the start of the worker
let early = false; // whether a page is shown from its copy while Python starts
let touched = false; // the page that is shown
let quiet;
let awake; // the lock that keeps the screen on

function say(words, buttons = []) {
  message.textContent = words;
  ways.replaceChildren(...buttons);
  ways.hidden = !buttons.length;
  [start.hidden, frame.hidden] = [false, true];
}

function button(words, onclick, className = "") {
  return Object.assign(document.createElement("button"), { type: "button", textContent: words, onclick, className });
}

function chooser(words, onFile) {
  const input = Object.assign(document.createElement("input"), { type: "file", onchange: () => onFile(input.files[0]) });
  const label = Object.assign(document.createElement("label"), { className: "button", textContent: words });
  label.append(input);
  return label;
}

const forgetPages = () => navigator.serviceWorker?.controller?.postMessage("forget pages");

function showLoaded(done, total) {
  [progress.hidden, progress.max, progress.value] = [done >= total, total, done];
  if (done < total) message.textContent = `First download: ${mega(done)} of ${mega(total)} MB. After that it opens without a network.`;
}

const offers = (files) => (files.length
  ? [button(files.length > 1 ? "Save the club’s two files" : "Save the club’s file", () => files.forEach(offer))] : []);

function putBack(files) {
  return chooser("Restore a saved file", async (file) => {
    if (!await isOurs(file)) {
      message.textContent = "That is not a Scorekeeper file. Nothing was changed.";
      return;
    }
    if (files.length && !confirm("This replaces what is on this phone now. Have you saved it?")) return;
    say("Restoring…");
    forgetPages();
    await putIn(file);
    location.assign(BASE);
    if (!location.search) location.reload();
  });
}

// What to do with the club's file where the app does not start.
async function failed(words, retry = () => location.reload()) {
  worker?.terminate();
  worker = undefined;
  frame.contentWindow.location.replace("about:blank"); // no page that looks alive, now or the next time
  forgetPages();
  const files = await saved().catch(() => []);
  say(words, [button("Try again", retry, "primary"), ...offers(files), putBack(files)]);
}

// A slow start is not aborted: the phone may be old or busy.
async function startIsLong() {
  const files = await saved().catch(() => []);
  if (!ready) say("Starting is taking a long time. Nothing that was saved is lost.", [button("Try again", () => location.reload()), ...offers(files)]);
}

// Warnings needed before anybody types a name: a club that is gone, or no space for the next round.
async function allIsWell() {
  const files = await saved();
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  const gone = document.cookie.includes(`${HAD_A_CLUB}=`) && !files.length;
  const full = quota - usage < ROOM;
  if (!gone && !full) return files.length > 0;
  const words = gone
    ? "There was a club on this phone, and the browser has deleted it, to make room or because somebody asked it to. If you have saved its file, put it back."
    : `This phone has no room left: ${mega(quota - usage)} MB. Delete something first, or rounds may not be saved.`;
  const go = new Promise((done) => {
    const on = button(gone ? "Start again with no club" : "Continue anyway", done);
    say(words, gone ? [putBack(files), on] : [button("Check again", () => location.reload(), "primary"), ...offers(files), on]);
  });
  await go;
  say("Starting…");
  return files.length > 0;
}

function startWorker(facts) {
  return new Promise((done, broke) => {
    worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.ready) done(data.ready);
      else if (data.failed) broke(new Error(data.failed));
      else if (data.stopped) location.reload();
    };
    worker.onerror = (event) => broke(new Error(event.message ?? "The worker did not start."));
    worker.postMessage({ start: facts });
  });
}

const show = () => { [frame.hidden, start.hidden] = [false, true]; };

// Passes a request from the service worker on to the worker, with the port for its answer. A tab without one says so.
// While it starts a page is shown from its copy; all else waits.
function serve() {
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
    if (!data.asked) return;
    const { body, copied, method, target } = data.asked;
    if (!worker) port.postMessage(null);
    else if (!ready && early && copied) {
      if (target !== APP + FIRST_PAGE) show();
      port.postMessage({ copy: true });
    } else running.then(() => worker.postMessage(data, [port, ...(body ? [body] : [])])).catch(() => port.postMessage(null));
    if (method !== "GET") keepPages();
  });
}

// What is shown now, its form of a round and what is shown first are there at once the next time. Where there is no club
// the first page is not asked for again: its link would be another one.
function keepPages(after = QUIET) {
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    const { pathname, search } = frame.contentWindow.location;
    const keep = [APP + FIRST_PAGE, pathname + search, ...(MATCH.test(pathname) ? [`${pathname}/rounds/new`] : [])];
    if (ready && pathname.startsWith(`${APP}/c/`)) navigator.serviceWorker.controller?.postMessage({ keep });
  }, after);
}

// The page that is shown from its copy is brought up to date: a day may have passed. A match asks for what is new by
// itself; nothing else is replaced under a thumb.
async function renew() {
  const page = frame.contentDocument, { href, pathname } = page.location;
  if (!pathname.startsWith(APP)) { frame.addEventListener("load", renew, { once: true }); return; }
  frame.contentWindow.dispatchEvent(new Event("online"));
  if (page.querySelector("[data-live]")) return;
  const [copy, fresh] = await Promise.all([caches.match(href), fetch(href)].map(async (answer) => (await answer)?.text()));
  const isNew = copy && copy.replace(KEYS, "") !== fresh.replace(KEYS, "");
  if (isNew && !touched && frame.contentDocument === page) page.location.reload();
}

// While a match is shown the screen stays on. A browser takes the lock away from a tab that nobody sees.
async function keepAwake() {
  const wanted = !document.hidden && MATCH.test(location.hash.split("?")[0]);
  if (wanted && (!awake || awake.released)) awake = await navigator.wakeLock?.request("screen").catch(() => undefined);
  else if (!wanted) await awake?.release();
}

function stopWorker() {
  const stopped = worker;
  [worker, ready] = [undefined, false];
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { stopped.terminate(); done(); };
    stopped.postMessage({ stop: true }, [port2]);
  });
}

// The hash of the shell's address is the path of the app's page, so reloads, bookmarks and links return to it.
function follow() {
  frame.addEventListener("load", () => {
    const { pathname, search, hash } = frame.contentDocument?.location ?? {};
    if (!pathname) { failed("The app’s page could not be shown."); return; }
    if (!pathname.startsWith(APP)) return;
    history.replaceState(history.state, "", `#${pathname.slice(APP.length)}${search}${hash}`);
    document.title = frame.contentDocument.title;
    performance.mark("page shown");
    touched = false;
    for (const kind of ["pointerdown", "keydown", "input"]) frame.contentDocument.addEventListener(kind, () => { touched = true; });
    keepPages();
    keepAwake();
  });
  document.addEventListener("visibilitychange", () => { keepAwake(); if (document.hidden) keepPages(0); });
  window.addEventListener("hashchange", () => {
    const wanted = APP + location.hash.slice(1);
    if (frame.contentWindow.location.href !== new URL(wanted, location.href).href) frame.contentWindow.location.replace(wanted);
  });
}

// Reached from the settings: what is stored here and how safely, saving a copy, restoring a copy.
async function aboutTheFile() {
  const files = await saved();
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const kept = await navigator.storage.persisted();
  if (!kept) navigator.storage.persist().then((granted) => { if (granted) aboutTheFile(); }); // Firefox asks
  const safe = kept ? "This browser will keep it."
    : "This browser may delete it when the phone is full. Save a copy now and then.";
  say(size ? `${mega(size)} MB are kept on this phone. ${safe}` : "Nothing is kept on this phone yet.", [
    button("Back to the scores", () => location.assign(BASE + location.hash), "primary"), ...offers(files), putBack(files),
  ]);
}

const lacking = () => [
  [window.isSecureContext, "a secure address: it has to begin with https://"],
  [navigator.serviceWorker, "service workers, which this browser does not have (a private window may be why)"],
  [navigator.locks && navigator.storage?.getDirectory && window.WebAssembly && window.BroadcastChannel, "a newer browser"],
].find(([there]) => !there)?.[1];

// Makes a snapshot while this edition runs, so that the next start is quick.
function prepare(address, running, done) {
  const aside = new Worker(address, { type: "module" });
  aside.onmessage = () => { aside.terminate(); performance.mark(done); };
  aside.postMessage({ ahead: { base: BASE, running } });
}

// A newer edition makes its own, so that its first start is as quick as any.
function prepareNewer(registered, running) {
  const look = async () => {
    if (registered.waiting) prepare(await edition.workerOf(registered.waiting), running, "newer prepared");
  };
  registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", look));
  look();
}

async function main() {
  const missing = lacking();
  if (missing) { say(`Scorekeeper needs ${missing}.`); return; }
  await have({
    wait: (ask) => say("Scorekeeper is open in another tab.", [button("Use it here", ask, "primary")]),
    giveWay: async () => {
      if (worker) await stopWorker();
      frame.src = "about:blank";
      say("Scorekeeper is open in another tab.", [button("Use it here", () => location.reload(), "primary")]);
    },
  });
  const known = await navigator.serviceWorker.getRegistration(BASE);
  if (await edition.takeOver(known)) { location.reload(); return; }
  say("Starting…");
  if (new URLSearchParams(location.search).has("file")) { await aboutTheFile(); return; }
  const hasAClub = await allIsWell();
  const snapshots = !new URLSearchParams(location.search).has("plain");
  running = startWorker({ base: BASE, snapshots, first: !known?.active }); // with what has come already
  running.catch(() => {}); // reported below
  const wanted = () => APP + (location.hash.slice(1) || FIRST_PAGE);
  early = Boolean(hasAClub && navigator.serviceWorker.controller && await caches.match(wanted()));
  if (!hasAClub) forgetPages();
  if (early) frame.src = wanted();
  const registered = await edition.ready(showLoaded).catch((error) => failed(`${error.message} What has come is kept.`));
  if (!registered || !worker) return;
  progress.hidden = true;
  message.textContent = "Starting…";
  const long = setTimeout(startIsLong, LONG);
  const how = await running.finally(() => clearTimeout(long));
  window.started = how;
  ready = true;
  performance.mark("app ready");
  show();
  if (early) renew();
  else frame.src = wanted();
  document.cookie = `${HAD_A_CLUB}=1; path=${BASE}; max-age=${YEAR}; samesite=lax`;
  navigator.storage.persist?.(); // Firefox asks, and what follows does not wait for an answer
  if (snapshots && !how.warm) setTimeout(prepare, AFTER_THE_FIRST_PAGE, WORKER, how.edition, "snapshot kept");
  prepareNewer(registered, how.edition);
}

serve();
follow();
main().catch((error) => failed(`It did not start: ${error.message}`));
