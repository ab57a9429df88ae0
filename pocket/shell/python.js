// Starts CPython, from a snapshot of its memory if there is one, with two patches.

const PAGE = 65_536; // bytes of a page of WebAssembly's memory

// Two patches, both of Pyodide 314. Its fdatasync does nothing, and that is what SQLite syncs by. And it means a snapshot's
// memory to be there from the beginning, but its module makes its own, which has to grow before the snapshot goes in.
function patched(create, size, synced) {
  return (settings) => {
    const plain = settings.instantiateWasm;
    settings.instantiateWasm = (imports, done) => {
      if (!imports.env?.__syscall_fdatasync) throw new Error("This Python syncs its files by another name.");
      const env = { ...imports.env, __syscall_fdatasync: synced };
      return plain({ ...imports, env }, (instance, module) => {
        const { memory } = instance.exports;
        if (size > memory.buffer.byteLength) memory.grow(Math.ceil((size - memory.buffer.byteLength) / PAGE));
        done(instance, module);
      });
    };
    return create(settings);
  };
}

export const codeOf = (folder) => Promise.all([import(`${folder}pyodide.mjs`), import(`${folder}pyodide.asm.mjs`)]);

export async function startPython(folder, code, snapshot) {
  const [{ loadPyodide }, { default: create }] = code;
  let python;
  const synced = (fd) => {
    const stream = python.FS.getStream(fd);
    try {
      return stream ? stream.stream_ops?.fsync?.(stream) ?? 0 : -8; // EBADF
    } catch (error) {
      return -(error.errno ?? 29); // EIO
    }
  };
  python = await loadPyodide({
    indexURL: folder,
    createPyodideModule: patched(create, snapshot?.byteLength ?? 0, synced),
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  });
  return python;
}
