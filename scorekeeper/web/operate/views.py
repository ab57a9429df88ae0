"""The operator’s page and the monitor’s metrics, behind a secret of their own; off without it."""

import hmac
import time
from collections import OrderedDict, deque
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

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

from scorekeeper import __version__
from scorekeeper.config import backups_folder, is_url
from scorekeeper.ops.logs import host_of
from scorekeeper.ops.rescue import choose
from scorekeeper.services.clubs.hosting import (
    LONGEST_WORDS,
    USUAL_WORDS,
    InstanceFacts,
    begin_read_only,
    end_read_only,
    instance_facts,
    instance_now,
)
from scorekeeper.services.transfer.copies import held_in_each
from scorekeeper.store.clubs.hosting import Usage
from scorekeeper.store.engine.errors import EngineError, StoreError
from scorekeeper.web.caching.kept_copies import keep_no_copy
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import for_program
from scorekeeper.web.http.read_only import note_read_only
from scorekeeper.web.operate import metrics
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
    unsound: bool
    clock: str | None
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
            unsound=now.unsound,
            clock=facts.clock,
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


bp = Blueprint("operate", __name__)

LEAST_SECRET = 20  # letters of the operator's secret: far past guessing
_TRIES, _MINUTE = 5, 60.0  # wrong secrets a minute from one address, before it has to wait
_MOST_SENDERS = 1000  # who are remembered; the one that was wrong longest ago is forgotten first
_wrong: OrderedDict[str, deque[float]] = OrderedDict()


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
    sender = host_of(request.remote_addr)
    wrong = _wrong.get(sender) or deque(maxlen=_TRIES)
    if len(wrong) == _TRIES and time.monotonic() - wrong[0] < _MINUTE:
        abort(429, "That secret was wrong too often from here. Wait a minute, then try again.")
    if not hmac.compare_digest(request.form.get("secret", "").encode(), secret.encode()):
        wrong.append(time.monotonic())
        _wrong[sender] = wrong
        _wrong.move_to_end(sender)
        if len(_wrong) > _MOST_SENDERS:
            _wrong.popitem(last=False)
        return render_template("operate/enter.html", wrong=True), 422
    session["operator"] = _token()
    return redirect(url_for(".show"), 303)


@bp.post("/operate/sign-out")
def sign_out() -> Response:
    """This browser forgets the operator; the secret lets them in again."""
    _required()
    session.pop("operator", None)
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


@bp.post("/operate/go-on")
def go_on() -> str:
    """Go on from the copy that is shown in place of a damaged file."""
    if not hmac.compare_digest(str(session.get("operator", "")), _token()):
        abort(403, "This page is for whoever runs this Scorekeeper.")
    (current_app.config["OFFERED"] or abort(404, "The server’s file is not damaged.")).choose()
    return render_template("copies/coming.html", to=url_for(".show"))


@bp.get("/operate/copies")
def copies() -> Response:
    """The copies of this instance."""
    if not hmac.compare_digest(str(session.get("operator", "")), _token()):
        abort(403, "This page is for whoever runs this Scorekeeper.")
    return never_kept(render_template("operate/copies.html", copies=held_in_each(_backups())))


@bp.post("/operate/copies/<name>")
def put_back(name: str) -> str:
    """Put the whole instance back as this copy has it: the server starts again from it."""
    if not hmac.compare_digest(str(session.get("operator", "")), _token()):
        abort(403, "This page is for whoever runs this Scorekeeper.")
    place = {held.name: held.path for held in held_in_each(_backups())}.get(name)
    database = current_app.config["DATABASE"]
    if place is None or is_url(database) or current_app.config["OFFERED"]:
        abort(404, "There is no such copy here.")
    try:
        choose(place, database)
    except StoreError as error:
        abort(422, f"The instance stays as it is. {error}")
    return render_template("copies/coming.html", to=url_for(".show"))


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
