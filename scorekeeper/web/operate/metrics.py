"""Counts of what the app answers, for OpenMetrics monitors. No label holds a club or a phone.

Each process counts for itself, in a registry of its own app; a monitor scrapes every app server.
"""

import time
from dataclasses import dataclass

from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram, Info

from scorekeeper import __version__

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
_OTHER = "none"  # the endpoint of an address that nothing answers


@dataclass(frozen=True)
class Metrics:
    """The counters of one app, in the registry that ``/metrics`` writes out."""

    registry: CollectorRegistry
    answers: Counter
    seconds: Histogram
    saves: Counter
    refusals: Counter

    @classmethod
    def fresh(cls) -> "Metrics":
        """New counters at zero."""
        registry = CollectorRegistry()
        Info("scorekeeper_build", "The version that runs", registry=registry).info({"version": __version__})
        return cls(
            registry,
            Counter(
                "scorekeeper_answers", "Answers by page and status", ["page", "status"], registry=registry
            ),
            Histogram(
                "scorekeeper_answer_seconds",
                "Seconds until an answer was ready",
                ["page"],
                buckets=_BUCKETS,
                registry=registry,
            ),
            Counter("scorekeeper_saves", "Changes that were stored", ["page"], registry=registry),
            Counter("scorekeeper_refusals", "Changes refused, by status", ["status"], registry=registry),
        )

    def count(self, page: str, method: str, status: int, seconds: float) -> None:
        """Count one answer."""
        self.answers.labels(page, str(status)).inc()
        self.seconds.labels(page).observe(seconds)
        if method not in ("GET", "HEAD", "OPTIONS"):
            if status < 400:
                self.saves.labels(page).inc()
            else:
                self.refusals.labels(str(status)).inc()


def metrics_of(app: Flask) -> Metrics:
    """The counters of this app, which counts only where an operator's secret is set."""
    found: Metrics = app.extensions["metrics"]
    return found


def _start() -> None:
    g.counted_from = time.perf_counter()


def _count(response: Response) -> Response:
    took = time.perf_counter() - g.counted_from if "counted_from" in g else 0.0
    metrics_of(current_app).count(request.endpoint or _OTHER, request.method, response.status_code, took)
    return response


def init_app(app: Flask) -> None:
    """Count every answer of this app."""
    app.extensions["metrics"] = Metrics.fresh()
    app.before_request(_start)
    app.after_request(_count)
