"""From the hands to the ends: with two tiles unseen or fewer, the layout's odd numbers are known.

The layout is the set without the hands and the unseen tiles. Each number shows N+2 halves in the whole set,
so the hands fix the parity of every number on the table; unseen tiles can correct it only as far as some
set of exactly that many tiles does (a T-join). Beyond two unseen tiles nothing can be concluded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import dealt_out
from scorekeeper.rules.rounds.check_layout import ends_of, spinner_of
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.cross_topology import cross_possible, odd_of
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.rules.tiles.topology import connected

MOST_UNSEEN = 2


def parity_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Ends or hands that no layout of the remaining tiles can have; never a certain fault."""
    resting = report.boneyard
    if resting is None or not 0 <= resting <= MOST_UNSEEN:
        return
    ends = ends_of(report)
    if ends is not None and not all(0 <= end <= card.set for end in ends):
        return
    held, check = held_tiles(report, card), what_to_check(report, card)
    if held is None:
        if (
            resting == 0
            and report.event == "blocked"
            and ends
            and not block_ends_possible(report, card, ends)
        ):
            yield problem("ends_parity", ends=listed(ends), check=check)
        return
    left = [tile for tile in card.tile_set.tiles if tile not in held]
    if ends is None:
        if card.spinner == "none" and not _line_possible(left, resting, card, report.event == "blocked"):
            yield problem("hands_parity", check=check)
    elif not _ends_possible(report, card, left, resting, ends):
        yield problem("ends_parity", ends=listed(ends), check=check)


def what_to_check(report: RoundReport, card: RuleCard) -> str:
    """What was entered and may be wrong; where all tiles are dealt, none are left to be miscounted."""
    entered = ["the hands"]
    if ends_of(report) is not None:
        entered.append("the ends")
    if not dealt_out(report, card):
        entered.append("the boneyard" if card.draw else "the sleepers")
    return f"check {listed(entered)}"


def held_tiles(report: RoundReport, card: RuleCard) -> frozenset[Tile] | None:
    """All tiles in the hands, if every hand is known by its tiles and they are tiles of the set.

    The hand of the player who chipped out may be left out: it is empty.
    """
    held: set[Tile] = set()
    for name in report.players:
        if name in report.hands:
            held.update(report.hands[name])
        elif report.is_empty(name) is not True and not (
            name == report.out and report.event == "out" and name not in report.pips
        ):
            return None
    if not all(0 <= tile.low <= tile.high <= card.set for tile in held):
        return None
    return frozenset(held)


def corrections(free: Sequence[Tile], count: int) -> set[int]:
    """Which numbers' parities ``count`` of the free tiles can flip, as bit masks."""
    reach: list[set[int]] = [{0}, *(set() for _ in range(count))]
    for tile in free:
        bits = (1 << tile.low) ^ (1 << tile.high)
        for chosen in range(count, 0, -1):
            reach[chosen] |= {mask ^ bits for mask in reach[chosen - 1]}
    return reach[count]


def odd_mask(tiles: Sequence[Tile]) -> int:
    """The numbers with an odd count of halves, as a bit mask."""
    mask = 0
    for tile in tiles:
        mask ^= (1 << tile.low) ^ (1 << tile.high)
    return mask


def block_ends_possible(report: RoundReport, card: RuleCard, ends: Sequence[int]) -> bool:
    """A block with nothing unseen uses every playable number up, which fixes how often it is an end.

    A used-up number shows N+2 halves, so on a line of an even set both ends are the same number, of an
    odd set two different ones; on a cross the spinner's arms join in.
    """
    spinner = spinner_of(report)
    if spinner is None and card.spinner != "none":
        return True
    odd = odd_of(ends, spinner)
    shut = set(ends) | ({spinner} if spinner is not None and len(ends) < 4 else set())
    return all((number in odd) == bool(card.set % 2) for number in shut)


def _line_possible(left: Sequence[Tile], resting: int, card: RuleCard, blocked: bool) -> bool:
    base = odd_mask(left)
    if resting:
        return any((base ^ mask).bit_count() in (0, 2) for mask in corrections(left, resting))
    if base.bit_count() not in (0, 2) or not connected(left):
        return False
    if not blocked:
        return True
    # Blocked with nothing unseen: the end numbers are all on the table.
    used_up = [n for n in range(card.set + 1) if sum(tile.has(n) for tile in left) == card.set + 1]
    if card.set % 2:
        return base.bit_count() == 2 and all(n in used_up for n in range(card.set + 1) if base >> n & 1)
    return base == 0 and bool(used_up)


def _ends_possible(
    report: RoundReport, card: RuleCard, left: Sequence[Tile], resting: int, ends: tuple[int, ...]
) -> bool:
    spinner = spinner_of(report)
    if spinner is None:
        return (card.spinner != "none" and report.layout is None) or _line_ends(left, resting, ends)
    readings = _arm_readings(report, spinner, ends)
    if resting == 0:
        return any(cross_possible(left, spinner, arms) for arms in readings)
    base = odd_mask(left)
    wanted = {sum(1 << number for number in odd_of(arms, spinner)) for arms in readings}
    return any(base ^ mask in wanted for mask in corrections(left, resting))


def _line_ends(left: Sequence[Tile], resting: int, ends: tuple[int, ...]) -> bool:
    if len(ends) != 2:
        return True
    wanted = (1 << ends[0]) ^ (1 << ends[1])
    if resting:
        return any(odd_mask(left) ^ mask == wanted for mask in corrections(left, resting))
    return odd_mask(left) == wanted and connected(left) and any(tile.has(ends[0]) for tile in left)


def _arm_readings(report: RoundReport, spinner: int, ends: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The ends as arms; one or two ends may also be the spinner's bare side beside one arm or none."""
    if report.layout is not None:
        return [tuple(end.number for end in report.layout.ends)]
    readings = [ends]
    if len(ends) == 2 and spinner in ends:
        readings.append((ends[0] if ends[1] == spinner else ends[1],))
    if set(ends) == {spinner} and len(ends) < 3:
        readings.append(())
    return readings
