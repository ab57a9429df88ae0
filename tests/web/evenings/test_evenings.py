"""A night of the club: who won most, the bests, the picture with its table, the text, and what goes on."""

from datetime import UTC, datetime

import pytest
import time_machine

from scorekeeper.timestamps import club_day_of, timestamp
from tests.web.cast import Pub, record, sit_down, won
from tests.web.page import Page


def tonight(pub: Pub) -> str:
    return f"{pub.home}evenings/{club_day_of(timestamp(datetime.now(UTC)))}"


@pytest.fixture
def evening(crown: Pub) -> Page:
    """Ann wins two of three, Bob one, and a match between Cy and Di goes on."""
    won(crown, "Ann", "Bob", left=12)
    won(crown, "Ann", "Bob", out=1)
    won(crown, "Ann", "Cy", left=31)
    sit_down(crown, "draw_100", "Cy", "Di")
    return crown.manager.open(tonight(crown))


def test_the_night_says_who_won_most_and_what_was_best(evening: Page) -> None:
    assert evening.by_id("slip").startswith("The Crown")
    assert "Ann won 2 of 3 3 matches · 3 players 1 Ann 2 2 Bob 1 3 Cy 0" in evening.by_id("slip")
    assert "Ann: biggest round 31" in evening.by_id("slip")
    assert "Ann: biggest lead 31" in evening.by_id("slip")
    assert "1 match is still being played." in evening.text
    assert signs(evening) == ["won", "lost", "won", "lost", "won", "lost"]
    assert "P W D L 1 Ann 3 2 0 1 2 Bob 2 1 0 1 3 Cy 1 0 0 1" in evening.text
    said = evening.by_id("result-text")
    assert "3 matches · 3 players. Matches won: Ann 2 of 3, Bob 1 of 2, Cy 0 of 1." in said
    assert "Ann: biggest round 31." in said


def signs(page: Page) -> list[str]:
    found = [values.get("class", "") for tag, values in page.tags if tag == "rect"]
    return [name for name in found if name in ("won", "drawn", "lost")]


def test_partners_each_have_their_wins_and_share_a_place(crown: Pub) -> None:
    won(crown, "Ann", "Bob", "Cy", "Di", sides="pairs")
    slip = crown.manager.open(tonight(crown)).by_id("slip")
    assert "Ann & Cy won 1 of 1" in slip
    assert "1 Ann 1 1 Cy 1 3 Bob 0 3 Di 0" in slip


