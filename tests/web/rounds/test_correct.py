"""Correcting a past round in place: everything after it follows, and what stood there stays readable."""

import json

from tests.web.cast import Pub, correct, record, sit_down, tap
from tests.web.entering import enter_play
from tests.web.page import Page


def test_the_form_holds_what_was_entered_and_sent_as_shown_changes_no_total(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    record(crown, match, 1, {0: 12}, tiles={2: "6-4 5-5"}, ends="3 5", boneyard=3, led=2, lead_tile="6-6")
    form = crown.manager.open(crown.at(match, "/rounds/1")).form_with("pips_0")
    held = {name: form.value(name) for name in ("out", "pips_0", "ends", "boneyard", "led", "lead_tile")}
    assert held == {
        "out": "1",
        "pips_0": "12",
        "ends": "3 5",
        "boneyard": "3",
        "led": "2",
        "lead_tile": "6-6",
    }
    assert {("tiles_2", "6-4"), ("tiles_2", "5-5")} <= set(form.fields)
    assert (form.value("round"), form.value("standing")) == ("1", "1")
    record(crown, match, 1, {0: 12}, tiles={2: "6-4 5-5"})
    before = crown.state(match).score.totals
    phone = crown.manager
    assert phone.send(phone.open(crown.at(match, "/rounds/1")).form_with("pips_0")).status == 200
    assert crown.state(match).score.totals == before


def test_a_correction_moves_totals_and_keeps_the_old_value_readable(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    record(crown, match, 1, {0: 40})
    phone = crown.phone("score")
    phone.post(f"{crown.home}settings", name="Bob’s phone")
    assert correct(crown, match, 1, 0, {1: 35}, phone=phone).status_code == 303
    assert crown.state(match).score.totals == (35, 40)
    page = crown.manager.open(crown.at(match))
    assert "Round 1 corrected" in page.text
    assert "before: Ann chipped out: 25" in page.text
    assert "Bob’s phone" in page.text


def test_a_round_after_the_win_is_kept_and_said_not_to_count(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=50)
    record(crown, match, 0, {1: 40})
    record(crown, match, 1, {0: 30})
    correct(crown, match, 1, 0, {1: 60})
    assert crown.state(match).score.totals == (60, 0)
    assert "not counted" in crown.manager.open(crown.at(match)).text


def test_a_correction_counts_by_who_led_its_own_round(crown: Pub) -> None:
    """Ann leads round 2, so she may not hold her whole deal in that one; in round 1 she did."""
    rules = {"scoring": "pips", "lead_next": "winner", "lead_rule": "any", "deal": 2, "target": 100}
    match = sit_down(crown, "block", "Ann", "Bob", **rules)
    record(crown, match, 0, {1: 3})
    state = crown.state(match)
    assert [json.loads(standing)["leader"] for standing in (state.standing(), state.standing(1))] == [0, None]
    assert correct(crown, match, 1, 1, tiles={0: "6-4 1-1"}).status_code == 303
    assert crown.state(match).score.totals == (0, 12)


def test_a_correction_is_refused_like_any_round(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    assert correct(crown, match, 1, 0, {1: 169}).status_code == 422
    page = crown.manager.page
    assert "169" in page.fault("pips_1")
    assert page.form_with("pips_1", "standing").value("pips_1") == "169"
    assert len(crown.events(match)) == 1


def test_what_is_not_a_round_of_this_match_cannot_be_corrected(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 5)
    for original in (1, 2, 999):
        assert crown.manager.ask(crown.at(fives, f"/rounds/{original}")).status_code == 404
    assert crown.manager.ask(crown.at(fives, "/rounds/x")).status_code == 404


def correcting(crown: Pub, match: str, original: int) -> Page:
    return crown.manager.open(crown.at(match, f"/rounds/{original}"))


def test_the_form_holds_what_the_last_tile_scored_and_moves_it(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    record(crown, match, 0, last=8)
    form = correcting(crown, match, 2).form_with("standing")
    assert form.value("last") == "8"
    page = crown.manager.send(form, out=1)
    assert crown.state(match).score.totals == (0, 9)
    assert "Round 1 corrected: Bob chipped out" in page.text
    assert "before: Ann chipped out" in page.text
    crown.manager.send(correcting(crown, match, 2).form_with("standing"), last=0)
    assert crown.state(match).score.totals == (0, 1)


def test_a_program_that_says_nothing_of_the_last_tile_keeps_it(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    record(crown, match, 0, last=8)
    correct(crown, match, 2, 1)
    assert crown.state(match).score.totals == (0, 9)


def test_ends_that_were_shown_are_not_asked_again(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    enter_play(crown, match, "ends", side=0, end_0="5", end_1="5d", last_tile="y")
    record(crown, match, 0)
    form = correcting(crown, match, 2).form_with("standing")
    assert form.value("last") is None
    crown.manager.send(form, out=1)
    assert crown.state(match).score.totals == (0, 9)
