"""One script and one stylesheet for a page, put together from the modules in ``static``.

A bundle is an entry in ``static/pages`` with everything that it imports, each module once and after what it
needs itself. Nothing is translated: imports and exports are taken off, with comments and indentation. So all
modules of a bundle share one scope, and a name that two of them declare is refused.
"""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request

from scorekeeper.config import asset_folder
from scorekeeper.web.http.compression import accepts_gzip, mark

bp = Blueprint("bundles", __name__, url_prefix="/static/bundles")

_TYPES = {".js": "text/javascript", ".css": "text/css"}
_IMPORT = {
    ".js": re.compile(r'^import (?:[^"]* from )?"(\./|\.\./)([\w/]+\.js)";\n', re.MULTILINE),
    ".css": re.compile(r'^@import (?:url\()?"(\./|\.\./)([\w/]+\.css)"\)?;\n', re.MULTILINE),
}
_NOT_NEEDED = {
    ".js": re.compile(r"^(?:[ \t]*//.*\n|[ \t]+|export )", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/\n?|^[ \t]+", re.MULTILINE | re.DOTALL),
}
_DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (?:\{ ([^}]*) \}|(\w+))", re.MULTILINE
)


class NameTaken(Exception):
    """Two modules of a bundle declare the same name."""


@bp.get("/<name>")
def show(name: str) -> Response:
    """A bundle, for ever under an address with its fingerprint."""
    if name not in names():
        abort(404)
    answer = Response(bundle(name), mimetype=_TYPES[Path(name).suffix])
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    answer.vary.add("Accept-Encoding")
    if accepts_gzip():
        answer.set_data(_compressed(name))
        mark(answer)
    return answer


@cache
def names() -> tuple[str, ...]:
    """Every bundle there is."""
    pages = asset_folder("static") / "pages"
    return tuple(sorted(path.name for path in pages.iterdir() if path.suffix in _TYPES))


@cache
def bundle(name: str) -> str:
    """The text of a bundle."""
    modules: dict[Path, str] = {}
    _collect(asset_folder("static") / "pages" / name, modules)
    declared: dict[str, Path] = {}
    for path in modules:
        for word in _declarations(path.read_text(encoding="utf-8")):
            if word in declared:
                raise NameTaken(f"{word} is declared in {declared[word].name} and in {path.name}")
            declared[word] = path
    return "".join(modules.values())


@bp.app_template_global()
def bundle_url(name: str) -> str:
    """The address of a bundle, which changes with what is in it."""
    return f"{request.script_root}{current_app.static_url_path}/bundles/{name}?v={_fingerprint(name)}"


def _collect(path: Path, modules: dict[Path, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for where, name in _IMPORT[path.suffix].findall(text):
        found = (path.parent / where / name).resolve()
        if found not in modules:
            _collect(found, modules)
    bare = _NOT_NEEDED[path.suffix].sub("", _IMPORT[path.suffix].sub("", text))
    modules[path.resolve()] = re.sub(r"\n{2,}", "\n", bare).lstrip("\n")


def _declarations(text: str) -> list[str]:
    found = _DECLARED.findall(text)
    return [word.split(":")[-1].strip() for several, one in found for word in (one or several).split(",")]


@cache
def _fingerprint(name: str) -> str:
    return hashlib.sha256(bundle(name).encode()).hexdigest()[:12]


@cache
def _compressed(name: str) -> bytes:
    return gzip.compress(bundle(name).encode(), mtime=0)
