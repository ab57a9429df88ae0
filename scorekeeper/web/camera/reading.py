"""From a request's photo to its tiles, within what the match allows; or the sentence why not."""

from collections.abc import Iterable
from io import BytesIO
from typing import IO, Any

from flask import Request, current_app, request

from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.vision.groups import hands_in
from scorekeeper.vision.hands import Known, Reading
from scorekeeper.vision.limits import BESIDE, MOST_BODY
from scorekeeper.vision.picture_error import NotAPicture
from scorekeeper.vision.worker import CannotRead, Worker
from scorekeeper.web.auth.access import visitor


class PhotoRequest(Request):
    """A request whose files never touch a disk."""

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        """Werkzeug would write what is longer than half a megabyte to a temporary file."""
        return BytesIO()


def allow_photo(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let this request's body be as large as a photo; to be called before the body is read."""
    request.max_content_length = MOST_BODY
    request.max_form_memory_size = BESIDE  # of a field that is no file, and of a piece of the body


ONE_HAND = "Take one hand at a time: several photos of one hand are added together."


class PhotoRefused(Exception):
    """A photo that was not read: `str(error)` says why, `status` is the answer's."""

    def __init__(self, words: str, status: int, after: int | None = None) -> None:
        super().__init__(words)
        self.status, self.after = status, after


def read_photo(field: str, known: Known) -> Reading:
    """The tiles on the photo in this field of the form."""
    sent = request.files.get(field)
    if sent is None or not sent.filename:
        raise PhotoRefused("Take or choose a photo first.", 422)
    camera: Worker = current_app.extensions["camera"]
    wait = current_app.extensions["camera_limit"].wait(visitor().device or "")
    if wait:
        raise PhotoRefused(
            f"Too many photos at once. Enter the hand yourself, or try again in {wait} seconds.", 429, wait
        )
    try:
        return _one_hand(camera.read(sent.stream.read(), known), known)
    except NotAPicture as error:
        raise PhotoRefused(str(error), 422) from error
    except CannotRead as error:
        raise PhotoRefused(str(error), 503, 5) from error


def _one_hand(reading: Reading, known: Known) -> Reading:
    """The reading, unless it shows more than one player can hold, or hands that lie apart."""
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
    card = state.card
    return Known(card.set, frozenset((tile.high, tile.low) for tile in gone), _most(state))


def _most(state: MatchState) -> int:
    """The most tiles one player can hold: those dealt, or where one draws, all but one of each other's."""
    players, card = len(state.match.seats), state.card
    return card.tile_set.size - players + 1 if card.draw else card.deal_for(players)
