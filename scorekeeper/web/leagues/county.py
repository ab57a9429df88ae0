"""The county's pages: one desk over every competition, and every captain's link on one sheet."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from scorekeeper.exchange.messages import day_words
from scorekeeper.names import MAX_NAME, clean_name, name_key
from scorekeeper.rules.fixtures import Status
from scorekeeper.rules.text import counted
from scorekeeper.services.leagues.captains import find_team, make_links
from scorekeeper.services.leagues.county import Clash, County, CountyMatch, open_county
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.squads import Squad, registrations
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.downloads import qr_code
from scorekeeper.web.leagues.views import Todo, status_of, todo_of, waiting_of
from scorekeeper.web.squads import captain_url

bp = Blueprint("county", __name__, url_prefix="/c/<club>/leagues")

_KINDS = {
    Status.DIFFERS: "Differ",
    Status.MISSING: "Late",
    Status.UNDATED: "No date",
    Status.TO_SIGN: "Unsigned",
}
_DAYS = 4  # columns of who is at home


class Line(NamedTuple):
    season: Season
    todo: Todo


@dataclass(frozen=True, slots=True)
class Competition:
    """One competition: its cards of the latest day that has some, and what is to be done, in words."""

    season: Season
    cards: list[FixtureCard]
    waiting: dict[Status, int]

    @classmethod
    def of(cls, season: Season, waiting: list[FixtureCard]) -> "Competition":
        dated = [card for card in season.fixture_cards if card.fixture.day and season.counts(card)]
        days = sorted({card.fixture.day or "" for card in dated})
        day = next((day for day in reversed(days) if day <= season.today.isoformat()), next(iter(days), ""))
        found: dict[Status, int] = {}
        for card in waiting:
            found[status_of(season, card)] = found.get(status_of(season, card), 0) + 1
        return cls(season, [card for card in dated if card.fixture.day == day], found)

    @property
    def played(self) -> str:
        """``Tue 24 Nov: 2 of 4 cards in``, or that there are no fixtures yet."""
        if not self.cards:
            nothing = "No fixtures yet" if self.season.squads else "Nobody has entered yet"
            return "" if self.season.fixture_cards else nothing
        done = sum(card.complete and not card.differing for card in self.cards)
        return (
            f"{day_words(self.cards[0].fixture.day or '')}: {done} of {counted(len(self.cards), 'card')} in"
        )

    @property
    def words(self) -> str:
        """``1 differs, 2 late``; empty where nothing is to be done."""
        named = {Status.DIFFERS: "differ", Status.MISSING: "late", Status.UNDATED: "without a date"}
        named[Status.TO_SIGN] = "to sign"
        return ", ".join(
            f"{self.waiting[kind]} {word}" for kind, word in named.items() if kind in self.waiting
        )

    @property
    def leader(self) -> str:
        """Who leads a league, and by how much; empty before anything was played."""
        rows = self.season.table() if self.season.rules.format == "league" and self.season.begun else ()
        if len(rows) < 2:
            return ""
        names, (first, second) = self.season.names, rows[:2]
        clear = first.points - second.points
        if not clear:
            return f"{names[first.team]} and {names[second.team]} on {first.points}"
        return f"{names[first.team]} {first.points} points, {clear} clear"


@dataclass(frozen=True, slots=True)
class CountyPage:
    """``todo`` are the lines by their kind, the oldest first; ``rows`` are pubs and who is at home there."""

    club: Club
    county: County
    todo: dict[str, list[Line]]
    competitions: list[Competition]
    days: list[str]
    rows: list[tuple[str, list[list[CountyMatch]]]]

    @classmethod
    def of(cls, club: Club, county: County) -> "CountyPage":
        waiting = [(season, waiting_of(season)) for season in county.seasons]
        todo: dict[str, list[Line]] = {word: [] for word in _KINDS.values()}
        for season, cards in waiting:
            for card in cards:
                todo[_KINDS[status_of(season, card)]].append(Line(season, todo_of(club, season, card)))
        for lines in todo.values():
            lines.sort(key=lambda line: line.todo.fixture_card.fixture.day or "")
        days = sorted({one.card.fixture.day or "" for one in county.coming})[:_DAYS]
        at: dict[str, dict[str, list[CountyMatch]]] = {}
        names: dict[str, str] = {}
        for one in county.coming:
            day, place = one.card.fixture.day or "", one.card.fixture.place or one.card.teams[0].ground
            if day in days:
                names.setdefault(name_key(place), place)
                at.setdefault(name_key(place), {}).setdefault(day, []).append(one)
        rows = [(names[place], [at[place].get(day, []) for day in days]) for place in sorted(at)]
        competitions = [Competition.of(season, cards) for season, cards in waiting]
        return cls(club, county, todo, competitions, days, rows)

    @property
    def count(self) -> int:
        lines = sum(map(len, self.todo.values()))
        return lines + len(self.county.clashes) + len(self.county.twice)

    @property
    def tonight(self) -> list[CountyMatch]:
        return self.county.on(self.county.today)

    def way_out(self, clash: Clash) -> CountyMatch | None:
        """The last of the matches that can still be moved or turned round."""
        return next((one for one in reversed(clash.matches) if not one.card.begun), None)


@bp.get("/desk")
@needs("watch")
def desk(club: Club) -> str:
    """The desk over every competition: what differs, clashes, is late or unsigned, and who is at home."""
    page = CountyPage.of(club, open_county(get_db(), club.id, today()))
    return render_template("desk/county.html", page=page)


@bp.get("/captains")
@needs("manage")
def captains(club: Club) -> str:
    """Every team that plays, with its competitions and the address of its link, if it has one."""
    teams = [(team, played, captain_url(club, team.id)) for team, played in _playing(club)]
    return render_template("squads/captains.html", club=club, teams=teams)


def _playing(club: Club) -> list[tuple[Squad, list[Season]]]:
    """Every team that plays in a season, by name, and those that it plays in."""
    plays: dict[str, tuple[Squad, list[Season]]] = {}
    for season in open_county(get_db(), club.id, today()).seasons:
        for team in season.squads:
            if season.rules.entrants == "teams" and not team.withdrawn_on:
                plays.setdefault(team.id, (team, []))[1].append(season)
    return sorted(plays.values(), key=lambda one: one[0].name_key)


@bp.get("/register")
@needs("watch")
def register(club: Club) -> str:
    """Who plays for whom, from when to when; ``?find=`` looks for a player or a team."""
    find = clean_name(request.args.get("find", ""))[:MAX_NAME]
    wanted, known = name_key(find), registrations(get_db(), club.id)
    teams = []
    for team, seasons in _playing(club):
        people = known.get(team.id, [])
        if wanted not in team.name_key:
            people = [one for one in people if wanted in name_key(one.name)]
        if people or not find:
            teams.append((team, seasons, people))
    return render_template("squads/register.html", club=club, teams=teams, find=find)


@bp.post("/captains")
@needs("manage")
def make_all(club: Club) -> Redirect:
    make_links(asks(club), club.id)
    return redirect(url_for(".captains", club=club.id), 303)


@bp.get("/captains/<squad>.svg")
@needs("manage")
def code(club: Club, squad: str) -> Response:
    url = captain_url(club, squad) if find_team(get_db(), club.id, squad) else None
    return qr_code(url) if url else abort(404)
