"""Two addresses for the machines that watch this server. They say nothing of any club."""

import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, current_app, jsonify
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder, data_dir
from scorekeeper.ops.doctor import LEAST_FREE, free_space
from scorekeeper.store import StoreError, open_store
from scorekeeper.store.engine.backup import copies, dated_ahead
from scorekeeper.store.engine.connection import can_be_written
from scorekeeper.store.engine.errors import EngineError, fault_of_disk, is_busy
from scorekeeper.store.engine.migrate import prove_write, up_to_date

bp = Blueprint("health", __name__)

_PROOF_SECONDS = 20  # for which one write to the disk proves that the next will arrive


@bp.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return _never_kept(jsonify(ok=True))


@bp.get("/readyz")
def ready() -> Response:
    """Rounds can be saved: 200, otherwise 503 with what is in the way.

    An old backup is reported, and one that is dated in the future, but neither takes a pub's scores away.
    """
    database, now = current_app.config["DATABASE"], datetime.now(UTC)
    cause = _why_not_writable(database)
    checks = {"writable": cause is None, "space": free_space(data_dir(database) / "any") >= LEAST_FREE}
    made = copies(backups_folder(database)).values()
    ahead = dated_ahead(made, now)
    newest = max({*made} - ahead, default=None)
    age = round((now - newest).total_seconds() / 3600, 1) if newest else None
    answer = jsonify(
        ok=all(checks.values()), **checks, cause=cause, backup_hours=age, future_backups=len(ahead)
    )
    answer.status_code = 200 if all(checks.values()) else 503
    return _never_kept(answer)


def _why_not_writable(database: Path | str) -> str | None:
    """Why nothing can be saved; None where a write has just reached the disk, or did a moment ago."""
    proved: dict[str, float] = current_app.extensions.setdefault("proved_writable", {})
    try:
        with closing(open_store(database)) as db:
            if not up_to_date(db):
                return "the database is of another version"
            if time.monotonic() - proved.get("at", -_PROOF_SECONDS) > _PROOF_SECONDS:
                prove_write(db)
                proved["at"] = time.monotonic()
            elif not can_be_written(db):
                return "somebody holds the database"
    except StoreError:
        return "there is no sound database in its place"
    except EngineError as error:
        if is_busy(error):
            return "somebody holds the database"
        return fault_of_disk(error, data_dir(database)) or "the database cannot be read"
    return None


def _never_kept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
