"""Two addresses for the machines that watch this server. They say nothing of any club."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, current_app, jsonify
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder, data_dir
from scorekeeper.ops.doctor import LEAST_FREE, free_space
from scorekeeper.store import StoreError, open_store
from scorekeeper.store.engine.backup import copies
from scorekeeper.store.engine.connection import can_be_written
from scorekeeper.store.engine.errors import EngineError
from scorekeeper.store.engine.migrate import up_to_date

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return _never_kept(jsonify(ok=True))


@bp.get("/readyz")
def ready() -> Response:
    """Rounds can be saved: 200, otherwise 503 with what is in the way.

    An old backup is told, but takes no pub's scores away.
    """
    database = current_app.config["DATABASE"]
    checks = {"writable": _writable(database), "space": free_space(data_dir(database) / "any") >= LEAST_FREE}
    made = copies(backups_folder(database))
    newest = max(made.values(), default=None)
    age = round((datetime.now(UTC) - newest).total_seconds() / 3600, 1) if newest else None
    answer = jsonify(ok=all(checks.values()), **checks, backup_hours=age)
    answer.status_code = 200 if all(checks.values()) else 503
    return _never_kept(answer)


def _writable(database: Path | str) -> bool:
    """Whether the write lock can be had on a database of this version; nothing is written."""
    try:
        with closing(open_store(database)) as db:
            return can_be_written(db) and up_to_date(db)
    except (StoreError, EngineError):
        return False


def _never_kept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
