// Keeps one complete edition on this phone, and lets a newer one take over only while nothing is open.

const BASE = new URL("./", document.baseURI).pathname;
const PATIENCE = 5000; // ms for a newer edition to take over

const controlled = () => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
});

// Rejects if the download is interrupted. Files already loaded stay, so that the next try has less to load.
function loaded(worker) {
  return new Promise((done, failed) => {
    const look = () => {
      if (["activating", "activated"].includes(worker.state)) done();
      if (worker.state === "redundant") failed(new Error("The download broke off."));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

export async function ready(tell) {
  const { serviceWorker } = navigator;
  const listen = ({ data }) => { if (data.total) tell(data.loaded, data.total); };
  serviceWorker.addEventListener("message", listen);
  serviceWorker.startMessages();
  const address = `${BASE}service-worker.js${new URLSearchParams(location.search).has("tabs") ? "?tabs" : ""}`;
  const registered = await serviceWorker.register(address, { scope: BASE, updateViaCache: "none" })
    .catch((error) => serviceWorker.getRegistration(BASE).then((kept) => { if (kept?.active) return kept; throw error; }));
  if (!registered.active) await loaded(registered.installing ?? registered.waiting);
  if (!serviceWorker.controller) (registered.active ?? registered.installing).postMessage("claim");
  await controlled();
  serviceWorker.removeEventListener("message", listen);
  return registered;
}

// Call this only while no tab has a page of the app open. A browser may have the older edition finish something first,
// which can take minutes: then this start is still of that one.
export function takeOver(registered) {
  return new Promise((done) => {
    const waiting = registered?.waiting;
    if (!waiting) { done(false); return; }
    navigator.serviceWorker.addEventListener("controllerchange", () => done(true), { once: true });
    setTimeout(done, PATIENCE, false);
    waiting.postMessage("take over");
  });
}

// The address of the worker of a newer edition, which knows it alone.
export function workerOf(waiting) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    waiting.postMessage("which worker", [port2]);
  });
}
