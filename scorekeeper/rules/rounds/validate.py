"""Validation: a report and a card in; every problem at once and, where none is certain, the outcome."""

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from operator import attrgetter

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import hand_problems, seat_problems, with_known_boneyard
from scorekeeper.rules.rounds.check_layout import parity_problems, table_problems
from scorekeeper.rules.rounds.check_pips import pip_problems
from scorekeeper.rules.rounds.outcome import Outcome, ending_problems, outcome_of
from scorekeeper.rules.rounds.report import Problem, RoundReport, in_order

_CACHED = 5_000  # rounds' ends whose validation is cached, two to three kilobytes each
CHECKS = (seat_problems, hand_problems, ending_problems, table_problems, parity_problems, pip_problems)


@dataclass(frozen=True, slots=True)
class Validation:
    """All problems in the order they are shown; the outcome stands unless one of them is certain."""

    problems: tuple[Problem, ...]
    outcome: Outcome | None

    @property
    def refused(self) -> bool:
        """Whether a problem is certain, so that nothing can be scored."""
        return self.outcome is None

    @property
    def doubtful(self) -> bool:
        """Whether there are only doubts: the players may check again, or confirm with a reason."""
        return self.outcome is not None and bool(self.problems)


def validate(report: RoundReport, card: RuleCard) -> Validation:
    """Check the end of a round. Bad values are problems of the report, never exceptions."""
    report = with_known_boneyard(report, card)
    found = [problem for check in CHECKS for problem in check(report, card)]
    certain = any(problem.certain for problem in found)
    return Validation(in_order(found) if found else (), None if certain else outcome_of(report, card))


def validate_cached(report: RoundReport, card: RuleCard) -> Validation:
    """What ``validate`` says, cached: a match is replayed from its first round with every new one.

    Who led counts only against the number of tiles that somebody holds. Where none is entered it is left out,
    so that the end of a round is validated once: when it is entered, and not again by the replay.
    """
    if report.leader in report.players and not report.hands and not report.tile_counts:
        report = replace(report, leader=None)
    return _validated(_Case(report, card))


class _Case:
    """A report under a card, found again by every value in them and the order they are in."""

    def __init__(self, report: RoundReport, card: RuleCard) -> None:
        self.report, self.card = report, card
        by_name = (tuple(getattr(report, name).items()) for name in _BY_NAME)
        self._key = (card, *_entered(report), *by_name)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Case) and self._key == other._key


_BY_NAME = ("hands", "pips", "tile_counts")
_entered = attrgetter(*(field.name for field in fields(RoundReport) if field.name not in _BY_NAME))


@lru_cache(maxsize=_CACHED)
def _validated(case: _Case) -> Validation:
    return validate(case.report, case.card)
