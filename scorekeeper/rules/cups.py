"""Cups: a knockout's draw with seeds and byes and its bracket; the groups that may go before it.

And ladders: who may challenge whom, and the order after the challenges that were played.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product, zip_longest
from typing import NamedTuple

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures import Pairing
from scorekeeper.rules.text import counted

MOST_ENTRANTS = 128
MOST_GROUPS = 16
MOST_THROUGH = 4
MOST_REACH = 40


class Tie(NamedTuple):
    """Where a tie stands in the bracket: its round and its place in it, both counted from 1."""

    round: int
    place: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """One tie of a bracket; None stands for who is not known yet, or for a bye."""

    tie: Tie
    sides: tuple[str | None, str | None]
    winner: str | None
    bye: bool

    @property
    def ready(self) -> bool:
        """Both sides are known and it is still to be decided."""
        return None not in self.sides and self.winner is None


def draw(entrants: Sequence[str], seeds: int = 0) -> tuple[str | None, ...]:
    """The places of the first round; None beside an entrant is a bye.

    ``entrants`` come in the order of the draw, the seeds first and the best of them first. Byes go to
    seeds, then to those drawn next; seeds 1 and 2 can meet in the final only, 1 to 4 in the semi-finals.
    """
    count = len(entrants)
    if not 2 <= count <= MOST_ENTRANTS:
        raise RuleError("bad_draw", f"A knockout needs from 2 to {MOST_ENTRANTS} entrants.")
    if len(set(entrants)) < count:
        raise RuleError("bad_draw", "One of the entrants is in the draw twice.")
    if not 0 <= seeds <= count:
        raise RuleError("bad_draw", f"Seeds: from 0 to {count}.")
    order = _seeded(count)
    places: list[str | None] = [None] * len(order)
    for entrant, rank in zip(entrants, range(count), strict=True):
        places[order.index(rank)] = entrant
    return tuple(places)


def first_round(entrants: int) -> tuple[int, int]:
    """How many ties the first round has, and how many of the entrants a bye instead."""
    byes = len(_seeded(entrants)) - entrants
    return (entrants - byes) // 2, byes


def _seeded(count: int) -> list[int]:
    """Ranks by place: the best rank meets the worst, and so on in every half."""
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [rank for best in order for rank in (best, size - 1 - best)]
    return order


def bracket(places: Sequence[str | None], winners: Mapping[Tie, str]) -> tuple[tuple[Meeting, ...], ...]:
    rounds: list[tuple[Meeting, ...]] = []
    standing: list[str | None] = list(places)
    while len(standing) > 1:
        number = len(rounds) + 1
        ties = [
            _meeting(Tie(number, at // 2 + 1), (standing[at], standing[at + 1]), winners)
            for at in range(0, len(standing), 2)
        ]
        rounds.append(tuple(ties))
        standing = [meeting.winner for meeting in ties]
    return tuple(rounds)


def _meeting(tie: Tie, sides: tuple[str | None, str | None], winners: Mapping[Tie, str]) -> Meeting:
    if tie.round == 1 and None in sides:
        return Meeting(tie, sides, sides[0] or sides[1], bye=True)
    winner = winners.get(tie)
    return Meeting(tie, sides, winner if winner in sides else None, bye=False)


def tie_winner(sides: tuple[str, str], results: Sequence[tuple[str, tuple[int, int]]]) -> str | None:
    """Who won the tie: ``results`` are its matches in order, each as who was at home and the legs.

    A level match is replayed with home and away swapped.
    """
    for home, (own, other) in reversed(results):
        if own != other:
            away = sides[1] if home == sides[0] else sides[0]
            return home if own > other else away
    return None


def round_names(places: Sequence[str | None]) -> tuple[str, ...]:
    """What the rounds of a knockout with these places are called, the first one first."""
    rounds = bracket(places, {})
    byes = any(meeting.bye for meetings in rounds[:1] for meeting in meetings)
    return tuple(round_name(number, len(rounds), preliminary=byes) for number in range(1, len(rounds) + 1))


def round_name(number: int, rounds: int, *, preliminary: bool = False) -> str:
    """``Final``, ``Semi-finals``, ``Quarter-finals``; before those ``Round 1``, or the preliminary round."""
    last = ("Final", "Semi-finals", "Quarter-finals")
    if number == 1 and preliminary:
        return "Preliminary round"
    left = rounds - number
    return last[left] if left < len(last) else f"Round {number - preliminary}"


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
    tiers = [tier for tier in tiers if tier] or [[]]  # of a group that has fewer all go through

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


def order_after(order: Sequence[str], beaten: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The ladder from the top: whoever beats somebody above swaps places with them.

    ``beaten`` are winner and loser of each challenge that its challenger won, as they were played. One of
    somebody who is not on the ladder, or who stood above already, changes nothing.
    """
    standing = list(order)
    for pair in beaten:
        if {*pair} <= {*standing}:
            lower, upper = map(standing.index, pair)
            if upper < lower:
                standing[upper], standing[lower] = standing[lower], standing[upper]
    return tuple(standing)


def in_reach(order: Sequence[str], challenger: str, reach: int, busy: Collection[str] = ()) -> list[str]:
    """Whom the challenger may challenge, the highest first: up to ``reach`` places above and not ``busy``.

    ``busy`` are those with a challenge still to be played; the challenger may not be one of them.
    """
    if challenger not in order or challenger in busy:
        return []
    place = order.index(challenger)
    return [above for above in order[max(0, place - reach) : place] if above not in busy]


def verify_challenge(
    order: Sequence[str], pair: tuple[str, str], reach: int, busy: Collection[str] = ()
) -> None:
    """Raise ``RuleError`` unless the first of the pair may challenge the second."""
    challenger, challenged = pair
    if challenger in busy or challenged in busy:
        raise RuleError("bad_challenge", "One of the two has a challenge to play already.")
    if challenged not in in_reach(order, challenger, reach):
        words = f"A challenge goes to somebody above, at most {counted(reach, 'place')}."
        raise RuleError("bad_challenge", words)
