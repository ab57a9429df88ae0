"""The pocket, the app inside a phone’s browser: its files, and its matches on their way to the club."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, send_file
from flask.typing import ResponseReturnValue
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.services.gate import Refused
from scorekeeper.services.leagues.seasons import keeps_sealed
from scorekeeper.services.transfer import handover_file
from scorekeeper.services.transfer.club_file import ImportRefused, copy_of, is_club_file, move_in
from scorekeeper.services.transfer.match_code import is_code, read_code
from scorekeeper.services.transfer.merging import Asked, Question
from scorekeeper.services.transfer.take_in import SAFE, Taken, take_in
from scorekeeper.store.clubs.access import generations
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.transfer.handover_rows import copied_up_to
from scorekeeper.web.auth.access import admit, asks, needs, visitor
from scorekeeper.web.auth.passes import forget, grant, place_key
from scorekeeper.web.auth.rate_limit import count_export
from scorekeeper.web.doors import page_at
from scorekeeper.web.http.answers import JSON_LINES, as_file
from scorekeeper.web.http.changes import check_csrf, knows_who_asks
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.negotiation import for_program
from scorekeeper.web.http.templating import url_for

files_bp = Blueprint("pocket_files", __name__)

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",  # else a browser does not compile it while it comes
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
_NOWHERE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_SHELL = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    f"manifest-src 'self'; worker-src 'self'; frame-src 'self'; {_NOWHERE}"
)
# A worker follows the policy of its own answer. Only this one may compile WebAssembly.
_POLICIES = {
    "worker.js": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    "service-worker.js": "default-src 'none'; script-src 'self'; connect-src 'self'",
}
_BUILT_FROM = "made-of.txt"  # beside the pocket for whoever builds it anew, and no part of it
SEALED = "Line-ups are sealed until both captains have named. "
NEWS_LATER = "What is new at the club comes to this phone after that."
_NEWEST = 10**15  # version of a club: far more than all that is ever entered
take_in_bp = Blueprint("take_in", __name__, url_prefix="/c/<club>")
hand_over_bp = Blueprint("hand_over", __name__)
MOST = 50_000_000  # bytes: a club with many seasons, on one's own phone


@files_bp.get("/pocket/")
@files_bp.get("/pocket/<path:name>")
def serve(name: str = "index.html") -> AnyResponse:
    """One file, brotli or gzip where the phone takes it. Folders named by their bytes never change."""
    if name.startswith("app/"):
        # A link to a page inside the pocket, on a phone that does not have it yet.
        return redirect(f"{request.script_root}/pocket/#/{request.full_path.partition('/pocket/app/')[2]}")
    path = _file(name) or abort(404, "The pocket is not on this server, or has nothing of this name.")
    encoding = next(
        (each for each in _ENCODINGS if request.accept_encodings[each] > 0 and _small(path, each).is_file()),
        None,
    )
    answer: Response = send_file(
        _small(path, encoding) if encoding else path,
        mimetype=_TYPES.get(path.suffix, "application/octet-stream"),
        conditional=True,
    )
    if encoding:
        answer.headers["Content-Encoding"] = encoding
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Content-Security-Policy"] = _POLICIES.get(path.name, _SHELL)
    unchanging = name.startswith(("app-", "python-"))
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if unchanging else "no-cache"
    return answer


def is_here() -> bool:
    return _file("index.html") is not None


def _file(name: str) -> Path | None:
    found = safe_join(str(current_app.config["POCKET_FOLDER"]), name)
    path = Path(found) if found else None
    offered = path and path.suffix in _TYPES and path.name != _BUILT_FROM and path.is_file()
    return path if offered else None


def _small(path: Path, encoding: str) -> Path:
    return Path(f"{path}{_ENCODINGS[encoding]}")


@take_in_bp.url_value_preprocessor  # runs before anything reads the form
def let_files_in(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """A file of many matches is longer than any form of a page, so nobody's is read who may not score."""
    admit((values or {}).get("club", ""), "score")
    request.max_content_length = request.max_form_memory_size = handover_file.MOST_BYTES


@page_at(take_in_bp, "/take-along.jsonl", role="score")
def whole_club(club: Club) -> Response:
    """The club for a phone’s pocket, with the ids that everything has here; ``since``: what is new."""
    since = request.args.get("since", type=int)
    if since is not None and not 0 <= since <= _NEWEST:
        abort(404, "This club has never had that version.")
    if since == club.version:
        return Response(status=204)
    if not visitor().may("manage") and keeps_sealed(get_db(), club.id, today()):
        abort(409, SEALED + ("Take the club along after that." if since is None else NEWS_LATER))
    count_export(club)
    lines = copy_of(get_db(), club.id, since)
    return as_file(Response(lines, mimetype=JSON_LINES), "take-along.jsonl")


