"""Reading a photo of a hand into a form: offered where the extra `camera` is installed."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from typing import IO, Any

from flask import Blueprint, Flask, Request, abort, current_app, jsonify, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper import vision
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.vision.groups import hands_in
from scorekeeper.vision.hands import Known, Reading
from scorekeeper.vision.limits import BESIDE, MOST_BODY
from scorekeeper.vision.messages import reading_to_json
from scorekeeper.vision.picture_error import NotAPicture
from scorekeeper.vision.worker import CannotRead, Worker
from scorekeeper.web.auth.access import needs, visitor
from scorekeeper.web.auth.rate_limit import RateLimit
from scorekeeper.web.hands import ReportedHandForm, hand_page
from scorekeeper.web.http.answers import never_kept
from scorekeeper.web.http.negotiation import problem
from scorekeeper.web.rounds.entry import RoundForm
from scorekeeper.web.rounds.views import round_or_404, round_page

ONE_HAND = "Take one hand at a time: several photos of one hand are added together."
PHOTOS, OF_CLUB, SECONDS = 30, 150, 600  # what a phone and a club may ask for, and within how long
bp = Blueprint("camera", __name__, url_prefix="/c/<club>/matches/<match>/photo")
CHOOSE = "Say whose hand the photo shows."
Typed = MultiDict[str, str]


class PhotoRequest(Request):
    """A request whose files never touch a disk: Werkzeug would write longer ones than half a megabyte."""

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return BytesIO()


def allow_photo(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let this request's body be as large as a photo; to be called before the body is read."""
    request.max_content_length = MOST_BODY
    request.max_form_memory_size = BESIDE  # of a field that is no file, and of a piece of the body


class PhotoRefused(Exception):
    """A photo that was not read: `str(error)` says why, `status` is the answer's."""

    def __init__(self, words: str, status: int, after: int | None = None) -> None:
        super().__init__(words)
        self.status, self.after = status, after


def read_photo(known: Known) -> Reading:
    """What the photo shows, unless it is more than one player can hold, or hands that lie apart."""
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        raise PhotoRefused("Take or choose a photo first.", 422)
    camera: Worker = current_app.extensions["camera"]
    phones, clubs = current_app.extensions["camera_limits"]
    if wait := phones.wait(visitor().device or "") or clubs.wait(visitor().club.id):
        raise PhotoRefused(
            f"Too many photos at once. Enter the hand yourself, or try again in {wait} seconds.", 429, wait
        )
    try:
        reading = camera.read(sent.stream.read(), known)
    except NotAPicture as error:
        raise PhotoRefused(str(error), 422) from error
    except CannotRead as error:
        raise PhotoRefused(str(error), 503, 5) from error
    if len(reading.tiles) > known.most:
        count = len(reading.tiles)
        raise PhotoRefused(f"That photo shows {count} tiles, more than one hand holds. {ONE_HAND}", 422)
    if hands_in(reading) > 1:
        raise PhotoRefused(f"That photo shows two groups of tiles, perhaps two hands. {ONE_HAND}", 422)
    return reading


def known_of(state: MatchState, round: int, elsewhere: Iterable[Tile]) -> Known:
    """What cannot be in the photo: tiles on the layout, in other hands, or not in the set."""
    progress = state.rounds[round].progress if round in state.rounds else None
    gone = {*elsewhere, *(progress.seen if progress else ())}
    # One player can hold those dealt, or where one draws, all but one of each other's.
    players, card = len(state.match.seats), state.card
    most = card.tile_set.size - players + 1 if card.draw else card.deal_for(players)
    return Known(card.set, frozenset((tile.high, tile.low) for tile in gone), most)


def camera_offered() -> bool:
    return current_app.extensions["camera"] is not None


