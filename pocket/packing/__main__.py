"""``python -m pocket.packing``: build ``build/pocket``, unless it is up to date."""

import hashlib
import json
import sys

from pocket.packing import pyodide
from pocket.packing.edition import build
from pocket.packing.errors import NotBuilt
from pocket.packing.sources import ROOT, app_files, package_files, shell_files
from pocket.packing.tools import is_quick, sha256

OUT = ROOT / "build" / "pocket"
CACHE = ROOT / "build" / "cache"
BUILD_FILE = OUT / "made-of.txt"
_QUICK = " quick"  # in the stamp of a pocket that was compressed quickly, for the tests


def made_of() -> str:
    """A fingerprint of everything in the pocket and of the code that builds it."""
    packing = {str(path): path for path in sorted((ROOT / "pocket/packing").glob("*.*"))}
    lines = [pyodide.INTEGRITY]
    for files in (app_files(), package_files(), shell_files(), packing):
        lines += [f"{name} {sha256(path)}" for name, path in files.items()]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def is_built() -> bool:
    """Whether the pocket exists and is up to date."""
    return BUILD_FILE.is_file() and BUILD_FILE.read_text().startswith(made_of())


def main() -> int:
    """Build it where needed; 1 where something is missing, and stderr says what."""
    if is_built() and (is_quick() or _QUICK not in BUILD_FILE.read_text()):
        return 0
    now = made_of()  # taken first: files changed during the build are for the next build
    try:
        edition = build(OUT, CACHE)
    except NotBuilt as error:
        print(error, file=sys.stderr)
        return 1
    BUILD_FILE.write_text(f"{now}{_QUICK}" if is_quick() else now)
    files = json.loads((OUT / "edition.json").read_text())["files"]
    megabytes = sum(file["travels"] for file in files) / 1e6
    print(f"{OUT}: edition {edition}, {len(files)} files, {megabytes:.1f} MB to load")
    return 0


if __name__ == "__main__":
    sys.exit(main())
