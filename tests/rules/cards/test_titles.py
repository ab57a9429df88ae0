"""What is played and how far, as a heading."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.cards.describe import card_title
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
