"""Other ways to look at a match: on a TV over the bar, on the table between two sides, as a picture."""

import struct
import zlib
from collections.abc import Sequence
from math import sqrt

from flask import Blueprint, Response, render_template, url_for

from scorekeeper.services.clubs.club_results import in_play, record
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.doors import page_at
from scorekeeper.web.forms import new_key
from scorekeeper.web.http.db import get_db, now, today
from scorekeeper.web.http.downloads import qr_code
from scorekeeper.web.matches.views import match_page

bp = Blueprint("displays", __name__, url_prefix="/c/<club>")

_BOARDS = 3  # matches that can be read at four metres on one screen; of more, three take their turn
_MOST = 30
_MATCH_SCREENS = {"tv": "displays/_tv_match.html", "table": "displays/_table.html"}


@page_at(bp, "/matches/<match>/<any(tv, table):screen>", role="watch")
def match(club: Club, match: str, screen: str) -> str:
    """The match on a screen of its own; ``tv`` needs no hand, ``table`` has keys on both sides."""
    return _match_screen(club, match, screen, f"displays/{screen}.html")


@page_at(bp, "/matches/<match>/<any(tv, table):screen>/state", role="watch", kept="match")
def match_state(club: Club, match: str, screen: str) -> str:
    return _match_screen(club, match, screen, _MATCH_SCREENS[screen])


def _match_screen(club: Club, match: str, screen: str, template: str) -> str:
    page = match_page(club, match, "keys" if screen == "table" else None)
    return render_template(template, page=page, act_key=new_key(), at=now())


@page_at(bp, "/tv", role="watch")
def tv(club: Club) -> str:
    return _club_screen(club, "displays/tv_club.html")


@page_at(bp, "/tv/state", role="watch", kept="club")
def tv_state(club: Club) -> str:
    return _club_screen(club, "displays/_tv_club.html")


@page_at(bp, "/tv/code.svg", role="watch")
def club_code(club: Club) -> Response:
    """The QR code of the club's own address, which opens for everybody if anybody may watch."""
    return qr_code(url_for("clubs.show", club=club.id, _external=True))


def _club_screen(club: Club, template: str) -> str:
    with record(get_db(), club.id) as known:
        lines = in_play(get_db(), club.id, known, today())[0][:_MOST] or known.finished(_BOARDS)
    divisions = divisions_of_matches(get_db(), club.id, [line.match.id for line in lines])
    return render_template(template, club=club, lines=lines, divisions=divisions, at=now())


picture_bp = Blueprint("score_picture", __name__, url_prefix="/c/<club>/matches")

WIDTH, HEIGHT = 1200, 630  # pixels, as chats ask for
_MARGIN = 90
_COLOURS = bytes.fromhex("0b1a16 f3efe4 e5b94a")  # the table, the pips, the winner's
# Three pips wide, five high: a digit of eight for each row.
_SIGNS = {
    "0": "75557",
    "1": "26227",
    "2": "71747",
    "3": "71717",
    "4": "55711",
    "5": "74717",
    "6": "74757",
    "7": "71111",
    "8": "75757",
    "9": "75717",
    "−": "00700",
    "–": "00700",
}


@page_at(picture_bp, "/<match>/score.png", role="watch", of=MATCH)
def show(_: Club, state: MatchState) -> Response:
    return Response(score_picture(state.score.totals, state.score.winner), mimetype="image/png")


def score_picture(totals: Sequence[int], winner: int | None) -> bytes:
    """The PNG; the winner's total is gold."""
    signs: list[tuple[str, int]] = []
    for side, total in enumerate(totals):
        signs += [("–", 1)] * bool(side)
        signs += [(sign, 2 if side == winner else 1) for sign in str(total).replace("-", "−")]
    pitch = min((WIDTH - 2 * _MARGIN) // (4 * len(signs) - 1), (HEIGHT - 2 * _MARGIN) // 5)
    left, top = (WIDTH - pitch * (4 * len(signs) - 1)) // 2, (HEIGHT - 5 * pitch) // 2
    rows = [bytes(WIDTH)] * HEIGHT
    for y in range(5 * pitch):
        half = int(sqrt(max(0, (0.42 * pitch) ** 2 - (y % pitch + 0.5 - pitch / 2) ** 2)))
        row = bytearray(WIDTH)
        for n, (sign, colour) in enumerate(signs):
            for place in range(3):
                if int(_SIGNS[sign][y // pitch]) & 4 >> place:
                    centre = left + (4 * n + place) * pitch + pitch // 2
                    row[centre - half : centre + half] = bytes([colour]) * (2 * half)
        rows[top + y] = bytes(row)
    return _png(rows)


def _png(rows: Sequence[bytes]) -> bytes:
    size = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    text = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = ((b"IHDR", size), (b"PLTE", _COLOURS), (b"IDAT", text), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
