"""The county's pages: one desk over every competition, and every captain's link on one sheet."""

from collections import Counter
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.exchange.messages import day_words
from scorekeeper.names import MAX_NAME, clean_name, name_key
from scorekeeper.rules.fixtures import Status
from scorekeeper.rules.text import counted
from scorekeeper.services.leagues.captains import make_links
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import CardOf, County, open_county
from scorekeeper.services.leagues.squads import find_squad
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.squads import Squad, registrations
from scorekeeper.web.captains import captain_url
from scorekeeper.web.doors import Door, page_at
from scorekeeper.web.http.answers import qr_code
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.leagues.views import Todo, status_of, todo_of, waiting_of
from scorekeeper.web.reminders import refused_mails

bp = Blueprint("county", __name__, url_prefix="/c/<club>/leagues")

# What is to be done is called so above a list, and so behind a number.
_KINDS = {
    Status.DIFFERS: ("Differ", "differ"),
    Status.MISSING: ("Missing", "missing"),
    Status.UNDATED: ("No date", "without a date"),
    Status.TO_SIGN: ("Unsigned", "to sign"),
}
_DAYS = 4  # columns of who is at home


def _to_do(waiting: list[tuple[Season, list[FixtureCard]]]) -> dict[str, list[Todo]]:
    """What is to be done, by its kind, the oldest first."""
    found = [todo_of(season, card) for season, cards in waiting for card in cards]
    found.sort(key=lambda one: one.card.fixture.day or "")
    return {kind: [one for one in found if one.status is status] for status, (kind, _) in _KINDS.items()}


def _at_home(county: County) -> dict[str, Any]:
    """The next ``days``, and as ``rows`` the pubs with who is at home there on each."""
    days = sorted({one.card.fixture.day or "" for one in county.coming})[:_DAYS]
    at: dict[str, dict[str, list[CardOf]]] = {}
    names: dict[str, str] = {}
    for one in county.coming:
        day, place = one.card.fixture.day or "", one.card.fixture.place or one.card.teams[0].ground
        if day in days:
            names.setdefault(name_key(place), place)
            at.setdefault(name_key(place), {}).setdefault(day, []).append(one)
    rows = [(names[place], [at[place].get(day, []) for day in days]) for place in sorted(at)]
    return {"days": days, "rows": rows}


def _played(season: Season) -> str:
    """``Tue 24 Nov: 2 of 4 cards in`` of the latest day with some; or that there are no fixtures yet."""
    dated = [card for card in season.cards if card.fixture.day and season.may_count(card)]
    if not dated:
        nothing = "No fixtures yet" if season.squads else "Nobody has entered yet"
        return "" if season.cards else nothing
    days = sorted({card.fixture.day or "" for card in dated})
    day = next((day for day in reversed(days) if day <= season.today.isoformat()), days[0])
    done = [card.complete and not card.differing for card in dated if card.fixture.day == day]
    return f"{day_words(day)}: {sum(done)} of {counted(len(done), 'card')} in"


def _waiting_words(season: Season, waiting: list[FixtureCard]) -> str:
    """``1 differ, 2 missing``; empty where nothing is to be done."""
    found = Counter(status_of(season, card) for card in waiting)
    return ", ".join(f"{found[kind]} {word}" for kind, (_, word) in _KINDS.items() if found[kind])


def _leader(season: Season) -> str:
    """Who leads a league, and by how much; empty before anything was played."""
    rows = season.table if season.rules.format == "league" and season.begun else ()
    if len(rows) < 2:
        return ""
    names, (first, second) = season.names, rows[:2]
    clear = first.points - second.points
    if not clear:
        return f"{names[first.team]} and {names[second.team]} on {first.points}"
    return f"{names[first.team]} {first.points} points, {clear} clear"


@page_at(bp, "/desk", role="watch")
def desk(club: Club) -> str:
    """The desk over every competition: what differs, clashes, is missing or unsigned, and who is at home."""
    county = open_county(get_db(), club.id, today())
    waiting = [(season, waiting_of(season)) for season in county.seasons]
    competitions = [
        (season, _waiting_words(season, cards), _played(season), _leader(season)) for season, cards in waiting
    ]
    return render_template(
        "desk/county.html",
        county=county,
        todo=_to_do(waiting),
        count=sum(len(cards) for _, cards in waiting) + len(county.clashes) + len(county.twice),
        tonight=county.on(county.today),
        competitions=competitions,
        refused=refused_mails(club),
        **_at_home(county),
    )


@page_at(bp, "/captains", role="manage")
def captains(club: Club) -> str:
    """Every team that plays, with its competitions and the address of its link, if it has one."""
    teams = [(team, played, captain_url(club, team.id)) for team, played in _playing(club)]
    return render_template("squads/captains.html", teams=teams)


def _playing(club: Club) -> list[tuple[Squad, list[Season]]]:
    """Every team that plays in a season, by name, and those that it plays in."""
    plays: dict[str, tuple[Squad, list[Season]]] = {}
    for season in open_county(get_db(), club.id, today()).seasons:
        for team in season.squads:
            if season.rules.entrants == "teams" and not team.withdrawn_on:
                plays.setdefault(team.id, (team, []))[1].append(season)
    return sorted(plays.values(), key=lambda one: one[0].name_key)


@page_at(bp, "/register", role="watch")
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
    return render_template("squads/register.html", teams=teams, find=find)


Door(make_links, to="county.captains").serve(page=(bp, "/captains", "make_all"))


@page_at(bp, "/captains/<squad>.svg", role="manage")
def code(club: Club, squad: str) -> Response:
    url = captain_url(club, squad) if find_squad(get_db(), club.id, squad) else None
    return qr_code(url) if url else abort(404)
