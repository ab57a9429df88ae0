"""Far more than an evening needs is refused for a while, with a sentence and what was typed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from scorekeeper.app import create_app
from scorekeeper.services.gate import LIMITS
from scorekeeper.web.auth.rate_limit import RateLimit
from tests.web.cast import Pub, ask_to_sit, fresh_key, record, sit_down, tap, undo

EVENING = datetime(2026, 11, 21, 20, 48, 30, tzinfo=UTC)
REST = 690  # seconds until the hour is over


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    """A fixed time, so that no hour ends in the middle of a test."""
    with time_machine.travel(EVENING, tick=False):
        yield


def use_up(pub: Pub, kind: str, *, by: str = "phone", left: int = 0) -> None:
    """Count so much in this hour that only ``left`` more are allowed."""
    device = {"phone": "<> ''", "club": "= ''"}[by]
    with pub.db() as db:
        db.execute(
            f"UPDATE hourly_counts SET acts = ? WHERE club = ? AND kind = ? AND device {device}",  # noqa: S608
            [getattr(LIMITS[kind], by) - left, pub.id, kind],
        )


def matches(pub: Pub) -> int:
    with pub.db() as db:
        return int(db.execute("SELECT count(*) FROM matches WHERE club = ?", [pub.id]).fetchone()[0])


def test_a_phone_may_start_so_many_matches_an_hour_and_keeps_what_was_typed(crown: Pub) -> None:
    sit_down(crown, "draw_100", "Ann", "Bob")
    use_up(crown, "match", left=1)
    sit_down(crown, "draw_100", "Ann", "Bob")
    answer = ask_to_sit(crown, "draw_100", "Nobody else", "Bob")
    assert (answer.status_code, answer.headers["Retry-After"], matches(crown)) == (429, str(REST), 2)
    page = crown.manager.page
    assert "120 matches started by this phone" in page.text
    assert "Try again in 12 minutes." in page.text
    form = page.form_saying("Send it again")
    assert ("seat_0", "Nobody else") in form.fields
    with crown.db() as db:
        names = db.execute("SELECT count(*) FROM players WHERE club = ?", [crown.id]).fetchone()
    assert names == (2,), "nobody was made in passing"
    with time_machine.travel(EVENING + timedelta(seconds=REST), tick=False):
        assert crown.manager.send(form).status == 200
    assert matches(crown) == 3


def test_other_phones_go_on_until_the_clubs_limit_is_reached(crown: Pub, anchor: Pub) -> None:
    sit_down(crown, "draw_100", "Ann", "Bob")
    use_up(crown, "match")
    other = crown.phone("score")
    sit_down(crown, "draw_100", "Ann", "Bob", phone=other)
    use_up(crown, "match", by="club")
    third = crown.phone("score")
    assert ask_to_sit(crown, "draw_100", "Ann", "Bob", phone=third).status_code == 429
    assert "600 matches started by this club" in third.page.text
    sit_down(anchor, "draw_100", "Ann", "Bob")


def test_what_new_phones_have_used_up_does_not_stop_a_phone_that_was_known_before(crown: Pub) -> None:
    with time_machine.travel(EVENING - timedelta(hours=1), tick=False):
        sit_down(crown, "draw_100", "Ann", "Bob")
    sit_down(crown, "draw_100", "Ann", "Bob", phone=crown.phone("score"))
    use_up(crown, "match", by="club")
    assert ask_to_sit(crown, "draw_100", "Ann", "Bob", phone=crown.phone("score")).status_code == 429
    sit_down(crown, "draw_100", "Ann", "Bob")
    use_up(crown, "match")
    assert ask_to_sit(crown, "draw_100", "Ann", "Bob").status_code == 429, "its own limit holds"


def test_counts_survive_a_restart(crown: Pub, match: str) -> None:
    use_up(crown, "match")
    restarted = create_app({"DATABASE": crown.app.config["DATABASE"]}).test_client()
    (cookie,) = crown.manager.client._cookies.values()
    restarted.set_cookie("scorekeeper", cookie.value)
    restarted.environ_base["HTTP_ORIGIN"] = crown.manager.base
    fields = {"key": fresh_key()}
    assert restarted.post(crown.at(match, "/rematch"), data=fields).status_code == 429


def test_a_program_is_told_how_long_to_wait_and_rounds_go_on(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 5})
    said = {"key": fresh_key(), "standing": 1}
    crown.manager.post(crown.at(match, "/rounds/undo"), key=fresh_key(), standing=1)
    use_up(crown, "correction")
    standing = crown.state(match).match.version
    answer = crown.manager.client.post(
        crown.at(match, "/rounds/redo"),
        data=said | {"standing": standing},
        headers={"Accept": "application/json"},
    )
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(REST))
    assert answer.get_json()["code"] == "too_many"
    assert "300 corrections by this phone" in answer.get_json()["detail"]
    assert crown.state(match).match.version == standing
    crown.manager.post(crown.at(match, "/rounds/undo"), key=fresh_key(), standing=1)
    use_up(crown, "correction")
    assert record(crown, match, 0, {1: 6}).status_code == 303


def test_refused_and_repeated_acts_are_not_counted(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 5})
    twice = {"key": fresh_key(), "standing": 1}
    for fields in (twice, twice, {"key": fresh_key(), "standing": 99}):
        crown.manager.post(crown.at(match, "/rounds/undo"), **fields)
    with crown.db() as db:
        rows = db.execute("SELECT acts FROM hourly_counts WHERE kind = 'correction' AND club = ?", [crown.id])
        assert rows.fetchall() == [(1,), (1,)]


def test_a_match_holds_so_many_entries(crown: Pub, fives: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.services.matches.subject.MOST_ENTRIES", 2)
    assert [tap(crown, fives, 0, 5).status_code for _ in range(3)] == [303, 303, 422]
    assert "This match holds 2 entries" in crown.manager.page.text
    assert record(crown, fives, 0, {1: 14}).status_code == 422
    assert undo(crown, fives).status == 200
    assert crown.state(fives).score.totals == (5, 0)


def test_a_club_holds_so_much_and_then_takes_no_further_match(
    crown: Pub, fives: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.services.gate.MOST_OF_A_CLUB", 2)
    assert ask_to_sit(crown, "draw_100", "Ann", "Bob").status_code == 303
    for _ in range(2):
        assert tap(crown, fives, 0, 5).status_code == 303
        answer = ask_to_sit(crown, "draw_100", "Nobody else", "Bob")
        assert (answer.status_code, matches(crown)) == (422, 2)
    assert "This club holds 2 entries, and takes no further match." in crown.manager.page.text
    assert crown.state(fives).score.totals == (10, 0)


def test_a_phone_changes_so_many_names_and_what_was_typed_is_kept(crown: Pub, match: str) -> None:
    player = crown.state(match).match.seats[0].player
    page = crown.manager.open(f"{crown.home}players/{player}")
    assert crown.manager.send(page.form_with("name"), name="Anna").status == 200
    use_up(crown, "name")
    refused = crown.manager.send(crown.manager.page.form_with("name"), name="Anna Maria")
    assert refused.status == 429
    assert "200 names changed or added by this phone" in refused.text
    assert ("name", "Anna Maria") in refused.form_saying("Send it again").fields
    assert "Anna Maria" not in crown.manager.open(crown.at(match)).text
    assert record(crown, match, 0, {1: 5}).status_code == 303, "rounds go on"


def test_exports_are_counted_without_a_write(crown: Pub) -> None:
    before = crown.facts()
    most = LIMITS["export"].phone
    codes = [crown.manager.ask(f"{crown.home}export.jsonl").status_code for _ in range(most + 1)]
    assert codes == [200] * most + [429]
    assert "exports by this phone" in crown.manager.open(f"{crown.home}export.jsonl").text
    assert crown.phone("manage").ask(f"{crown.home}export.jsonl").status_code == 200
    assert crown.facts() == before


def test_new_phones_wait_once_a_club_has_had_enough_of_them(crown: Pub, match: str) -> None:
    use_up(crown, "phone", by="club")
    newcomer = crown.phone("score")
    assert record(crown, match, 0, {1: 5}, phone=newcomer).status_code == 429
    assert "300 new phones by this club" in newcomer.page.text
    assert record(crown, match, 0, {1: 5}).status_code == 303, "known phones go on"


def test_a_phone_over_the_limit_waits_until_its_oldest_request_expires() -> None:
    now = [100.0]
    limit = RateLimit(2, 60, clock=lambda: now[0])
    assert [limit.wait("ann") for _ in range(3)] == [0, 0, 60]
    assert limit.wait("bob") == 0
    now[0] += 45
    assert limit.wait("ann") == 15
    now[0] += 15
    assert [limit.wait("ann") for _ in range(3)] == [0, 0, 60]
