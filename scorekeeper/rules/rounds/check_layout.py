"""The layout and the ends as entered, against each other and against the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import deal_of
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.layout import MOST_ARMS, Layout
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.rules.tiles.topology import layout_problems


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
    """A tile still held that would have fitted when its holder knocked: entered wrongly, or a wrong knock."""
    for name, hand in report.hands.items():
        numbers = {number for knock in report.knocks if knock.player == name for number in knock.numbers}
        fitting = next((tile for tile in hand if tile.low in numbers or tile.high in numbers), None)
        if fitting is not None:
            yield problem("knocked_with", name, tile=fitting)


def _higher_doubles(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """A higher double in a hand than the one that led; only while nothing can have been drawn."""
    if report.lead_tile is None or card.lead_rule == "any":
        return
    left = card.tile_set.size - len(report.players) * deal_of(report, card)
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
            yield problem("end_not_in_set", set=card.set, number=number)
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
    size, boneyard = card.tile_set.size, report.boneyard
    left = size - len(report.players) * deal_of(report, card)
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
