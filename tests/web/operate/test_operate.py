"""The operator's page and the metrics: nothing without the secret, and no club in any label."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from sqlite_utils.utils import sqlite3

from scorekeeper.app import create_app
from scorekeeper.ops.rescue import Offer
from scorekeeper.store.engine.backup import back_up
from scorekeeper.web.operate.metrics import LastHour, metrics_of
from tests.databases import make_database
from tests.web.cast import Phone, open_pub
from tests.web.conftest import app_over
from tests.web.operate.hosted import SECRET, open_club


@pytest.fixture
def hosted(tmp_path: Path) -> Flask:
    return app_over(tmp_path, OPEN=True, OPERATOR_SECRET=SECRET)


def test_without_a_secret_there_is_no_operators_page(tmp_path: Path) -> None:
    phone = Phone(app_over(tmp_path))
    assert phone.ask("/operate").status_code == 404
    assert phone.ask("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_the_page_needs_the_secret_and_lists_the_clubs(hosted: Flask) -> None:
    open_club(hosted, "The Crown")
    phone = Phone(hosted)
    question = phone.open("/operate")
    assert "The Crown" not in question.text
    wrong = phone.send(question.form_with("secret"), **{"secret": "a guess"})
    assert (wrong.status, "That is not the secret." in wrong.text) == (422, True)
    page = phone.send(wrong.form_with("secret"), secret=SECRET)
    assert page.status == 200
    assert "The Crown" in page.text
    assert "clubs.open_new" in page.text
    assert "operate.enter" in page.text


def test_wrong_secrets_keep_their_sender_out_and_not_the_operator(hosted: Flask) -> None:
    guesser = Phone(hosted)
    guesser.client.environ_base["REMOTE_ADDR"] = "192.0.2.66"
    form = guesser.open("/operate").form_with("secret")
    tries = [guesser.send(form, **{"secret": "a guess"}).status for _ in range(6)]
    assert tries == [422, 422, 422, 422, 422, 429]
    operator = Phone(hosted)
    assert operator.send(operator.open("/operate").form_with("secret"), secret=SECRET).status == 200


def test_the_operator_signs_out(hosted: Flask) -> None:
    operator = Phone(hosted)
    page = operator.send(operator.open("/operate").form_with("secret"), secret=SECRET)
    kept = operator.twin()
    assert operator.send(page.form_saying("Sign this browser out")).form_with("secret")
    assert "Maintenance" not in operator.open("/operate").text
    assert "Maintenance" in kept.open("/operate").text, "another browser stays in"


def test_metrics_count_answers_and_name_no_club(hosted: Flask) -> None:
    club = open_club(hosted, "The Crown")
    phone = Phone(hosted)
    assert phone.ask("/metrics").status_code == 401
    answer = phone.ask("/metrics", headers={"Authorization": f"Bearer {SECRET}"})
    text = answer.get_data(as_text=True)
    assert club not in text
    assert "Crown" not in text
    samples = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for metric in text_string_to_metric_families(text)
        for sample in metric.samples
    }
    assert samples["scorekeeper_saves_total", ("page", "clubs.open_new")] == 1
    assert samples["scorekeeper_answers_total", ("page", "clubs.home"), ("status", "200")] == 1


def test_metrics_count_what_is_answered_again_without_the_app(hosted: Flask) -> None:
    home, phone = f"/c/{open_club(hosted, 'The Crown')}/", Phone(hosted)
    zipped = {"Accept-Encoding": "gzip"}
    answers = [phone.ask(home, headers=zipped) for _ in range(4)]
    for _ in range(3):
        answers.append(phone.ask(home, headers=zipped | {"If-None-Match": answers[0].headers["ETag"]}))
    assert [answer.status_code for answer in answers] == [200] * 4 + [304] * 3
    counted = metrics_of(hosted).registry.get_sample_value
    assert counted("scorekeeper_answers_total", {"page": "clubs.show", "status": "200"}) == 1 + 4
    assert counted("scorekeeper_answers_total", {"page": "clubs.show", "status": "304"}) == 3
    assert counted("scorekeeper_answer_seconds_count", {"page": "clubs.show"}) == 1 + 4 + 3


def let_in(app: Flask) -> Phone:
    phone = Phone(app)
    phone.send(phone.open("/operate").form_with("secret"), secret=SECRET)
    return phone


def test_the_operator_switches_read_only_mode_on_and_off(hosted: Flask) -> None:
    club = open_club(hosted, "The Crown")
    operator, guest = let_in(hosted), Phone(hosted)
    assert guest.post("/operate/read-only", words="Mine").status_code == 403
    page = operator.send(operator.open("/operate").form_with("words"), words="Back  at\nnine.")
    assert "Back at nine." in page.text
    assert "Back at nine." in guest.open(f"/c/{club}/").text
    refused = guest.send(guest.open("/").form_with("phone"), name="The Bell", phone="Bar")
    assert (refused.status, "Back at nine. Nothing was changed yet." in refused.text) == (503, True)
    (ending,) = [form for form in operator.open("/operate").forms if form.action.endswith("/read-only")]
    assert "Back at nine." not in operator.send(ending).text
    assert "Back at nine." not in guest.open(f"/c/{club}/").text


def test_a_program_with_the_secret_gets_the_page_as_json(hosted: Flask) -> None:
    open_club(hosted, "The Crown")
    client, asked = hosted.test_client(), {"Accept": "application/json"}
    assert client.get("/operate", headers=asked).status_code == 401
    page = client.get("/operate", headers={**asked, "Authorization": f"Bearer {SECRET}"}).json
    assert page is not None
    known = {name: page[name] for name in ("clubs", "saves_an_hour", "refusals_an_hour", "live_tables")}
    assert known == {"clubs": 1, "saves_an_hour": 1, "refusals_an_hour": 0, "live_tables": 0}


def test_errors_are_counted_by_their_kind(hosted: Flask, tmp_path: Path) -> None:
    operator = let_in(hosted)
    with closing(sqlite3.connect(tmp_path / "scorekeeper.db")) as db:
        db.execute("ALTER TABLE clubs RENAME TO hidden")
    assert Phone(hosted).ask("/").status_code == 500
    with closing(sqlite3.connect(tmp_path / "scorekeeper.db")) as db:
        db.execute("ALTER TABLE hidden RENAME TO clubs")
    assert "1 × OperationalError" in operator.open("/operate").text


@pytest.fixture
def offer(tmp_path: Path) -> Offer:
    """A copy that a damaged server shows."""
    offer = Offer(tmp_path / "scorekeeper.db", datetime(2026, 11, 25, 4, 30, tzinfo=UTC))
    make_database(offer.shown)
    return offer


def test_the_operator_goes_on_from_the_copy_that_a_damaged_server_shows(offer: Offer) -> None:
    app = create_app({"DATABASE": offer.shown, "OFFERED": offer, "OPEN": True, "OPERATOR_SECRET": SECRET})
    open_club(app, "The Crown")
    assert Phone(app).post("/operate/go-on").status_code == 403
    phone = Phone(app)
    page = phone.send(phone.open("/operate").form_with("secret"), secret=SECRET)
    assert not offer.chosen()
    assert not [form for form in page.forms if form.action.endswith("/read-only")]
    assert phone.post("/operate/read-only").status_code == 409, "what phones saved in it would not stay"
    (form,) = [form for form in page.forms if form.action.endswith("/go-on")]
    assert phone.send(form).status == 200
    assert offer.chosen()


def test_of_several_clubs_none_decides_for_the_others(offer: Offer) -> None:
    app = create_app({"DATABASE": offer.shown, "OFFERED": offer})
    crown = open_pub(app, "The Crown")
    open_pub(app, "The Ship")
    page = crown.manager.open(f"{crown.home}go-on")
    assert "whoever runs this server decides" in page.text
    assert crown.manager.post(f"{crown.home}go-on").status_code == 403
    assert not offer.chosen()


def test_only_who_may_go_on_from_the_copy_is_offered_to(offer: Offer) -> None:
    crown = open_pub(create_app({"DATABASE": offer.shown, "OFFERED": offer}), "The Crown")
    offered = "Go on from this copy"
    assert offered in crown.manager.open(crown.home).text
    for phone in (crown.phone("score"), Phone(crown.app)):
        assert offered not in phone.open(crown.home).text


def test_an_hour_of_counts_slides() -> None:
    seconds = [0.0]
    hour = LastHour(lambda: seconds[0])
    hour.count(saved=True)
    seconds[0] = 30 * 60
    hour.count(saved=False)
    assert hour.sums() == (1, 1)
    seconds[0] = 60 * 60
    assert hour.sums() == (0, 1)
    seconds[0] = 90 * 60
    assert hour.sums() == (0, 0)


def test_what_the_operator_is_told_of_the_copies(hosted: Flask, tmp_path: Path) -> None:
    open_club(hosted, "The Crown")
    operator = let_in(hosted)
    assert "There is no copy yet." in operator.open("/operate/copies").text
    back_up(tmp_path / "scorekeeper.db", tmp_path / "backups", datetime(2026, 7, 2, 20, 15, tzinfo=UTC))
    (tmp_path / "backups" / "scorekeeper-20260701T031500Z.db").write_bytes(b"no database" * 999)
    page = operator.open("/operate/copies")
    assert "2 Jul 2026, 21:15: 1 club" in page.text
    assert "The Crown : 0 rounds in 0 matches" in page.text
    assert "1 Jul 2026, 04:15: cannot be read" in page.text
    assert "Newest copy: 2 Jul 2026, 21:15." in " ".join(operator.open("/operate").text.split())
    gone = operator.post("/operate/copies/scorekeeper-20260101T031500Z.db")
    assert (gone.status_code, "no longer there" in gone.get_data(as_text=True)) == (422, True)


def test_a_secret_that_was_pasted_with_a_space_is_the_secret(hosted: Flask) -> None:
    phone = Phone(hosted)
    assert phone.send(phone.open("/operate").form_with("secret"), secret=f" {SECRET}\n").status == 200
