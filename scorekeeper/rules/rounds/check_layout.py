"""The layout and the ends as entered, against each other and against the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import deal_of
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import Claim
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.layout import MOST_ARMS, Layout
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.rules.tiles.topology import layout_problems


def table_problems(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    """Faults of what lies on the table, and tiles that lie there and in a hand."""
    if claim.layout is not None:
        yield from layout_problems(claim.layout)
        if claim.lead_tile is not None and claim.lead_tile not in claim.layout.tiles:
            yield problem("lead_not_in_layout", tile=claim.lead_tile)
    yield from _in_hand_too(claim)
    yield from _knocked_with(claim)
    yield from _higher_doubles(claim, card)
    yield from _ends(claim, card)
    yield from _tile_count(claim, card)
    if claim.event == "blocked":
        yield from _still_playable(claim)


def spinner_of(claim: Claim) -> int | None:
    """The spinner's number, from the layout or as entered."""
    return claim.layout.spinner if claim.layout is not None else claim.spinner


def ends_of(claim: Claim) -> tuple[int, ...] | None:
    """The open numbers as entered, else those of the layout."""
    if claim.ends is None and claim.layout is not None:
        return tuple(end.number for end in claim.layout.ends)
    return claim.ends


def playable_numbers(claim: Claim) -> frozenset[int]:
    """The numbers a tile could be played to: the ends, and the spinner while one of its sides is bare."""
    ends = ends_of(claim) or ()
    spinner = spinner_of(claim)
    arms = len(claim.layout.arms) if claim.layout is not None else len(ends)
    if spinner is not None and arms < MOST_ARMS:
        return frozenset((*ends, spinner))
    return frozenset(ends)


def _in_hand_too(claim: Claim) -> Iterator[Problem]:
    on_table = set(claim.seen)
    on_table |= set(claim.layout.tiles) if claim.layout is not None else set()
    on_table |= {claim.lead_tile} if claim.lead_tile is not None else set()
    on_table |= {Tile.of(claim.spinner, claim.spinner)} if claim.spinner is not None else set()
    if on_table:
        for name, hand in claim.hands.items():
            for tile in dict.fromkeys(tile for tile in hand if tile in on_table):
                yield problem("tile_in_hand_and_layout", name, tile=tile)


def _knocked_with(claim: Claim) -> Iterator[Problem]:
    """A tile still held that would have fitted when its holder knocked: told wrongly, or a wrong knock."""
    for name, hand in claim.hands.items():
        numbers = {number for knock in claim.knocks if knock.player == name for number in knock.numbers}
        fitting = next((tile for tile in hand if tile.low in numbers or tile.high in numbers), None)
        if fitting is not None:
            yield problem("knocked_with", name, tile=fitting)


def _higher_doubles(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    """A higher double in a hand than the one that led; only while nothing can have been drawn."""
    if claim.lead_tile is None or card.lead_rule == "any":
        return
    left = card.tile_set.size - len(claim.players) * deal_of(claim, card)
    if card.draw and claim.boneyard != left and left != 0:
        return
    led = claim.lead_tile.low if claim.lead_tile.is_double else -1
    for name, hand in claim.hands.items():
        for tile in sorted(hand, reverse=True):
            if tile.is_double and tile.low > led:
                yield problem("higher_double_unplayed", name, tile=tile, lead=claim.lead_tile)


def _ends(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    if claim.ends is None:
        return
    for number in dict.fromkeys(claim.ends):
        if not 0 <= number <= card.set:
            yield problem("end_not_in_set", set=card.set, number=number)
    if claim.layout is not None:
        if Counter(claim.ends) not in [Counter(ends) for ends in _readings(claim.layout)]:
            shown = listed(end.number for end in claim.layout.ends)
            yield problem(
                "ends_mismatch",
                detail=f"The layout ends in {shown or 'nothing'}, not in {listed(claim.ends)}.",
            )
    elif not _ends_fit(claim, card):
        yield problem("ends_mismatch", detail="A line has two open ends, a cross one for each arm.")


def _ends_fit(claim: Claim, card: RuleCard) -> bool:
    ends = len(claim.ends or ())
    return 1 <= ends <= MOST_ARMS if card.spinner != "none" or claim.spinner is not None else ends == 2


def _readings(layout: Layout) -> list[tuple[int, ...]]:
    """The ends of the arms; with fewer than two arms the bare spinner may be read as an end too."""
    arms = tuple(end.number for end in layout.ends)
    if layout.spinner is None or len(arms) > 1:
        return [arms]
    bare = (layout.spinner,) * (2 - len(arms))
    return [arms, (*arms, *bare), (*arms, layout.spinner)]


def _tile_count(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    size, boneyard = card.tile_set.size, claim.boneyard
    left = size - len(claim.players) * deal_of(claim, card)
    if boneyard is not None and (boneyard < 0 or boneyard > left or (boneyard != left and not card.draw)):
        kind, limit = ("boneyard", "at most ") if card.draw else ("sleepers", "")
        yield problem(
            "tile_count_mismatch",
            detail=f"This deal leaves {limit}{counted(max(0, left), 'tile')} in the {kind}, not {boneyard}.",
        )
        return
    held = [claim.tiles_held(name) for name in claim.players]
    if boneyard is None or None in held or any(name not in claim.players for name in claim.hands):
        return
    total = sum(n for n in held if n is not None) + boneyard
    if claim.layout is not None and total + len(claim.layout.tiles) != size:
        yield problem(
            "tile_count_mismatch",
            detail=(f"Hands, table and boneyard make {total + len(claim.layout.tiles)} tiles, not {size}."),
        )
    elif total >= size:
        yield problem(
            "tile_count_mismatch",
            detail=f"Hands and boneyard make {total} tiles, so none of the {size} has been played.",
        )


def _still_playable(claim: Claim) -> Iterator[Problem]:
    numbers = playable_numbers(claim)
    if numbers:
        for name, hand in claim.hands.items():
            fitting = [tile for tile in hand if tile.low in numbers or tile.high in numbers]
            if fitting:
                yield problem("blocked_but_playable", name, tile=fitting[0])
