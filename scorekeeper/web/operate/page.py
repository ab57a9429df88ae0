"""The operator's page: clubs by last use, what was saved and refused, slow pages, copies and versions."""

from dataclasses import asdict, dataclass
from typing import Any

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
    live_tables: int
    read_only: str | None
    newest_copy: str | None
    saves: int
    saves_an_hour: int
    refusals: dict[str, int]
    refusals_an_hour: int
    errors: dict[str, int]
    slow: list[SlowPage]

    def as_json(self) -> dict[str, Any]:
        """The same for a program, every value under its name."""
        return asdict(self) | {"used": [used._asdict() for used in self.used]}

    @classmethod
    def of(cls, facts: InstanceFacts, metrics: Metrics) -> "OperatePage":
        """The page from what the database and this process know."""
        saves, refusals, errors, slow = _counts(metrics)
        saves_an_hour, refusals_an_hour = metrics.last_hour.sums()
        now = facts.now
        return cls(
            version=__version__,
            schema=facts.schema,
            clubs=now.clubs,
            used=facts.used[:_LISTED],
            tonight=facts.tonight,
            live_tables=now.live_tables,
            read_only=now.read_only,
            newest_copy=now.newest_copy.strftime("%Y-%m-%d %H:%M") if now.newest_copy else None,
            saves=saves,
            saves_an_hour=saves_an_hour,
            refusals=refusals,
            refusals_an_hour=refusals_an_hour,
            errors=errors,
            slow=slow,
        )


def _counts(metrics: Metrics) -> tuple[int, dict[str, int], dict[str, int], list[SlowPage]]:
    saves, refusals, errors = 0, dict[str, int](), dict[str, int]()
    seconds, answers = dict[str, float](), dict[str, int]()
    for metric in metrics.registry.collect():
        for sample in metric.samples:
            match sample.name:
                case "scorekeeper_saves_total":
                    saves += int(sample.value)
                case "scorekeeper_refusals_total":
                    refusals[sample.labels["status"]] = int(sample.value)
                case "scorekeeper_errors_total":
                    errors[sample.labels["kind"]] = int(sample.value)
                case "scorekeeper_answer_seconds_sum":
                    seconds[sample.labels["page"]] = sample.value
                case "scorekeeper_answer_seconds_count":
                    answers[sample.labels["page"]] = int(sample.value)
    slow = [SlowPage(page, count, round(1000 * seconds[page] / count, 1)) for page, count in answers.items()]
    slow.sort(key=lambda one: one.mean_ms, reverse=True)
    return saves, refusals, errors, slow[:10]