@page_at(take_in_bp, "/take-in", role="score", kept="never")
def form(_: Club, **what: object) -> str:
    known = {
        "questions": [],
        "document": "",
        "fault": "",
        "pocket": is_here(),
        # A browser runs it by https, or from this very machine.
        "secure": request.is_secure or request.host.partition(":")[0] in ("localhost", "127.0.0.1"),
    } | what
    return render_template("pocket/take_in.html", **known)


OWN_FILE = (
    "This is the club itself, as it was saved for a phone. Choose the file that the phone saved after the "
    "evening. Nothing was stored."
)


@take_in_bp.post("/take-in")
@needs("score")
def take(club: Club) -> ResponseReturnValue:
    """Take in a file or a match’s code, or the same again with the answers to what was asked about it."""
    document = _document()
    if is_club_file(document):
        return _renew(club, document) if current_app.config["POCKET"] else _move_in(club, document)
    answers = {name.removeprefix("who-"): _answer(name) for name in request.form if name.startswith("who-")}
    choices = {
        name.removeprefix("choice-"): value
        for name, value in request.form.items()
        if name.startswith("choice-")
    }
    try:
        handover = (
            read_code(get_db(), club.id, document)
            if is_code(document)
            else handover_file.read_handover(get_db(), club.id, document.splitlines())
        )
        taken = take_in(asks(club), handover, answers, choices)
    except handover_file.NoHandover as error:
        return _redisplay(club, 422, fault=str(error))
    except Asked as asked:
        return _redisplay(club, 409, questions=asked.questions, document=document)
    if for_program() or "receipt" in request.form:
        return _receipt(taken)
    return render_template(
        "pocket/taken.html",
        taken=taken,
        safe=SAFE,
        words=_words,
        document=document,
        choices=choices,
        way_back=_way_back(club),
        from_file=not is_code(document),
    )


def _renew(club: Club, document: str) -> ResponseReturnValue:
    """Another phone has sent the whole club: a copy of it here is brought up to that."""
    try:
        handover_file.take_along(get_db(), document.splitlines(keepends=True))
    except (handover_file.NotCopied, ImportRefused) as error:
        words = error.refusals[0].sentence if isinstance(error, ImportRefused) else str(error)
        return _redisplay(club, 409, fault=f"{words} Nothing was changed.")
    return redirect(url_for("clubs.show"), 303)


def _move_in(club: Club, document: str) -> ResponseReturnValue:
    """A club that was begun on a phone comes to this server, in place of one that was just opened."""
    if f'"{club.id}"' in document.partition("\n")[2].partition("\n")[0]:
        return _redisplay(club, 422, fault=OWN_FILE)
    try:
        moved = move_in(asks(club), document.splitlines(keepends=True), place_key(club.id))
    except ImportRefused as error:
        return _redisplay(club, 422, fault=f"{error.refusals[0].sentence} Nothing was stored.")
    except Refused as error:
        return _redisplay(club, error.status, fault=str(error))
    grant(moved, "manage", generations(get_db(), moved)["manage"])
    if for_program():
        return {"club": moved}
    return redirect(url_for("clubs.show", club=moved), 303)


def _receipt(taken: list[Taken]) -> ResponseReturnValue:
    """What the club has now, for the phone; a form's browser keeps it as a file."""
    said = [
        one._asdict() | {"safe": one.state in SAFE, "both": [each._asdict() for each in one.both]}
        for one in taken
    ]
    attached = {"Content-Disposition": 'attachment; filename="receipt.json"'}
    return {"taken": said}, 200, {} if for_program() else attached


def _redisplay(club: Club, status: int, **what: object) -> ResponseReturnValue:
    if for_program():
        asked = cast(list[Question], what.get("questions", []))
        return {"detail": what.get("fault", ""), "questions": [one._asdict() for one in asked]}, status
    return form(club, **what), status


def _way_back(club: Club) -> str:
    """The page of the pocket on this very phone that has sent somebody here to answer; there it goes on."""
    if "from_pocket" not in request.form or not is_here():
        return ""
    return f"{url_for('pocket_files.serve')}#/c/{club.id}/hand-over?on"


def _document() -> str:
    file = request.files.get("file")
    if file is None or not file.filename:
        return request.form.get("document", "")
    try:
        return str(file.read().decode())
    except UnicodeDecodeError:
        return ""  # a picture, say


def _answer(name: str) -> str:
    """A name that was typed goes before the button beside it."""
    alias = name.removeprefix("who-")
    other = request.form.get(f"other-{alias}", "").strip()
    return str(other or request.form[name])


