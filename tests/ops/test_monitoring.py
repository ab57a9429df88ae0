"""The alert rules and the dashboard: every metric that they name exists."""

import json
import re
from pathlib import Path

from scorekeeper.web.operate.metrics import Metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = (DEPLOY / "alerts.yml").read_text().split("      - alert: ")[1:]
PANELS = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
EXPRESSIONS = [
    *(words for rule in RULES for words in re.findall(r"^ +expr: (.+)$", rule, re.MULTILINE)),
    *(target["expr"] for panel in PANELS for target in panel["targets"]),
]


def counted() -> dict[str, set[str]]:
    """Every sample that ``/metrics`` can have, with its labels."""
    metrics = Metrics()
    metrics.count("rounds.save", "POST", 200, 0.01)
    metrics.count("rounds.save", "POST", 422, 0.01)
    metrics.errors.labels("Fault").inc()
    samples = [sample for metric in metrics.registry.collect() for sample in metric.samples]
    return {sample.name: set(sample.labels) for sample in samples}


def test_every_named_metric_exists() -> None:
    named = {name for words in EXPRESSIONS for name in re.findall(r"scorekeeper_\w+", words)}
    assert len(named) > 8
    assert named <= counted().keys()


def test_every_label_in_a_query_exists() -> None:
    borne = set().union(*counted().values()) | {"le", "job"}
    asked = {
        label
        for words in EXPRESSIONS
        for found in re.findall(r"by \(([^)]*)\)|(\w+)=\"", words)
        for label in re.split(r",\s*", found[0] or found[1])
    }
    assert asked
    assert asked <= borne


def test_every_rule_says_what_is_wrong_and_how_much_it_matters() -> None:
    for rule in RULES:
        assert re.search(r"^ +annotations: \{summary: \"[^\"]+[.?]\"\}$", rule, re.MULTILINE), rule
        assert re.search(r"^ +labels: \{severity: (page|ticket)\}$", rule, re.MULTILINE), rule
