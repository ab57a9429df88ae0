"""The operator’s page and the monitor’s metrics, behind a secret of their own; off without it."""

import hmac
from collections import defaultdict
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from werkzeug.wrappers import Response

from scorekeeper import __version__
from scorekeeper.config import backups_folder, is_postgres
from scorekeeper.ops.logs import host_of
from scorekeeper.ops.rescue import Offer, choose
from scorekeeper.services.clubs import hosting
from scorekeeper.services.transfer.copies import copy_named, held_in_each
from scorekeeper.store.engine.backup import copies_now
from scorekeeper.store.engine.errors import EngineError, StoreError
from scorekeeper.timestamps import timestamp
from scorekeeper.web.auth.rate_limit import RateLimit
from scorekeeper.web.http.answers import keep_no_copy, never_kept
from scorekeeper.web.http.changes import note_read_only
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import borne, for_program
from scorekeeper.web.operate import metrics

_LISTED = 50  # clubs and pages on the page; ``scorekeeper club list`` has them all
bp = Blueprint("operate", __name__)
_TRIES, _MINUTE = 5, 60.0  # secrets from one address, before it has to wait


def _counts(counted: metrics.Metrics) -> dict[str, Any]:
    """What this process has saved and refused, its own faults, and the ten pages with the longest means."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for metric in counted.registry.collect():
        for sample in metric.samples:
            found[sample.name][" ".join(sample.labels.values())] = sample.value
    seconds, answers = found["scorekeeper_answer_seconds_sum"], found["scorekeeper_answer_seconds_count"]
    means = {page: round(1000 * seconds[page] / count, 1) for page, count in answers.items()}
    slow = sorted(means, key=means.__getitem__, reverse=True)[:10]
    return {
        "saves": int(sum(found["scorekeeper_saves_total"].values())),
        "refusals": {status: int(count) for status, count in found["scorekeeper_refusals_total"].items()},
        "errors": {kind: int(count) for kind, count in found["scorekeeper_errors_total"].items()},
        "slow": [{"page": page, "answers": int(answers[page]), "mean_ms": means[page]} for page in slow],
    }


@bp.get("/operate")
def show() -> ResponseReturnValue:
    """The page, or the question for the secret; JSON for a program that bears the secret."""
    _required()
    if for_program():
        _borne_or_401()
        page = _page()
        return page | {"used": [one._asdict() for one in page["used"]]}, 200, {"Cache-Control": "no-store"}
    if not _is_operator():
        return render_template("operate/enter.html", wrong=False)
    keep_no_copy()
    page = _page()
    note_read_only(page["read_only"])
    return never_kept(
        render_template("operate/show.html", page=page, usual=hosting.USUAL_WORDS, most=hosting.LONGEST_WORDS)
    )


@bp.post("/operate")
def enter() -> Response | tuple[str, int]:
    secret = _required()
    if current_app.extensions["operator_tries"].wait(host_of(request.remote_addr)):
        abort(429, "That secret was tried too often from here. Wait a minute, then try again.")
    if not hmac.compare_digest(request.form.get("secret", "").strip().encode(), secret.encode()):
        return render_template("operate/enter.html", wrong=True), 422
    session["operator"] = _token()
    return redirect(url_for(".show"), 303)


@bp.post("/operate/sign-out")
def sign_out() -> Response:
    _required()
    session.pop("operator", None)
    return redirect(url_for(".show"), 303)


@bp.post("/operate/read-only")
def read_only() -> Response:
    """Begin read-only mode with these words, or end it where none are sent."""
    _operators_only()
    if current_app.config["OFFERED"]:
        abort(409, "A copy is shown: nothing that was saved in it would stay. Go on from it first.")
    words = " ".join(request.form.get("words", "").split())[: hosting.LONGEST_WORDS]
    if words:
        hosting.begin_read_only(get_db(), words, datetime.now(UTC))
    else:
        hosting.end_read_only(get_db())
    return redirect(url_for(".show"), 303)


@bp.post("/operate/go-on")
def go_on() -> str:
    """Go on from the copy that is shown in place of a damaged file."""
    _operators_only()
    offer: Offer = current_app.config["OFFERED"] or abort(404, "The server’s file is not damaged.")
    offer.choose()
    return _coming(offer.made_at)


def _coming(made_at: datetime | None = None) -> str:
    said = timestamp(made_at) if made_at else ""
    return render_template("copies/coming.html", to=url_for(".show"), made_at=said)


@bp.get("/operate/copies")
def copies() -> Response:
    _operators_only()
    return never_kept(render_template("operate/copies.html", copies=held_in_each(*_places())))


@bp.post("/operate/copies/<name>")
def put_back(name: str) -> str:
    """Put the whole instance back as this copy has it: the server starts again from it."""
    _operators_only()
    database, folder = _places()
    try:
        choose(copy_named(database, folder, name, "restore"), database)
    except StoreError as error:
        abort(422, f"The instance stays as it is. {error}")
    return _coming()  # which copy, the words of the read-only mode say: another tap may have come first


@bp.get("/metrics")
def read_metrics() -> Response:
    _borne_or_401()
    counted = metrics.metrics_of(current_app)
    with suppress(StoreError, EngineError):  # counts are reported without the database, too
        now = datetime.now(UTC)
        counted.note(
            hosting.instance_now(get_db(), now), copies_now(current_app.config["DATABASE"], now), now
        )
    text: bytes = generate_latest(counted.registry)  # type: ignore[no-untyped-call]
    return metrics.not_stored(current_app.response_class(text, content_type=CONTENT_TYPE_LATEST))


def _is_operator() -> bool:
    return hmac.compare_digest(str(session.get("operator", "")), _token())


def _operators_only() -> None:
    if not _is_operator():
        abort(403, "This page is for whoever runs this Scorekeeper.")


def _borne_or_401() -> None:
    if not hmac.compare_digest(borne().encode(), _required().encode()):
        abort(401, "A monitor says “Authorization: Bearer” and the operator’s secret.")


def _places() -> tuple[Path, Path]:
    """The database and the folder of its copies; a database server has copies of its own."""
    database = current_app.config["DATABASE"]
    if is_postgres(database) or current_app.config["OFFERED"]:
        abort(404, "There are no copies to put back here.")
    return database, backups_folder(database)


def _page() -> dict[str, Any]:
    """Everything the operator's page shows. Counts are of this process since it started."""
    counted = metrics.metrics_of(current_app)
    now = datetime.now(UTC)
    facts, copies = hosting.instance_facts(get_db(), now), copies_now(current_app.config["DATABASE"], now)
    saves_an_hour, refusals_an_hour = counted.last_hour.sums()
    return {
        **hosting.instance_now(get_db(), now)._asdict(),
        **facts,
        **_counts(counted),
        "version": __version__,
        "used": facts["used"][:_LISTED],
        "newest_copy": timestamp(copies.newest) if copies.newest else None,
        "copy_fault": copies.fault,
        "saves_an_hour": saves_an_hour,
        "refusals_an_hour": refusals_an_hour,
    }


def _required() -> str:
    """The operator's secret; where none is set there is nothing here."""
    return str(current_app.config["OPERATOR_SECRET"] or abort(404, "There is nothing at this address."))


def _token() -> str:
    return hmac.new(current_app.config["SECRET_KEY"], _required().encode(), "sha256").hexdigest()


def init_app(app: Flask) -> None:
    """Count answers where an operator's secret is set."""
    if app.config["OPERATOR_SECRET"]:
        metrics.init_app(app)
    app.extensions["operator_tries"] = RateLimit(_TRIES, _MINUTE)
    app.register_blueprint(bp)