def init_app(app: Flask) -> None:
    """Accept photos in memory only; the process that reads them is started when the first one arrives."""
    app.request_class = PhotoRequest
    can = vision.available()
    if app.config["CAMERA"] is None:
        app.config["CAMERA"] = can and os.name == "posix"  # as is the process that reads them
    app.extensions["camera"] = Worker() if can and app.config["CAMERA"] else None
    app.extensions["camera_limits"] = RateLimit(PHOTOS, SECONDS), RateLimit(OF_CLUB, SECONDS)
    app.add_template_global(camera_offered)


bp.url_value_preprocessor(allow_photo)  # ahead of all that runs before a request


@bp.before_request
def check_offered() -> None:
    if not camera_offered():
        abort(404, vision.NEEDS if current_app.config["CAMERA"] else "This server does not read photos.")


@bp.post("")
@needs("score", MATCH)
def read(_: Club, state: MatchState) -> Response:
    """The tiles on a photo, or the one where it was tapped, for the page where the player corrects them."""
    round = request.form.get("round", type=int) or state.score.round_open
    known = known_of(state, round, tiles_among(request.form.getlist("elsewhere")))
    x, y = (request.form.get(axis, -1.0, float) for axis in "xy")
    if 0 <= x <= 1 and 0 <= y <= 1:
        known = replace(known, spot=(x, y))
    try:
        reading = read_photo(known)
    except PhotoRefused as refused:
        answer = problem(refused.status, str(refused), "photo")
        if refused.after:
            answer.headers["Retry-After"] = str(refused.after)
        return answer
    return jsonify(reading_to_json(reading))


def tiles_among(written: Iterable[str]) -> tuple[Tile, ...]:
    """The tiles in this text; other words are ignored."""
    found = []
    for words in written:
        with suppress(RuleError):
            found.append(Tile.parse(words))
    return tuple(dict.fromkeys(found))


@bp.post("/hand")
@needs("score", MATCH)
def into_hand(_: Club, state: MatchState) -> Response:
    typed: Typed = MultiDict(request.form)
    words = _fill(typed, state, state.score.round_open, "tiles", "pips")
    return never_kept(hand_page(state, ReportedHandForm.on(state, formdata=typed), photo=words))


@bp.post("/rounds/<int:original>")
@bp.post("/round")
@needs("score", MATCH)
def into_round(club: Club, state: MatchState, original: int | None = None) -> Response:
    correcting = None if original is None else round_or_404(state, original)
    typed: Typed = MultiDict(request.form)
    seat = typed.get("photo_seat", type=int)
    number = correcting.round if correcting else state.score.round_open
    words = CHOOSE
    if seat is not None and 0 <= seat < len(state.match.seats):
        words = _fill(typed, state, number, f"tiles_{seat}", f"pips_{seat}")
    form = RoundForm.for_state(state, formdata=typed)
    page = round_page(club, state, form, correcting)
    page.photo = words
    return never_kept(render_template("rounds/form.html", page=page))


def _fill(typed: Typed, state: MatchState, round: int, tiles: str, pips: str) -> str:
    """Put the photo's tiles where they would have been tapped, and say in words what was seen."""
    others = [
        words
        for name in typed
        if name.startswith("tiles_") and name != tiles
        for words in typed.getlist(name)
    ]
    try:
        reading = read_photo(known_of(state, round, tiles_among(others)))
    except PhotoRefused as refused:
        return str(refused)
    typed.setlist(tiles, [str(Tile.of(*tile.halves)) for tile in reading.tiles])
    typed.setlist(pips, [""])
    return _in_words(reading)


def _in_words(reading: Reading) -> str:
    if not reading.tiles:
        return "No tiles were found in the photo. Enter the hand yourself."
    seen = " ".join("{}-{}".format(*tile.halves) for tile in reading.tiles)
    unsure = [tile for tile in reading.tiles if not tile.sure]
    doubtful = " ".join("{}-{}".format(*tile.halves) for tile in unsure)
    doubted = f" Not sure: {doubtful}." if unsure else ""
    return f"The photo shows {seen}.{doubted} Check it: nothing is saved yet."
