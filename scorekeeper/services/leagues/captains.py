"""Who may enter and sign a match card: a captain for the own team, and others where the league lets them."""

from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import MatchCardError
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.pins import set_pin
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.captains import (
    captain_generation,
    captain_of,
    make_captain,
    renew_captain_link,
)
from scorekeeper.store.leagues.followed_teams import follow_team

CAPTAINS_ONLY = "In this league only the captains’ own phones enter cards. Open your team’s link first."
OTHER_PHONE = "Each captain signs on a phone of their own. The other signature came from this one."


def renew_link(db: Database, club: str, season: Season, squad: str, author: Author) -> None:
    """Make the link of this team's captain, or end the old one by a new one."""
    with writing(db, club):
        count_act(db, club, "link", author)
        renew_captain_link(db, club, season.league.id, squad, author)


def set_captain_pin(
    db: Database, club: str, season: Season, squad: str, pin: str | None, author: Author
) -> None:
    """Give this team's link a PIN, or none. It ends the link, and every phone that came in by it before."""
    with writing(db, club):
        count_act(db, club, "link", author)
        set_pin(db, club, pin, author, squad)
        renew_captain_link(db, club, season.league.id, squad, author)


def link_generation(db: Database, club: str, league: str, squad: str) -> int:
    """The generation of the team's link; 0 where none has been made."""
    return captain_generation(db, club, league, squad)


def accept_link(db: Database, club: str, league: str, squad: str, generation: int, author: Author) -> bool:
    """This phone becomes the team's captain's; False where the link has been ended meanwhile."""
    with writing(db, club):
        if captain_generation(db, club, league, squad) != generation:
            return False
        make_captain(db, club, author.device, league, squad, generation, author)
        follow_team(db, club, author.device, league, squad)
    return True


def own_team(db: Database, club: str, card: FixtureCard, device: str | None) -> str | None:
    """The team of this card's league whose captain's phone this is; None for nobody's."""
    return captain_of(db, club, card.fixture.league, device)


def why_barred(season: Season, card: FixtureCard, squad: str | None) -> str | None:
    """Why the phone of this team's captain (None: of no captain) may enter nothing on the card, or None."""
    if squad is None:
        return CAPTAINS_ONLY if season.rules.captains_only else None
    return None if squad in card.facts.teams else _own_team_only(season, squad)


def _own_team_only(season: Season, squad: str) -> str:
    return f"This phone is {season.names[squad]}’s: it acts for that team only."


def verify_may_enter(
    db: Database, club: str, season: Season, card: FixtureCard, author: Author
) -> str | None:
    """The team whose captain's phone this is, if any. Raise ``MatchCardError`` where it may enter nothing.

    The secretary's acts are not asked here.
    """
    squad = captain_of(db, club, season.league.id, author.device)
    if barred := why_barred(season, card, squad):
        raise MatchCardError((0, barred))
    return squad


def verify_may_act(
    db: Database, club: str, season: Season, card: FixtureCard, side: int | None, author: Author
) -> None:
    """Raise ``MatchCardError`` unless this phone may enter or sign for ``side`` (None: for both).

    A captain's phone acts for its own team and no other. The secretary's acts are not asked here.
    """
    squad = verify_may_enter(db, club, season, card, author)
    if squad and (side is None or card.facts.teams[side] != squad):
        raise MatchCardError((0, _own_team_only(season, squad)))


def verify_other_phone(season: Season, card: FixtureCard, side: int, author: Author) -> None:
    """Raise ``MatchCardError`` where one phone would sign for both and the league does not allow that."""
    other = card.signatures[1 - side]
    if other and other.device == author.device and not season.rules.one_phone:
        raise MatchCardError((0, OTHER_PHONE))
