// Registers the service worker, where there is https.
import { root } from "./page.js";

const workerAddress = document.querySelector("meta[name=worker]")?.content;
if (workerAddress) {
  navigator.serviceWorker?.register(workerAddress, { updateViaCache: "none" }).catch(() => {
    // Without a worker everything works, except offline.
  });
  // By then the worker has its copy of the page, or will not get one by itself.
  navigator.serviceWorker?.ready.then(({ active }) => setTimeout(() => active.postMessage("opened"), 1000));
} else if (!("pocket" in root)) {
  // Workers are switched off: the one this phone has is to fetch its successor, which takes itself off.
  navigator.serviceWorker?.getRegistration().then((kept) => kept?.update());
}
