"""Groups before a knockout: who plays in which, their rounds, and who goes through to which place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product, zip_longest

from scorekeeper.rules.cups.knockout import draw
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures.schedule import Pairing
from scorekeeper.rules.text import counted

MOST_GROUPS = 16
MOST_THROUGH = 4


def drawn(entrants: Sequence[str], groups: int, through: int) -> tuple[tuple[str, ...], ...]:
    """The groups; ``entrants`` come in the order of the draw, the seeds first and the best of them first.

    As even as can be, the seeds spread: with four groups the first four are each in another, the fifth
    is with the fourth. Every group has somebody who does not go through.
    """
    if len(entrants) < groups * (through + 1):
        words = f"{counted(groups, 'group')} from which {through} go through need {groups * (through + 1)}"
        raise RuleError("bad_draw", f"{words} entrants or more, not {len(entrants)}.")
    found: list[list[str]] = [[] for _ in range(groups)]
    for at, entrant in enumerate(entrants):
        turn, place = divmod(at, groups)
        found[groups - 1 - place if turn % 2 else place].append(entrant)
    return tuple(map(tuple, found))


def together(schedules: Sequence[Sequence[Sequence[Pairing[str]]]]) -> list[list[Pairing[str]]]:
    """The rounds of all groups side by side; a smaller group is done earlier."""
    return [list(chain.from_iterable(rounds)) for rounds in zip_longest(*schedules, fillvalue=())]


def places(tables: Sequence[Sequence[str]], through: int) -> tuple[str | None, ...]:
    """The first round of the knockout from the groups' final tables, None for a bye.

    Winners are drawn before seconds, and so on, the first group's first. The others are rearranged until
    nobody meets a member of their own group in the first round, and as few as possible are in the same
    half.
    """
    group_of = {team: number for number, table in enumerate(tables) for team in table}
    tiers = [[table[at] for table in tables if at < len(table)] for at in range(through)]

    def same_group(drawn_places: Sequence[str | None]) -> tuple[int, int]:
        half = len(drawn_places) // 2
        return (
            sum(_pairs(drawn_places[at : at + 2], group_of) for at in range(0, len(drawn_places), 2)),
            _pairs(drawn_places[:half], group_of) + _pairs(drawn_places[half:], group_of),
        )

    return min((draw(order) for order in _orders(tiers)), key=same_group)


def _orders(tiers: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Every possible order of the tiers after the first."""
    first, *rest = tiers
    for shifts in product(*(range(len(tier)) for tier in rest)):
        moved = ([*tier[shift:], *tier[:shift]] for tier, shift in zip(rest, shifts, strict=True))
        yield [*first, *chain.from_iterable(moved)]


def _pairs(part: Sequence[str | None], group_of: dict[str, int]) -> int:
    """How many pairs in this part of the draw come from the same group."""
    groups = [group_of[team] for team in part if team is not None]
    return len(groups) - len(set(groups))
