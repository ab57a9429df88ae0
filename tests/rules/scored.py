"""Rounds in progress, entered in short form."""

from typing import Any

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.in_progress import Event, RoundInProgress, ScoredEvent
from scorekeeper.rules.tiles.layout import End
from scorekeeper.rules.tiles.open_ends import Spinner
from scorekeeper.rules.tiles.tile import Tile

FIVES = RuleCard.default("fives")


THREES = RuleCard.default("threes_fives")


SINGLES = (("Ann",), ("Bob",))


PAIRS = (("Ann", "Cy"), ("Bob", "Di"))


def table(card: RuleCard = FIVES, sides: tuple[tuple[str, ...], ...] = SINGLES) -> RoundInProgress:
    """A round that Ann leads, without entries yet; partners sit opposite each other."""
    seats = [name for turn in zip(*sides, strict=True) for name in turn]
    return RoundInProgress.of(card, seats, sides, "Ann")


def apply(known: RoundInProgress, *event: str) -> RoundInProgress:
    """Apply events: ``Ann 6-4 L``, ``Ann draws``, ``Ann knocks``, ``Ann +10``, ``Ann ends 5 3d *6``."""
    for words in event:
        known = known.apply(event_of(known, words))
    return known


def event_of(known: RoundInProgress, words: str) -> Event:
    """The event that one of these stands for."""
    player, act, *rest = words.split()
    side = next(n for n, members in enumerate(known.sides) if player in members)
    by: dict[str, Any] = {"side": side, "player": player, "last_tile": "last" in rest}
    if act in ("draws", "knocks"):
        return Event(kind=act.removesuffix("s"), **by)
    if act.startswith("+"):
        return Event(kind="key", points=int(act), **by)
    if act != "ends":
        return Event(kind="tile", tile=Tile.parse(act), at=rest[0], **by)
    shown = [word for word in rest if word != "last"]
    ends = tuple(End(int(word.strip("d")), "d" in word) for word in shown if "*" not in word)
    spinner = next((Spinner(int(word[1:]), len(ends)) for word in shown if "*" in word), None)
    return Event(kind="ends", ends=ends, spinner=spinner, **by)


def last(known: RoundInProgress) -> ScoredEvent:
    return known.scored[-1]


def refused(known: RoundInProgress, *event: str) -> tuple[str, str]:
    with pytest.raises(RuleError) as why:
        apply(known, *event)
    return why.value.code, str(why.value)
