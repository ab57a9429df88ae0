// Passes requests of the app's pages to the shell, whose worker answers; serves the pocket's own files from this phone.
// It keeps no state but of what it is answering: a browser may stop it after any answer.
const EDITION = "@edition@";
const FILES = @files@; // path, bytes, travels, sha256
const BASE = new URL("./", self.location).pathname;
const APP = `${BASE}app/`;
const MINE = `pocket ${BASE} `; // several pockets, and a club's own pages, may share one origin
const CACHE = MINE + EDITION;
const PATIENCE = 60_000; // ms for the app to answer: its first start on a slow phone is in it
// For tests, which want the app's pages in tabs of their own, beside the shell.
const IN_TABS = new URL(self.location).searchParams.has("tabs");
const OF_AN_EDITION = /\/(app|python)-[0-9a-f]+\//; // a newer one looks here for what it has loaded
const START = `${APP}pocket-start`; // leads to the page that is shown first
const PAGE_OF_A_CLUB = new RegExp(`^${APP}c/`);
const FORM = /\/rounds\/new$/; // one and the same whoever was tapped before
const MOST = 12; // pages kept
const byPath = new Map(FILES.map((file) => [BASE + file.path, file]));

self.addEventListener("install", (event) => event.waitUntil(load()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data.keep) event.waitUntil(Promise.all(data.keep.map(keepPage)).catch(() => {}));
  if (data === "forget pages") event.waitUntil(forgetPages());
  if (data === "take over") self.skipWaiting();
  if (data === "which worker") ports[0].postMessage(BASE + FILES.find(({ path }) => path.endsWith("/worker.js")).path);
  if (data === "claim") self.clients.claim();
});

const shells = async () => (await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
  .filter(({ url }) => [BASE, `${BASE}index.html`].includes(new URL(url).pathname));

async function hashOf(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// An edition is complete or unused: files already loaded stay for the next try, and a wifi's log-in page is rejected.
async function load() {
  const cache = await caches.open(CACHE);
  const total = FILES.reduce((sum, { travels }) => sum + travels, 0);
  let done = 0;
  const tell = async (more) => {
    for (const shell of await shells()) shell.postMessage({ loaded: done + more, total });
  };
  for (const file of FILES) {
    const address = BASE + file.path;
    const unchanging = file.path.includes("/") && !file.path.startsWith("icons/"); // its folder is named by its bytes
    if (!await cache.match(address)) {
      const kept = unchanging ? await caches.match(address) : undefined;
      await cache.put(address, kept ?? await fetched(address, file, tell));
    }
    done += file.travels;
    await tell(0);
  }
}

async function fetched(address, file, tell) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const parts = [];
  let come = 0;
  let reported = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    come += value.length;
    if (come - reported > 200_000) { // bytes
      reported = come;
      await tell(file.travels * Math.min(1, come / file.bytes));
    }
  }
  const whole = await new Blob(parts).arrayBuffer();
  if (await hashOf(whole) !== file.sha256) throw new Error(`${address} is not the file of this edition`);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(whole, { headers });
}

const plain = (status, words) => new Response(words, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });

// Only pages of the app itself may change something. A browser tells a service worker neither Origin nor Sec-Fetch-Site.
function site(request) {
  if (request.mode !== "navigate") return "same-origin"; // fetches by other sites' pages never get here
  return request.referrer.startsWith(location.origin + BASE) ? "same-origin" : "cross-site";
}

async function ask(request, target, copy) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const headers = [...request.headers].filter(([name]) => name !== "sec-fetch-site");
  headers.push(["Sec-Fetch-Site", site(request)]);
  if (request.referrer) headers.push(["Referer", request.referrer]);
  const asked = { method: request.method, target, headers, body, copied: Boolean(copy) };
  const answer = await first((await shells()).map((shell) => answerOf(shell, asked)));
  if (answer?.copy) return copy;
  if (!answer) return plain(503, "Scorekeeper is closed. Open it again.");
  const empty = [204, 205, 304].includes(answer.status) || request.method === "HEAD";
  return new Response(empty ? null : answer.body, { status: answer.status, headers: answer.headers });
}

function answerOf(shell, asked) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data); // null from a tab that has no worker
    setTimeout(() => done({ status: 504, headers: [["Content-Type", "text/plain"]], body: "The app did not answer." }), PATIENCE);
    shell.postMessage({ asked }, [port2]);
  });
}

async function first(answers) {
  return Promise.race([
    new Promise((done) => { for (const answer of answers) answer.then((said) => said && done(said)); }),
    Promise.all(answers).then((all) => all.find(Boolean)),
  ]);
}

async function fileOf(request, path) {
  const kept = await (await caches.open(CACHE)).match(path);
  return kept ?? fetch(request);
}

// A static file of the app never changes under an address that names its version.
async function still(request, target) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await ask(request, target);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

// Pages are kept, to be shown while Python starts the next time. Whatever may change something deletes them first: a copy
// is of the club as it is, or there is none. They lie with the files of their edition, and go with them.
let changes = 0; // asked for since this worker was started
let lastPut = Promise.resolve();
const copiesIn = async (cache) => (await cache.keys()).filter(({ url }) => isKept(new URL(url)));
const copyOf = ({ origin, pathname, href }) => (FORM.test(pathname) ? origin + pathname : href);
const isKept = ({ pathname }) => pathname === START || PAGE_OF_A_CLUB.test(pathname);

async function forgetPages() {
  changes += 1;
  await lastPut.catch(() => {});
  const cache = await caches.open(CACHE);
  for (const copy of await copiesIn(cache)) await cache.delete(copy);
}

async function put(cache, address, answer) {
  await cache.put(address, answer);
  for (const old of (await copiesIn(cache)).slice(0, -MOST)) await cache.delete(old);
}

async function page(request, url) {
  const cache = await caches.open(CACHE);
  const before = changes;
  const copy = await cache.match(copyOf(url));
  const answer = await ask(request, url.pathname + url.search, copy);
  const whole = url.pathname === START ? PAGE_OF_A_CLUB.test(answer.headers.get("Location"))
    : answer.status === 200 && answer.headers.get("Content-Type")?.startsWith("text/html");
  if (answer !== copy && whole && before === changes && isKept(url)) lastPut = put(cache, copyOf(url), answer.clone());
  return answer;
}

// Also the page that is shown first, where it was another one.
async function keepPage(address) {
  const url = new URL(address, location);
  if (!isKept(url)) return;
  const known = await (await caches.open(CACHE)).match(url.href);
  const answer = known ?? await page(new Request(url, { headers: { Accept: "text/html" } }), url);
  await lastPut.catch(() => {});
  if (answer.status === 303) await keepPage(answer.headers.get("Location"));
}

async function answer(request, url) {
  const target = url.pathname + url.search;
  if (request.destination === "document" && !IN_TABS) {
    if (request.method !== "GET") return plain(403, "That was sent by another site’s page, so nothing was saved.");
    return Response.redirect(`${BASE}#/${target.slice(APP.length)}`, 302);
  }
  if (request.method === "GET" && (request.destination === "iframe" || FORM.test(url.pathname))) return page(request, url);
  if (request.method !== "GET") await forgetPages();
  if (url.pathname.startsWith(`${APP}static/`) && url.searchParams.has("v")) return still(request, target);
  return ask(request, target);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith(APP)) event.respondWith(answer(request, url));
  else if (request.method === "GET") {
    const path = url.pathname === BASE ? `${BASE}index.html` : url.pathname;
    if (byPath.has(path)) event.respondWith(fileOf(request, path));
    else if (OF_AN_EDITION.test(path)) event.respondWith(caches.match(path, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});
