"""A secretary's changes to a table: points added or deducted, a late fine waived, any of these undone."""

from sqlite_utils import Database

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.adjustments import verify_adjustment
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.adjustments import NewAdjustment, add_adjustment


def adjust_points(
    db: Database, club: str, season: Season, squad: str, points: int, reason: str, *, key: str, author: Author
) -> None:
    """Give the team these league points, or take them if below 0. Raises ``LeagueError``."""
    if season.squad(squad) is None:
        raise LeagueError("squad", "Team: choose one of the league.")
    try:
        verify_adjustment(points, reason)
    except RuleError as error:
        raise LeagueError("reason" if error.code == "no_reason" else "points", str(error)) from error
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        new = NewAdjustment(squad, points, None, None, reason)
        add_adjustment(db, club, season.league.id, new, key=key, author=author)


def waive_fine(
    db: Database, club: str, season: Season, fixture: str, reason: str, *, key: str, author: Author
) -> None:
    """The late card of this fixture costs nothing. Raises ``LeagueError`` where it costs nothing anyway."""
    fixture_card = season.fixture_card(fixture)
    if fixture_card is None or fixture_card.late_by is None or fixture in season.waived:
        raise LeagueError("reason", "There is no late fine for this card.")
    if not reason:
        raise LeagueError("reason", "Say why: the table shows it.")
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        new = NewAdjustment(fixture_card.teams[fixture_card.late_by].id, None, fixture, None, reason)
        add_adjustment(db, club, season.league.id, new, key=key, author=author)


def take_back(
    db: Database, club: str, season: Season, adjustment: str, reason: str, *, key: str, author: Author
) -> None:
    """Undo this adjustment of the season, once; repeating it does no harm. Raises ``LeagueError``."""
    known = next((row for row in season.adjustments if row.id == adjustment), None)
    if known is None:
        return
    if not reason:
        raise LeagueError("reason", "Say why: it goes in the record.")
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        new = NewAdjustment(known.squad, None, None, known.id, reason)
        add_adjustment(db, club, season.league.id, new, key=key, author=author)
