// compile.mjs PYODIDE LIBRARY ARCHIVE...: compiles each archive's modules with the pocket's own Python, in place, and sees
// whether the app runs on them. LIBRARY is the trimmed library of Python, as source; a phone would compile it at every start.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, library, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide, stdLibURL: library });
const run = (name) => python.runPython(readFileSync(new URL(name, import.meta.url), "utf8"), { filename: name });
run("compile_modules.py");
const compiled = python.globals.get("compiled");
for (const archive of archives) {
  const made = compiled(new Uint8Array(readFileSync(archive))).toJs();
  writeFileSync(archive, made);
  const name = archive.split("/").at(-1);
  if (name === "app.zip") python.unpackArchive(made, "zip", { extractDir: "/app" });
  else if (name === "packages.zip") python.FS.writeFile("/lib/packages.zip", made);
}
run("check_imports.py");
const faults = python.globals.get("faults").toJs();
if (faults.length) {
  console.error(faults.join("\n"));
  process.exit(1);
}
