"""What makes the app one on the phone: bundles of styles and scripts, manifest, service worker, offline page.

A bundle is an entry in ``static/pages`` with everything that it imports, each module once and after what it
needs itself. Nothing is transpiled: imports, exports, comments and indentation are removed. So all modules of
a bundle share one scope, and a name that two of them declare is refused.

The worker needs https (or localhost). With ``SCOREKEEPER_OFFLINE=0`` it is served as one that takes itself
off every phone again, with all it kept.
"""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.config import asset_folder
from scorekeeper.web.http.answers import from_compressed
from scorekeeper.web.http.templating import build_id, static_url

bp = Blueprint("pwa", __name__)
bundles_bp = Blueprint("bundles", __name__, url_prefix="/static/bundles")

_TYPES = {".js": "text/javascript", ".css": "text/css"}
_IMPORT = {
    ".js": re.compile(r'^import (?:\{ [^}]* \} from )?"(\.{1,2}/[\w./]+\.js)";\n', re.MULTILINE),
    ".css": re.compile(r'^@import "(\.{1,2}/[\w./]+\.css)";\n', re.MULTILINE),
}
_NOT_NEEDED = {
    ".js": re.compile(
        r"^(?:[ \t]*(?://.*|/\*\*.*\*/)\n|[ \t]+|export )|/\*\* .*?\*/ |(?<=[;,{}()\[\]]) // .*$",
        re.MULTILINE,
    ),
    ".css": re.compile(r"/\*.*?\*/\n?|^[ \t]+", re.MULTILINE | re.DOTALL),
}
# What a script keeps as it is, strings and patterns, and the spaces around a sign that it can do without.
_SPACED = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`"""
    r"""|(?:(?<=[(\[!])|(?<=[=,:&|?][ ]))/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/[gimuy]*)"""
    r"""|[ ]*(=>|===|!==|&&|\|\||\?\?|[-+]=|[=*%<>?:,;{}()\[\]|&!])[ ]*"""
    r"""|(?<![-+])[ ]([-+/])[ ](?![-+])"""
)
_NESTED = re.compile(r"`[^`]*\$\{[^}`]*`")
_BREAK = re.compile(r";?\n(?=})|\n(?=[.?:|&])|(?<=[{;,}(\[])\n|;(?=})")
_RULE_ENDS = re.compile(r" ?({)\n?|(;)\n|;?\n?(})\n?")
_DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (?:\{ ([^}]*) \}|(\w+))", re.MULTILINE
)


class NameClash(Exception):
    """Two modules of a bundle declare the same name."""


class Bundle(NamedTuple):
    """A script or stylesheet; ``fingerprint`` changes with its text."""

    text: str
    compressed: bytes
    fingerprint: str


@bundles_bp.get("/<name>")
def show(name: str) -> Response:
    if name not in names():
        abort(404)
    answer = from_compressed(bundle(name).compressed, _TYPES[Path(name).suffix])
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


@bundles_bp.app_template_global()
def bundle_url(name: str) -> str:
    version = bundle(name).fingerprint
    return f"{request.script_root}{current_app.static_url_path}/bundles/{name}?v={version}"


def names() -> tuple[str, ...]:
    return tuple(sorted(path.name for path in _entries().iterdir()))


@cache
def bundle(name: str) -> Bundle:
    modules: dict[Path, str] = {}
    _collect(_entries() / name, modules)
    declared: dict[str, str] = {}
    for path in modules:
        found = _DECLARED.findall(path.read_text(encoding="utf-8"))
        for word in (word for several, one in found for word in (one or several).split(",")):
            word = word.split(":")[-1].strip()
            if word in declared:
                raise NameClash(f"{word} is declared in {declared[word]} and in {path.name}")
            declared[word] = path.name
    text = "".join(modules.values())
    if name.endswith(".js"):
        text = _BREAK.sub("", "\n".join(_tight(line) for line in text.split("\n")))
    else:
        text = re.sub(r" ?([{};:,>~]) ", r"\1", text)
        text = _RULE_ENDS.sub(lambda found: found[1] or found[2] or found[3], text)
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


def _tight(line: str) -> str:
    """A line of script without spaces that say nothing; a template with one inside it stays."""
    if _NESTED.search(line):
        begins, ends = line.index("`"), line.rindex("`") + 1
        return _tight(line[:begins]) + line[begins:ends] + _tight(line[ends:])
    return _SPACED.sub(lambda found: found[1] or found[2] or found[3], line)


@bp.get("/sw.js")
def worker() -> BaseResponse:
    if not current_app.config["OFFLINE"]:
        text = render_template("pwa/unregister.js")
    else:
        bundles = ["club.css", "club.js", *(["photo.js"] if current_app.config["CAMERA"] else [])]
        kept = [url_for(".offline"), *map(bundle_url, bundles), static_url("icon.svg")]
        # A pattern of every address that a link's secret is part of.
        rules = sorted(rule.rule for rule in current_app.url_map.iter_rules() if "secret" in rule.arguments)
        secret = "|".join(re.sub("<[^>]+>", "[^/]+", rule) for rule in rules)
        more = {"secret": secret, "sender": bundle_url("sender.js")}
        text = render_template("pwa/worker.js", build_id=build_id(), files=kept, **more)
    answer = Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
    answer.add_etag()
    return answer.make_conditional(request)


@bp.get("/offline")
def offline() -> str:
    """Shown by the worker where a page cannot be fetched and was never kept."""
    number, *names = current_app.config["ADDRESSES"] or [None]
    by_number = request.host_url.rstrip("/") == number
    return render_template("pwa/offline.html", number=number, name=names[0] if names and by_number else "")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    return Response(render_template("pwa/manifest.webmanifest"), mimetype="application/manifest+json")
