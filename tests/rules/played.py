"""Rounds in short form: who won with how much, and the score they lead to."""

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import CountedPlay, RoundFacts
from tests.rules.reports import report

A_B = ("Ann", "Bob")
SIDES = (("Ann",), ("Bob",))
FOUR = ("Ann", "Bob", "Cy", "Dee")
DRAW = RuleCard.default("draw", target=30)
THREES = RuleCard.default("threes_fives")
FIVES = RuleCard.default("fives", target=50)


def out(name, pips):
    return report({player: 0 if player == name else pips for player in A_B}, out=name)


def won(number, name, pips, **facts):
    return RoundFacts(number, end=out(name, pips), **facts)


def state_of(card, *rounds, first="Ann", players=A_B, sides=SIDES, given_to=None):
    return replay(card, players, sides, rounds, first, given_to)


def plays(*points, side=0, **facts):
    return tuple(CountedPlay(side, made, SIDES[side][0], **facts) for made in points)
