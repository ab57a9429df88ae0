"""A club is opened once, from both engines, also by two requests in the same instant."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scorekeeper.app import create_app
from tests.web.cast import Phone

ASKED = {"name": "The Crown", "phone": "Bar phone"}


def test_a_club_is_opened_once_by_two_requests_at_once(place: Path | str) -> None:
    app = create_app({"DATABASE": place, "TESTING": True, "OPEN": True})
    for number in range(3):
        key = f"of this opening {number}"
        with ThreadPoolExecutor() as both:
            sent = [both.submit(Phone(app).post, "/clubs", **ASKED, key=key) for _ in range(4)]
        assert {one.result().status_code for one in sent} <= {303, 503}
        assert len({one.result().location for one in sent} - {None}) == 1
