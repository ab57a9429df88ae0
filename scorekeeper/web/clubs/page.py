"""The club's page, and the cards of its links."""

from dataclasses import dataclass

from scorekeeper.services.clubs.club_results import ClubResults
from scorekeeper.services.clubs.results import MatchResult
from scorekeeper.services.leagues.tonight import LeagueNight
from scorekeeper.store.clubs import Club
from scorekeeper.web.auth.access import Visitor
from scorekeeper.web.forms.act import new_key

_RECENT = 8

_LINK_WORDS = {
    "watch": ("Watch", "Whoever opens it sees matches and tables, and changes nothing."),
    "score": ("Score", "Whoever opens it may start matches and enter rounds."),
    "manage": ("Manage", "Whoever opens it may also rename, revoke links and open or close the club."),
}


@dataclass(frozen=True, slots=True)
class LinkCard:
    """One of the club's links, with what whoever opens it may do."""

    role: str
    title: str
    words: str
    url: str

    @classmethod
    def of(cls, role: str, url: str) -> "LinkCard":
        return cls(role, *_LINK_WORDS[role], url)


@dataclass(frozen=True, slots=True)
class ClubPage:
    """Tonight in the leagues, then running matches: what somebody takes the phone out for."""

    club: Club
    visitor: Visitor
    running: list[MatchResult]
    finished: list[MatchResult]
    league_nights: list[LeagueNight]
    key: str

    @classmethod
    def of(
        cls, club: Club, visitor: Visitor, known: ClubResults, league_nights: list[LeagueNight]
    ) -> "ClubPage":
        return cls(club, visitor, known.running, known.finished(_RECENT), league_nights, new_key())
