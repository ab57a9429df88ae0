"""CPython for WebAssembly, downloaded by npm: one version, pinned by the registry's integrity hash."""

import base64
import hashlib
import json
import shutil
import subprocess
import tarfile
from pathlib import Path

from pocket.packing.errors import NotBuilt

VERSION = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
WANTED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PATIENCE = 300  # seconds for the registry


def fetch(cache: Path) -> Path:
    """The folder with Pyodide's files, downloaded once into ``cache``; raises ``NotBuilt`` if that fails."""
    folder = cache / f"pyodide-{VERSION}"
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        archive = cache / f"pyodide-{VERSION}.tgz"
        if not archive.is_file():
            _download(archive)
        verify(archive)
        _unpack(archive, folder)
    return folder


def _download(archive: Path) -> None:
    npm = shutil.which("npm") or _missing("npm")
    command = [
        npm,
        "pack",
        f"pyodide@{VERSION}",
        "--json",
        "--silent",
        "--pack-destination",
        str(archive.parent),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    except subprocess.TimeoutExpired as error:
        raise NotBuilt("The npm registry did not answer.") from error
    if done.returncode:
        raise NotBuilt(f"npm could not fetch pyodide {VERSION}: {done.stderr.strip()[-300:]}")
    (packed,) = json.loads(done.stdout)
    (archive.parent / packed["filename"]).replace(archive)


def verify(archive: Path) -> None:
    """Compare the archive with the pinned integrity; one that differs is deleted, and ``NotBuilt`` raised."""
    algorithm, _, wanted = INTEGRITY.partition("-")
    digest = hashlib.new(algorithm, archive.read_bytes()).digest()
    if base64.b64encode(digest).decode() != wanted:
        archive.unlink()
        raise NotBuilt(f"pyodide {VERSION} is not the file that was pinned. Nothing was built.")


def _unpack(archive: Path, folder: Path) -> None:
    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    with tarfile.open(archive) as packed:
        for name in WANTED:
            member = packed.extractfile(f"package/{name}")
            assert member is not None
            (draft / name).write_bytes(member.read())
    draft.rename(folder)


def _missing(program: str) -> str:
    raise NotBuilt(f"{program} is not installed; on Debian: sudo apt-get install nodejs npm")
