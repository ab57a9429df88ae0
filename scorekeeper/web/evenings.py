"""A night of the club as a page that can be shared."""

from dataclasses import dataclass
from datetime import date

from flask import Blueprint, abort, render_template

from scorekeeper.rules.text import counted, side_name
from scorekeeper.services.clubs.club_results import MatchResult, record
from scorekeeper.services.clubs.evenings import Best, Evening, Mark, PlayerEvening, evening_of
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.auth.access import needs
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.page_cache import cached_page
from scorekeeper.web.http.paging import Page, page_asked, paged

WIDTH = 360  # units; about as many pixels on a phone
ROW = 30  # units from one player to the next
_NAMES = 112  # where the names end and the first match begins
_WINS = 26  # kept at the right for the number of wins
_MOST_PLAYERS, _MOST_MATCHES = 12, 24  # more would be too small to read; the table lists them all
_WIDEST = 18  # a sign
_HEIGHTS: dict[Mark, int] = {"won": 20, "drawn": 12, "lost": 4}


@dataclass(frozen=True, slots=True)
class Sign:
    """The symbol for a match's end: a tall tile for a win, half of one for a draw, a line for a loss."""

    kind: Mark
    x: float
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class PictureRow:
    name: str
    y: int
    won: int
    signs: list[Sign]


@dataclass(frozen=True, slots=True)
class EveningPicture:
    """``width`` is that of a sign; ``left_out`` says what there was no room for."""

    rows: list[PictureRow]
    width: float
    height: int
    left_out: str

    @classmethod
    def of(cls, evening: Evening) -> "EveningPicture":
        shown = min(len(evening.matches), _MOST_MATCHES)
        step = min((WIDTH - _NAMES - _WINS) / max(1, shown), _WIDEST + 6.0)
        width = round(step * 0.7, 1)
        rows = [
            PictureRow(
                player.name,
                ROW * row,
                player.count("won"),
                [
                    Sign(mark, round(_NAMES + step * n, 1), ROW * row + 26 - _HEIGHTS[mark], _HEIGHTS[mark])
                    for n, mark in enumerate(player.marks[-shown:])
                    if mark
                ],
            )
            for row, player in enumerate(evening.players[:_MOST_PLAYERS])
        ]
        return cls(rows, width, ROW * len(rows) + 4, _left_out(evening, shown))


def _left_out(evening: Evening, shown: int) -> str:
    said = [f"the last {shown} matches"] if shown < len(evening.matches) else []
    said += [f"the first {_MOST_PLAYERS} players"] if len(evening.players) > _MOST_PLAYERS else []
    return f"Drawn here: {' of '.join(said[::-1])}." if said else ""


_LISTED = 30  # matches on a page
_ON_SLIP = 6  # players and bests, so that the slip stays one look


@dataclass(frozen=True, slots=True)
class EveningPage:
    """One day of the club. ``named`` is the day in words, with its year where it is not this one's."""

    club: Club
    day: date
    named: str
    is_today: bool
    evening: Evening
    picture: EveningPicture
    listed: Page[MatchResult]

    @property
    def headline(self) -> str:
        """Who won most: ``Ann won``, two or three who are level, else that many are."""
        first = [player.name for player in self.evening.first]
        if not first:
            return "Nobody won"
        return f"{side_name(first)} won" if len(first) <= 3 else f"{len(first)} level"

    @property
    def score(self) -> str:
        """The best result: ``4 of 5``, or ``4`` if those who are level played different numbers."""
        first = self.evening.first
        if not first:
            return "–"
        played = {player.played for player in first}
        won = first[0].count("won")
        if len(played) == 1:
            return f"{won} of {played.pop()}"
        return str(won) if len(first) <= 3 else f"{won} won"

    @property
    def size(self) -> str:
        players = len(self.evening.players)
        matches = counted(len(self.evening.matches), "match", "matches")
        return f"{matches} · {counted(players, 'player')}"

    @property
    def standing(self) -> list[tuple[int, str, int, int]]:
        most = max(1, *(player.count("won") for player in self.evening.players))
        return [
            (player.place, player.name, player.count("won"), 100 * player.count("won") // most)
            for player in self._first
        ]

    @property
    def honours(self) -> list[str]:
        return self._bests[:_ON_SLIP]

    @property
    def more_honours(self) -> list[str]:
        return self._bests[_ON_SLIP:]

    @property
    def share_text(self) -> str:
        won = ", ".join(f"{player.name} {player.count('won')} of {player.played}" for player in self._first)
        more = "".join(f" {words}." for words in self.honours)
        return f"{self.club.name}, {self.named}: {self.size}. Matches won: {won}.{more}"

    @property
    def _bests(self) -> list[str]:
        several = len({best.game for best in self.evening.bests}) > 1
        return [_words(best, several) for best in self.evening.bests]

    @property
    def _first(self) -> tuple[PlayerEvening, ...]:
        return self.evening.players[:_ON_SLIP]


def _words(best: Best, several: bool) -> str:
    game = f" ({best.game.short})" if several else ""
    return f"{_all(best.sides)}: {best.words} {best.number}{game}"


def _all(sides: tuple[str, ...]) -> str:
    return ", ".join(sides[:3]) + (f" and {len(sides) - 3} more" if len(sides) > 3 else "")


bp = Blueprint("evenings", __name__, url_prefix="/c/<club>/evenings")


@bp.get("/<day>")
@needs("watch")
@cached_page("club")
def show(club: Club, day: str) -> str:
    try:
        asked = date.fromisoformat(day)
        with record(get_db(), club.id) as known:
            lines = known.of_day(asked)
    except (ValueError, OverflowError):
        abort(404, "There is no such day.")
    evening, now = evening_of(lines), today()
    page = EveningPage(
        club,
        asked,
        named=f"{asked:%A} {asked.day} {asked:%B}" + (f" {asked.year}" if asked.year != now.year else ""),
        is_today=asked == now,
        evening=evening,
        picture=EveningPicture.of(evening),
        listed=paged(evening.matches[::-1], _LISTED, page_asked()),
    )
    divisions = divisions_of_matches(get_db(), club.id, [line.match.id for line in page.listed])
    return render_template("evenings/show.html", page=page, divisions=divisions)
