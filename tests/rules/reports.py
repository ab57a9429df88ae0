"""Round reports in one line: Ann, Bob, Cy and Dee, hands as text (``5-2 1-0``) or as pips."""

from functools import partial

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import validate
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile

PAIRS = (("Ann", "Cy"), ("Bob", "Dee"))
BOTH = {"both_must_chip_out": True}
CROSS = Layout.from_cross(6, 1, [[(1, 4)], [(1, 2)]])


def tiles(text):
    return tuple(Tile.parse(tile) for tile in text.split())


def line(*tiles_, highest=6):
    return Layout.from_line(highest, [(int(a), int(b)) for a, b in (tile.split("-") for tile in tiles_)])


def hands(*held):
    """What Ann, Bob, Cy and Dee hold, as many as play."""
    return dict(zip(("Ann", "Bob", "Cy", "Dee"), held, strict=False))


def report(held, *, pairs=False, **facts):
    """``held`` maps names to ``"5-2 1-0"`` (tiles, ``""`` for none) or to pips."""
    sides = PAIRS if pairs else tuple((name,) for name in held)
    facts.setdefault("event", "out" if "out" in facts else "blocked")
    return RoundReport(
        **{
            "players": tuple(held),
            "sides": sides,
            "hands": {name: tiles(hand) for name, hand in held.items() if isinstance(hand, str)},
            "pips": {name: pips for name, pips in held.items() if isinstance(pips, int)},
            **facts,
        }
    )


def validated(held, card="draw", changes=None, **facts):
    return validate(report(held, **facts), RuleCard.default(card, **(changes or {})))


def case(held, card="draw", changes=None, **facts):
    """The same as a row of a table: called, it is validated."""
    return partial(validated, held, card, changes, **facts)


def codes(validation):
    return [problem.code for problem in validation.problems]
