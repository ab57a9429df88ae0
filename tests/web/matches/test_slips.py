"""The slip of a won match and of a won leg."""

from scorekeeper.web.matches.drawings import Race
from scorekeeper.web.matches.result_slip import LegSlip
from tests.web.cast import Pub, record, sit_down, tap, undo


def test_a_won_leg_has_its_slip_until_the_next_one_is_begun(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=20, legs=2)
    record(crown, match, 0, {1: 15})
    record(crown, match, 0, {1: 12})
    page = crown.manager.open(crown.at(match))
    for words in ("Ann wins the leg", "27–0", "2 rounds", "Leg 2 · Ann goes first", "Leg 2, round 1"):
        assert words in page.text
    begun = crown.manager.open(crown.at(match) + "?leg=1")  # as without script
    assert "wins the leg" not in begun.text
    record(crown, match, 1, {0: 4})
    assert "wins the leg" not in crown.manager.open(crown.at(match)).text
    undo(crown, match)
    assert "Ann wins the leg" in crown.manager.open(crown.at(match)).text
    record(crown, match, 1, {0: 4})
    page = crown.manager.open(crown.at(match) + "?leg=1").text
    for words in ("Leg 2, round 2 over", "Leg 1 2", "Leg 2 1"):
        assert words in page, words
    assert "ound 4" not in page
    assert "Leg 2, round 2" in crown.manager.open(crown.at(match, "/rounds/new?out=0")).text
    first = crown.state(match).counting[0].original
    assert "Leg 1, round 1" in crown.manager.open(crown.at(match, f"/rounds/{first}")).text
    undo(crown, match)
    assert "Leg 2, round 1 taken back" in crown.manager.open(crown.at(match)).text


def test_the_chart_shows_the_leg_that_is_played(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=20, legs=2)
    for out, pips in ((0, 12), (0, 12), (1, 4), (1, 3)):
        record(crown, match, out, {1 - out: pips})
    race = Race.of(crown.state(match))
    assert race is not None
    ann, bob = race.lines
    assert ann.y > bob.y
    assert ann.points == "0.0,120.0 340.0,120.0"


def test_a_leg_that_is_won_in_the_middle_of_a_round_has_its_slip(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", "Cy", "Di", sides="pairs", target=20, legs=2)
    tap(crown, match, 1, 20)
    slip = LegSlip.of(crown.state(match))
    assert slip is not None
    assert (slip.headline, slip.score, slip.onward) == (
        "Bob & Di win the leg",
        "20–0",
        "Leg 2 · Bob & Di go first",
    )
    tap(crown, match, 0, 5)
    assert LegSlip.of(crown.state(match)) is None


def test_the_match_ends_with_its_own_slip(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=20, legs=2)
    for _ in range(2):
        record(crown, match, 0, {1: 25})
    page = crown.manager.open(crown.at(match))
    assert "Ann won" in page.text
    assert "wins the leg" not in page.text
    assert "Rematch: Ann goes first" in page.text


def test_tiles_stand_on_the_slip_only_where_they_were_entered(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=5)
    record(crown, match, 0, tiles={1: "6-4 5-2"})
    assert "Bob held 17" in crown.manager.open(crown.at(match)).text
    other = sit_down(crown, "draw_100", "Ann", "Bob", target=5)
    record(crown, other, 0, {1: 17})
    slip = crown.manager.open(crown.at(other))
    assert "Bob held 17" in slip.text
    assert 'class="slip-tiles"' not in slip.html


def test_a_side_that_did_the_same_twice_is_named_once(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=20, legs=2)
    for _ in range(4):
        record(crown, match, 0, {1: 14})
    assert "Ann: whitewash, 28 to 0" in crown.manager.open(crown.at(match)).text
