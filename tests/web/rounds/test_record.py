"""Entering the end of a round: what is stored and shown, and stored once however often it is sent."""

from scorekeeper.store.matches.match_events import Hand, RoundEnd
from tests.web.cast import Pub, fresh_key, record, sit_down


def test_a_round_by_pips_is_stored_and_seen_with_its_reason(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    answer = record(crown, match, 0, {1: 18, 2: 12})
    assert (answer.status_code, answer.location) == (303, crown.at(match))
    (event,) = crown.events(match)
    ann, bob, cy = (seat.player for seat in crown.state(match).match.seats)
    assert isinstance(event.body, RoundEnd)
    assert (event.body.event, event.body.out_player, event.body.ends) == ("out", ann, None)
    assert set(event.body.hands) == {Hand(bob, None, 18), Hand(cy, None, 12)}
    page = crown.manager.open(crown.at(match))
    assert "Ann chipped out" in page.text
    assert "18 + 12 = 30" in page.text
    assert "+30" in page.text
    assert "Ann goes first" in page.text


def test_a_larger_set_has_more_values_for_its_last_tile(crown: Pub) -> None:
    larger, usual = (sit_down(crown, "threes_fives_61", "Ann", "Bob", set=size) for size in (9, 6))
    page = crown.manager.open(crown.at(larger, "/rounds/new"))
    offered = [field["value"] for _, field in page.tags if field.get("name") == "last"]
    assert {"5", "7", "9", "16"} <= {*offered}
    for points in (5, 7, 9, 16):
        assert record(crown, larger, 1, last=points).status_code == 303
    assert crown.state(larger).score.totals == (0, 5 + 7 + 9 + 16 + 4)
    for wrong in (5, 7, 9, 16, "two"):
        assert record(crown, usual, 1, last=wrong).status_code == 422
        assert "The last tile’s ends: 0, 1, 2, 3, 4, 6 or 8 points." in crown.manager.page.text
    assert crown.events(usual) == ()


def test_nothing_is_taken_for_0_that_nobody_said(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    said = {"key": fresh_key(), "round": 1, "out": 1}
    assert crown.manager.post(crown.at(match, "/rounds"), **said).status_code == 422
    assert "Tap what the last tile’s ends scored, 0 if nothing." in crown.manager.page.text
    assert crown.events(match) == ()
    for _ in range(2):  # the answer may have been lost
        assert crown.manager.post(crown.at(match, "/rounds"), **said, last=0).status_code == 303
    assert crown.state(match).score.totals == (0, 1)


def test_the_last_tile_of_another_game_scores_nothing(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 20}, last=8)
    assert [type(event.body) for event in crown.events(match)] == [RoundEnd]


def test_a_doubt_is_stored_once_it_has_a_reason_which_stays_readable(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", "Cy", "Di", deal=7)
    # Nothing sleeps, and the ends 3 and 5 differ, so the pips left must be even; 29 are odd.
    doubtful = {0: 0, 1: 10, 2: 10, 3: 9}
    assert record(crown, match, 0, doubtful, ends="3 5", boneyard=0).status_code == 422
    assert "only to an even number: check the hands and the ends" in crown.manager.page.text
    assert crown.events(match) == ()
    form = crown.manager.page.form_with("reason", "pips_1")
    assert form.value("pips_1") == "10"
    page = crown.manager.send(form, reason="Di counted twice, it is 9")
    assert page.status == 200
    (event,) = crown.events(match)
    assert event.reason == "Di counted twice, it is 9"
    assert "Di counted twice, it is 9" in page.text


def test_the_round_form_of_a_finished_match_leads_to_the_match(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", target=1)
    record(crown, match, 0)
    answer = crown.manager.ask(crown.at(match, "/rounds/new"))
    assert (answer.status_code, answer.location) == (303, crown.at(match))


def test_a_block_that_scores_nobody_says_so_once(crown: Pub) -> None:
    fives_and_threes = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    record(crown, fives_and_threes, "blocked", ends="4 4")
    level = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, level, "blocked", {0: 5, 1: 5})
    for match, words in (
        (fives_and_threes, "Blocked nobody scores"),
        (level, "Blocked level on 5: nobody scores"),
    ):
        page = crown.manager.open(crown.at(match))
        last = page.text.split("Undo")[0]
        assert words in last, last
        assert last.count("nobody scores") == 1