def test_a_drawn_night_has_no_winner(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", match_games=2)
    record(crown, match, 0, {1: 10})
    record(crown, match, 1, {0: 10})
    page = crown.manager.open(tonight(crown))
    assert "Nobody won" in page.by_id("slip")
    assert signs(page) == ["drawn", "drawn"]


def test_the_slip_has_six_bests_and_the_page_all(crown: Pub) -> None:
    for game in ("draw_100", "fives_250"):
        match = sit_down(crown, game, "Ann", "Bob", target=50)
        record(crown, match, 0, {1: 40})
        record(crown, match, 1, {0: 55})
    block = sit_down(crown, "block", "Ann", "Bob", target=2)
    record(crown, block, 1)
    record(crown, block, 1)
    page = crown.manager.open(tonight(crown))
    slip = page.by_id("slip")
    assert (slip.count("(Draw)"), slip.count("(Straight)")) == (3, 3)
    assert "Bob: won from behind by 40 (Draw)" in slip
    assert "(Block)" not in slip
    assert "More bests of the night Bob: biggest lead 2 (Block)" in page.text


def test_it_is_one_tap_from_the_clubs_page_and_a_day_without_a_match_says_so(crown: Pub) -> None:
    won(crown, "Ann", "Bob")
    link = crown.manager.open(crown.home).link_saying("Tonight in one picture")
    assert "Ann" in crown.manager.open(link).by_id("slip")
    earlier = crown.manager.open(f"{crown.home}evenings/2020-02-29")
    assert (earlier.status, "No match was finished on this day." in earlier.text) == (200, True)
    assert crown.manager.ask(f"{crown.home}evenings/yesterday").status_code == 404


def test_a_long_night_is_drawn_in_part_and_listed_whole(crown: Pub) -> None:
    for number in range(7):
        won(crown, f"Left {number}", f"Right {number}")
    page = crown.manager.open(tonight(crown))
    assert "Drawn here: the first 12 players." in page.text
    assert "7 level" in page.by_id("slip")
    assert "Right 6" in page.text


def test_an_abandoned_match_can_be_taken_up_again_from_tonight(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    crown.manager.send(crown.manager.open(crown.at(match, "/call-off")).form_saying("Abandon match"))
    page = crown.manager.open(crown.home)
    assert "Abandoned tonight" in page.text
    assert "12–0" not in page.text
    watching = crown.phone("watch").open(crown.home)
    assert "Abandoned tonight" in watching.text
    assert "Undo" not in watching.text
    resumed = crown.manager.send(page.form_saying("Undo"))
    assert crown.state(match).running
    assert "The match goes on" in resumed.text
    assert "Abandoned tonight" not in crown.manager.open(crown.home).text


def test_on_a_players_page_only_results_look_like_results(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    ann = crown.state(match).match.seats[0].player
    assert "12–0 so far" in crown.manager.open(f"{crown.home}players/{ann}").text
    crown.manager.send(crown.manager.open(crown.at(match, "/call-off")).form_saying("Abandon match"))
    page = crown.manager.open(f"{crown.home}players/{ann}")
    assert "abandoned" in page.text
    assert "12–0" not in page.text


SUMMER = ("2026-07-10T22:30:00Z", "2026-07-10T23:40:00Z", "2026-07-10T23:50:00Z")  # 23:30 to 0:50 in London
WINTER = ("2026-11-20T23:30:00Z", "2026-11-21T00:40:00Z", "2026-11-21T00:50:00Z")
EVENINGS = {
    "summer": ("2026-07-10", "Friday 10 July", "10 Jul 2026", SUMMER),
    "winter": ("2026-11-20", "Friday 20 November", "20 Nov 2026", WINTER),
}


@pytest.fixture(params=EVENINGS, ids=str)
def past_midnight(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return EVENINGS[request.param]


def test_matches_won_and_begun_after_midnight_are_tonights(
    crown: Pub, past_midnight: tuple[str, ...]
) -> None:
    day, named, dated, (begun, won, late) = past_midnight
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
        page = crown.manager.open(f"{crown.home}evenings/{day}")
        assert "2 matches · 4 players" in page.text
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


def test_a_match_that_nobody_finishes_is_played_for_two_days_at_most(crown: Pub) -> None:
    with time_machine.travel("2026-07-10T19:05:00Z", tick=False) as clock:
        sit_down(crown, "draw_100", "Ann", "Bob")
        watcher = crown.phone("watch")
        for moment, played in (("2026-07-11T20:00:00Z", True), ("2026-07-12T20:00:00Z", False)):
            clock.move_to(moment)
            home = watcher.open(crown.home).text
            assert ("Playing now" in home, "Never finished" in home) == (played, not played)
            assert ("Ann" in watcher.open(f"{crown.home}tv/state").text) == played, "on the pub's television"
            evening = watcher.open(f"{crown.home}evenings/2026-07-10").text
            assert ("still being played" in evening) == played


def test_the_clubs_television_says_who_won_by_more_than_a_style(crown: Pub) -> None:
    won(crown, "Ann", "Bob", out=1)
    page = crown.manager.open(f"{crown.home}tv")
    assert "Ann 0 Bob ★ 10" in page.text
    assert [values["aria-label"] for _, values in page.tags if values.get("role") == "img"] == ["winner"]
