// For the worker: what waits goes out once there is signal, also with the app closed. It is the pages' own sender under
// the pages' own lock, and pages that are open hear of it.
import { desk, sendAll } from "../outbox/sender.js";

const pages = new BroadcastChannel(`outbox ${new URL(".", location.href).pathname.slice(0, -1)}`);
desk.tell = (name, detail) => pages.postMessage({ name, detail });

async function sendWaiting() {
  // The browser asks once more, later, after what fails.
  if (!await navigator.locks.request("outbox", sendAll)) throw new Error("something still waits");
}

self.addEventListener("sync", (event) => event.waitUntil(sendWaiting()));
