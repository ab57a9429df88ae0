// This phone's own database: entries waiting to be sent and, for some days, those that the club has stored.

const KEPT_FOR = 4 * 86400000; // ms that a delivered entry stays, for a server restored from an older copy
const OPENS_WITHIN = 2000; // ms for a storage to open: some never answer
// Named by where the app stands, since a club and a pocket may share one origin. A worker stands there too.
const base = globalThis.document ? document.documentElement.dataset.base : new URL(".", location.href).pathname.slice(0, -1);

export const opened = new Promise((found, failed) => {
  const request = indexedDB.open(`scorekeeper${base}`);
  request.onupgradeneeded = () => { // on a phone that has none yet
    request.result.createObjectStore("outbox", { keyPath: "n", autoIncrement: true });
    request.result.createObjectStore("delivered", { keyPath: "key" });
  };
  request.onsuccess = () => {
    request.result.onversionchange = () => request.result.close();
    found(request.result);
  };
  request.onerror = () => failed(request.error);
});
const inTime = new Promise((_, failed) => { setTimeout(() => failed(new Error("the storage does not answer")), OPENS_WITHIN); });
for (const each of [opened, inTime]) each.catch(() => {}); // reported where it is used

// An entry's fields are those of its form, in their order.
export const field = (entry, name) => entry.fields.find((one) => one[0] === name)?.[1];
export const withField = (fields, name, value) => fields.filter(([known]) => known !== name).concat([[name, String(value)]]);
export const inRound = (entry, round) => ({ ...entry, round, fields: withField(entry.fields, "round", round) });

async function within(mode, work) {
  const db = await Promise.race([opened, inTime]);
  return new Promise((done, failed) => {
    const transaction = db.transaction(["outbox", "delivered"], mode, { durability: "strict" });
    const request = work(transaction.objectStore("outbox"), transaction.objectStore("delivered"));
    if (mode === "readonly") request.onsuccess = () => done(request.result); // in Chromium 103 later than complete
    else transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => failed(transaction.error);
    transaction.commit?.(); // that of a page which is left would bar the storage to the next one
  });
}

// In sending order: first the entries that a restored club has lost.
export async function waiting() {
  const all = await within("readonly", (box) => box.getAll());
  return [...all.filter((each) => each.offered), ...all.filter((each) => !each.offered)];
}
// Others are kept in the same step: the page may be left between two.
const change = (others, work) => within("readwrite", (box) => {
  for (const each of others) box.put(each);
  return work(box);
});
export const keep = async (entry, others = []) => ({ ...entry, n: await change(others, (box) => box.put(entry)) });
export const drop = (entry, others = []) => change(others, (box) => box.delete(entry.n));
export const deliver = (entry) => within("readwrite", (box, delivered) => {
  if (entry.n) box.delete(entry.n);
  return delivered.put({ ...entry, n: undefined, at: Date.now() });
});
// The acknowledged entries of a match, oldest first.
export async function delivered(match) {
  const all = await within("readonly", (box, store) => store.getAll());
  return all.filter((entry) => entry.match === match).sort((one, other) => one.version - other.version);
}
// Back into the queue, each in one step.
export const offerAnew = (entry) => within("readwrite", (box, store) => {
  store.delete(entry.key);
  const { n, ...rest } = entry;
  return box.put(rest);
});
export async function forgetOld() {
  for (const { key, at } of await within("readonly", (box, store) => store.getAll())) {
    if (Date.now() - at > KEPT_FOR) await within("readwrite", (box, store) => store.delete(key));
  }
}

// What is shown as tapped is held from that task on until the database has it: the page may be left meanwhile.
const HELD = `tapped${base} `;
export function hold(entry) {
  try {
    localStorage.setItem(HELD + entry.key, JSON.stringify(entry));
  } catch { /* full: the database may have room */ }
}
export const letGo = ({ key }) => localStorage.removeItem(HELD + key);
export const allHeld = () => Object.keys(localStorage).filter((name) => name.startsWith(HELD))
  .map((name) => JSON.parse(localStorage.getItem(name))).sort((one, other) => one.created - other.created);

// A phone may refuse storage, or have none left: this is checked before anything is typed.
export async function storageWorks() {
  try {
    await within("readwrite", (box) => {
      box.put({ n: -1 });
      return box.delete(-1);
    });
    return true;
  } catch {
    return false;
  }
}
