"""A round told in short, and what the account of it hears."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.rounds.events import Heard, Told
from scorekeeper.rules.rounds.in_progress import Account
from scorekeeper.rules.tiles.ends_entry import Spinner
from scorekeeper.rules.tiles.layout import End
from scorekeeper.rules.tiles.tile import Tile

FIVES = RuleCard.default("fives")


THREES_FIVES = RuleCard.default("threes_fives")


SINGLES = (("Ann",), ("Bob",))


PAIRS = (("Ann", "Cy"), ("Bob", "Di"))


def table(card: RuleCard = FIVES, sides: tuple[tuple[str, ...], ...] = SINGLES) -> Account:
    """A round that Ann leads, in which nothing has been told; partners sit opposite each other."""
    seats = [name for turn in zip(*sides, strict=True) for name in turn]
    return Account.of(card, seats, sides, "Ann")


def hear(known: Account, *told: str) -> Account:
    """Tell it in short: ``Ann 6-4 L``, ``Ann draws``, ``Ann knocks``, ``Ann +10``, ``Ann ends 5 3d *6``."""
    for words in told:
        known = known.hear(told_of(known, words))
    return known


def told_of(known: Account, words: str) -> Told:
    """One of these in short, as the rules hear it."""
    player, act, *rest = words.split()
    side = next(n for n, members in enumerate(known.sides) if player in members)
    by: dict[str, Any] = {"side": side, "player": player, "last_tile": "last" in rest}
    if act in ("draws", "knocks"):
        return Told(way=act.removesuffix("s"), **by)
    if act.startswith("+"):
        return Told(way="key", points=int(act), **by)
    if act != "ends":
        return Told(way="tile", tile=Tile.parse(act), at=rest[0], **by)
    shown = [word for word in rest if word != "last"]
    ends = tuple(End(int(word.strip("d")), "d" in word) for word in shown if "*" not in word)
    spinner = next((Spinner(int(word[1:]), len(ends)) for word in shown if "*" in word), None)
    return Told(way="ends", ends=ends, spinner=spinner, **by)


def last(known: Account) -> Heard:
    return known.heard[-1]


def refused(known: Account, *told: str) -> tuple[str, str]:
    """The code and the sentence that this is refused with."""
    with pytest.raises(RuleError) as why:
        hear(known, *told)
    return why.value.code, str(why.value)
