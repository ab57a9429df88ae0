"""The end of a round entered tile by tile: less has to be typed, and more is checked."""

from tests.web.cast import Pub, record, sit_down, tap
from tests.web.entering import enter_play, lay
from tests.web.page import Form

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


def test_shown_ends_are_carried_into_the_rounds_end(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", leader=0)
    enter_play(crown, match, "ends", side=0, end_0="5", end_1="3d")
    assert end_form(crown, match, 0).value("ends") == "5 3"


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
