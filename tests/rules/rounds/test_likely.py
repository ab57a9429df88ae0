"""How many pips a hand holds but once in a hundred rounds: from the deal, and in rounds that were played."""

from random import Random

import pytest

from scorekeeper.demo.playing import play_round
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.count_data import most_likely

NAMES = ("Ann", "Bob", "Cy", "Dee")


@pytest.mark.parametrize(
    ("game", "changes", "players", "most"),
    [
        ("draw", {}, 2, 69),  # 6-6, 6-5, 6-4, 5-5, 6-3, 5-4, 6-2
        ("draw", {}, 3, 52),
        ("draw", {"set": 9}, 2, 111),
        ("block", {}, 2, 48),
        ("block", {}, 4, 36),
        ("block", {"double_blank_value": 14}, 4, 39),
        ("threes_fives", {}, 4, 36),
    ],
)
def test_it_follows_from_the_deal(game: str, changes: dict[str, int], players: int, most: int) -> None:
    assert most_likely(RuleCard.default(game, **changes), players) == most


@pytest.mark.parametrize("game", ["block", "draw", "fives"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_few_hands_of_rounds_that_are_played_hold_more(game: str, players: int) -> None:
    card, names, chance = RuleCard.default(game), NAMES[:players], Random(game)
    alone = [(name,) for name in names]
    rounds = [play_round(card, alone, [0] * players, None, chance) for _ in range(40)]
    hands = [hand for played in rounds for name, hand in played.hands.items() if name != played.out]
    asked = [hand for hand in hands if card.pips_in(hand) > most_likely(card, players)]
    assert len(asked) <= len(hands) / 50
