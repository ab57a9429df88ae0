"""Captains: their teams' links and PINs, whose phones those are, and what such a phone may enter.

Reminders by mail go to the addresses that captains and secretaries give, confirm and end; each is sent once.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from sqlite_utils import Database

from scorekeeper.rules.fixtures import Status
from scorekeeper.services.gate import CLUB, Act, Ask, Barred, Refused, act, there
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.services.leagues.squads import find_squad
from scorekeeper.store.clubs.access import see_device, set_pin
from scorekeeper.store.clubs.audit import count_acts
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues import captains
from scorekeeper.store.leagues.captains import SECRETARY, MailAddress
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
    own = captains.captained_teams(db, club, device, league)
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


NOT_YOURS = "Reminders are for the captain’s own phone, or for the secretary’s."
_MOST = (3, 100)  # mails a day that ask whether an address is right, for a team and for a club
_ENOUGH = "{} mails to new addresses are the most for one {} in a day. Try again tomorrow."
_DAY = len("2026-11-21")
_UNANSWERED = timedelta(days=7)  # then an address that nobody has confirmed is forgotten


def may_have_reminders(ask: Ask, squad: str) -> bool:
    """Whether this phone may have them sent: a captain's for its own team, the secretary's for all."""
    return ask.may("manage") or squad in captains.captained_teams(ask.db, ask.club, ask.author.device)


@act(CLUB, "score", "link")
def send_reminders_to(act: Act[Club], squad: str, address: str | None, server: str) -> str:
    """Reminders for this team's captain, or the secretary, go there once it is confirmed, or nowhere (None).

    The same address as before stays confirmed.
    """
    if not may_have_reminders(act.ask, squad):
        raise Barred(NOT_YOURS)
    if squad != SECRETARY:
        there(find_squad(act.db, act.club, squad), "team")
    known, today = captains.mail_addresses(act.db, act.club).get(squad), act.author.day.isoformat()
    if not address:
        captains.drop_mail_address(act.db, act.club, squad)
    elif known is None or known.asked or known.address != address:
        asked = count_acts(act.db, act.club, "mail", squad or "desk", act.author.at[:_DAY], 1)
        for times, most, whom in zip(asked, _MOST, ("team", "club"), strict=True):
            if times > most:
                raise Refused(_ENOUGH.format(most, whom), "address")
        captains.put_mail_address(act.db, act.club, MailAddress(squad, address, server, today, new_id()))
    return squad


@act(CLUB, "watch", None)
def confirm_address(act: Act[Club], squad: str, asked: str) -> None:
    """Reminders go to this address from now on: the link in the mail that asked has been followed."""
    known = captains.mail_addresses(act.db, act.club).get(squad)
    if known and known.asked == asked:
        confirmed = known._replace(sent_until=act.author.day.isoformat(), asked=None, refused=None)
        captains.put_mail_address(act.db, act.club, confirmed)


@act(CLUB, "watch", None)
def end_reminders(act: Act[Club], squad: str, address: str) -> None:
    """No more reminders to this address: the link in each of them has been followed."""
    known = captains.mail_addresses(act.db, act.club).get(squad)
    if known and known.address == address:
        captains.drop_mail_address(act.db, act.club, squad)


def confirmed(db: Database, club: str, today: date) -> list[MailAddress]:
    """The addresses that reminders go to; one that nobody has confirmed for a week is forgotten."""
    known = captains.mail_addresses(db, club).values()
    if any(one.asked for one in known):
        with writing(db, club):
            captains.drop_unconfirmed(db, club, (today - _UNANSWERED).isoformat())
    return [one for one in known if not one.asked]


def claim(db: Database, club: str, known: MailAddress, today: date) -> bool:
    """Whether this run may tell what was since; it counts as told from now on: nothing is told twice."""
    with writing(db, club):
        sent = known.sent_until >= today.isoformat()
        if sent or captains.mail_addresses(db, club).get(known.squad) != known:
            return False
        captains.put_mail_address(db, club, known._replace(sent_until=today.isoformat(), refused=None))
    return True


def note_refused(db: Database, club: str, known: MailAddress, why: str) -> None:
    """No mail has gone to this address: the secretary is told, until one does."""
    with writing(db, club):
        now = captains.mail_addresses(db, club).get(known.squad)
        if now and (now.address, now.asked) == (known.address, known.asked):
            captains.put_mail_address(db, club, now._replace(refused=why))
