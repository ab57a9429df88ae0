"""Captains: the link that makes a phone a team's captain's, whatever the team plays; and what it sees first.

That is its team's match tonight, what waits for the captain, and all it plays.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.exchange.messages import day_words
from scorekeeper.rules.fixtures import Status
from scorekeeper.rules.text import ordinal
from scorekeeper.services.clubs.administration import role_of
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.captains import accept_link
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import County, open_county
from scorekeeper.services.leagues.squads import find_squad
from scorekeeper.store.clubs.access import has_pin
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.leagues.captains import Proposal, captain_generation, captained_teams, open_proposals
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.access import verify_not_moved, visitor
from scorekeeper.web.auth.passes import CAPTAIN, grant, is_secret, known_device, link_secret
from scorekeeper.web.auth.pins import Refusal, pin_page, refused_pin
from scorekeeper.web.http.answers import on_a_phone
from scorekeeper.web.http.db import get_db, now, today

bp = Blueprint("captains", __name__, url_prefix="/c/<club>/captain")
_ENDED = "This link no longer opens anything. Ask the league’s secretary for the new one."


class Waiting(NamedTuple):
    """Something only this captain can do."""

    card: FixtureCard
    words: str
    note: str
    act: str  # what settles it


class Tonight(NamedTuple):
    """Today's match, in which the team is at home (0) or away."""

    season: Season
    card: FixtureCard
    side: int

    @property
    def boards(self) -> list[str]:
        """The boards as this team has them: won, lost, or empty while they are open."""
        own = [board.legs and board.legs[self.side] > board.legs[1 - self.side] for board in self.card.boards]
        return ["" if won is None else "W" if won else "L" for won in own]

    @property
    def to_name(self) -> list[tuple[str, int]]:
        """Who has still to name players, and for how many open boards."""
        boards = [board for board in self.card.whole.boards if not board.legs]  # counted, not shown
        missing = [sum(len(board.lineup[side]) < board.kind.seats for board in boards) for side in (0, 1)]
        return [(name, count) for name, count in zip(self.card.names, missing, strict=True) if count]


class CaptainsTeam(NamedTuple):
    team: Squad
    tonight: Tonight | None
    waiting: list[Waiting]
    plays: list[tuple[Season, str, list[str]]]  # its competitions, how it stands in each, and its form


def captains_teams(club: str) -> list[CaptainsTeam]:
    """The teams whose captain's phone this is, each in all that it plays; who plays tonight comes first."""
    db = get_db()
    own = captained_teams(db, club, visitor().device)
    if not own:
        return []
    proposals = {id: one for league in open_proposals(db, club).values() for id, one in league.items()}
    found = (_plays(open_county(db, club, today(), id), id, own, proposals) for id in own)
    return sorted((one for one in found if one), key=lambda one: (one.tonight is None, one.team.name_key))


def _plays(
    county: County, id: str, own: Sequence[str], proposals: Mapping[str, Proposal]
) -> CaptainsTeam | None:
    """The team with what it plays in these seasons; None where it plays in none any more.

    A match of two of the phone's ``own`` teams is shown once, with the one for which it acts (``own_team``).
    """
    squads = [squad for season in county.seasons for squad in season.squads]
    team = next((squad for squad in squads if squad.id == id and not squad.withdrawn_on), None)
    if team is None:
        return None
    own_cards = [
        Tonight(season, card, card.teams.index(team))
        for season in county.seasons
        for card in season.cards
        if id == min({*card.facts.teams} & {*own}, default="") and season.may_count(card)
    ]
    tonight = next((one for one in own_cards if one.card.fixture.day == county.today.isoformat()), None)
    waiting = [
        _waiting(*one, proposals.get(one.card.fixture.id))
        for one in own_cards
        if one is not tonight or one.card.complete
    ]
    plays = [(season, *_standing(season, team)) for season in county.seasons if team in season.squads]
    return CaptainsTeam(team, tonight, [one for one in waiting if one], plays)


