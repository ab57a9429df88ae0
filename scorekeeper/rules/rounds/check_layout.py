"""The layout and the ends as entered, against each other and against the hands.

With two tiles unseen or fewer, the hands tell which numbers the layout's ends show an odd number of times.
The layout is the set without the hands and the unseen tiles. Each number shows N+2 halves in the whole set,
so the hands fix the parity of every number on the table; unseen tiles can correct it only as far as some
set of exactly that many tiles does (a T-join). Beyond two unseen tiles nothing can be concluded.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import left_over
from scorekeeper.rules.rounds.report import Problem, RoundReport, problem
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.layout import MOST_ARMS, Layout
from scorekeeper.rules.tiles.tile import SET_NAMES, Tile
from scorekeeper.rules.tiles.topology import connected, cross_possible, layout_problems, odd_numbers, odd_of

MOST_UNSEEN = 2


def table_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Faults of what lies on the table, and tiles that lie there and in a hand."""
    if report.layout is not None:
        yield from layout_problems(report.layout)
        if report.lead_tile is not None and report.lead_tile not in report.layout.tiles:
            yield problem("lead_not_in_layout", tile=report.lead_tile)
    yield from _in_hand_too(report)
    yield from _knocked_with(report)
    yield from _higher_doubles(report, card)
    yield from _ends(report, card)
    yield from _tile_count(report, card)
    if report.event == "blocked":
        yield from _still_playable(report)


def spinner_of(report: RoundReport) -> int | None:
    """The spinner's number, from the layout or as entered."""
    return report.layout.spinner if report.layout is not None else report.spinner


def ends_of(report: RoundReport) -> tuple[int, ...] | None:
    """The open numbers as entered, else those of the layout."""
    if report.ends is None and report.layout is not None:
        return tuple(end.number for end in report.layout.ends)
    return report.ends


def playable_numbers(report: RoundReport) -> frozenset[int]:
    """The numbers a tile could be played to: the ends, and the spinner while one of its sides is bare."""
    ends = ends_of(report) or ()
    spinner = spinner_of(report)
    arms = len(report.layout.arms) if report.layout is not None else len(ends)
    if spinner is not None and arms < MOST_ARMS:
        return frozenset((*ends, spinner))
    return frozenset(ends)


def _in_hand_too(report: RoundReport) -> Iterator[Problem]:
    on_table = set(report.seen)
    on_table |= set(report.layout.tiles) if report.layout is not None else set()
    on_table |= {report.lead_tile} if report.lead_tile is not None else set()
    on_table |= {Tile.of(report.spinner, report.spinner)} if report.spinner is not None else set()
    if on_table:
        for name, hand in report.hands.items():
            for tile in dict.fromkeys(tile for tile in hand if tile in on_table):
                yield problem("tile_in_hand_and_layout", name, tile=tile)


def _knocked_with(report: RoundReport) -> Iterator[Problem]:
    """A tile still held that would have fitted when its holder knocked: entered wrongly, or a wrong knock.

    Where a foul ended the round, that may have been it.
    """
    if report.event == "foul":
        return
    for name, hand in report.hands.items():
        numbers = {number for knock in report.knocks if knock.player == name for number in knock.numbers}
        fitting = next((tile for tile in hand if tile.low in numbers or tile.high in numbers), None)
        if fitting is not None:
            yield problem("knocked_with", name, tile=fitting)


