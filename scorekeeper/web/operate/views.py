"""The operator’s page and the monitor’s metrics, behind a secret of their own; off without it."""

import hmac
import time
from collections import deque
from datetime import UTC, datetime

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, session, url_for
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder
from scorekeeper.services.clubs.instance import instance_facts
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.kept_copies import keep_no_copy
from scorekeeper.web.operate import metrics
from scorekeeper.web.operate.page import OperatePage

bp = Blueprint("operate", __name__)

LEAST_SECRET = 20  # letters of the operator's secret: far past guessing
_TRIES, _MINUTE = 5, 60.0  # wrong secrets a minute, before everybody has to wait
_wrong: deque[float] = deque(maxlen=_TRIES)


@bp.get("/operate")
def show() -> Response | str:
    """The page, or the question for the secret."""
    _required()
    if not hmac.compare_digest(str(session.get("operator", "")), _token()):
        return render_template("operate/enter.html", wrong=False)
    keep_no_copy()
    facts = instance_facts(get_db(), backups_folder(current_app.config["DATABASE"]), datetime.now(UTC))
    page = OperatePage.of(facts, metrics.metrics_of(current_app))
    return never_kept(render_template("operate/show.html", page=page))


@bp.post("/operate")
def enter() -> Response | tuple[str, int]:
    """Let the operator in who knows the secret."""
    secret = _required()
    if len(_wrong) == _TRIES and time.monotonic() - _wrong[0] < _MINUTE:
        abort(429, "That secret was wrong too often. Wait a minute, then try again.")
    if not hmac.compare_digest(request.form.get("secret", "").encode(), secret.encode()):
        _wrong.append(time.monotonic())
        return render_template("operate/enter.html", wrong=True), 422
    session["operator"] = _token()
    return redirect(url_for(".show"), 303)


@bp.get("/metrics")
def read_metrics() -> Response:
    """Everything counted, as OpenMetrics text, for a monitor that bears the secret."""
    borne = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(borne.encode(), _required().encode()):
        abort(401, "A monitor says “Authorization: Bearer” and the operator’s secret.")
    text: bytes = generate_latest(metrics.metrics_of(current_app).registry)  # type: ignore[no-untyped-call]
    headers = {"Cache-Control": "no-store"}
    return current_app.response_class(text, content_type=CONTENT_TYPE_LATEST, headers=headers)


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
