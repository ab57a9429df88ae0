"""Hands entered as pips: whether so many tiles can show so many pips, alone and together."""

from collections.abc import Iterator

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import deal_of, most_drawn, most_held
from scorekeeper.rules.rounds.check_layout import ends_of, playable_numbers, spinner_of, what_to_check
from scorekeeper.rules.rounds.outcome import pairs_finish
from scorekeeper.rules.rounds.report import Problem, RoundReport, problem
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.tile import Tile, reachable_sums


def pip_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Totals no hand can show, hands that cannot both be worth 0, and totals of the wrong parity."""
    known = [name for name in report.pips if name in report.players]
    for name in known:
        if name in report.hands:
            yield from _differs_from_tiles(report, card, name)
        elif not _possible(report, card, name):
            yield problem("pips_out_of_range", name, pips=report.pips[name], why=_why(report, card, name))
    by_pips = [name for name in known if name not in report.hands]
    if by_pips:
        yield from _together(report, card, by_pips)
        yield from _zero_hands(report, card)
        yield from _parity(report, card, by_pips)


def sums_allowed(report: RoundReport, card: RuleCard) -> tuple[int, ...]:
    """The totals tiles can show in this report: in a block no held tile carries a playable number."""
    numbers = playable_numbers(report) if report.event == "blocked" else frozenset()
    return reachable_sums(card.set, numbers, card.double_blank_value)


def _differs_from_tiles(report: RoundReport, card: RuleCard, name: str) -> Iterator[Problem]:
    total = card.pips_in(report.hands[name])
    if total != report.pips[name]:
        yield problem("pips_out_of_range", name, pips=report.pips[name], why=f": the tiles show {total}")


def _possible(report: RoundReport, card: RuleCard, name: str) -> bool:
    pips, sums = report.pips[name], sums_allowed(report, card)
    held = report.tiles_held(name)
    if pips < 0:
        return False
    if held is not None:
        return 0 <= held < len(sums) and bool(sums[held] >> pips & 1)
    least = 0 if _may_be_empty(report, card, name) else 1
    return any(total >> pips & 1 for total in sums[least : most_held(report, card, name) + 1])


def _may_be_empty(report: RoundReport, card: RuleCard, name: str) -> bool:
    return pairs_finish(report, card) or (report.event != "blocked" and name == (report.out or name))


def _why(report: RoundReport, card: RuleCard, name: str) -> str:
    held = report.tiles_held(name)
    if held is None or not 0 <= held < len(sums_allowed(report, card)):
        return ""
    span = reachable_sums(card.set, frozenset(), card.double_blank_value)[held]
    low, high = (span & -span).bit_length() - 1, span.bit_length() - 1
    blocked = " here" if report.event == "blocked" and ends_of(report) else ""
    return (
        f" on {counted(held, 'tile')}{blocked}"
        if low <= report.pips[name] <= high
        else (f" on {counted(held, 'tile')}, only {low} to {high}")
    )


def _together(report: RoundReport, card: RuleCard, names: list[str]) -> Iterator[Problem]:
    """All hands hold different tiles, so their sum must fit their number of tiles as well."""
    if len(names) < 2:
        return
    total, sums = sum(report.pips[name] for name in names), sums_allowed(report, card)
    held = [report.tiles_held(name) for name in names]
    if None in held:
        most = len(report.players) * deal_of(report, card) + most_drawn(report, card) - 1
        counts = range(min(most + 1, len(sums)))
    else:
        number = sum(n for n in held if n is not None)
        counts = range(number, number + 1)
    fits = total >= 0 and any(0 <= n < len(sums) and sums[n] >> total & 1 for n in counts)
    if not fits:
        why = f" on {counted(counts[0], 'tile')}" if None not in held else ""
        yield problem("pips_joint_out_of_range", *names, pips=total, why=why)


def _zero_hands(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Only the double blank is worth nothing, so one hand that holds tiles may show 0, not two."""
    zero = [name for name in report.players if _holds_but_shows_zero(report, card, name)]
    if len(zero) > 1:
        yield problem("two_zero_hands", *zero, names=listed(zero), both="both" if len(zero) == 2 else "all")


def _holds_but_shows_zero(report: RoundReport, card: RuleCard, name: str) -> bool:
    if name in report.hands:
        return report.hands[name] == (Tile.of(0, 0),)
    if report.pips.get(name) != 0 or report.is_empty(name):
        return False
    return bool(report.tiles_held(name)) or not _may_be_empty(report, card, name)


def _parity(report: RoundReport, card: RuleCard, by_pips: list[str]) -> Iterator[Problem]:
    """With nothing unseen the hands' pips are the set's without the layout's, whose parity its ends fix."""
    if report.boneyard != 0 or card.double_blank_value:
        return
    if any(name not in report.pips and name not in report.hands for name in report.players):
        return
    parity = _table_parity(report, card)
    total = sum(
        report.pips[name] if name in report.pips else sum(tile.pips for tile in report.hands[name])
        for name in report.players
    )
    if parity is not None and (card.tile_set.pips - total - parity) % 2:
        wanted, check = "even" if total % 2 else "odd", what_to_check(report, card)
        yield problem("pips_parity", *by_pips, pips=total, wanted=wanted, check=check)


def _table_parity(report: RoundReport, card: RuleCard) -> int | None:
    """The layout's pips modulo 2: of a line its ends added, of a cross also the spinner for each arm."""
    ends, spinner = ends_of(report), spinner_of(report)
    if spinner is None and card.spinner != "none":
        return None
    if ends is None:
        # Blocked on a line of an even set: both ends show the same number.
        return 0 if report.event == "blocked" and card.set % 2 == 0 and spinner is None else None
    return (sum(ends) + (spinner or 0) * len(ends)) % 2
