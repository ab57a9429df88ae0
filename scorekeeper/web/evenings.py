"""A night of the club as a page that can be shared: its matches, who won most, and the best scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from flask import Blueprint, abort, render_template

from scorekeeper.names import name_key
from scorekeeper.rules.text import counted, side_name
from scorekeeper.services.clubs.club_results import MatchResult, club_record, in_play
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.doors import page_at
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import page_asked, paged
from scorekeeper.web.http.templating import named_day

_LISTED = 30  # matches on a page
_ON_SLIP = 6  # players and bests, so that the slip stays one look
_BESTS = (
    ("fifteens", "most fifteens in a match"),
    ("highest_play", "highest play"),
    ("biggest_round", "biggest round"),
    ("biggest_lead", "biggest lead"),
    ("comeback", "won from behind by"),
)
Mark = Literal["won", "drawn", "lost"]
bp = Blueprint("evenings", __name__, url_prefix="/c/<club>/evenings")


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """One player's night, alone and in pairs."""

    place: int  # shared by those with as many wins and losses
    name: str
    marks: tuple[Mark | None, ...]  # of each match, None where they did not play

    def count(self, mark: Mark) -> int:
        return self.marks.count(mark)

    @property
    def played(self) -> int:
        return len(self.marks) - self.marks.count(None)


def _players(matches: Sequence[MatchResult]) -> tuple[PlayerEvening, ...]:
    names = {seat.player: seat.name for line in matches for seat in line.match.seats}
    marks: dict[str, list[Mark | None]] = {player: [None] * len(matches) for player in names}
    for number, line in enumerate(matches):
        for seat in line.match.seats:
            marks[seat.player][number] = (
                "drawn" if line.winner is None else "won" if line.winner == seat.side else "lost"
            )
    ranks = {player: (-found.count("won"), found.count("lost")) for player, found in marks.items()}
    order = sorted(names, key=lambda player: (ranks[player], name_key(names[player])))
    ahead = sorted(ranks.values())
    return tuple(
        PlayerEvening(1 + ahead.index(ranks[player]), names[player], tuple(marks[player])) for player in order
    )


def _bests(matches: Sequence[MatchResult]) -> list[str]:
    """By game, the most played first: points of two do not compare. A single point, or game, is none."""
    played = [line.game for line in matches]
    found = []
    for game in sorted(dict.fromkeys(played), key=played.count, reverse=True):
        lines = [line for line in matches if line.game is game]
        made = [pair for line in lines for pair in zip(line.sides, line.honours, strict=True)]
        for kind, words in _BESTS:
            best = max(getattr(honours, kind) for _, honours in made)
            sides = list(dict.fromkeys(side for side, honours in made if getattr(honours, kind) == best))
            who = ", ".join(sides[:3]) + (f" and {len(sides) - 3} more" if len(sides) > 3 else "")
            if best > 1:
                found.append((game, f"{who}: {words} {best}"))
    several = len({game for game, _ in found}) > 1
    return [f"{words} ({game.short})" if several else words for game, words in found]


def _headline(first: list[str]) -> str:
    """Who won most: ``Ann won``, two or three who are level, else that many are."""
    if not first:
        return "Nobody won"
    return f"{side_name(first)} won" if len(first) <= 3 else f"{len(first)} level"


def _score(first: Sequence[PlayerEvening]) -> str:
    """The best result: ``4 of 5``, or ``4`` if those who are level played different numbers."""
    if not first:
        return "–"
    played = {player.played for player in first}
    won = first[0].count("won")
    if len(played) == 1:
        return f"{won} of {played.pop()}"
    return str(won) if len(first) <= 3 else f"{won} won"


@page_at(bp, "/<day>", role="watch", kept="club")
def show(club: Club, day: str) -> str:
    try:
        asked = date.fromisoformat(day)
        with club_record(get_db(), club.id) as known:
            lines = known.of_day(asked)
            playing, _ = in_play(get_db(), club.id, known, today())
    except (ValueError, OverflowError):
        abort(404, "There is no such day.")
    matches = [line for line in reversed(lines) if line.result]  # as they were started
    players, bests = _players(matches), _bests(matches)
    # Who won most; more than one where they are level, nobody where no match was won.
    first = [player for player in players if player.place == 1 and player.count("won")]
    size = counted(len(matches), "match", "matches")
    listed = paged(matches[::-1], _LISTED, page_asked())
    return render_template(
        "evenings/show.html",
        day=asked,
        named=named_day(asked),
        is_today=asked == today(),
        matches=len(matches),
        running=sum(line in playing for line in lines),
        players=players,
        headline=_headline([player.name for player in first]),
        score=_score(first),
        size=f"{size} · {counted(len(players), 'player')}",
        standing=players[:_ON_SLIP],
        honours=bests[:_ON_SLIP],
        more_honours=bests[_ON_SLIP:],
        listed=listed,
        divisions=divisions_of_matches(get_db(), club.id, [line.match.id for line in listed]),
    )
