"""A photo of a hand: read, answered and forgotten. Nothing here stores anything."""

from collections.abc import Iterable

from flask import Blueprint, abort, jsonify, request
from werkzeug.wrappers import Response

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.vision.messages import reading_to_json
from scorekeeper.web.auth.access import needs
from scorekeeper.web.camera import camera_offered
from scorekeeper.web.camera.reading import PhotoRefused, allow_photo, known_of, read_photo
from scorekeeper.web.http.negotiation import problem
from scorekeeper.web.matches.views import match_or_404

bp = Blueprint("camera", __name__, url_prefix="/c/<club>/matches/<match>/photo")
bp.url_value_preprocessor(allow_photo)  # ahead of all that runs before a request


@bp.before_request
def check_offered() -> None:
    """Answer 404 where photos are not read."""
    if not camera_offered():
        abort(404, "This server does not read photos.")


@bp.post("")
@needs("score")
def read(club: Club, match: str) -> Response:
    """The tiles on a photo, for the page that lets the player correct them."""
    state = match_or_404(club, match)
    round = request.form.get("round", type=int) or state.score.round_open
    known = known_of(state, round, tiles_among(request.form.getlist("elsewhere")))
    try:
        reading = read_photo("photo", known)
    except PhotoRefused as refused:
        return _refusal(refused)
    return jsonify(reading_to_json(reading))


@bp.get("/total")
@needs("score")
def total(club: Club, match: str) -> Response:
    """What these tiles count in a hand of this match."""
    state = match_or_404(club, match)
    return jsonify(pips=state.card.pips_in(tiles_among(request.args.getlist("tiles"))))


def tiles_among(written: Iterable[str]) -> tuple[Tile, ...]:
    """The tiles in this text; other words are ignored."""
    found = []
    for words in written:
        try:
            found.append(Tile.parse(words))
        except RuleError:
            continue
    return tuple(dict.fromkeys(found))


def _refusal(refused: PhotoRefused) -> Response:
    answer = problem(refused.status, str(refused), "photo")
    if refused.after:
        answer.headers["Retry-After"] = str(refused.after)
    return answer
