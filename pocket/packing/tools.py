"""The two steps done by Node, each cached by its input: compiling and compressing."""

import hashlib
import os
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
_THEN = (2020, 1, 1, 0, 0, 0)  # of every file in an archive, so that the same files make the same archive
ENCODINGS = {".br": "br", ".gz": "gzip"}


def archive(files: Files, path: Path) -> None:
    """Put files into a reproducible archive, without times or traces of this machine."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
        for name, source in files.items():
            packed.writestr(zipfile.ZipInfo(name, _THEN), source.read_bytes())


def trim(source: Path, path: Path) -> None:
    """A copy of Python's library without the modules that the pocket does not need."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(whole.namelist()):
            if not name.endswith("/") and is_needed(name):
                packed.writestr(zipfile.ZipInfo(name, _THEN), whole.read(name))


def compile_archives(pyodide: Path, library: Path, others: Iterable[Path], cache: Path) -> None:
    """Turn every module in these archives into the bytecode of the pocket's own Python, in place.

    ``library`` is Python's own. Raises ``NotBuilt`` where the app does not run in it with the ``others``, or
    may import something that is in none of them.
    """
    archives = [library, *others]
    how = sha256(_HERE / "compile_modules.py")
    known = {path: cache / f"compiled-{pyodide.name}-{how}-{sha256(path)}.zip" for path in archives}
    together = hashlib.sha256("".join(path.name for path in known.values()).encode()).hexdigest()
    if not (cache / f"checked-{together}").is_file():
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            work = [Path(folder, path.name) for path in archives]
            for path, place in zip(archives, work, strict=True):
                shutil.copyfile(known[path] if known[path].is_file() else path, place)
            _node("compile.mjs", pyodide.resolve(), library.resolve(), *work)
            for path, place in zip(archives, work, strict=True):
                place.replace(known[path])
        (cache / f"checked-{together}").touch()
    for path, kept in known.items():
        shutil.copyfile(kept, path)


def compress(files: Iterable[Path], cache: Path) -> None:
    """Put ``FILE.br`` and ``FILE.gz`` beside each file: as small as possible, or ten times faster."""
    effort = "quick" if is_quick() else "small"
    known = {path: cache / f"{effort}-{sha256(path)}" for path in files}
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        drafts = {kept: Path(folder, kept.name) for path, kept in known.items() if not _is_there(kept)}
        for path, kept in known.items():
            if kept in drafts:
                shutil.copyfile(path, drafts[kept])
        if drafts:
            _node("compress.mjs", effort, *drafts.values())
        for kept, draft in drafts.items():
            for suffix in ENCODINGS:
                Path(f"{draft}{suffix}").replace(f"{kept}{suffix}")
    for path, kept in known.items():
        for suffix in ENCODINGS:
            shutil.copyfile(f"{kept}{suffix}", f"{path}{suffix}")


def _is_there(kept: Path) -> bool:
    return all(Path(f"{kept}{suffix}").is_file() for suffix in ENCODINGS)


def is_quick() -> bool:
    """Whether the pocket is only for tests, and may be a fifth larger."""
    return os.environ.get("SCOREKEEPER_POCKET_QUICK") == "1"


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _node(script: str, *arguments: object) -> None:
    node = shutil.which("node")
    if node is None:
        raise NotBuilt("Node is not installed; on Debian: sudo apt-get install nodejs npm")
    command = [node, str(_HERE / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"{script} failed: {done.stderr.strip()[-4000:]}")
