"""Whether the round has really ended: somebody chipped out, or it is blocked."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.text import counted, listed


def ending_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Faults of the event: an empty hand that is missing, or one too many."""
    if report.event == "out":
        yield from _out_problems(report, card)
    elif report.event == "blocked":
        yield from _block_problems(report, card)
    else:
        yield problem("event_missing")


def pairs_finish(report: RoundReport, card: RuleCard) -> bool:
    """Whether a pair is out only when both partners are: the rule is agreed, and pairs are playing."""
    return card.both_must_chip_out and report.teams


def _entered(report: RoundReport) -> list[str]:
    return [name for name in report.players if name in report.hands or name in report.pips]


def _out_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    entered = _entered(report)
    if report.out is None:
        yield problem("out_player_missing")
    if len(entered) == len(report.players) and all(report.is_empty(name) is False for name in entered):
        yield problem("nobody_empty")
    if report.out is None or report.out not in report.players:
        return
    if report.out in entered and report.is_empty(report.out) is False:
        yield problem("out_player_has_tiles", report.out)
    own = report.side_with(report.out)
    if pairs_finish(report, card):
        yield from _partners(report, own)
    else:
        empty = [name for name in entered if name != report.out and report.is_empty(name)]
        if empty:
            yield problem(
                "multiple_empty_hands",
                report.out,
                *empty,
                names=listed([report.out, *empty]),
                who="one player",
            )


def _partners(report: RoundReport, own: tuple[str, ...]) -> Iterator[Problem]:
    for partner in own:
        if partner != report.out and partner in _entered(report) and report.is_empty(partner) is False:
            held = report.tiles_held(partner)
            what = "tiles" if held is None else "a tile" if held == 1 else counted(held, "tile")
            yield problem("partner_not_out", str(report.out), partner, partner=partner, what=what)
    for side in report.sides:
        if (
            side != own
            and all(report.is_empty(name) for name in side if name in _entered(report))
            and all(name in _entered(report) for name in side)
        ):
            yield problem("multiple_empty_hands", *own, *side, names=listed([*own, *side]), who="one pair")


def _block_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    entered = _entered(report)
    if pairs_finish(report, card):
        # Pips alone cannot tell an empty hand from the double blank; 0 is read as empty here.
        for side in report.sides:
            if all(name in entered and report.is_empty(name) is not False for name in side):
                yield problem("blocked_but_team_out", *side, names=listed(side))
    else:
        for name in entered:
            if report.is_empty(name):
                yield problem("blocked_but_empty_hand", name)
    if card.draw and report.boneyard is not None and report.boneyard > card.boneyard_reserve:
        drawable = report.boneyard - card.boneyard_reserve
        yield problem("boneyard_not_exhausted", count=counted(drawable, "tile"))
