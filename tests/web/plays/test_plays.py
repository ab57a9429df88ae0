"""Points scored inside a round, by keys; and points pegged back or given by hand."""

import pytest

from scorekeeper.store.matches.match_events import Play
from tests.web.cast import Pub, fresh_key, record, sit_down, tap


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


def test_a_play_for_another_round_than_the_open_one_or_in_an_unknown_way_is_refused(
    crown: Pub, fives: str
) -> None:
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
