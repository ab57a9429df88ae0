"""The club's page, and the cards of its links."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.club_results import ClubResults, MatchResult
from scorekeeper.services.leagues.tonight import LeagueMatchday
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.timestamps import club_day_of, span_of_club_day
from scorekeeper.web.auth.access import Visitor
from scorekeeper.web.http.paging import Page, paged

_RECENT = 30  # matches that are over, that are being played, or that were never finished
_FADES = timedelta(days=2)  # after which an unfinished match is no longer shown among those being played

_LINK_WORDS = {
    "watch": ("Watch", "Anyone with this link sees matches and tables, and changes nothing."),
    "score": ("Score", "Anyone with this link can start matches and enter rounds."),
    "manage": ("Manage", "Anyone with this link can also rename, revoke links and open or close the club."),
}


@dataclass(frozen=True, slots=True)
class LinkCard:
    """One of the club's links, with what anyone who opens it can do."""

    role: str
    title: str
    words: str
    url: str
    generation: int

    @classmethod
    def of(cls, role: str, url: str, generation: int) -> "LinkCard":
        """The card of this role's link."""
        return cls(role, *_LINK_WORDS[role], url, generation)


@dataclass(frozen=True, slots=True)
class Day:
    """The finished matches of one day; today's are shown, earlier ones folded."""

    name: str
    date: str
    open: bool
    lines: list[MatchResult]

    @property
    def count(self) -> str:
        """``6 matches``."""
        return counted(len(self.lines), "match", "matches")


@dataclass(frozen=True, slots=True)
class ClubPage:
    """This phone's own match, tonight in the leagues, then the others': a line each.

    ``faded`` are matches that nobody finished for days, ``abandoned`` those of tonight that can be taken up
    again. Later pages list only the matches being played and
    those never finished.
    """

    club: Club
    visitor: Visitor
    today: str
    mine: list[MatchResult]
    playing: Page[MatchResult]
    faded: Page[MatchResult]
    days: list[Day]
    abandoned: list[MatchResult]
    league_matchdays: list[LeagueMatchday]

    @property
    def matches(self) -> list[str]:
        """The ids of all matches on the page."""
        finished = [line for day in self.days for line in day.lines]
        open_ = (*self.mine, *self.playing.shown, *self.abandoned, *self.faded.shown)
        return [line.match.id for line in (*open_, *finished)]

    @property
    def pages(self) -> Page[MatchResult]:
        """Whether there are pages before and after this one."""
        return Page((), self.playing.number, self.playing.more or self.faded.more)

    @classmethod
    def of(
        cls,
        club: Club,
        visitor: Visitor,
        known: ClubResults,
        league_matchdays: list[LeagueMatchday],
        today: date,
        own: Collection[str],
        number: int = 1,
    ) -> "ClubPage":
        """The page of this day; ``own`` are the matches that this phone has entered something in."""
        running = known.running
        since, _ = span_of_club_day(today - _FADES + timedelta(days=1))
        fresh = [line for line in running if line.match.started_at >= since]
        faded = [line for line in running if line.match.started_at < since]
        mine = [line for line in fresh if line.match.id in own][:1]
        return cls(
            club,
            visitor,
            f"{today:%A} {today.day} {today:%B}",
            mine,
            paged([line for line in fresh if line not in mine], _RECENT, number),
            paged(faded, _RECENT, number),
            _days(known.finished(_RECENT), today) if number == 1 else [],
            [line for line in known.of_day(today) if line.abandoned],
            league_matchdays,
        )


def _day(line: MatchResult) -> date:
    return club_day_of(line.match.started_at)


def _days(lines: list[MatchResult], today: date) -> list[Day]:
    names = {today: "Today", today - timedelta(days=1): "Yesterday"}
    return [
        Day(names.get(day, f"{day:%A} {day.day} {day:%b}"), day.isoformat(), day == today, list(found))
        for day, found in groupby(lines, _day)
    ]
