"""Two addresses for monitors of this server. They reveal nothing about any club."""

import time
from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, current_app, jsonify
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder, data_dir
from scorekeeper.ops.doctor import LEAST_FREE, free_space
from scorekeeper.store import StoreError
from scorekeeper.store.engine.backup import copies_by_date, is_unsound
from scorekeeper.store.engine.connection import can_be_written, is_postgres
from scorekeeper.store.engine.errors import EngineError, Retryable, fault_of_disk, is_busy
from scorekeeper.store.engine.migrate import prove_write, up_to_date
from scorekeeper.web.http.db import fresh_connection

bp = Blueprint("health", __name__)

_NO_ROOM = "its disk is almost full"
_CLOCK = "copies are dated in the future: this clock is wrong, or was when they were made"
_PROOF_SECONDS = 20  # for which one write to the disk proves that the next will arrive


@bp.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return _never_kept(jsonify(ok=True))


@bp.get("/readyz")
def ready() -> Response:
    """Rounds can be saved and copied: 200, otherwise 503 with what is in the way.

    An old copy, and one whose record has faults, is reported and no fault; one that is dated in the future
    is, for either this clock is wrong or the copy hides that newer ones are missing. A database server's
    copies are its own.
    """
    database, now = current_app.config["DATABASE"], datetime.now(UTC)
    writable = _why_not_writable(database)
    space = free_space(data_dir(database) / "any") >= LEAST_FREE
    made, ahead = ({}, {}) if is_postgres(database) else copies_by_date(backups_folder(database), now)
    newest = max(made.values(), default=None)
    age = round((now - newest).total_seconds() / 3600, 1) if newest else None
    unsound = not is_postgres(database) and is_unsound(backups_folder(database))
    cause = writable or ("" if space else _NO_ROOM) or (_CLOCK if ahead else None)
    answer = jsonify(
        ok=cause is None,
        writable=writable is None,
        space=space,
        cause=cause,
        backup_hours=age,
        future_backups=len(ahead),
        unsound_backup=unsound,
    )
    answer.status_code = 503 if cause else 200
    return _never_kept(answer)


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


def _never_kept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