def _waiting(season: Season, card: FixtureCard, side: int, proposal: Proposal | None) -> Waiting | None:
    day = day_words(card.fixture.day)
    other, status = card.names[1 - side], season.status(card)
    if proposal and proposal.side != side and not card.begun:
        return Waiting(card, f"{other} ask for {day_words(proposal.day)}", f"instead of {day}", "Answer")
    if status is Status.TO_SIGN and card.names[side] in season.signatures_due(card):
        own, others = card.legs[side], card.legs[1 - side]
        how = "Won" if own > others else "Lost" if own < others else "Drawn"
        signed = "; they have signed" if card.signatures[1 - side] else ""
        return Waiting(
            card, f"Sign the card of {day}", f"{how} {own}–{others} against {other}{signed}", "Sign"
        )
    if status is Status.DIFFERS:
        return Waiting(card, f"{other}, {day}", card.dispute, "Settle")
    if status is Status.MISSING:
        return Waiting(card, f"The card of {day} is missing", f"against {other}", "Enter")
    return None


def _standing(season: Season, team: Squad) -> tuple[str, list[str]]:
    """``2nd of 8, 3 behind`` in a league, and its last results; elsewhere whom it meets next."""
    if season.rules.format == "league":
        rows = season.table
        row = next((row for row in rows if row.team == team.id), None)
        if row is None or not row.played:
            return "nothing played yet", []
        behind = rows[0].points - row.points
        apart = behind or row.points - max((one.points for one in rows if one is not row), default=0)
        words = f", {apart} {'behind' if behind else 'clear'}" if apart > 0 else ""
        return f"{ordinal(row.place)} of {len(rows)}{words}", [*row.form][-3:]
    ahead = [card for card in season.cards if team in card.teams and not card.complete]
    if not ahead:
        return "no match yet", []
    card = min(ahead, key=lambda card: card.fixture.day or "9")
    return f"{season.round_title(card)}: {' v '.join(card.names)}, {day_words(card.fixture.day)}", []


def captain_url(club: Club, squad: str) -> str | None:
    """The address that makes a phone this team's captain's; None before it has been made."""
    generation = captain_generation(get_db(), club.id, squad)
    if not generation:
        return None
    secret = link_secret(club.id, role_of("captain", squad), generation)
    return on_a_phone(url_for("captains.join", squad=squad, secret=secret))


@bp.get("/<squad>/<secret>")
def join(club: str, squad: str, secret: str) -> str:
    """The page that makes this phone the captain's, by a tap: a preview in a chat opens the link as well."""
    found, team, _ = _opened(club, squad, secret)
    if has_pin(get_db(), club, squad):
        return pin_page(team=team.name)
    return render_template("squads/captain.html", club=found, team=team.name)


@bp.post("/<squad>/<secret>")
def accept(club: str, squad: str, secret: str) -> Response | Refusal:
    """Exchange the link's secret for a cookie; where a PIN guards the link, a wrong one is counted."""
    _, team, generation = _opened(club, squad, secret)
    if has_pin(get_db(), club, squad) and (refusal := refused_pin(club, squad, team.name)):
        return refusal
    grant(club, CAPTAIN, 0)
    ask = Ask(get_db(), club, Author(known_device(club), now()), "watch")
    if not accept_link(ask, club, squad, generation).answer:
        abort(404, _ENDED)
    return redirect(url_for("clubs.show"), 303)


def _opened(club: str, squad: str, secret: str) -> tuple[Club, Squad, int]:
    """A team's link that stands: whose it is, and which of its links, counted from 1."""
    found = find_club(get_db(), club)
    verify_not_moved(club)
    team, generation = find_squad(get_db(), club, squad), captain_generation(get_db(), club, squad)
    role = role_of("captain", squad)
    if found is None or team is None or not generation or not is_secret(club, role, generation, secret):
        abort(404, _ENDED)
    return found, team, generation
