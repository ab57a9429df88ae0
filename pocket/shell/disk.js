// The folder that SQLite works in: Python's file system in memory, but for the files that have to outlive this tab.
// Those are on the phone's disk (OPFS). Their handles are opened before anything runs, for that takes waiting; a file
// that does not exist is one of no bytes. SQLite's own writes and syncs reach the disk; nothing is copied.

const [ENOSPC, EIO, EXDEV, EINVAL, ENODEV] = [51, 29, 75, 28, 43];
const BY_OWNER = 0o100600;
export const DATABASE = "scorekeeper.db";
export const KEPT = [DATABASE, `${DATABASE}-journal`, "cookies.json", "secret_key"];

const HEAD = 100; // bytes of an SQLite file's header

// The trace of an interrupted rename: space without a header.
function isHalf(handle) {
  const head = new Uint8Array(HEAD);
  return handle.getSize() > 0 && handle.read(head, { at: 0 }) && head.every((byte) => byte === 0);
}

export async function folderOf(base) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(`pocket ${base.replaceAll("/", " ").trim()}`, { create: true });
}

export async function openFiles(base) {
  const folder = await folderOf(base);
  const files = new Map();
  try {
    for (const name of KEPT) {
      const file = await folder.getFileHandle(name, { create: true });
      files.set(name, await file.createSyncAccessHandle());
    }
  } catch (error) {
    closeFiles(files);
    throw error;
  }
  return files;
}

export function closeFiles(files) {
  for (const handle of files.values()) handle.close();
}

export function mount(FS, files, path) {
  const { MEMFS } = FS.filesystems;
  const onDisk = (work) => {
    try {
      return work();
    } catch (error) {
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? ENOSPC : EIO);
    }
  };
  const wholly = (done, length) => {
    if (done < length) throw new FS.ErrnoError(ENOSPC);
    return done;
  };
  const sync = (handle) => onDisk(() => handle.flush());

  function keepOnDisk(node, handle) {
    const inMemory = node.node_ops;
    node.node_ops = {
      getattr(it) {
        const size = onDisk(() => handle.getSize());
        return { ...inMemory.getattr(it), size, blocks: Math.ceil(size / 512) };
      },
      setattr(it, { size, ...rest }) {
        if (size !== undefined) onDisk(() => handle.truncate(size));
        inMemory.setattr(it, rest);
      },
    };
    node.stream_ops = {
      read: (stream, buffer, offset, length, at) => onDisk(() => handle.read(buffer.subarray(offset, offset + length), { at })),
      write(stream, buffer, offset, length, at) {
        stream.node.mtime = Date.now();
        return wholly(onDisk(() => handle.write(buffer.subarray(offset, offset + length), { at })), length);
      },
      llseek(stream, offset, whence) {
        const from = [0, stream.position, onDisk(() => handle.getSize())][whence];
        if (from + offset < 0) throw new FS.ErrnoError(EINVAL);
        return from + offset;
      },
      fsync(stream) { sync(handle); return 0; },
      mmap() { throw new FS.ErrnoError(ENODEV); },
    };
    return node;
  }

  FS.mkdirTree(path);
  FS.mount(MEMFS, {}, path);
  const folder = FS.lookupPath(path).node;
  const inMemory = folder.node_ops;
  folder.node_ops = {
    ...inMemory,
    mknod(parent, name, mode, device) {
      const node = inMemory.mknod(parent, name, mode, device);
      return files.has(name) ? keepOnDisk(node, files.get(name)) : node;
    },
    unlink(parent, name) {
      const handle = files.get(name);
      if (handle) {
        onDisk(() => handle.truncate(0));
        sync(handle);
      }
      inMemory.unlink(parent, name);
    },
    // A file made in memory is written to the disk, its header last, so that half a file does not count.
    rename(node, parent, name) {
      const handle = files.get(name);
      if (files.has(node.name) || (handle && onDisk(() => handle.getSize()) > 0)) throw new FS.ErrnoError(EXDEV);
      if (handle) {
        const whole = node.contents.subarray(0, node.usedBytes);
        for (const [at, part] of [[HEAD, whole.subarray(HEAD)], [0, whole.subarray(0, HEAD)]]) {
          wholly(onDisk(() => handle.write(part, { at })), part.length);
          sync(handle);
        }
      }
      inMemory.rename(node, parent, name);
      if (handle) keepOnDisk(node, handle);
    },
  };
  const database = files.get(DATABASE);
  if (isHalf(database)) {
    database.truncate(0);
    database.flush();
  }
  for (const [name, handle] of files) if (handle.getSize() > 0) folder.node_ops.mknod(folder, name, BY_OWNER, 0);
}
