"""A club night that runs past midnight, local time, stays one night."""

import pytest
import time_machine

from tests.web.cast import Pub, record, sit_down

SUMMER = ("2026-07-10T22:30:00Z", "2026-07-10T23:40:00Z", "2026-07-10T23:50:00Z")  # 23:30 to 0:50 in London
WINTER = ("2026-11-20T23:30:00Z", "2026-11-21T00:40:00Z", "2026-11-21T00:50:00Z")
EVENINGS = {
    "summer": ("2026-07-10", "Friday 10 July", "10 Jul 2026", SUMMER),
    "winter": ("2026-11-20", "Friday 20 November", "20 Nov 2026", WINTER),
}


@pytest.fixture(params=EVENINGS, ids=str)
def evening(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return EVENINGS[request.param]


def test_a_match_won_after_midnight_and_one_begun_then_are_tonights(
    crown: Pub, evening: tuple[str, ...]
) -> None:
    day, named, dated, (begun, won, late) = evening
    with time_machine.travel(begun, tick=False) as clock:
        match = sit_down(crown, "draw_100", "Ann", "Bob", target=10)
        clock.move_to(won)
        record(crown, match, 0, {1: 12})
        clock.move_to(late)
        after = sit_down(crown, "draw_100", "Cy", "Di", target=10)
        record(crown, after, 0, {1: 11})
        home = crown.manager.open(crown.home)
        assert named in home.text
        assert "Finished today" in home.text
        assert "Yesterday" not in home.text
        evening = crown.manager.open(f"{crown.home}evenings/{day}")
        assert "2 matches · 4 players" in evening.text
        assert dated in crown.manager.open(crown.at(after)).by_id("slip")
        clock.move_to("2027-01-08T20:00:00Z")
        assert f"{named} 2026" in crown.manager.open(crown.home).text


def test_the_next_night_begins_at_six_in_the_morning(crown: Pub) -> None:
    with time_machine.travel("2026-07-11T04:59:00Z", tick=False) as clock:  # 5:59 in London
        paths = (crown.home, crown.at(sit_down(crown, "draw_100", "Ann", "Bob")))
        phone = crown.phone("watch")
        held = {path: {"If-None-Match": phone.ask(path).headers["ETag"]} for path in paths}
        assert "Friday 10 July" in phone.open(crown.home).text
        for moment, status in (("2026-07-11T04:59:59Z", 304), ("2026-07-11T05:00:00Z", 200)):
            clock.move_to(moment)
            for path, headers in held.items():
                assert phone.ask(path, headers=headers).status_code == status, path
        assert "Saturday 11 July" in phone.open(crown.home).text


def test_times_are_the_pubs_local_time_also_without_script(crown: Pub) -> None:
    with time_machine.travel("2026-07-10T19:05:00Z", tick=False):
        match = sit_down(crown, "draw_100", "Ann", "Bob")
        record(crown, match, 0, {1: 12})
    assert "20:05" in crown.manager.open(crown.at(match)).text


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_possible_day_raise_no_error(crown: Pub, day: str) -> None:
    assert crown.manager.ask(f"{crown.home}evenings/{day}").status_code in (200, 404)
