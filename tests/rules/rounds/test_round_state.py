"""The state between two moves: hands, boneyard, turn, and who has knocked since the last play."""

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.round_state import RoundState
from scorekeeper.rules.tiles.tile import Tile

CARD = RuleCard.default("draw", deal=7)


def dealt(leader: str | None = "Ann") -> RoundState:
    return RoundState.dealt(CARD, ("Ann", "Bob"), (("Ann",), ("Bob",)), leader)


def test_after_the_deal_everybody_holds_as_many_and_the_rest_lies_in_the_boneyard() -> None:
    state = dealt()
    assert (state.held, state.boneyard, state.turn) == ((7, 7), 14, "Ann")
    assert (state.held_by("Bob"), state.held_by("Zoe")) == (7, 0)


def test_who_draws_holds_one_more_and_is_still_at_the_table() -> None:
    state = dealt().knock("Ann").draw("Bob")
    assert (state.held, state.boneyard, state.turn, state.knocked) == ((7, 8), 13, "Bob", frozenset())


def test_who_draws_out_of_turn_has_the_turn() -> None:
    assert dealt(None).draw("Bob").turn == "Bob"


def test_a_tile_laid_makes_everybody_able_to_go_again() -> None:
    state = dealt().lay("Ann", Tile.of(6, 4), "lead").knock("Bob").lay("Ann", Tile.of(4, 4), "L")
    assert (state.turn, state.knocked, state.blocked) == ("Bob", frozenset(), False)
    assert not state.knock("Bob").blocked
    assert state.knock("Bob").knock("Ann").blocked
