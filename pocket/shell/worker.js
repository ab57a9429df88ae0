// Runs the app: CPython in WebAssembly, the app's own package, and the club's file on this phone's disk.
import { closeFiles, mount, openFiles } from "./disk.js";
import { startPython } from "./python.js";
import { keep, putBack, take } from "./snapshot.js";

const PYTHON = new URL("../@python@/", import.meta.url).href;
const EDITION = new URL(".", import.meta.url).pathname.split("/").at(-2); // this folder's name is a hash of its content
const CLUB = "/club"; // the folder of the database
const AFTER_THE_FIRST_PAGE = 1000; // ms
const steps = {};
let since = performance.now();
let files;
let bridge;

function step(name) {
  steps[name] = Math.round(performance.now() - since);
  since = performance.now();
}

const fetched = async (name) => {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is missing.`);
  return answer.arrayBuffer();
};

async function start({ base, snapshots }) {
  const archives = Promise.all([fetched("app.zip"), fetched("packages.zip")]);
  const opened = openFiles(base);
  opened.catch(() => {}); // reported below
  const snapshot = snapshots ? await take(base, EDITION) : null;
  step("snapshot read");
  const python = await startPython(PYTHON, snapshot);
  step("python");
  const [app, packages] = await archives;
  python.FS.writeFile("/lib/packages.zip", new Uint8Array(packages));
  python.unpackArchive(app, "zip", { extractDir: "/app" }); // its pages and styles are read as files
  step("unpack");
  if (!snapshot) python.runPython("import sys; sys.path[:0] = ['/app', '/lib/packages.zip']; import pocket.phone.bridge");
  bridge = python.pyimport("pocket.phone.bridge");
  if (!snapshot) bridge.prepare(CLUB);
  step("import");
  const fresh = snapshots && !snapshot ? python.makeMemorySnapshot() : null;
  step("snapshot made");
  files = await opened;
  mount(python.FS, files, CLUB);
  const { home, fault } = JSON.parse(bridge.open_club(`${base}app`, location.protocol, location.host));
  step("open");
  if (snapshot) await putBack(base, EDITION);
  if (fault) throw new Error(fault);
  postMessage({ ready: { home, steps, heap: python._module.HEAPU8.length } });
  if (fresh) setTimeout(() => keep(base, EDITION, fresh).then(() => postMessage({ snapshot: fresh.length }), () => {}), AFTER_THE_FIRST_PAGE);
}

function reply({ method, target, headers, body }, port) {
  try {
    const said = bridge.answer(method, target, JSON.stringify(headers), body ? new Uint8Array(body) : null);
    const [status, given, whole] = said.toJs();
    said.destroy();
    port.postMessage({ status, headers: JSON.parse(given), body: whole }, [whole.buffer]);
  } catch (error) {
    // Python itself has failed, not the app: it cannot go on, but the club's file holds everything up to the last answer.
    port.postMessage({ status: 500, headers: [["Content-Type", "text/plain"]], body: "The app stopped. It starts again." });
    postMessage({ stopped: String(error) });
  }
}

onmessage = ({ data, ports }) => {
  if (data.start) {
    start(data.start).catch((error) => {
      if (files) closeFiles(files);
      console.error(error);
      postMessage({ failed: String(error.message ?? error).trim().split("\n").at(-1) });
    });
  } else if (data.asked) reply(data.asked, ports[0]);
  else if (data.stop) {
    closeFiles(files);
    ports[0].postMessage(true);
  }
};
