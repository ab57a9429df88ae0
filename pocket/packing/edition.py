"""One edition of the pocket, laid out as a folder whose name is a hash of its content."""

import hashlib
import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from pocket.packing import pyodide
from pocket.packing.licences import licences
from pocket.packing.sources import app_files, package_files, shell_files
from pocket.packing.tools import ENCODINGS, archive, compile_archives, compress, sha256, trim

# At the same address in every edition; everything else is in a folder named by a hash of its content.
_AT_THE_TOP = ("index.html", "service-worker.js", "manifest.webmanifest")
_WORTH_COMPRESSING = {".css", ".html", ".js", ".json", ".mjs", ".txt", ".wasm", ".webmanifest", ".zip"}
_DIGITS = 12


@dataclass(frozen=True)
class Kept:
    """A file that a phone stores: its path, its size, and its size as transferred."""

    path: str
    bytes: int
    travels: int
    sha256: str


def build(out: Path, cache: Path) -> str:
    """Build ``out`` from scratch; returns the edition's name."""
    draft = out.with_name(f"{out.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    library, app = _lay_out_python(draft, cache), _lay_out_app(draft)
    (draft / "licences.txt").write_text(licences(), encoding="utf-8")
    compile_archives(pyodide.fetch(cache), library / "python_stdlib.zip", sorted(app.glob("*.zip")), cache)
    python = _name_by_bytes(library)
    _fill_in(app / "worker.js", python=python)
    named = _name_by_bytes(app)
    _fill_in(draft / "index.html", app=named)
    kept = _compressed(draft, cache)
    edition = hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:_DIGITS]
    _fill_in(draft / "service-worker.js", edition=edition, files=kept)
    facts = {"edition": edition, "python": python, "app": named, "pyodide": pyodide.VERSION, "files": kept}
    (draft / "edition.json").write_text(json.dumps(facts, indent=1))
    compress([draft / "service-worker.js"], cache)
    shutil.rmtree(out, ignore_errors=True)
    draft.rename(out)
    return edition


def _lay_out_python(draft: Path, cache: Path) -> Path:
    """CPython and its library, not compiled yet."""
    source = pyodide.fetch(cache)
    folder = draft / "python"
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(source / name, folder / name)
    # It lists packages for later download; the pocket downloads none.
    lock = json.loads((source / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}))
    trim(source / "python_stdlib.zip", folder / "python_stdlib.zip")
    return folder


def _lay_out_app(draft: Path) -> Path:
    """The shell, the app and its packages, not compiled yet."""
    folder = draft / "app"
    folder.mkdir()
    for name, source in shell_files().items():
        path = (draft if name in _AT_THE_TOP or name.startswith("icons/") else folder) / name
        path.parent.mkdir(exist_ok=True)
        shutil.copyfile(source, path)
    archive(app_files(), folder / "app.zip")
    archive(package_files(), folder / "packages.zip")
    return folder


def _name_by_bytes(folder: Path) -> str:
    parts = [
        f"{path.relative_to(folder)} {sha256(path)}" for path in sorted(folder.rglob("*")) if path.is_file()
    ]
    name = f"{folder.name}-{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()[:_DIGITS]}"
    folder.rename(folder.with_name(name))
    return name


def _compressed(draft: Path, cache: Path) -> list[dict[str, str | int]]:
    files = sorted(
        (path for path in draft.rglob("*") if path.is_file() and path.name != "service-worker.js"), key=_turn
    )
    compress((path for path in files if path.suffix in _WORTH_COMPRESSING), cache)
    return [asdict(_kept(path, draft)) for path in files]


def _kept(path: Path, draft: Path) -> Kept:
    small = Path(f"{path}{next(iter(ENCODINGS))}")
    size = path.stat().st_size
    return Kept(
        str(path.relative_to(draft)), size, small.stat().st_size if small.exists() else size, sha256(path)
    )


def _turn(path: Path) -> tuple[bool, bool, Path]:
    """A phone loads Python first and the app last: it starts the one while the other comes."""
    return not path.parent.name.startswith("python-"), path.name == "app.zip", path


def _fill_in(path: Path, **values: object) -> None:
    """Replace each ``@name@`` with a value known only to the build."""
    text = path.read_text()
    for name, value in values.items():
        assert f"@{name}@" in text, f"{path} does not ask for {name}"
        text = text.replace(f"@{name}@", value if isinstance(value, str) else json.dumps(value))
    path.write_text(text)