def _higher_doubles(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """A higher double in a hand than the one that led; only while nothing can have been drawn."""
    if report.lead_tile is None or card.lead_rule == "any":
        return
    left = left_over(report, card)
    if card.draw and report.boneyard != left and left != 0:
        return
    led = report.lead_tile.low if report.lead_tile.is_double else -1
    for name, hand in report.hands.items():
        for tile in sorted(hand, reverse=True):
            if tile.is_double and tile.low > led:
                yield problem("higher_double_unplayed", name, tile=tile, lead=report.lead_tile)


def _ends(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    if report.ends is None:
        return
    for number in dict.fromkeys(report.ends):
        if not 0 <= number <= card.set:
            yield problem("end_not_in_set", set=SET_NAMES[card.set], number=number)
    if report.layout is not None:
        if Counter(report.ends) not in [Counter(ends) for ends in _readings(report.layout)]:
            shown = listed(end.number for end in report.layout.ends)
            yield problem(
                "ends_mismatch",
                detail=f"The layout ends in {shown or 'nothing'}, not in {listed(report.ends)}.",
            )
    elif not _ends_fit(report, card):
        yield problem("ends_mismatch", detail="A line has two open ends, a cross one for each arm.")


def _ends_fit(report: RoundReport, card: RuleCard) -> bool:
    ends = len(report.ends or ())
    return 1 <= ends <= MOST_ARMS if card.spinner != "none" or report.spinner is not None else ends == 2


def _readings(layout: Layout) -> list[tuple[int, ...]]:
    """The ends of the arms; with fewer than two arms the bare spinner may be read as an end too."""
    arms = tuple(end.number for end in layout.ends)
    if layout.spinner is None or len(arms) > 1:
        return [arms]
    bare = (layout.spinner,) * (2 - len(arms))
    return [arms, (*arms, *bare), (*arms, layout.spinner)]


def _tile_count(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    size, left, boneyard = card.tile_set.size, left_over(report, card), report.boneyard
    if boneyard is not None and (boneyard < 0 or boneyard > left or (boneyard != left and not card.draw)):
        kind, limit = ("boneyard", "at most ") if card.draw else ("sleepers", "")
        yield problem(
            "tile_count_mismatch",
            detail=f"This deal leaves {limit}{counted(max(0, left), 'tile')} in the {kind}, not {boneyard}.",
        )
        return
    held = [report.tiles_held(name) for name in report.players]
    if boneyard is None or None in held or any(name not in report.players for name in report.hands):
        return
    total = sum(n for n in held if n is not None) + boneyard
    if report.layout is not None and total + len(report.layout.tiles) != size:
        yield problem(
            "tile_count_mismatch",
            detail=(f"Hands, table and boneyard make {total + len(report.layout.tiles)} tiles, not {size}."),
        )
    elif total >= size:
        yield problem(
            "tile_count_mismatch",
            detail=f"Hands and boneyard make {total} tiles, so none of the {size} has been played.",
        )


def _still_playable(report: RoundReport) -> Iterator[Problem]:
    numbers = playable_numbers(report)
    if numbers:
        for name, hand in report.hands.items():
            fitting = [tile for tile in hand if tile.low in numbers or tile.high in numbers]
            if fitting:
                yield problem("blocked_but_playable", name, tile=fitting[0])


def parity_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Ends or hands that no layout of the remaining tiles can have; never a certain fault."""
    resting = report.boneyard
    if report.event == "foul":  # a tile that does not belong there may lie on the table
        return
    if resting is None or not 0 <= resting <= MOST_UNSEEN:
        return
    ends = ends_of(report)
    if ends is not None and not all(0 <= end <= card.set for end in ends):
        return
    held, check, blocked = held_tiles(report, card), what_to_check(report, card), report.event == "blocked"
    if held is None:
        if ends and blocked and resting == 0 and not block_ends_possible(report, card, ends):
            yield problem("ends_parity", ends=listed(ends), check=check)
        return
    left = [tile for tile in card.tile_set.tiles if tile not in held]
    if ends is None:
        if card.spinner == "none" and not _line_possible(left, resting, card, blocked):
            yield problem("hands_parity", check=check)
    elif not _ends_possible(report, card, left, resting, ends):
        yield problem("ends_parity", ends=listed(ends), check=check)


def what_to_check(report: RoundReport, card: RuleCard) -> str:
    """What was entered and may be wrong; where all tiles are dealt, none are left to be miscounted."""
    entered = ["the hands"]
    if ends_of(report) is not None:
        entered.append("the ends")
    if left_over(report, card):
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
    return sum(1 << number for number in odd_numbers(tiles))


def block_ends_possible(report: RoundReport, card: RuleCard, ends: Sequence[int]) -> bool:
    """A block with nothing unseen uses every playable number up, which fixes how often it is an end.

    A used-up number shows N+2 halves, so on a line of an even set both ends are the same number, of an
    odd set two different ones; on a cross the spinner's arms join in.
    """
    spinner = spinner_of(report)
    if spinner is None and card.spinner != "none":
        return True
    odd = odd_of(ends, spinner)
    shut = set(ends) | ({spinner} if spinner is not None and len(ends) < MOST_ARMS else set())
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
    if spinner is None and (len(ends) != 2 or (card.spinner != "none" and report.layout is None)):
        return True
    readings = [ends] if spinner is None else _arm_readings(report, spinner, ends)
    if resting == 0 and spinner is not None:
        return any(cross_possible(left, spinner, arms) for arms in readings)
    base, whole = odd_mask(left), resting > 0 or (connected(left) and any(tile.has(ends[0]) for tile in left))
    wanted = {sum(1 << number for number in odd_of(arms, spinner)) for arms in readings}
    return whole and any(base ^ mask in wanted for mask in corrections(left, resting))


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
