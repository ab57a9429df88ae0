"""The one stylesheet and script of a club's pages, and two scripts apart, put together from ``static``.

A bundle is an entry in ``static/pages`` with everything that it imports, each module once and after what it
needs itself. Nothing is transpiled: imports, exports, comments and indentation are removed. So all modules of
a bundle share one scope, and a name that two of them declare is refused.
"""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, abort, current_app, request

from scorekeeper.config import asset_folder
from scorekeeper.web.http.compression import accepts_gzip, mark

bp = Blueprint("bundles", __name__, url_prefix="/static/bundles")

_TYPES = {".js": "text/javascript", ".css": "text/css"}
_IMPORT = {
    ".js": re.compile(r'^import (?:\{ [^}]* \} from )?"(\.{1,2}/[\w./]+\.js)";\n', re.MULTILINE),
    ".css": re.compile(r'^@import "(\.{1,2}/[\w./]+\.css)";\n', re.MULTILINE),
}
_NOT_NEEDED = {
    ".js": re.compile(r"^(?:[ \t]*//.*\n|[ \t]+|export )|(?<=[;,{}()\[\]]) // .*$", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/\n?|^[ \t]+", re.MULTILINE | re.DOTALL),
}
_DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (?:\{ ([^}]*) \}|(\w+))", re.MULTILINE
)


class NameTaken(Exception):
    """Two modules of a bundle declare the same name."""


class Bundle(NamedTuple):
    """A script or stylesheet; ``fingerprint`` changes with its text."""

    text: str
    compressed: bytes
    fingerprint: str


@bp.get("/<name>")
def show(name: str) -> Response:
    """A bundle, for ever under an address with its fingerprint."""
    if name not in names():
        abort(404)
    made = bundle(name)
    answer = Response(made.text, mimetype=_TYPES[Path(name).suffix])
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    answer.vary.add("Accept-Encoding")
    if accepts_gzip():
        answer.set_data(made.compressed)
        mark(answer)
    return answer


@bp.app_template_global()
def bundle_url(name: str) -> str:
    """The address of a bundle, which changes with what is in it."""
    version = bundle(name).fingerprint
    return f"{request.script_root}{current_app.static_url_path}/bundles/{name}?v={version}"


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(path.name for path in _entries().iterdir()))


@cache
def bundle(name: str) -> Bundle:
    """The bundle of this name, put together."""
    modules: dict[Path, str] = {}
    _collect(_entries() / name, modules)
    declared: dict[str, str] = {}
    for path in modules:
        for word in _declarations(path.read_text(encoding="utf-8")):
            if word in declared:
                raise NameTaken(f"{word} is declared in {declared[word]} and in {path.name}")
            declared[word] = path.name
    text = "".join(modules.values())
    whole = text.encode()
    return Bundle(text, gzip.compress(whole, mtime=0), hashlib.sha256(whole).hexdigest()[:12])


def _entries() -> Path:
    return asset_folder("static") / "pages"


def _collect(path: Path, modules: dict[Path, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for where in _IMPORT[path.suffix].findall(text):
        found = (path.parent / where).resolve()
        if found not in modules:
            _collect(found, modules)
    bare = _NOT_NEEDED[path.suffix].sub("", _IMPORT[path.suffix].sub("", text))
    modules[path.resolve()] = re.sub(r"\n{2,}", "\n", bare).lstrip("\n")


def _declarations(text: str) -> list[str]:
    found = _DECLARED.findall(text)
    return [word.split(":")[-1].strip() for several, one in found for word in (one or several).split(",")]
