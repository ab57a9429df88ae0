"""A round corrected in place, ended by a foul, or entered tile by tile: what stood there stays readable."""

import json

import pytest

from tests.web.cast import Pub, correct, record, sit_down, tap
from tests.web.entering import enter_play, lay
from tests.web.page import Form, Page


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


def answers(crown: Pub, match: str) -> list[str]:
    page = crown.manager.open(crown.at(match, "/rounds/new"))
    return [values["value"] for tag, values in page.tags if tag == "input" and values.get("name") == "out"]


@pytest.mark.parametrize(
    ("names", "rule", "offered"),
    [
        (("Ann", "Bob"), "none", []),
        (("Ann", "Bob"), "won", ["foul-0", "foul-1", "foul"]),
        (("Ann", "Bob"), "pips", ["foul-0", "foul-1", "foul"]),
        (("Ann", "Bob"), "replayed", ["foul"]),
        (("Ann", "Bob", "Cy"), "won", []),
        (("Ann", "Bob", "Cy"), "replayed", ["foul"]),
    ],
)
def test_a_foul_is_offered_where_the_card_has_it(
    crown: Pub, names: tuple[str, ...], rule: str, offered: list[str]
) -> None:
    match = sit_down(crown, "draw_100", *names, foul=rule)
    assert answers(crown, match) == [*map(str, range(len(names))), "blocked", *offered]
    ways = [address for words, address in crown.manager.open(crown.at(match)).links if words == "Foul"]
    asked = "foul" if rule == "replayed" else "foul-"
    assert ways == ([f"{crown.at(match)}/rounds/new?out={asked}"] if offered else [])
    if asked == "foul-" and offered:
        page = crown.manager.open(ways[0])
        assert "Whose foul was it?" in page.text
        assert "chipped out" not in page.text
        assert [has["value"] for tag, has in page.tags if has.get("name") == "out"] == offered
    table = dict(crown.manager.open(crown.at(match, "/table")).links)
    assert ("Blocked, foul" in table, "Blocked" in table) == (bool(offered), not offered)


@pytest.mark.parametrize("out", ["blocked-0", "foul-9", "foul-", "out-0"])
def test_an_end_that_no_page_offers_is_refused(crown: Pub, out: str) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", foul="won")
    refused = record(crown, match, out, {0: 4, 1: 5})
    assert (refused.status_code, crown.events(match)) == (422, ())
    assert "Nobody of that name plays in this match." in refused.get_data(as_text=True)


