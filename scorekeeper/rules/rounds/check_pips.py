"""Hands entered as pips: can so many tiles show so many pips, alone and together."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import deal_of
from scorekeeper.rules.rounds.check_ending import pairs_finish
from scorekeeper.rules.rounds.check_hands import most_drawn, most_held
from scorekeeper.rules.rounds.check_layout import ends_of, playable_numbers, spinner_of
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import Claim
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.tile import Tile, reachable_sums


def pip_problems(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    """Totals no hand can show, hands that cannot both be worth 0, and totals of the wrong parity."""
    known = [name for name in claim.pips if name in claim.players]
    for name in known:
        if name in claim.hands:
            yield from _differs_from_tiles(claim, card, name)
        elif not _possible(claim, card, name):
            yield problem("pips_out_of_range", name, pips=claim.pips[name], why=_why(claim, card, name))
    by_pips = [name for name in known if name not in claim.hands]
    if by_pips:
        yield from _together(claim, card, by_pips)
        yield from _zero_hands(claim, card)
        yield from _parity(claim, card, by_pips)


def sums_allowed(claim: Claim, card: RuleCard) -> tuple[int, ...]:
    """The totals tiles can show in this claim: in a block no held tile carries a playable number."""
    numbers = playable_numbers(claim) if claim.event == "blocked" else frozenset()
    return reachable_sums(card.set, numbers, card.double_blank_value)


def _differs_from_tiles(claim: Claim, card: RuleCard, name: str) -> Iterator[Problem]:
    total = card.pips_in(claim.hands[name])
    if total != claim.pips[name]:
        yield problem("pips_out_of_range", name, pips=claim.pips[name], why=f": the tiles show {total}")


def _possible(claim: Claim, card: RuleCard, name: str) -> bool:
    pips, sums = claim.pips[name], sums_allowed(claim, card)
    held = claim.tiles_held(name)
    if pips < 0:
        return False
    if held is not None:
        return 0 <= held < len(sums) and bool(sums[held] >> pips & 1)
    least = 0 if _may_be_empty(claim, card, name) else 1
    return any(total >> pips & 1 for total in sums[least : most_held(claim, card, name) + 1])


def _may_be_empty(claim: Claim, card: RuleCard, name: str) -> bool:
    return pairs_finish(claim, card) or (claim.event != "blocked" and name == (claim.out or name))


def _why(claim: Claim, card: RuleCard, name: str) -> str:
    held = claim.tiles_held(name)
    if held is None or not 0 <= held < len(sums_allowed(claim, card)):
        return ""
    span = reachable_sums(card.set, frozenset(), card.double_blank_value)[held]
    low, high = (span & -span).bit_length() - 1, span.bit_length() - 1
    blocked = " here" if claim.event == "blocked" and ends_of(claim) else ""
    return (
        f" on {counted(held, 'tile')}{blocked}"
        if low <= claim.pips[name] <= high
        else (f" on {counted(held, 'tile')}, only {low} to {high}")
    )


def _together(claim: Claim, card: RuleCard, names: list[str]) -> Iterator[Problem]:
    """All hands hold different tiles, so their sum must fit their number of tiles as well."""
    if len(names) < 2:
        return
    total, sums = sum(claim.pips[name] for name in names), sums_allowed(claim, card)
    held = [claim.tiles_held(name) for name in names]
    if None in held:
        most = len(claim.players) * deal_of(claim, card) + most_drawn(claim, card) - 1
        counts = range(min(most + 1, len(sums)))
    else:
        number = sum(n for n in held if n is not None)
        counts = range(number, number + 1)
    fits = total >= 0 and any(0 <= n < len(sums) and sums[n] >> total & 1 for n in counts)
    if not fits:
        why = f" on {counted(counts[0], 'tile')}" if None not in held else ""
        yield problem("pips_joint_out_of_range", *names, pips=total, why=why)


def _zero_hands(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    """Only the double blank is worth nothing, so one hand that holds tiles may show 0, not two."""
    zero = [name for name in claim.players if _holds_but_shows_zero(claim, card, name)]
    if len(zero) > 1:
        yield problem("two_zero_hands", *zero, names=listed(zero))


def _holds_but_shows_zero(claim: Claim, card: RuleCard, name: str) -> bool:
    if name in claim.hands:
        return claim.hands[name] == (Tile.of(0, 0),)
    if claim.pips.get(name) != 0 or claim.is_empty(name):
        return False
    return bool(claim.tiles_held(name)) or not _may_be_empty(claim, card, name)


def _parity(claim: Claim, card: RuleCard, by_pips: list[str]) -> Iterator[Problem]:
    """With nothing unseen the hands' pips are the set's without the layout's, whose parity its ends fix."""
    if claim.boneyard != 0 or card.double_blank_value:
        return
    if any(name not in claim.pips and name not in claim.hands for name in claim.players):
        return
    parity = _table_parity(claim, card)
    total = sum(
        claim.pips[name] if name in claim.pips else sum(tile.pips for tile in claim.hands[name])
        for name in claim.players
    )
    if parity is not None and (card.tile_set.pips - total - parity) % 2:
        yield problem("pips_parity", *by_pips, pips=total)


def _table_parity(claim: Claim, card: RuleCard) -> int | None:
    """The layout's pips modulo 2: of a line its ends added, of a cross also the spinner for each arm."""
    ends, spinner = ends_of(claim), spinner_of(claim)
    if spinner is None and card.spinner != "none":
        return None
    if ends is None:
        # Blocked on a line of an even set: both ends show the same number.
        return 0 if claim.event == "blocked" and card.set % 2 == 0 and spinner is None else None
    return (sum(ends) + (spinner or 0) * len(ends)) % 2
