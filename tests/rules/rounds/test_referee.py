"""An independent referee: the ``dominoes`` package plays partnership Block, four hands of seven.

It counts the winner's partner too and takes nothing off: ``out_counts=all_hands`` and
``block_minus_own=False`` are its rules.
"""

import random

import dominoes

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.validate import validate
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.reports import report

NAMES = ("Ann", "Bob", "Cy", "Dee")
CARD = RuleCard.default("block", deal=7, scoring="pips", out_counts="all_hands", block_minus_own=False)


def played_game(seed):
    random.seed(seed)
    game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    return game


def our_validation(game):
    held = {
        name: " ".join(f"{tile.first}-{tile.second}" for tile in hand)
        for name, hand in zip(NAMES, game.hands, strict=True)
    }
    ends = (game.board.left_end(), game.board.right_end())
    out = NAMES[game.result.player] if game.result.won else None
    facts = {"out": out} if out else {}
    return validate(report(held, pairs=True, ends=ends, boneyard=0, lead_tile=Tile.of(6, 6), **facts), CARD)


def test_the_referee_and_the_rules_agree():
    for seed in range(250):
        game = played_game(seed)
        validation = our_validation(game)
        assert validation.problems == ()
        # The referee's points are the first pair's, below 0 where the other pair won, 0 for a tie.
        first, second = validation.outcome.points
        assert game.result.points == first - second
        assert validation.outcome.tie == (validation.outcome.winner is None)
