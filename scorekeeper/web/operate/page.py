"""The operator's page: clubs by last use, what was saved and refused, slow pages, copies and versions."""

from collections import defaultdict
from dataclasses import dataclass

from scorekeeper import __version__
from scorekeeper.services.clubs.instance import InstanceFacts
from scorekeeper.store.clubs.usage import Usage
from scorekeeper.web.operate.metrics import Metrics

_LISTED = 50  # clubs and pages on the page; ``scorekeeper club list`` has them all


@dataclass(frozen=True)
class SlowPage:
    """A page with how often it was answered by this process and the mean time that took, in milliseconds."""

    page: str
    answers: int
    mean_ms: float


@dataclass(frozen=True)
class OperatePage:
    """Everything the operator's page shows. Counts are of this process since it started."""

    version: str
    schema: str
    clubs: int
    used: list[Usage]
    tonight: int
    newest_copy: str | None
    saves: int
    refusals: dict[str, int]
    faults: dict[str, int]
    slow: list[SlowPage]

    @classmethod
    def of(cls, facts: InstanceFacts, metrics: Metrics) -> "OperatePage":
        """The page from what the database and this process know."""
        saves, refusals, faults, slow = _counts(metrics)
        return cls(
            version=__version__,
            schema=facts.schema,
            clubs=len(facts.used),
            used=facts.used[:_LISTED],
            tonight=facts.tonight,
            newest_copy=facts.newest_copy.strftime("%Y-%m-%d %H:%M") if facts.newest_copy else None,
            saves=saves,
            refusals=refusals,
            faults=faults,
            slow=slow,
        )


def _counts(metrics: Metrics) -> tuple[int, dict[str, int], dict[str, int], list[SlowPage]]:
    saves, refusals, faults = 0, dict[str, int](), defaultdict[str, int](int)
    seconds, answers = dict[str, float](), dict[str, int]()
    for metric in metrics.registry.collect():
        for sample in metric.samples:
            match sample.name:
                case "scorekeeper_saves_total":
                    saves += int(sample.value)
                case "scorekeeper_refusals_total":
                    refusals[sample.labels["status"]] = int(sample.value)
                case "scorekeeper_answers_total" if sample.labels["status"] >= "500":
                    faults[f"{sample.labels['page']} {sample.labels['status']}"] += int(sample.value)
                case "scorekeeper_answer_seconds_sum":
                    seconds[sample.labels["page"]] = sample.value
                case "scorekeeper_answer_seconds_count":
                    answers[sample.labels["page"]] = int(sample.value)
    slow = [SlowPage(page, count, round(1000 * seconds[page] / count, 1)) for page, count in answers.items()]
    slow.sort(key=lambda one: one.mean_ms, reverse=True)
    return saves, refusals, dict(faults), slow[:10]
