"""The operator’s page and the monitor’s metrics, behind a secret of their own; off without it."""

import hmac
import time
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder
from scorekeeper.services.clubs.instance import instance_facts, instance_now
from scorekeeper.services.clubs.maintenance import (
    LONGEST_WORDS,
    USUAL_WORDS,
    begin_read_only,
    end_read_only,
)
from scorekeeper.store.engine.errors import EngineError, StoreError
from scorekeeper.web.caching.kept_copies import keep_no_copy
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import for_program
from scorekeeper.web.http.read_only import note_read_only
from scorekeeper.web.operate import metrics
from scorekeeper.web.operate.page import OperatePage

bp = Blueprint("operate", __name__)

LEAST_SECRET = 20  # letters of the operator's secret: far past guessing
_TRIES, _MINUTE = 5, 60.0  # wrong secrets a minute, before everybody has to wait
_wrong: deque[float] = deque(maxlen=_TRIES)


@bp.get("/operate")
def show() -> Response | str:
    """The page, or the question for the secret; JSON for a program that bears the secret."""
    _required()
    if for_program():
        _borne_or_401()
        return _never_stored(jsonify(_page().as_json()))
    if not hmac.compare_digest(str(session.get("operator", "")), _token()):
        return render_template("operate/enter.html", wrong=False)
    keep_no_copy()
    page = _page()
    note_read_only(page.read_only)
    return never_kept(render_template("operate/show.html", page=page, usual=USUAL_WORDS, most=LONGEST_WORDS))


@bp.post("/operate")
def enter() -> Response | tuple[str, int]:
    """Sign in the operator who knows the secret."""
    secret = _required()
    if len(_wrong) == _TRIES and time.monotonic() - _wrong[0] < _MINUTE:
        abort(429, "That secret was wrong too often. Wait a minute, then try again.")
    if not hmac.compare_digest(request.form.get("secret", "").encode(), secret.encode()):
        _wrong.append(time.monotonic())
        return render_template("operate/enter.html", wrong=True), 422
    session["operator"] = _token()
    return redirect(url_for(".show"), 303)


@bp.post("/operate/read-only")
def read_only() -> Response:
    """Begin read-only mode with these words, or end it where none are sent."""
    if not hmac.compare_digest(str(session.get("operator", "")), _token()):
        abort(403, "This page is for whoever runs this Scorekeeper.")
    words = " ".join(request.form.get("words", "").split())[:LONGEST_WORDS]
    if words:
        begin_read_only(get_db(), words, datetime.now(UTC))
    else:
        end_read_only(get_db())
    return redirect(url_for(".show"), 303)


@bp.get("/metrics")
def read_metrics() -> Response:
    """Everything counted, as OpenMetrics text, for a monitor that bears the secret."""
    _borne_or_401()
    counted = metrics.metrics_of(current_app)
    with suppress(StoreError, EngineError):  # counts are reported without the database, too
        counted.note(instance_now(get_db(), _backups(), now := datetime.now(UTC)), now)
    text: bytes = generate_latest(counted.registry)  # type: ignore[no-untyped-call]
    return _never_stored(current_app.response_class(text, content_type=CONTENT_TYPE_LATEST))


def _borne_or_401() -> None:
    borne = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(borne.encode(), _required().encode()):
        abort(401, "A monitor says “Authorization: Bearer” and the operator’s secret.")


def _never_stored(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _backups() -> Path:
    return backups_folder(current_app.config["DATABASE"])


def _page() -> OperatePage:
    facts = instance_facts(get_db(), _backups(), datetime.now(UTC))
    return OperatePage.of(facts, metrics.metrics_of(current_app))


def _required() -> str:
    """The operator's secret; where none is set there is nothing here."""
    return str(current_app.config["OPERATOR_SECRET"] or abort(404, "There is nothing at this address."))


def _token() -> str:
    """What the operator's cookie holds: it ends with the secret."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(key, _required().encode(), "sha256").hexdigest()


def init_app(app: Flask) -> None:
    """Count answers where an operator's secret is set; ``ValueError`` for one that could be guessed."""
    secret = app.config["OPERATOR_SECRET"]
    if secret and len(secret) < LEAST_SECRET:
        raise ValueError(f"SCOREKEEPER_OPERATOR_SECRET needs at least {LEAST_SECRET} letters.")
    if secret:
        metrics.init_app(app)
    app.register_blueprint(bp)
