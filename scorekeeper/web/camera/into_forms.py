"""For a phone without script: the photo goes with its form, and the form comes back with the tiles ticked."""

from flask import render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import MatchEvent
from scorekeeper.vision.hands import Reading
from scorekeeper.web.auth.access import needs
from scorekeeper.web.camera.reading import PhotoRefused, known_of, read_photo
from scorekeeper.web.camera.views import bp, tiles_among
from scorekeeper.web.hands.forms import ReportedHandForm
from scorekeeper.web.hands.views import hand_page
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.matches.views import match_or_404
from scorekeeper.web.rounds.forms import RoundForm
from scorekeeper.web.rounds.views import round_or_404, round_page

CHOOSE = "Say whose hand the photo shows."
Typed = MultiDict[str, str]


@bp.post("/hand")
@needs("score")
def into_hand(club: Club, match: str) -> Response:
    """A reported hand, with the tiles of the photo ticked."""
    state = match_or_404(club, match)
    typed: Typed = MultiDict(request.form)
    words = _fill(typed, state, state.score.round_open, "tiles", "pips")
    return never_kept(hand_page(club, state, ReportedHandForm.for_state(state, formdata=typed), photo=words))


@bp.post("/round")
@needs("score")
def into_round(club: Club, match: str) -> Response:
    """The end of a round, with the tiles of the photo ticked in the hand that it shows."""
    return _into(club, match_or_404(club, match), None)


@bp.post("/rounds/<int:original>")
@needs("score")
def into_correction(club: Club, match: str, original: int) -> Response:
    """The same for a round that is being corrected."""
    state = match_or_404(club, match)
    return _into(club, state, round_or_404(state, original))


def _into(club: Club, state: MatchState, correcting: MatchEvent | None) -> Response:
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
        reading = read_photo("photo", known_of(state, round, tiles_among(others)))
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
    doubted = (
        " Not sure: " + " ".join("{}-{}".format(*tile.halves) for tile in unsure) + "." if unsure else ""
    )
    return f"The photo shows {seen}.{doubted} Check it: nothing is saved yet."
