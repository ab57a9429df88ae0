"""The club's side: the file that a phone takes along, and the page that takes in what it hands over."""

from typing import Any, cast

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import MOST_BYTES, NoHandover, read_handover
from scorekeeper.services.transfer.people import Asked, Question
from scorekeeper.services.transfer.take_in import SAFE, Taken, take_in
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import admit, asks, needs
from scorekeeper.web.auth.export_limit import count_export
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.downloads import JSON_LINES, as_file
from scorekeeper.web.http.negotiation import for_program
from scorekeeper.web.pocket.static_files import is_here

bp = Blueprint("take_in", __name__, url_prefix="/c/<club>")


@bp.url_value_preprocessor  # runs before anything reads the form
def let_files_in(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """A file of many matches is longer than any form of a page, so nobody's is read who may not score."""
    admit((values or {}).get("club", ""), "score")
    request.max_content_length = request.max_form_memory_size = MOST_BYTES


@bp.get("/take-along.jsonl")
@needs("score")
def take_along(club: Club) -> Response:
    """The whole club for a phone's pocket, with the ids that everything has here."""
    count_export(club)
    return as_file(Response("".join(exported(get_db(), club.id)), mimetype=JSON_LINES), "take-along.jsonl")


@bp.get("/take-in")
@needs("score")
def form(club: Club) -> Response:
    """The page that imports files, and exports one for the evening."""
    return never_kept(_page(club))


@bp.post("/take-in")
@needs("score")
def take(club: Club) -> ResponseReturnValue:
    """Take in a file, or the same file again with the answers to what was asked about it."""
    document = _document()
    answers = {name.removeprefix("who-"): _answer(name) for name in request.form if name.startswith("who-")}
    try:
        handover = read_handover(get_db(), club.id, document.splitlines())
        taken = take_in(asks(club), handover, answers)
    except NoHandover as error:
        return _redisplay(club, 422, fault=str(error))
    except Asked as asked:
        return _redisplay(club, 409, questions=asked.questions, document=document)
    if for_program() or "receipt" in request.form:
        return _receipt(taken)
    return render_template(
        "pocket/taken.html", club=club, taken=taken, safe=SAFE, words=_words, document=document
    )


def _receipt(taken: list[Taken]) -> Response:
    """What the club has now, for the phone; a form's browser keeps it as a file."""
    summaries = ([each._asdict() for each in one.both] for one in taken)
    answer = jsonify(
        taken=[
            one._asdict() | {"safe": one.state in SAFE, "both": both}
            for one, both in zip(taken, summaries, strict=True)
        ]
    )
    if not for_program():
        answer.headers["Content-Disposition"] = 'attachment; filename="receipt.json"'
    return answer


def _redisplay(club: Club, status: int, **what: object) -> ResponseReturnValue:
    if for_program():
        asked = cast(list[Question], what.get("questions", []))
        return jsonify(detail=what.get("fault", ""), questions=[one._asdict() for one in asked]), status
    return _page(club, **what), status


def _page(club: Club, **what: object) -> str:
    known = {"questions": [], "document": "", "fault": "", "pocket": is_here()} | what
    return render_template("pocket/take_in.html", club=club, **known)


def _document() -> str:
    file = request.files.get("file")
    if file is None or not file.filename:
        return request.form.get("document", "")
    try:
        return str(file.read().decode())
    except UnicodeDecodeError:
        abort(422, "The file is not text in UTF-8. Nothing was stored.")


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
