"""The game and its length, as a heading and as a sentence."""

from typing import Any

import pytest

from scorekeeper.rules.cards.describe import card_sentence, card_title, house_rules
from scorekeeper.rules.cards.rule_card import RuleCard


@pytest.mark.parametrize(
    ("game", "changes", "title"),
    [
        ("draw", {"target": 150}, "Draw to 150"),
        ("fives", {}, "Straight to 250"),
        ("threes_fives", {"match_games": 3}, "Fives & Threes over 3 rounds"),
        ("block", {"target": 1}, "One game of Block"),
        ("block", {"target": 5}, "Block, first to 5"),
    ],
)
def test_a_card_is_named_by_its_game_and_its_length(game: str, changes: dict[str, Any], title: str) -> None:
    assert card_title(RuleCard.default(game, **changes)) == title


@pytest.mark.parametrize(
    ("changes", "beginning"),
    [
        ({"target": 1}, "One game of Block: "),
        ({"target": 5}, "Block to 5 games: "),
        ({"target": 1, "legs": 2}, "Block to 1 game, first to 2 legs: "),
        ({"target": 1, "match_games": 3}, "Block over 3 rounds: "),
    ],
)
def test_a_sentence_begins_with_the_game_and_its_length(changes: dict[str, Any], beginning: str) -> None:
    assert card_sentence(RuleCard.default("block", **changes)).startswith(beginning)


def test_a_setting_without_words_of_its_own_is_not_a_house_rule() -> None:
    assert house_rules(RuleCard.default("draw", exact=True)) == []


def test_only_a_spinner_on_the_first_double_is_in_the_sentence() -> None:
    usual, without = RuleCard.default("fives"), RuleCard.default("fives", spinner="none")
    assert ", the first double is the spinner, " in card_sentence(usual)
    assert "the first double" not in card_sentence(without)