def test_a_foul_is_corrected_to_a_chip_out_and_back(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", foul="won", lead_next="winner")
    record(crown, match, "foul-1")
    assert (crown.state(match).score.totals, crown.state(match).score.lead.player) == ((1, 0), "Ann")
    assert "Foul by Bob: Ann wins" in crown.manager.open(crown.at(match)).text
    form = crown.manager.open(crown.at(match, "/rounds/1")).form_with("out")
    assert form.value("out") == "foul-1"
    correct(crown, match, 1, 1, {0: 5})
    assert crown.state(match).score.totals == (0, 1)
    correct(crown, match, 1, "foul")
    assert crown.state(match).score.totals == (0, 0)
    assert "Foul: the hand is played again" in crown.manager.open(crown.at(match)).text
    correct(crown, match, 1, "foul-0")
    assert crown.state(match).score.totals == (0, 1)


def test_a_foul_takes_the_last_tiles_play_with_it(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", foul="won")
    record(crown, match, 0, last=3)
    assert crown.state(match).score.totals == (4, 0)
    correct(crown, match, 2, "foul-0")
    assert crown.state(match).score.totals == (0, 0)
    assert "Foul by Ann: Bob wins nothing to score" in crown.manager.open(crown.at(match)).text


@pytest.mark.parametrize(
    ("rule", "out", "sentence"),
    [
        ("none", "foul-0", "The rules of this match end no round by a foul: enter a penalty."),
        (
            "replayed",
            "foul-0",
            "By these rules a hand with a foul is played again, whoever it was: name nobody.",
        ),
        ("won", "foul-7", "Nobody of that name plays in this match."),
        ("won", "foul-0", "Enter what Ann still holds."),
    ],
)
def test_a_foul_that_cannot_be_is_refused_in_words(crown: Pub, rule: str, out: str, sentence: str) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", foul=rule)
    assert record(crown, match, out).status_code == 422
    assert sentence in crown.manager.page.text
    assert not crown.events(match)


STRAIGHT, FIVES_AND_THREES = "fives_250", "threes_fives_61"


def end_form(pub: Pub, match: str, out: int | str) -> Form:
    return pub.manager.open(pub.at(match, f"/rounds/new?out={out}")).form_with("pips_0")


def test_ends_boneyard_lead_and_leader_are_known_until_a_points_key(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead", "1 draw", "1 6-1 R")
    form = end_form(crown, match, 0)
    known = {name: form.value(name) for name in ("ends", "boneyard", "led", "lead_tile")}
    assert known == {"ends": "4 1", "boneyard": "13", "led": "0", "lead_tile": "6-4"}
    tap(crown, match, 0, 10)
    form = end_form(crown, match, 0)
    assert not any(form.value(name) for name in ("ends", "boneyard", "led", "lead_tile"))


def test_a_last_tile_is_noticed_and_leads_to_the_rounds_end(crown: Pub) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob", leader=0, deal=2)
    lay(crown, match, "0 6-4 lead", "1 4-4 L", "0 6-3 R")
    page = crown.manager.open(f"{crown.at(match)}?way=tiles")
    assert "Ann chipped out." in page.text
    assert "over: who chipped out?" not in page.text
    assert crown.state(match).score.totals == (2 + 0 + 1, 0)
    form = crown.manager.open(page.link_saying("Finish the round")).form_with("pips_0")
    assert form.value("out") == "0"
    assert "last tile" not in form.words
    before = crown.state(match).score.totals
    crown.manager.send(form)
    assert crown.state(match).score.totals == before
    assert crown.state(match).score.round_open == 2


def test_in_pairs_the_second_partner_to_finish_makes_the_one_more(crown: Pub) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob", "Cy", "Di", sides="pairs", leader=0, deal=1)
    lay(crown, match, "0 6-4 lead")
    assert crown.state(match).score.totals == (2, 0)
    assert crown.state(match).progress.out is None
    lay(crown, match, "1 knock", "2 6-3 R")
    assert crown.state(match).progress.out == "Cy"
    assert crown.state(match).score.totals == (3, 0)


def test_a_round_in_which_all_knock_leads_to_a_block_that_is_checked_against_the_tiles(crown: Pub) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead", "1 knock", "0 knock")
    page = crown.manager.open(f"{crown.at(match)}?way=tiles")
    assert "Nobody can go: the round is blocked." in page.text
    form = crown.manager.open(page.link_saying("Finish the round")).form_with("pips_0")
    assert (form.value("out"), form.value("ends")) == ("blocked", "4 6")
    before = crown.facts()
    for tile, saying in (("6-5", "can still play 6-5"), ("6-4", "6-4")):  # the second lies on the table
        assert record(crown, match, "blocked", tiles={0: tile, 1: "3-3"}, ends="4 6").status_code == 422
        assert saying in crown.manager.page.text
    assert crown.facts() == before


def test_undo_takes_one_play_back_and_the_layout_with_it(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead", "1 4-4 L", "0 6-1 0")
    crown.manager.send(crown.manager.open(crown.at(match)).form_saying("Undo"))
    progress = crown.state(match).progress
    assert progress.layout is not None
    assert [str(tile) for tile in progress.layout.tiles] == ["4-4", "6-4"]
    assert progress.turn == "Ann"
    lay(crown, match, "0 6-1 0")
