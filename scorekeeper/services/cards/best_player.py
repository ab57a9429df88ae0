"""The player of the evening: each captain names one of the other team, once the card is complete."""

from scorekeeper.services.cards.card_commands import CARD, CardOf, MatchCardError, verify_may_act
from scorekeeper.services.gate import Act, act
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.store.leagues.card_events import set_best_player


def candidates(card: FixtureCard, side: int) -> tuple[str, ...]:
    """Whom the captain of this side may name: who played for the other one, by their first board.

    Where the card does not say who played, anybody of the other squad.
    """
    lineups = ((board.lineup.home, board.lineup.away)[1 - side] for board in card.boards)
    played = tuple(dict.fromkeys(player for lineup in lineups for player in lineup))
    return played or tuple(player for player, _ in card.teams[1 - side].players)


@act(CARD, "score", "card")
def name_best_player(now: Act[CardOf], side: int, player: str) -> None:
    """Store the player whom this side's captain names; an empty id removes it."""
    season, card = now.on
    if not season.rules.best_player:
        raise MatchCardError((0, "In this league no player of the night is chosen."))
    verify_may_act(now, side)
    if not card.complete:
        raise MatchCardError((0, "The player of the night is chosen once every board has its result."))
    if player and player not in candidates(card, side):
        raise MatchCardError((0, "Player of the night: one who played for the other team."))
    set_best_player(now.db, now.club, card.fixture, side, player or None, now.author)
