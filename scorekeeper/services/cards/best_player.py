"""The player of the evening: each captain names one of the other team, once the card is complete."""

from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import MatchCardError, load_for_update
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.captains import verify_may_act
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.best_players import set_best_player
from scorekeeper.store.leagues.fixtures import FixtureRef


def candidates(card: FixtureCard, side: int) -> tuple[str, ...]:
    """Whom the captain of this side may name: who played for the other one, by their first board.

    Where the card does not say who played, anybody of the other squad.
    """
    lineups = ((board.lineup.home, board.lineup.away)[1 - side] for board in card.boards)
    played = tuple(dict.fromkeys(player for lineup in lineups for player in lineup))
    return played or tuple(player for player, _ in card.teams[1 - side].players)


def name_best_player(
    db: Database, at: FixtureRef, side: int, player: str, author: Author, *, secretary: bool = False
) -> None:
    """Store the player whom this side's captain names; an empty id removes it. Raises ``MatchCardError``."""
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        season, card = load_for_update(db, at, author)
        if not season.rules.best_player:
            raise MatchCardError((0, "In this league no player of the night is chosen."))
        if not secretary:
            verify_may_act(db, at.club, season, card, side, author)
        if not card.complete:
            raise MatchCardError((0, "The player of the night is chosen once every board has its result."))
        if player and player not in candidates(card, side):
            raise MatchCardError((0, "Player of the night: one who played for the other team."))
        set_best_player(db, at.club, card.fixture, side, player or None, author)