def _words(one: Taken) -> str:
    what = "The match" if one.entity == "match" else "The card"
    words = {
        "taken": f"{what} is with the club now.",
        "added": f"{what} was here; what the phone has added is here now too.",
        "known": f"{what} was here already, as it is.",
        "ahead": f"{what} is here already, and has gone on since.",
    }.get(one.state, "")
    return " ".join(filter(None, (words, one.words)))


@hand_over_bp.url_value_preprocessor  # runs before anything reads the form
def pockets_only(*_: object) -> None:
    """Allow these pages in a pocket only, with files of any length up to ``MOST``."""
    if not current_app.config["POCKET"]:
        abort(404, "This page is for the app inside a phone.")
    request.max_content_length = request.max_form_memory_size = MOST


@page_at(hand_over_bp, "/c/<club>/hand-over", role="score", kept="never")
def show(club: Club, left: Sequence[dict[str, Any]] = (), fault: str = "") -> str:
    """What waits to go home and how old the copy is; ``left`` is what the club's server did not take."""
    return render_template(
        "pocket/hand_over.html",
        waiting=len(handover_file.waiting(get_db(), club.id)),
        since=copied_up_to(get_db(), club.id),
        left=left,
        fault=fault,
    )


@page_at(hand_over_bp, "/c/<club>/hand-over.jsonl", role="score")
def file(club: Club) -> Response:
    """A file with all that the club does not have yet, the part ``after`` another, or the one ``match``."""
    after, match = request.args.get("after"), request.args.get("match", "")
    most = MOST if after is None else handover_file.MOST_PART
    lines = "".join(handover_file.handover_lines(get_db(), club, after or "", most, match))
    return as_file(Response(lines, mimetype=JSON_LINES), "hand-over.jsonl")


@hand_over_bp.post("/c/<club>/hand-over")
@needs("score")
def received(club: Club) -> ResponseReturnValue:
    """Record what the club’s server has: from its answer to this phone, or from a receipt file."""
    try:
        receipt = request.files.get("receipt")
        said = json.loads(receipt.read())["taken"] if receipt else json.loads(request.form.get("there", ""))
        answer = list[dict[str, Any]](said)
        there = [(str(one["entity"]), str(one["id"]), int(one["version"])) for one in answer if one["safe"]]
        left = [one for one in answer if not one["safe"]]
    except (ValueError, KeyError, TypeError):
        abort(422, "That was no answer of the club’s server. Nothing was marked.")
    handover_file.mark(get_db(), club.id, there)
    if for_program():
        return {"waiting": len(handover_file.waiting(get_db(), club.id))}
    return (show(club, left), 409) if left else redirect(url_for(".show"), 303)


@hand_over_bp.post("/c/<club>/at-home")
@needs("manage")
def at_home(club: Club) -> ResponseReturnValue:
    """The club has been brought to a server; this phone scores for it from now on."""
    handover_file.now_elsewhere(get_db(), club.id)
    forget(club.id)
    grant(club.id, "score", generations(get_db(), club.id)["score"])
    return {"club": club.id} if for_program() else redirect(url_for(".show"), 303)


@hand_over_bp.post("/c/<club>/remove-copy")
@needs("score")
def remove(club: Club) -> ResponseReturnValue:
    try:
        handover_file.remove_copy(get_db(), club.id)
    except handover_file.NotCopied as error:
        return show(club, fault=str(error)), 409
    forget(club.id)
    return redirect(url_for("clubs.home"), 303)


@hand_over_bp.get("/take-along")
def come() -> str:
    """``?club=`` names a club of the server that gave us the pocket."""
    club = request.args.get("club", "")
    source = f"/c/{club}/take-along.jsonl" if club.isalnum() else ""
    return render_template("pocket/come_along.html", source=source, fault="")


@hand_over_bp.post("/take-along")
@knows_who_asks
def come_along() -> ResponseReturnValue:
    """Copy a club to this phone, or update the copy; the phone's owner may do everything there."""
    check_csrf()
    sent = request.files.get("file")
    lines = sent.read().decode(errors="replace").splitlines(keepends=True) if sent else []
    try:
        club = handover_file.take_along(get_db(), lines)
    except handover_file.NotCopied as error:
        return _not_copied(str(error), 409)
    except ImportRefused as error:
        return _not_copied(f"{error.refusals[0].sentence} Nothing was changed.", 422)
    if for_program():
        return {"club": club}
    grant(club, "score", generations(get_db(), club)["score"])
    return redirect(url_for("clubs.show", club=club), 303)


def _not_copied(fault: str, status: int) -> ResponseReturnValue:
    if for_program():
        return {"detail": fault}, status
    return render_template("pocket/come_along.html", source="", fault=fault), status
