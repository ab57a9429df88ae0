"""Points scored inside a round, by keys, by hand, or tile by tile as the turns go."""

import pytest

from scorekeeper.store.matches.match_events import Play
from tests.web.cast import Pub, fresh_key, record, sit_down, tap
from tests.web.entering import enter_play, lay


def test_a_key_adds_its_points_to_its_side(crown: Pub, fives: str) -> None:
    assert tap(crown, fives, 1, 15).status_code == 303
    (event,) = crown.events(fives)
    assert isinstance(event.body, Play)
    assert (event.body.kind, event.body.side, event.body.points) == ("key", 1, 15)
    page = crown.manager.open(crown.at(fives))
    assert "+15" in page.text
    assert crown.state(fives).score.totals == (0, 15)


@pytest.mark.parametrize("way", ["ends", "tiles"])
def test_the_way_used_last_stays_after_a_rounds_end_with_a_last_tile(crown: Pub, way: str) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", leader=0)
    form = crown.manager.open(crown.at(match, f"?way={way}")).form_with("seat" if way == "tiles" else "end_0")
    typed = {"tile": "5-5", "seat": 0} if way == "tiles" else {"end_0": "5d", "side": 0}
    crown.manager.send(form, **typed)
    assert record(crown, match, 1, {0: 4}, last=4).status_code == 303
    assert f"state?way={way}" in crown.manager.ask(crown.at(match)).get_data(as_text=True)


def test_a_play_past_an_exact_target_scores_nothing_and_says_so(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", target=7)
    tap(crown, match, 0, 8)
    assert crown.state(match).score.totals == (0, 0)
    assert "past 7, so it scores nothing" in crown.manager.open(crown.at(match)).text


def test_a_play_for_another_round_or_in_an_unknown_way_is_refused(crown: Pub, fives: str) -> None:
    record(crown, fives, 0, {1: 10})
    assert tap(crown, fives, 0, 5, round=1).status_code == 409
    assert tap(crown, fives, 0, 5, round=3).status_code == 409
    assert tap(crown, fives, 0, 5, round="").status_code == 422
    assert crown.manager.post(crown.at(fives, "/plays/shout"), key=fresh_key()).status_code == 404
    assert len(crown.events(fives)) == 1


def test_a_penalty_says_what_there_was_to_take_off(crown: Pub, match: str) -> None:
    record(crown, match, 1, {0: 5})
    for side, points in ((0, 5), (1, 8)):
        form = crown.manager.open(crown.at(match, "/plays/penalty")).form_with("way", "reason")
        crown.manager.send(form, side=side, points=points, way="back", reason="late")
    page = crown.manager.open(crown.at(match))
    assert "Ann −5, late: nothing to take off" in page.text
    assert "Bob −8, late: 5 to take off" in page.text


STRAIGHT, FIVES_AND_THREES = "fives_250", "threes_fives_61"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            {"seat": 0, "tile": "6-3", "place": "R"},
            "It is Bob’s turn. Whatever Bob did, knocked or drew, comes first.",
        ),
        ({"seat": 1, "act": "knock"}, "Bob cannot knock yet: there is something to draw (14 tiles)."),
    ],
    ids=["out of turn", "a knock while there are tiles to draw"],
)
def test_a_move_out_of_turn_is_refused_in_words(crown: Pub, said: dict[str, object], sentence: str) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead")
    before = crown.facts()
    assert enter_play(crown, match, "tiles", **said).status_code == 422
    assert sentence in crown.manager.page.text
    assert crown.facts() == before


def test_a_play_that_is_taken_out_leaves_those_after_it(crown: Pub) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead", "1 knock", "0 5-4 L")
    form = {"key": "out", "standing": 2}
    assert crown.manager.post(crown.at(match, "/rounds/2/out"), **form).status_code == 303
    scored = crown.state(match).progress.scored
    assert [str(one.event.tile) for one in scored] == ["6-4", "5-4"]


def test_a_tile_seen_before_a_key_is_in_no_hand_at_the_rounds_end(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead")
    tap(crown, match, 1, 10)
    assert record(crown, match, 0, tiles={1: "6-4"}).status_code == 422
    assert "Bob holds 6-4, which lies on the table." in crown.manager.page.text
    assert record(crown, match, 0, tiles={1: "6-5"}).status_code == 303


def test_a_tile_that_fitted_at_a_knock_is_a_doubt_that_a_reason_settles(crown: Pub) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead", "1 knock", "0 4-3 L")
    assert record(crown, match, 0, tiles={1: "4-1"}).status_code == 422
    assert "Bob holds 4-1, which would have fitted at an earlier knock" in crown.manager.page.text
    settled = record(crown, match, 0, tiles={1: "4-1"}, reason="a wrong knock, pegged back")
    assert settled.status_code == 303


def test_an_old_address_does_not_say_whose_turn_it_is(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead")
    page = crown.manager.open(f"{crown.at(match)}?way=tiles&tile=6-4&seat=0")
    fields = [said for tag, said in page.tags if tag in ("input", "button")]
    assert [said["value"] for said in fields if said.get("name") == "seat" and "checked" in said] == ["1"]
    disabled = {said["value"] for said in fields if said.get("name") == "tile" and "disabled" in said}
    assert {"5-3", "0-0"} <= disabled
    assert "6-1" not in disabled
    assert "any tile with a 4 or 6" in page.text
