"""Captains: the links and PINs of their teams, whose phones those are, and what such a phone may enter."""

from collections.abc import Sequence

from sqlite_utils import Database

from scorekeeper.rules.fixtures import Status
from scorekeeper.services.gate import CLUB, Act, act
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.store.clubs.access import see_device, set_pin
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues import captains
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.store.leagues.squads import all_squads, entries

SEALED = "Each captain names players on a phone of their own; both line-ups are shown once both have named."
CAPTAINS_ONLY = "In this league only the captains’ own phones enter cards. Open your team’s link first."
ELSEWHERE = "elsewhere"  # no team's id


@act(SEASON, "manage", "link", even_closed=True)
def renew_link(act: Act[Season], squad: str, seen: int | None = None) -> None:
    """Make the link of this team's captain, or end the one of generation ``seen`` by a new one, once."""
    if seen in (None, captains.captain_generation(act.db, act.club, squad)):
        captains.renew_captain_link(act.db, act.club, squad, act.author)


@act(CLUB, "manage", "link")
def make_links(act: Act[Club]) -> int:
    """A link for every team that plays in a season and has none yet; how many."""
    playing = {league.id for league in leagues(act.db, act.club) if not league.closed}
    have, played = captains.captain_links(act.db, act.club), entries(act.db, act.club)
    teams = (team.id for team in all_squads(act.db, act.club, "teams") if team.id not in have)
    without = [team for team in teams if playing & {*played[team]}]
    for team in without:
        captains.renew_captain_link(act.db, act.club, team, act.author)
    return len(without)


@act(SEASON, "manage", "link", even_closed=True)
def set_captain_pin(act: Act[Season], squad: str, pin: str | None) -> None:
    """Give this team's link a PIN, or none. It ends the link, and every phone that came in by it before."""
    set_pin(act.db, act.club, pin, act.author, squad)
    captains.renew_captain_link(act.db, act.club, squad, act.author)


@act(CLUB, "watch", None)
def accept_link(act: Act[Club], squad: str, generation: int) -> bool:
    """This phone becomes the team's captain's; False where the link has been ended meanwhile.

    What it shows is the link's secret, which the door has checked; no role is needed before.
    """
    if captains.captain_generation(act.db, act.club, squad) != generation:
        return False
    captains.make_captain(act.db, act.club, squad, generation, act.author)
    see_device(act.db, act.club, act.author.device, "captain", act.author.at)
    captains.follow_team(act.db, act.club, act.author.device, squad)
    return True


def own_team(
    db: Database, club: str, league: str, device: str | None, among: Sequence[str] = ()
) -> str | None:
    """Whose captain's phone this is in the league, first of all whose ``among`` these teams.

    ``ELSEWHERE`` if nobody's here; None for no captain's.
    """
    own = captains.captained_teams_in(db, club, league, device)
    found = next((team for team in [*(team for team in own if team in among), *own]), None)
    return found or (ELSEWHERE if captains.captained_teams(db, club, device) else None)


def why_barred(season: Season, card: FixtureCard, squad: str | None) -> str | None:
    """Why the phone of this team's captain (None: of no captain) may enter nothing on the card, or None."""
    gone = season.day.withdrawals.gone(card.facts.teams)
    if gone and season.status(card) in (Status.VOID, Status.FORFEITED):
        return f"{card.names[gone[0]]} left the league: only the secretary enters this card."
    if squad is None:
        return SEALED if card.sealed else CAPTAINS_ONLY if season.rules.captains_only else None
    return None if squad in card.facts.teams else own_team_only(season, squad)


def own_team_only(season: Season, squad: str) -> str:
    whose = f"{season.names[squad]}’s" if squad in season.names else "a captain’s in another league"
    return f"This phone is {whose}: it acts for that team only."
