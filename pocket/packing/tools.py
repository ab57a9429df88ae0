"""The two steps that are left to Node, each done once for the same bytes: compiling and compressing."""

import hashlib
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from pocket.packing.errors import NotBuilt
from pocket.packing.sources import Files
from pocket.packing.trim import is_needed

_HERE = Path(__file__).parent
_THEN = (2020, 1, 1, 0, 0, 0)  # of every file in an archive, so that the same files make the same bytes
ENCODINGS = {".br": "br", ".gz": "gzip"}


def archive(files: Files, path: Path) -> None:
    """Put files into an archive that says nothing of this machine or this day."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
        for name, source in files.items():
            packed.writestr(zipfile.ZipInfo(name, _THEN), source.read_bytes())


def trim(source: Path, path: Path) -> None:
    """A copy of Python's library without what nobody imports in the pocket."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(whole.namelist()):
            if not name.endswith("/") and is_needed(name):
                packed.writestr(zipfile.ZipInfo(name, _THEN), whole.read(name))


def compile_archives(pyodide: Path, archives: Iterable[Path], cache: Path) -> None:
    """Turn every module in these archives into the bytecode of the pocket's own Python, in place."""
    known = {path: cache / f"compiled-{pyodide.name}-{sha256(path)}.zip" for path in archives}
    wanting = [path for path, kept in known.items() if not kept.is_file()]
    with tempfile.TemporaryDirectory(dir=cache) as work:
        for path in wanting:
            shutil.copyfile(path, Path(work, path.name))
        if wanting:
            _node("compile.mjs", pyodide.resolve(), work, *(path.name for path in wanting))
        for path in wanting:
            Path(work, path.name).replace(known[path])
    for path, kept in known.items():
        shutil.copyfile(kept, path)


def compress(files: Iterable[Path], cache: Path) -> None:
    """Put ``FILE.br`` and ``FILE.gz`` beside each file."""
    for path in files:
        kept = cache / f"compressed-{sha256(path)}"
        if not kept.with_suffix(".br").is_file():
            draft = kept.with_suffix(".draft")
            shutil.copyfile(path, draft)
            _node("compress.mjs", draft)
            for suffix in (".gz", ".br"):
                Path(f"{draft}{suffix}").replace(kept.with_suffix(suffix))
            draft.unlink()
        for suffix in ENCODINGS:
            shutil.copyfile(kept.with_suffix(suffix), f"{path}{suffix}")


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _node(script: str, *arguments: object) -> None:
    node = shutil.which("node")
    if node is None:
        raise NotBuilt("Node is not installed; on Debian: sudo apt-get install nodejs npm")
    command = [node, str(_HERE / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"{script} failed: {done.stderr.strip()[-800:]}")
