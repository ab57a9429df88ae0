"""The files to pack: the app with its pages, and the packages that it requires, found by their metadata."""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from pocket.packing.trim import is_needed

ROOT = Path(__file__).resolve().parents[2]
# The phone's Python has its own SQLite, and the shell replaces the server.
_SERVER_ONLY = frozenset(
    {"filelock", "granian", "pip", "platformdirs", "pysqlite3", "setuptools", "tzdata", "zeroconf"}
)
_SERVER_ROOMS = ("scorekeeper/cli/", "scorekeeper/demo/", "scorekeeper/vision/weights/")
_NAME = re.compile(r"^[A-Za-z0-9._-]+")

Files = dict[str, Path]


def app_files() -> Files:
    """The app as in a wheel, and the bridge to the phone, by their paths in the archive."""
    found = dict(_tree(ROOT / "scorekeeper", "scorekeeper"))
    found |= dict(_tree(ROOT / "templates", "scorekeeper/templates"))
    found |= dict(_tree(ROOT / "static", "scorekeeper/static"))
    found |= dict(_tree(ROOT / "pocket/phone", "pocket/phone"))
    found["pocket/__init__.py"] = ROOT / "pocket/__init__.py"
    return {name: path for name, path in sorted(found.items()) if _travels(name)}


def packages() -> list[Distribution]:
    """The packages that travel with the app."""
    return sorted(
        _required(distribution("dominoes-scorekeeper"), set()), key=lambda package: package.name.lower()
    )


def package_files() -> Files:
    """The packages that the app requires, and what they require in their turn."""
    found: Files = {}
    for package in packages():
        found |= dict(_installed(package))
    return dict(sorted(found.items()))


def _installed(package: Distribution) -> Iterator[tuple[str, Path]]:
    for file in package.files or ():
        name, path = file.as_posix(), Path(str(package.locate_file(file)))
        if not name.startswith("..") and "__pycache__" not in name and is_needed(name) and path.is_file():
            yield name, path


def shell_files() -> Files:
    """The files that the browser itself runs, with the app's own icons."""
    icons = dict(_tree(ROOT / "static/icons", "icons"))
    return dict(_tree(ROOT / "pocket/shell", "")) | icons


def _travels(name: str) -> bool:
    return "__pycache__" not in name and not name.startswith(_SERVER_ROOMS) and is_needed(name)


def _tree(folder: Path, under: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(Path(under) / path.relative_to(folder)), path


def _required(package: Distribution, seen: set[str]) -> Iterator[Distribution]:
    for requirement in package.requires or ():
        spec, _, marker = requirement.partition(";")
        matched = _NAME.match(spec)
        name = matched[0].lower().replace("_", "-") if matched else ""
        if "extra ==" in marker or name in _SERVER_ONLY or name in seen:
            continue
        seen.add(name)
        try:
            needed = distribution(name)
        except PackageNotFoundError:
            continue  # its marker is for another system than this one
        yield needed
        yield from _required(needed, seen)
