"""The server's clock may jump: nothing is lost or reordered, and nobody is logged out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.web.cast import Pub, open_pub, record, sit_down, undo
from tests.web.conftest import app_over

EVENING = datetime(2026, 10, 24, 20, 0, tzinfo=UTC)
LONDON = ZoneInfo("Europe/London")
# Where the clock goes from the evening on: each is a moment at which a round is entered.
JUMPS = {
    "two hours back": [EVENING - timedelta(hours=2)],
    "a year on, and back again": [EVENING + timedelta(days=366), EVENING],
    "no battery: 1970": [datetime(1970, 1, 1, tzinfo=UTC), EVENING],
    "the night the clocks go back": [
        datetime(2026, 10, 25, 1, 30, fold=0, tzinfo=LONDON),
        datetime(2026, 10, 25, 1, 30, fold=1, tzinfo=LONDON),
    ],
    "past 2038": [datetime(2038, 1, 20, tzinfo=UTC)],
}


@pytest.fixture
def crown(tmp_path: Path) -> Pub:
    return open_pub(app_over(tmp_path), "The Crown")


@pytest.mark.parametrize("moments", JUMPS.values(), ids=JUMPS)
def test_rounds_stay_in_the_order_they_were_entered(crown: Pub, moments: list[datetime]) -> None:
    with time_machine.travel(EVENING, tick=False):
        phone = crown.phone("score")
        match = sit_down(crown, "draw_100", "Ann", "Bob", phone=phone, target=1000)
        assert record(crown, match, 0, {1: 1}, phone=phone).status_code == 303
    for number, match_version in enumerate(moments, start=2):
        with time_machine.travel(match_version, tick=False):
            assert record(crown, match, 0, {1: number}, phone=phone).status_code == 303
    events = crown.events(match)
    assert [event.round for event in events] == list(range(1, len(moments) + 2))
    assert crown.state(match).score.totals == (sum(range(1, len(moments) + 2)), 0)
    with time_machine.travel(moments[0], tick=False):
        undo(crown, match, phone)
    assert crown.state(match).score.totals == (sum(range(1, len(moments) + 1)), 0)


def test_entries_are_stamped_with_the_servers_time_in_utc(crown: Pub) -> None:
    """When it is 1:30 for the second time that night in London, it is 1:30 in UTC too."""
    with time_machine.travel(datetime(2026, 10, 25, 1, 30, fold=1, tzinfo=LONDON), tick=False):
        match = sit_down(crown, "draw_100", "Ann", "Bob")
        record(crown, match, 0, {1: 1})
    assert [event.entered_at for event in crown.events(match)] == ["2026-10-25T01:30:00Z"]
