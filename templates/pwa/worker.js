// The service worker: pages from the network where it answers in time, else the last good copy of that page.
const MINE = "club "; // a pocket of the same origin has caches too
const SHELL = `${MINE}shell {{ build_id }}`;
const PAGES = `${MINE}pages`;
const ANSWERS_WITHIN = 3000; // ms for the network where there is a copy to show instead
const STATE = '<div class="state" id="state"';
const MOST = 60; // pages kept, the oldest go first
const FILES = {{ files | tojson }};
const [OFFLINE] = FILES;
const SECRET = new RegExp({{ secret | tojson }}); // never kept: a link's secret is in it

// Where the browser has background sync.
if ("sync" in self.registration) importScripts({{ sender | tojson }});

self.addEventListener("install", (event) => {
  // Pages that are open go on with the files they have loaded; the next one opened is of this edition.
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)));
});
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(MINE) && name !== SHELL && name !== PAGES) await caches.delete(name);
  }
  await self.clients.claim();
})()));

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

// The form of a round is one and the same whoever was tapped before: its script reads that in the address.
const FORM = /\/rounds\/new$/;
function copyOf(request) {
  const url = new URL(request.url);
  return FORM.test(url.pathname) ? url.origin + url.pathname : request;
}

// Deletes the cached pages of an address's club, once this phone may no longer see it.
async function dropClub(url) {
  const [club] = /^.*\/c\/[^/]+\//.exec(new URL(url).pathname) ?? [];
  const cache = await caches.open(PAGES);
  for (const kept of club ? await cache.keys() : []) {
    if (new URL(kept.url).pathname.startsWith(club)) await cache.delete(kept);
  }
}

async function keepCopy(request, answer) {
  if (answer.headers.get("X-Scorekeeper") === "ended") return dropClub(request.url);
  const cache = await caches.open(PAGES);
  if ([403, 404, 410].includes(answer.status)) await cache.delete(copyOf(request));
  // Only a page of ours without a secret: a wifi's log-in page is shown, but takes no page's place.
  const ours = answer.status === 200 && !answer.redirected && answer.headers.has("X-Scorekeeper");
  // Forms that no browser may keep are kept here all the same: a copy of ours makes itself a new key.
  if (!ours) return;
  const headers = { Date: new Date().toISOString() };
  for (const name of ["Content-Type", "Content-Security-Policy"]) headers[name] = answer.headers.get(name);
  await cache.put(copyOf(request), new Response(await answer.clone().text(), { headers }));
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old);
}

// A page that came before the worker did, such as the match of the night on a phone's first evening.
async function keepWhatIsOpen() {
  await self.clients.claim();
  const cache = await caches.open(PAGES);
  for (const { url } of await self.clients.matchAll({ type: "window" })) {
    if (SECRET.test(new URL(url).pathname) || await cache.match(url)) continue;
    await fetch(url).then((answer) => keepCopy(new Request(url), answer)).catch(() => {});
  }
}

// The icon's address only leads on: without signal to the club or match that was looked at last.
const START = new URL("./", location).pathname;
const PLACE = /\/c\/[^/]+\/(?:matches\/(?!new$)[^/]+)?$/;
async function copyOrPlace(request) {
  const cache = await caches.open(PAGES);
  if (new URL(request.url).pathname !== START) return cache.match(copyOf(request));
  const last = (await cache.keys()).reverse().find(({ url }) => PLACE.test(new URL(url).pathname));
  return last && Response.redirect(last.url);
}

async function lastGood(request) {
  const kept = await copyOrPlace(request);
  if (kept?.status === 302) return kept;
  if (!kept) return request.mode === "navigate" ? caches.match(OFFLINE) : Response.error();
  const html = (await kept.text()).replace("<html ", `<html data-kept="${kept.headers.get("Date")}" `);
  const headers = new Headers(kept.headers);
  headers.set("X-Scorekeeper", "copy");
  return new Response(html, { headers });
}

async function page(event) {
  const { request } = event;
  const network = fetch(request);
  event.waitUntil(network.then((answer) => keepCopy(request, answer.clone())).catch(() => {}));
  const known = await copyOrPlace(request);
  try {
    if (!known) return await network;
    const late = new Promise((_, give) => { setTimeout(give, ANSWERS_WITHIN); });
    return await Promise.race([network, late]);
  } catch {
    return lastGood(request);
  }
}

// An open match has a newer part of itself: its copy is put together from that.
async function renew({ page, state }) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(page);
  const text = await kept?.text() ?? "";
  const [from, to] = [text.indexOf(STATE), text.lastIndexOf("</main>")];
  if (from < 0 || to < from) return;
  const headers = new Headers(kept.headers);
  headers.set("Date", new Date().toISOString());
  const [, title] = /data-title="([^"]*)"/.exec(state);
  const before = text.slice(0, from).replace(/<title>[^<]*/, () => `<title>${title}`);
  await cache.put(page, new Response(before + state + text.slice(to), { headers }));
}

// An open page has learnt it from its poll.
self.addEventListener("message", (event) => {
  if (event.data.ended) event.waitUntil(dropClub(event.data.ended));
  if (event.data.state) event.waitUntil(renew(event.data));
  if (event.data === "opened") event.waitUntil(keepWhatIsOpen());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname.startsWith("/pocket/")) return;
  if (request.method === "POST" && url.pathname.endsWith("/forget")) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/static/") && url.searchParams.has("v")) event.respondWith(file(request));
  else if (SECRET.test(url.pathname)) return;
  else if (request.mode === "navigate" || FORM.test(url.pathname)) event.respondWith(page(event));
});
