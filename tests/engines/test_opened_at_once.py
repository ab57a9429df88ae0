"""A club is opened once, from both engines, also by two requests in the same instant."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from flask import Flask

from scorekeeper.app import create_app
from tests.web.cast import Phone, Pub, open_pub, sit_down
from tests.web.conftest import app_over

ASKED = {"name": "The Crown", "phone": "Bar phone"}


def test_a_club_is_opened_once_by_two_requests_at_once(place: Path | str) -> None:
    app = create_app({"DATABASE": place, "TESTING": True, "OPEN": True})
    for number in range(3):
        key = f"of this opening {number}"
        with ThreadPoolExecutor() as both:
            sent = [both.submit(Phone(app).post, "/clubs", **ASKED, key=key) for _ in range(4)]
        assert {one.result().status_code for one in sent} <= {303, 503}
        assert len({one.result().location for one in sent} - {None}) == 1


def test_of_two_clubs_that_come_in_the_place_of_one_the_first_does(app: Flask, tmp_path: Path) -> None:
    phones = app_over(tmp_path / "phones", SECRET_KEY=b"its own", POCKET=True)
    for _ in range(3):
        empty = open_pub(app, "To be replaced")
        born = [open_pub(phones, name) for name in ("The Crown", "The Anchor")]
        for club in born:
            sit_down(club, "block", "Ann", "Bob")
        files = [club.manager.ask(f"{club.home}take-along.jsonl").data for club in born]
        managers = [empty.phone("manage") for _ in files]  # once one has brought its file, the link is gone
        with ThreadPoolExecutor() as both:
            sent = [both.submit(bring, *what) for what in zip(files, [empty] * 2, managers, strict=True)]
        first, second = sorted(one.result() for one in sent)
        assert (first, second) in [(200, 404), (200, 422), (200, 503)]
        assert sorted(Phone(app).open(club.home).status for club in born) == [200, 404]


def test_who_comes_first_is_told_so_where_the_second_has_put_the_empty_one_away(tmp_path: Path) -> None:
    """The second, refused, does so where it comes before the first has: here, at once."""
    server, phones = app_over(tmp_path / "server"), app_over(tmp_path / "phones", POCKET=True)
    empty, born = open_pub(server, "To be replaced"), open_pub(phones, "The Crown")
    manager, file = empty.phone("manage"), born.manager.ask(f"{born.home}take-along.jsonl").data
    with empty.db() as db:
        db.executescript(
            "CREATE TRIGGER second AFTER INSERT ON acts WHEN NEW.name = 'open_club' BEGIN "
            "UPDATE clubs SET deleted_at = NEW.made_at WHERE id <> NEW.club; END"
        )
    assert bring(file, empty, manager) == 200


def bring(file: bytes, empty: Pub, phone: Phone) -> int:
    asked = {"data": {"document": file}, "headers": {"Accept": "application/json"}}
    return phone.client.post(f"{empty.home}take-in", **asked).status_code
