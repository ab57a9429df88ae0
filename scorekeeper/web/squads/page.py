"""The secretary's page of one team: its name and players, its captain's link, its withdrawal."""

from flask import render_template, url_for

from scorekeeper.rules.leagues.adjustments import WITHDRAWALS
from scorekeeper.services.clubs.link_secrets import captain_role
from scorekeeper.services.gate import Missing
from scorekeeper.services.leagues.captains import link_generation
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.pins import has_pin
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.club_links import link_secret
from scorekeeper.web.auth.pins import MOST_DIGITS
from scorekeeper.web.fixtures.forms import SquadForm, WithdrawForm
from scorekeeper.web.http.db import get_db


def squad_of(season: Season, squad: str) -> Squad:
    """The team of this id. Raises ``Missing``."""
    found = season.squad(squad)
    if found is None:
        raise Missing("team")
    return found


def squad_page(
    club: Club,
    season: Season,
    squad: Squad,
    form: SquadForm | None = None,
    leaving: WithdrawForm | None = None,
    pin_fault: str = "",
) -> str:
    """The page, with the form as it was sent if that was refused; ``pin_fault`` what is wrong with a PIN."""
    return render_template(
        "squads/change.html",
        club=club,
        season=season,
        squad=squad,
        form=form or SquadForm(formdata=None, data=entry_of(squad)),
        leaving=leaving or WithdrawForm(formdata=None),
        captain_url=_captain_url(club, season.league.id, squad.id),
        generation=link_generation(get_db(), club.id, season.league.id, squad.id),
        guarded=has_pin(get_db(), club.id, squad.id),
        pin_fault=pin_fault,
        most_digits=MOST_DIGITS,
        consequence=WITHDRAWALS[season.rules.withdrawal],
    )


def entry_of(squad: Squad) -> dict[str, str | None]:
    """The team as its form has it."""
    players = "\n".join(name for _, name in squad.players)
    return {"name": squad.name, "players": players, "venue": squad.venue, "address": squad.address}


def _captain_url(club: Club, league: str, squad: str) -> str | None:
    """The address that makes a phone this team's captain's; None before it has been made."""
    generation = link_generation(get_db(), club.id, league, squad)
    if not generation:
        return None
    secret = link_secret(club.id, captain_role(squad), generation)
    return url_for("captains.join", club=club.id, league=league, squad=squad, secret=secret, _external=True)
