"""What monitoring reads and what the log says: enough, and nothing personal; every metric named exists."""

import io
import json
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.ops import doctor
from scorekeeper.ops.logs import LOGGER, Bounded, JsonLines, host_of, network_of
from scorekeeper.store.engine.backup import back_up
from scorekeeper.web.operate import metrics
from scorekeeper.web.operate.metrics import Metrics
from tests.services.match import Match
from tests.web.cast import Phone, Pub, open_pub, sit_down

NOTHING = {"cause": None, "backup_hours": None, "future_backups": 0, "backup_failed": False}


@pytest.fixture
def app(path: Path) -> Flask:
    return create_app({"DATABASE": path})


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Everything the app logs, as it would be written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    log = logging.getLogger(LOGGER)
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield written
    log.setLevel(logging.NOTSET)
    log.removeHandler(handler)


def test_the_process_answers_without_its_database(app: Flask, path: Path) -> None:
    path.unlink()
    assert Phone(app).ask("/healthz").json == {"ok": True, "run": ""}
    assert Phone(app).ask("/readyz").status_code == 503


def test_ready_means_a_round_can_be_saved(app: Flask, path: Path) -> None:
    answer = Phone(app).ask("/readyz")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.json == {"ok": True, "writable": True, "space": True, **NOTHING}
    back_up(path, path.with_name("backups"), datetime.now(UTC) - timedelta(hours=50))
    answer = Phone(app).ask("/readyz").json
    assert answer is not None
    assert answer["ok"]
    assert answer["backup_hours"] == pytest.approx(50, abs=0.1)


def test_a_disk_without_room_is_not_ready(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LEAST_FREE", doctor.free_space(Path("/")) * 1000)
    answer = Phone(app).ask("/readyz")
    assert answer.status_code == 503
    said = {"ok": False, "writable": True, "space": False, **NOTHING, "cause": "its disk is almost full"}
    assert answer.json == said


def test_a_refused_phone_is_one_line_without_secrets_names_or_its_address(
    app: Flask, lines: io.StringIO
) -> None:
    crown = open_pub(app, "The Crown")
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    watcher = crown.phone("watch")
    assert watcher.post(crown.at(match, "/rounds"), round="1").status_code == 403
    *opened, line = lines.getvalue().splitlines()
    assert [json.loads(link)["endpoint"] for link in opened] == ["clubs.join", "clubs.join"]
    said = json.loads(line)
    assert said["endpoint"] == "rounds.save"
    assert (said["level"], said["status"], said["role"]) == ("warning", 403, "watch")
    assert said["from"] == "127.0.0.0/24"
    assert datetime.fromisoformat(said["at"]).tzinfo == UTC
    for secret in (crown.id, match, "Crown", "Ann", "127.0.0.1"):
        assert secret not in line


def test_a_wrong_link_is_logged_without_the_link(app: Flask, lines: io.StringIO) -> None:
    crown = open_pub(app, "The Crown")
    assert Phone(app).ask(f"/c/{crown.id}/join/guessed-secret").status_code == 404
    line = lines.getvalue().splitlines()[-1]
    assert (json.loads(line)["level"], json.loads(line)["endpoint"]) == ("warning", "clubs.join")
    assert "guessed" not in line


def test_a_pin_is_logged_right_or_wrong_without_the_pin(app: Flask, lines: io.StringIO) -> None:
    crown = open_pub(app, "The Crown")
    crown.manager.send(
        crown.manager.open(f"{crown.home}pin/settings").form_with("pin"), act="set", pin="246810"
    )
    phone = Phone(app)
    for pin in ("135791", "246810"):
        phone.send(phone.open(f"{crown.home}pin").form_with("pin"), pin=pin)
    wrong, right = map(json.loads, lines.getvalue().splitlines()[-2:])
    assert (wrong["level"], wrong["endpoint"], wrong["status"]) == ("warning", "pins.enter", 403)
    assert (right["level"], right["endpoint"], right["status"]) == ("info", "pins.enter", 303)
    assert "135791" not in lines.getvalue()
    assert "246810" not in lines.getvalue()


def test_successful_requests_are_not_logged(app: Flask, lines: io.StringIO) -> None:
    crown = open_pub(app, "The Crown")
    lines.seek(0)
    lines.truncate()
    sit_down(crown, "draw_100", "Ann", "Bob")
    Phone(app).ask("/healthz")
    assert lines.getvalue() == ""


def test_an_opened_link_is_logged_without_the_link(app: Flask, lines: io.StringIO) -> None:
    crown = open_pub(app, "The Crown")
    (line,) = lines.getvalue().splitlines()
    assert json.loads(line)["says"].endswith("let in")
    assert crown.link("manage").rpartition("/")[2] not in line


def test_an_internal_error_is_one_line_with_its_place_and_the_number_on_the_page(
    app: Flask, played: Match, lines: io.StringIO
) -> None:
    crown = Pub(app, played.club)
    with crown.db() as db:
        another = played.sit_down(
            db, played.state(db).card
        )  # The first one was played, so its card is cached.
        db.execute("UPDATE matches SET card = 'Ann''s secret'")
    page = crown.manager.open(crown.at(another.id))
    assert page.status == 500
    line = lines.getvalue().splitlines()[-1]
    said = json.loads(line)
    assert said["says"].split()[1] in page.text
    assert said["trace"][-1] == "JSONDecodeError"
    assert any("scorekeeper/services" in place for place in said["trace"])
    assert "Ann" not in line


def test_a_flood_leaves_thirty_lines_a_minute_and_their_number() -> None:
    now = 0.0
    bounded = Bounded(lambda: now)

    def line(status: int) -> logging.LogRecord | None:
        said = logging.makeLogRecord({"msg": "refused", "about_endpoint": "front", "about_status": status})
        return said if bounded.filter(said) else None

    assert sum(line(429) is not None for _ in range(1000)) == 30
    assert line(503), "another kind is written"
    now = 60.0
    later = line(429)
    assert later
    assert json.loads(JsonLines().format(later))["left_out"] == 970


def test_a_line_break_cannot_start_a_line_of_its_own() -> None:
    record = logging.LogRecord(LOGGER, logging.INFO, "here", 1, "one\r\ntwo\u2028three", (), None)
    assert len(JsonLines().format(record).splitlines()) == 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("rubbish", "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_is_logged_by_its_network_only(address: str | None, network: str) -> None:
    assert network_of(address) == network


def test_whoever_comes_by_ipv4_to_a_server_on_both_is_known_by_that_address() -> None:
    assert host_of("::ffff:192.0.2.77") == host_of("192.0.2.77") != host_of("192.0.2.78")
    assert host_of("2001:db8::1") == host_of("2001:db8::2:1:1:1")


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
