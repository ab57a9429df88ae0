"""One script and one stylesheet for a page, put together from the modules in ``static``.

A bundle is an entry in a folder of ``static/pages`` with everything that it imports, each module once and
after what it needs itself; its name does not say the folder. Nothing is transpiled: imports, exports,
comments and indentation are removed. So all modules of a bundle share one scope, and a name that two of
them declare is refused.

An entry such as ``match.round.js`` is a part of ``match.js``, for what its first view does not need: it
takes what both need from the page's own script. ``tools/bundles`` makes each bundle smaller where there is
Node; what was not made of the text as it stands now is not used.
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
    ".js": re.compile(r'^import (?:\{ ([^}]*) \} from )?"(\.{1,2}/[\w./]+\.js)";\n', re.MULTILINE),
    ".css": re.compile(r'^@import ()"(\.{1,2}/[\w./]+\.css)";\n', re.MULTILINE),
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
    answer = Response(served(bundle(name)), mimetype=_TYPES[Path(name).suffix])
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    answer.vary.add("Accept-Encoding")
    if accepts_gzip():
        answer.set_data(_compressed(name))
        mark(answer)
    return answer


@cache
def names() -> tuple[str, ...]:
    """Every bundle there is."""
    return tuple(sorted(_entries()))


@cache
def names_in_hand() -> tuple[str, ...]:
    """What a phone keeps before any page asks for it; a league's styles come with its pages."""
    of_leagues = {"cups", "fixtures", "league"}
    return tuple(name for name in names() if _entries()[name].parent.name not in of_leagues)


class Bundle(NamedTuple):
    """A page's script or stylesheet; ``fingerprint`` changes with its text."""

    name: str
    text: str
    fingerprint: str

    @property
    def built_path(self) -> Path:
        """Where ``tools/bundles`` puts what it makes of the bundle as it stands now."""
        stem, suffix = self.name.rsplit(".", 1)
        return asset_folder("static") / "built" / f"{stem}.{self.fingerprint}.{suffix}"


@cache
def bundle(name: str) -> Bundle:
    """The bundle of this name, put together."""
    text = _text(name)
    return Bundle(name, text, hashlib.sha256(text.encode()).hexdigest()[:12])


def served(made: Bundle) -> str:
    """The bundle as it is served: minified where that was done, otherwise as it is."""
    return made.built_path.read_text(encoding="utf-8") if made.built_path.is_file() else made.text


@bp.app_template_global()
def bundle_url(name: str) -> str:
    """The address of a bundle, which changes with what is in it."""
    return f"{request.script_root}{current_app.static_url_path}/bundles/{_versioned(name)}"


def _versioned(name: str) -> str:
    return f"{name}?v={bundle(name).fingerprint}"


def _text(name: str) -> str:
    modules = _modules(name)
    base = _base_of(name)
    taken = _modules(base) if base else {}
    own = [path for path in modules if path not in taken]
    borrowed = _borrowed(name)
    declared = dict.fromkeys(borrowed, name)
    for path in own:
        for word in _declarations(path.read_text(encoding="utf-8")):
            if word in declared:
                raise NameTaken(f"{word} is declared in {declared[word]} and in {path.name}")
            declared[word] = path.name
    lent = sorted({word for part in _parts_of(name) for word in _borrowed(part)})
    head = f'import {{ {", ".join(borrowed)} }} from "./{_versioned(base)}";\n' if borrowed else ""
    foot = f"export {{ {', '.join(lent)} }};\n" if lent else ""
    return head + "".join(modules[path] for path in own) + foot


def _base_of(name: str) -> str:
    """The page's own script that a part belongs to, empty for what is no part."""
    page, *more = name.split(".")
    return f"{page}.{more[-1]}" if len(more) == 2 else ""


def _parts_of(name: str) -> list[str]:
    return [part for part in names() if _base_of(part) == name and part.endswith(".js")]


def _borrowed(part: str) -> tuple[str, ...]:
    """The names that a part needs from the modules of its base."""
    base = _base_of(part)
    taken = _modules(base) if base.endswith(".js") else {}
    found = {
        word
        for path in _modules(part)
        if path not in taken
        for words, where in _IMPORT[path.suffix].findall(path.read_text(encoding="utf-8"))
        if (path.parent / where).resolve() in taken and words
        for word in words.split(", ")
    }
    return tuple(sorted(found))


@cache
def _modules(name: str) -> dict[Path, str]:
    """The text of every module that an entry needs, each after what it needs itself."""
    modules: dict[Path, str] = {}
    _collect(_entries()[name], modules)
    return modules


@cache
def _entries() -> dict[str, Path]:
    """Where each bundle begins, by the name of the bundle."""
    pages = asset_folder("static") / "pages"
    return {path.name: path for path in pages.glob("*/*") if path.suffix in _TYPES}


def _collect(path: Path, modules: dict[Path, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for _, where in _IMPORT[path.suffix].findall(text):
        found = (path.parent / where).resolve()
        if found not in modules:
            _collect(found, modules)
    bare = _NOT_NEEDED[path.suffix].sub("", _IMPORT[path.suffix].sub("", text))
    modules[path.resolve()] = re.sub(r"\n{2,}", "\n", bare).lstrip("\n")


def _declarations(text: str) -> list[str]:
    found = _DECLARED.findall(text)
    return [word.split(":")[-1].strip() for several, one in found for word in (one or several).split(",")]


@cache
def _compressed(name: str) -> bytes:
    return gzip.compress(served(bundle(name)).encode(), mtime=0)
