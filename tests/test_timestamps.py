"""Stored times in the pub's own time zone, and the club night they belong to."""

import os
import subprocess
import sys
from datetime import date
from itertools import pairwise

import pytest

from scorekeeper.timestamps import club_day_of, local_time, span_of_club_day

READ = "import sys; {first}from scorekeeper.timestamps import *; print(club_day_of(sys.argv[1]), local_time(sys.argv[1]).hour)"  # noqa: E501 - one program


@pytest.mark.parametrize(
    ("stored", "day"),
    [
        ("2026-11-20T19:00:00Z", date(2026, 11, 20)),
        ("2026-11-21T00:40:00Z", date(2026, 11, 20)),
        ("2026-11-21T05:59:59Z", date(2026, 11, 20)),
        ("2026-11-21T06:00:00Z", date(2026, 11, 21)),
        ("2026-07-10T23:40:00Z", date(2026, 7, 10)),
        ("2026-07-11T04:59:59Z", date(2026, 7, 10)),
        ("2026-07-11T05:00:00Z", date(2026, 7, 11)),
        ("2026-03-29T04:59:59Z", date(2026, 3, 28)),  # clocks went forward at one
        ("2026-03-29T05:00:00Z", date(2026, 3, 29)),
        ("2026-10-25T05:59:59Z", date(2026, 10, 24)),  # clocks went back at two
        ("2026-10-25T06:00:00Z", date(2026, 10, 25)),
    ],
)
def test_a_night_ends_at_six_local_time(stored: str, day: date) -> None:
    assert club_day_of(stored) == day
    begins, ends = span_of_club_day(day)
    assert begins <= stored < ends


def test_a_night_ends_where_the_next_begins_all_year_round() -> None:
    days = [span_of_club_day(date.fromordinal(date(2026, 1, 1).toordinal() + n)) for n in range(366)]
    assert all(one[1] == after[0] for one, after in pairwise(days))


def test_local_time_has_summer_time() -> None:
    assert f"{local_time('2026-07-10T19:05:00Z'):%H:%M}" == "20:05"


def shown_there(first: str = "", **environment: str) -> str:
    command = [sys.executable, "-c", READ.format(first=first), "2026-07-11T09:30:00Z"]
    shown = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, check=False)
    return shown.stdout.strip() or shown.stderr.strip().splitlines()[-1]


def test_a_server_elsewhere_names_its_zone() -> None:
    assert shown_there(SCOREKEEPER_TIMEZONE="America/New_York") == "2026-07-10 5"


def test_an_unknown_zone_is_named() -> None:
    assert "Europe/Lundon" in shown_there(SCOREKEEPER_TIMEZONE="Europe/Lundon")


def test_a_phone_that_keeps_the_club_itself_goes_by_its_own_clock() -> None:
    in_a_phone = "sys.platform = 'emscripten'; "
    assert shown_there(in_a_phone, TZ="America/New_York") == "2026-07-10 5"
    assert shown_there(in_a_phone, TZ="Europe/London") == "2026-07-11 10"
