// A snapshot of Python's memory with everything imported, made on this phone at the first start of an edition.
// While one is tried it is moved aside: a phone that crashes on it starts without it the next time.

import { folderOf } from "./disk.js";

const TRIED = "tried";

const snapshots = async (base) => (await folderOf(base)).getDirectoryHandle("snapshots", { create: true });

export async function take(base, edition) {
  try {
    const all = await snapshots(base);
    const file = await all.getFileHandle(edition);
    const bytes = await (await file.getFile()).arrayBuffer();
    await file.move(TRIED);
    return bytes;
  } catch {
    return null;
  }
}

export async function putBack(base, edition) {
  const file = await (await snapshots(base)).getFileHandle(TRIED);
  await file.move(edition);
}

export async function isKept(base, edition) {
  for await (const name of (await snapshots(base)).keys()) if (name === edition) return true;
  return false;
}

// Stored completely or not at all; those of other editions than the one that is running are deleted.
export async function keep(base, edition, bytes, running) {
  const all = await snapshots(base);
  for await (const name of all.keys()) if (name !== running) await all.removeEntry(name);
  const draft = await all.getFileHandle("draft", { create: true });
  const handle = await draft.createSyncAccessHandle();
  try {
    if (handle.write(bytes, { at: 0 }) < bytes.length) throw new Error("No room for a snapshot.");
    handle.flush();
  } finally {
    handle.close();
  }
  await draft.move(edition);
}
