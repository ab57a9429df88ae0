"""For monitors: whether this server is alive and ready, and metrics of its answers (OpenMetrics).

No label contains a club or a phone. Each process counts for itself, in a registry of its own app; a monitor
scrapes every app server.
"""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info

from scorekeeper import __version__
from scorekeeper.config import data_dir
from scorekeeper.ops.doctor import LEAST_FREE, free_space
from scorekeeper.ops.wsgi import ASKED_AHEAD
from scorekeeper.services.clubs.hosting import InstanceNow
from scorekeeper.store import StoreError
from scorekeeper.store.engine.backup import CopiesNow, copies_now
from scorekeeper.store.engine.connection import can_be_written
from scorekeeper.store.engine.errors import EngineError, Retryable, fault_of_disk, is_busy
from scorekeeper.store.engine.migrate import prove_write, up_to_date
from scorekeeper.web.http.db import fresh_connection

_MINUTES = 60
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
health_bp = Blueprint("health", __name__)
_CLOCK = "copies are dated in the future: this clock is wrong, or was when they were made"
_PROOF_SECONDS = 20  # for which one write to the disk proves that the next will arrive


class LastHour:
    """Counts of this process, by the minute and whether it was saved; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._turn = clock, threading.Lock()
        self._counts: dict[tuple[int, bool], int] = {}

    def count(self, *, saved: bool) -> None:
        with self._turn:
            at = int(self._clock() // 60), saved
            if at not in self._counts:
                self._let_go()
            self._counts[at] = self._counts.get(at, 0) + 1

    def sums(self) -> tuple[int, int]:
        with self._turn:
            self._let_go()
            stored, refused = (
                sum(count for (_, saved), count in self._counts.items() if saved is kind)
                for kind in (True, False)
            )
        return stored, refused

    def _let_go(self) -> None:
        before = int(self._clock() // 60) - _MINUTES
        self._counts = {at: count for at, count in self._counts.items() if at[0] > before}


class Metrics:
    def __init__(self) -> None:
        self.last_hour = LastHour()
        self.registry = to = CollectorRegistry()
        Info("scorekeeper_build", "The version that runs", registry=to).info({"version": __version__})
        self.answers = Counter(
            "scorekeeper_answers", "Answers by page and status", ["page", "status"], registry=to
        )
        took = "Seconds until an answer was ready"
        self.seconds = Histogram("scorekeeper_answer_seconds", took, ["page"], buckets=_BUCKETS, registry=to)
        self.saves = Counter("scorekeeper_saves", "Changes that were stored", ["page"], registry=to)
        self.refusals = Counter("scorekeeper_refusals", "Changes refused, by status", ["status"], registry=to)
        self.errors = Counter("scorekeeper_errors", "Faults of ours, by kind", ["kind"], registry=to)
        self.clubs = Gauge("scorekeeper_clubs", "Clubs, without those in the trash", registry=to)
        self.live_tables = Gauge("scorekeeper_live_tables", "Matches with an entry a moment ago", registry=to)
        self.read_only = Gauge("scorekeeper_read_only", "1 while no changes are taken", registry=to)
        self.copy_age = Gauge("scorekeeper_copy_age_seconds", "Age of the newest copy of a file", registry=to)
        self.copy_failed = Gauge("scorekeeper_copy_failed", "1 while last night's copy failed", registry=to)

    def note(self, known: InstanceNow, copies: CopiesNow, now: datetime) -> None:
        """Set what the database knows; without a copy its age is that of the epoch."""
        made = copies.newest.timestamp() if copies.newest else 0.0
        self.clubs.set(known.clubs)
        self.live_tables.set(known.live_tables)
        self.read_only.set(known.read_only is not None)
        self.copy_age.set(now.timestamp() - made)
        self.copy_failed.set(copies.fault is not None)

    def count(self, page: str, method: str, status: int, seconds: float) -> None:
        self.answers.labels(page, str(status)).inc()
        self.seconds.labels(page).observe(seconds)
        if method not in ("GET", "HEAD", "OPTIONS"):
            if status < 400:
                self.saves.labels(page).inc()
            else:
                self.refusals.labels(str(status)).inc()
            self.last_hour.count(saved=status < 400)


def metrics_of(app: Flask) -> Metrics:
    found: Metrics = app.extensions["metrics"]
    return found


def count_outside(app: Flask, page: str, method: str, status: int, seconds: float = 0.0) -> None:
    """Count what was answered in front of the app: 304s, floods, bodies that do not come, no place free."""
    if "metrics" in app.extensions:
        metrics_of(app).count(page, method, status, seconds)


def _count(response: Response) -> Response:
    if ASKED_AHEAD in request.environ and response.status_code == HTTPStatus.NO_CONTENT:
        return response
    took = time.monotonic() - g.began if "began" in g else 0.0  # since request_log.start_log
    counted, status = metrics_of(current_app), response.status_code
    counted.count(request.endpoint or "none", request.method, status, took)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        fault = g.get("fault")
        counted.errors.labels(type(fault).__name__ if fault else HTTPStatus(status).phrase).inc()
    return response


def init_app(app: Flask) -> None:
    app.extensions["metrics"] = Metrics()
    app.after_request(_count)


@health_bp.get("/healthz")
def alive() -> Response:
    return not_stored(jsonify(ok=True, run=current_app.config["RUN"]))


@health_bp.get("/readyz")
def ready() -> Response:
    """Rounds can be saved and copied: 200, otherwise 503 with what is in the way.

    An old copy, and one that failed, is reported and no fault; one that is dated in the future is, for either
    this clock is wrong or the copy hides that newer ones are missing.
    """
    database, now = current_app.config["DATABASE"], datetime.now(UTC)
    writable = _why_not_writable(database)
    space = free_space(data_dir(database) / "any") >= LEAST_FREE
    copies = copies_now(database, now)
    age = round((now - copies.newest).total_seconds() / 3600, 1) if copies.newest else None
    cause = writable or ("" if space else "its disk is almost full") or (_CLOCK if copies.ahead else None)
    answer = jsonify(
        ok=cause is None,
        writable=writable is None,
        space=space,
        cause=cause,
        backup_hours=age,
        future_backups=copies.ahead,
        backup_failed=copies.fault is not None,
    )
    answer.status_code = 503 if cause else 200
    return not_stored(answer)


def _why_not_writable(database: Path | str) -> str | None:
    """Why nothing can be saved; None if a write reached the disk now or a moment ago."""
    proved: dict[str, float] = current_app.extensions.setdefault("proved_writable", {})
    if current_app.config["OFFERED"]:
        return "the database is damaged, and a copy is shown"
    try:
        with fresh_connection(database) as db:
            if not up_to_date(db):
                return "the database is of another version"
            if time.monotonic() - proved.get("at", -_PROOF_SECONDS) > _PROOF_SECONDS:
                prove_write(db)
                proved["at"] = time.monotonic()
            elif not can_be_written(db):
                return "the database is locked"
    except StoreError:
        return "the database is missing or damaged"
    except Retryable:
        return "the database server does not answer"
    except EngineError as error:
        if is_busy(error):
            return "the database is locked"
        return fault_of_disk(error, data_dir(database)) or "the database cannot be read"
    return None


def not_stored(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
