"""The operator's page and the monitor's metrics: nothing without the secret, no club in a label with it."""

from pathlib import Path

import pytest
from flask import Flask
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from scorekeeper.app import create_app
from scorekeeper.store import migrate
from tests.web.cast import Phone
from tests.web.operate.hosted import SECRET, open_club


@pytest.fixture
def hosted(tmp_path: Path) -> Flask:
    migrate(tmp_path / "clubs.db")
    return create_app({"DATABASE": tmp_path / "clubs.db", "OPEN": True, "OPERATOR_SECRET": SECRET})


def test_without_a_secret_there_is_nothing(tmp_path: Path) -> None:
    migrate(tmp_path / "clubs.db")
    phone = Phone(create_app({"DATABASE": tmp_path / "clubs.db"}))
    assert phone.ask("/operate").status_code == 404
    assert phone.ask("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_a_secret_that_could_be_guessed_is_refused(tmp_path: Path) -> None:
    migrate(tmp_path / "clubs.db")
    with pytest.raises(ValueError, match="at least 20 letters"):
        create_app({"DATABASE": tmp_path / "clubs.db", "OPERATOR_SECRET": "short"})


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
