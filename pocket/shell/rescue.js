// For when the app cannot start: saves its file from the phone as it is, or restores a saved one, without Python.
import { DATABASE, folderOf } from "./disk.js";

const BASE = new URL("./", document.baseURI).pathname;
const OURS = [0x44, 0x4f, 0x4d, 0x31]; // the application id in SQLite's header
const AT = 68; // where it stands

const part = async (name) => {
  const handle = await (await folderOf(BASE)).getFileHandle(name);
  return handle.getFile();
};

// The stored files. A journal that is not empty belongs to its database: neither is complete without the other.
export async function saved() {
  const found = [];
  for (const name of [DATABASE, `${DATABASE}-journal`]) {
    const file = await part(name).catch(() => null);
    if (file?.size) found.push(new File([file], name));
  }
  return found;
}

export function offer(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name; // a blob, so that no service worker is asked
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export async function isOurs(file) {
  const head = new Uint8Array(await file.slice(0, AT + OURS.length).arrayBuffer());
  const magic = new TextDecoder().decode(head.subarray(0, 15));
  return magic === "SQLite format 3" && OURS.every((byte, n) => head[AT + n] === byte);
}

// A file of the same name beside it takes its place in one step: whole or not at all.
export async function putIn(file) {
  if (!await isOurs(file)) throw new Error("That is not a Scorekeeper file. Nothing was changed.");
  const folder = await folderOf(BASE);
  await folder.removeEntry(`${DATABASE}-journal`).catch(() => {});
  const handle = await folder.getFileHandle(DATABASE, { create: true });
  const writable = await handle.createWritable(); // swapped in when it is closed
  await writable.write(file);
  await writable.close();
}
