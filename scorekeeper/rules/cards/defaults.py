"""The default rule card of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.cards.game import Game

DEFAULTS: dict[Game, dict[str, Any]] = {
    Game.BLOCK: {
        "deal": {2: 8, 3: 6, 4: 6, 5: 5},
        "lead_rule": "highest_double_reshuffle",
        "target": 5,
        "lead_next": "highest_double",
        "scoring": "games",
        "block_minus_own": True,
    },
    Game.DRAW: {
        "deal": {2: 7, 3: 5, 4: 5},
        "draw": True,
        "lead_rule": "highest_double_else_tile",
        "block_minus_own": True,
        "target": 100,
    },
    Game.FIVES: {
        "deal": {2: 7, 3: 7, 4: 7},
        "draw": True,
        "spinner": "first_double",
        "round": 5,
        "target": 250,
    },
    Game.THREES_FIVES: {
        "deal": {2: 9, 3: 5, 4: 6},
        "lead_next": "next_seat",
        "both_must_chip_out": True,
        "target": 61,
        "exact": True,
        "last_tile_bonus": 1,
    },
}


def defaults_of(game: Game) -> Mapping[str, Any]:
    """The settings of the game's card that apply unless others are agreed."""
    return DEFAULTS[game]
