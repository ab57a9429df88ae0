"""The front page of a hosted instance: anybody opens a club where the operator says so, within limits."""

from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.services.clubs.hosting import OPENINGS_A_NETWORK
from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.store import open_store
from tests.databases import make_database
from tests.web.cast import Phone
from tests.web.conftest import app_over
from tests.web.page import Page


@pytest.fixture
def hosted(tmp_path: Path) -> Flask:
    return app_over(tmp_path, TESTING=True, OPEN=True, OPERATOR="Ann, ann@pub.test")


def open_club(phone: Phone, name: str, called: str = "Bar phone") -> Page:
    page = phone.open("/")
    return phone.send(page.form_with("phone"), name=name, phone=called)


def test_two_fields_open_a_club_and_make_the_phone_its_manager(hosted: Flask) -> None:
    page = open_club(Phone(hosted), "x" * 31)
    assert page.status == 422
    form = page.form_with("phone")
    assert (form.value("name"), form.value("phone")) == ("x" * 31, "Bar phone")
    phone = Phone(hosted)
    front = phone.open("/")
    assert "run by Ann, ann@pub.test" in front.text
    assert "deleted after a month" in front.text
    page = open_club(phone, "The Crown")
    assert "The Crown" in page.text
    settings = phone.open(f"{page.path}settings")
    assert any(form.value("name") == "Bar phone" for form in settings.forms)


def test_a_club_is_opened_once_however_often_its_form_comes(hosted: Flask) -> None:
    """A double tap, or again after a lost answer: the phone that has no cookie yet is its manager."""
    form = Phone(hosted).open("/").form_with("phone")
    first, second = [Phone(hosted).send(form, name="The Crown", phone="Bar phone") for _ in range(2)]
    assert (second.status, second.path) == (200, first.path)
    assert second.link_saying("Club")


def test_a_clubs_file_lets_nobody_manage_it(hosted: Flask, tmp_path: Path) -> None:
    """Not by a key in it where it was opened, nor by the key that opened it where it is imported."""
    form = Phone(hosted).open("/").form_with("phone")
    home = Phone(hosted).send(form, name="The Crown", phone="Bar phone").path
    other = make_database(tmp_path / "elsewhere" / "clubs.db")
    with closing(open_store(hosted.config["DATABASE"])) as here, closing(open_store(other)) as there:
        file = [*exported(here, home.split("/")[2])]
        assert form.value("key") not in "".join(file)
        import_club(there, file)
    app = create_app({"DATABASE": other, "TESTING": True, "OPEN": True})
    assert Phone(app).send(form, name="The Crown", phone="Bar phone").path != home


def test_a_network_may_open_a_limited_number_of_clubs_a_day(hosted: Flask) -> None:
    for number in range(OPENINGS_A_NETWORK):
        assert open_club(Phone(hosted), f"Club {number}").status == 200
    refused = open_club(Phone(hosted), "One more")
    assert refused.status == 422
    assert "clubs were opened from here today" in refused.text


def test_a_phone_in_several_clubs_sees_them_all_and_a_stranger_sees_none(hosted: Flask) -> None:
    phone = Phone(hosted)
    open_club(phone, "The Crown")
    page = phone.open("/clubs")
    phone.send(page.form_with("phone"), name="The Anchor", phone="Bar phone")
    both = phone.open("/").text
    assert "The Crown" in both
    assert "The Anchor" in both
    outsider = Phone(hosted).open("/").text
    assert "The Crown" not in outsider
    assert "The Anchor" not in outsider
