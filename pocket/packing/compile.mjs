// compile.mjs PYODIDE FOLDER ARCHIVE...: compiles each archive's modules with the pocket's own Python, in place.
// Pyodide's library comes as source, which a phone would otherwise compile anew at every start.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide });
const compileAll = python.runPython(`
import io, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

NO_SOURCE_TO_COMPARE_WITH = bytes(8)
THEN = (2020, 1, 1, 0, 0, 0)  # an archive of the same files is the same archive

def compiled(source):
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(source.to_py())) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist()):
            data = old.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=0)
                data, name = bytes(_code_to_hash_pyc(code, NO_SOURCE_TO_COMPARE_WITH, False)), name + "c"
            new.writestr(zipfile.ZipInfo(name, THEN), data)
    return written.getvalue()

compiled
`);
for (const archive of archives) {
  const made = compileAll(new Uint8Array(readFileSync(`${folder}/${archive}`)));
  writeFileSync(`${folder}/${archive}`, made.toJs());
}
