// Runs the app: CPython in WebAssembly, the app's own package, and the club's file on this phone's disk.
import { closeFiles, mount, openFiles } from "./disk.js";
import { codeOf, startPython } from "./python.js";
import { isKept, keep, putBack, take } from "./snapshot.js";

const PYTHON = new URL("../@python@/", import.meta.url).href;
const EDITION = new URL(".", import.meta.url).pathname.split("/").at(-2); // this folder's name is a hash of its content
const CLUB = "/club"; // the folder of the database
const SOON = 50; // ms
const BIGGEST = "import flask, prometheus_client, sqlite_utils, wtforms"; // imported while the app itself still comes
const onThePath = (place) => `import sys; sys.path.insert(0, "${place}")`;
const steps = {};
let since = performance.now();
const network = self.fetch;
let coming = false;
let files;
let bridge;

function step(name) {
  steps[name] = Math.round(performance.now() - since);
  since = performance.now();
}

// The file as this phone keeps it. While a first download is coming, it is there as soon as it has come; later it is asked of
// the service worker, for then the browser keeps what it has compiled, and a warm start takes a third less.
async function kept(address) {
  while (coming) {
    const answer = await caches.match(address, { ignoreVary: true });
    if (answer) return answer;
    await new Promise((done) => { setTimeout(done, SOON); });
  }
  return network(address);
}

async function archive(name) {
  const answer = await kept(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is missing.`);
  return answer.arrayBuffer();
}

// The app's pages and styles are read as files. Its zip is not compressed, and is taken apart here: in Python that takes longer.
function unpack(FS, zip, folder) {
  const [view, bytes, text, made] = [new DataView(zip), new Uint8Array(zip), new TextDecoder(), new Set()];
  const end = zip.byteLength - 22; // of the record that ends a zip without a comment
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    const [size, name, rest, file] = [
      view.getUint32(at + 24, true), view.getUint16(at + 28, true),
      view.getUint16(at + 30, true) + view.getUint16(at + 32, true), view.getUint32(at + 42, true),
    ];
    const path = `${folder}/${text.decode(bytes.subarray(at + 46, at + 46 + name))}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    const start = file + 30 + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
    FS.writeFile(path, bytes.subarray(start, start + size), { canOwn: true });
    at += 46 + name + rest;
  }
}

self.fetch = (asked, how) => (String(asked).startsWith(PYTHON) ? kept(asked) : network(asked, how)); // for Python's loader

async function pythonsCode() {
  if (coming) await kept(`${PYTHON}pyodide.asm.mjs`);
  return codeOf(PYTHON);
}

// Python with the app imported, from the snapshot or without one.
async function prepared(code, snapshot) {
  const [app, packages] = [archive("app.zip"), archive("packages.zip")];
  for (const one of [app, packages]) one.catch(() => {}); // reported below
  const python = await startPython(PYTHON, await code, snapshot);
  step("python");
  python.FS.writeFile("/lib/packages.zip", new Uint8Array(await packages));
  if (!snapshot) python.runPython(`${onThePath("/lib/packages.zip")}; ${BIGGEST}`);
  step("packages");
  unpack(python.FS, await app, "/app");
  step("unpack");
  if (!snapshot) python.runPython(onThePath("/app"));
  bridge = python.pyimport("pocket.phone.bridge");
  if (!snapshot) bridge.prepare(CLUB);
  step("import");
  return python;
}

// The snapshot is made in a worker of its own, while this edition or an older one is running, whose own stays.
async function prepareAhead({ base, running }) {
  if (await isKept(base, EDITION)) return;
  const python = await prepared(pythonsCode(), null);
  bridge.prepare_pages();
  const [snapshot, { HEAPU8, _sbrk }] = [python.makeMemorySnapshot(), python._module];
  const neverUsed = HEAPU8.length - _sbrk(0); // bytes at the end
  await keep(base, EDITION, snapshot.subarray(0, snapshot.length - neverUsed), running);
}

async function start({ base, snapshots, first }) {
  coming = first;
  const opened = openFiles(base);
  opened.catch(() => {}); // reported below
  const code = pythonsCode(); // which is read while the snapshot is
  code.catch(() => {}); // reported below
  const snapshot = snapshots ? await take(base, EDITION) : null;
  step("snapshot read");
  const python = await prepared(code, snapshot);
  files = await opened;
  mount(python.FS, files, CLUB);
  const fault = bridge.open_club(`${base}app`, location.protocol, location.host);
  step("open");
  if (snapshot) await putBack(base, EDITION);
  if (fault) throw new Error(fault);
  postMessage({ ready: { steps, edition: EDITION, warm: Boolean(snapshot), heap: python._module.HEAPU8.length } });
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
  if (data.ahead) {
    prepareAhead(data.ahead).catch(console.error).then(() => postMessage({ prepared: true }));
  } else if (data.start) {
    start(data.start).catch((error) => {
      if (files) closeFiles(files);
      console.error(error);
      postMessage({ failed: String(error.message ?? error).trim().split("\n").at(-1) });
    });
  } else if (data.asked) reply(data.asked, ports[0]);
  else if (data.stop) {
    if (files) closeFiles(files);
    ports[0].postMessage(true);
  }
};
