"""The page of a night: who won most, the bests, the picture and its table, every match."""

from dataclasses import dataclass
from datetime import date

from scorekeeper.rules.text import counted, side_name
from scorekeeper.services.clubs.evenings import Best, Evening, PlayerEvening, evening_of
from scorekeeper.services.clubs.results import MatchResult
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.evenings.picture import EveningPicture
from scorekeeper.web.http.paging import Page, paged

_LISTED = 30  # matches on a page
_ON_SLIP = 6  # players and bests, so that the slip stays one look


def matches_in_words(count: int) -> str:
    """``1 match``, ``7 matches``."""
    return counted(count, "match", "matches")


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

    @classmethod
    def of(cls, club: Club, day: date, today: date, lines: list[MatchResult], number: int) -> "EveningPage":
        """The night of this day; ``lines`` are its matches, newest first."""
        evening = evening_of(lines)
        named = f"{day:%A} {day.day} {day:%B}" + (f" {day.year}" if day.year != today.year else "")
        listed = paged(evening.matches[::-1], _LISTED, number)
        return cls(club, day, named, day == today, evening, EveningPicture.of(evening), listed)

    @property
    def headline(self) -> str:
        """Who won most: a name, two or three who are level, else that many are."""
        first = [player.name for player in self.evening.first]
        if not first:
            return "Nobody won"
        return side_name(first) if len(first) <= 3 else f"{len(first)} level"

    @property
    def score(self) -> str:
        """The best result: ``4 of 5``, or ``4 won`` if those who are level played different numbers."""
        first = self.evening.first
        if not first:
            return "–"
        played = {player.played for player in first}
        won = first[0].count("won")
        return f"{won} of {played.pop()}" if len(played) == 1 else f"{won} won"

    @property
    def size(self) -> str:
        """``7 matches · 4 players``."""
        players = len(self.evening.players)
        return f"{matches_in_words(len(self.evening.matches))} · {counted(players, 'player')}"

    @property
    def standing(self) -> list[tuple[int, str, int, int]]:
        """The first players as (place, name, matches won, share of the most in percent)."""
        most = max(1, *(player.count("won") for player in self.evening.players))
        return [
            (player.place, player.name, player.count("won"), 100 * player.count("won") // most)
            for player in self._first
        ]

    @property
    def honours(self) -> list[str]:
        """The first bests in words, the game named where there were several."""
        return self._bests[:_ON_SLIP]

    @property
    def more_honours(self) -> list[str]:
        """The bests for which the slip has no room."""
        return self._bests[_ON_SLIP:]

    @property
    def share_text(self) -> str:
        """The night in a few sentences, for a message."""
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
