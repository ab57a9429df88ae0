"""Points scored inside a round, by keys; and points pegged back or given by hand."""

import pytest

from scorekeeper.store.matches.match_events import Penalty, Play
from tests.web.cast import Pub, fresh_key, record, sit_down, tap


def test_a_key_adds_its_points_to_its_side(crown: Pub, fives: str) -> None:
    assert tap(crown, fives, 1, 15).status_code == 303
    (event,) = crown.events(fives)
    assert isinstance(event.body, Play)
    assert (event.body.kind, event.body.side, event.body.points) == ("key", 1, 15)
    page = crown.manager.open(crown.at(fives))
    assert "+15" in page.text
    assert crown.state(fives).score.totals == (0, 15)


def test_the_key_on_the_page_stores_one_tap_once(crown: Pub, fives: str) -> None:
    form = crown.manager.open(crown.at(fives, "?way=keys")).form_with("side", "points")
    assert ("points", "20") in form.buttons
    for _ in range(2):
        assert crown.manager.send(form, points=20).status == 200
    assert crown.state(fives).score.totals == (20, 0)


@pytest.mark.parametrize("way", ["ends", "tiles"])
def test_the_way_used_last_stays_after_a_rounds_end_with_a_last_tile(crown: Pub, way: str) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", leader=0)
    form = crown.manager.open(crown.at(match, f"?way={way}")).form_with("seat" if way == "tiles" else "end_0")
    typed = {"tile": "5-5", "seat": 0} if way == "tiles" else {"end_0": "5d", "side": 0}
    crown.manager.send(form, **typed)
    assert record(crown, match, 1, {0: 4}, last=4).status_code == 303
    assert f"state?way={way}" in crown.manager.ask(crown.at(match)).get_data(as_text=True)


def test_plays_and_the_rounds_end_add_up(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    tap(crown, fives, 1, 10)
    record(crown, fives, 0, {1: 14})
    assert crown.state(fives).score.totals == (30, 10)
    assert crown.state(fives).score.round_open == 2


def test_a_play_that_reaches_the_target_wins_at_once(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", target=8)
    tap(crown, match, 1, 8)
    assert "Bob won" in crown.manager.open(crown.at(match)).text
    assert tap(crown, match, 0, 3).status_code == 409


def test_a_play_past_an_exact_target_scores_nothing_and_says_so(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", target=7)
    tap(crown, match, 0, 8)
    assert crown.state(match).score.totals == (0, 0)
    assert "past 7, so it scores nothing" in crown.manager.open(crown.at(match)).text


@pytest.mark.parametrize(
    ("game", "side", "points"),
    [
        ("fives_250", 0, 7),
        ("fives_250", 0, 0),
        ("fives_250", 0, 1000),
        ("fives_250", 0, "x"),
        ("fives_250", 0, ""),
        ("fives_250", 0, -5),
        ("fives_250", 2, 5),
        ("fives_250", "", 5),
        ("threes_fives_61", 0, 7),
        ("draw_100", 0, 5),
    ],
)
def test_an_impossible_play_is_refused_with_a_sentence(
    crown: Pub, game: str, side: object, points: object
) -> None:
    match = sit_down(crown, game, "Ann", "Bob")
    assert tap(crown, match, side, points).status_code == 422  # type: ignore[arg-type]
    assert any(values.get("role") == "alert" for _, values in crown.manager.page.tags)
    assert crown.events(match) == ()


def test_a_play_for_another_round_than_the_open_one_is_refused(crown: Pub, fives: str) -> None:
    record(crown, fives, 0, {1: 10})
    assert tap(crown, fives, 0, 5, round=1).status_code == 409
    assert tap(crown, fives, 0, 5, round=3).status_code == 409
    assert tap(crown, fives, 0, 5, round="").status_code == 422
    assert len(crown.events(fives)) == 1


def test_an_unknown_way_of_entering_is_not_found(crown: Pub, fives: str) -> None:
    assert crown.manager.post(crown.at(fives, "/plays/shout"), key=fresh_key()).status_code == 404
    assert crown.events(fives) == ()


@pytest.mark.parametrize("way", ["ends", "tiles"])
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"side": 0, "seat": 0, "tile": "7-0", "end_0": "7", "end_1": "9"},
        {"side": 0, "seat": 0, "tile": "99-99", "end_0": "99d"},
        {"side": 9, "seat": 9, "tile": "6-6", "end_0": "6d"},
        {"side": 0, "seat": 0, "tile": "x", "end_0": "x", "spinner": "x"},
        {"side": 0, "seat": 0, "tile": "6-4", "place": "moon", "end_0": "٣"},
    ],
    ids=["nothing", "of no set", "of no set at all", "nobody's", "words", "nowhere"],
)
def test_a_play_entered_wrongly_in_another_way_is_refused(
    crown: Pub, fives: str, way: str, fields: dict[str, object]
) -> None:
    said = {"key": fresh_key(), "round": 1, "seen": 0, **fields}
    assert crown.manager.post(crown.at(fives, f"/plays/{way}"), **said).status_code == 422
    assert any(values.get("role") == "alert" for _, values in crown.manager.page.tags)
    assert crown.events(fives) == ()


def test_a_penalty_is_kept_with_its_reason(crown: Pub, match: str) -> None:
    record(crown, match, 1, {0: 20})
    form = crown.manager.open(crown.at(match, "/plays/penalty")).form_with("way", "reason")
    page = crown.manager.send(form, side=1, points=8, way="back", reason="a wrong knock")
    assert page.status == 200
    assert crown.events(match)[-1].body == Penalty(1, -8)
    assert crown.state(match).score.totals == (0, 12)
    assert "a wrong knock" in page.text


def test_a_penalty_says_what_there_was_to_take_off(crown: Pub, match: str) -> None:
    record(crown, match, 1, {0: 5})
    for side, points in ((0, 5), (1, 8)):
        form = crown.manager.open(crown.at(match, "/plays/penalty")).form_with("way", "reason")
        crown.manager.send(form, side=side, points=points, way="back", reason="late")
    page = crown.manager.open(crown.at(match))
    assert "Ann −5, late: nothing to take off" in page.text
    assert "Bob −8, late: 5 to take off" in page.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": ""},
        {"reason": "  "},
        {"reason": "\x00"},
        {"reason": "x" * 201},
        {"points": ""},
        {"points": "0"},
        {"points": "-3"},
        {"points": "1.5"},
        {"side": 2},
        {"way": "sideways"},
    ],
    ids=str,
)
def test_an_impossible_penalty_is_refused(crown: Pub, match: str, wrong: dict[str, object]) -> None:
    form = crown.manager.open(crown.at(match, "/plays/penalty")).form_with("way", "reason")
    said = {"side": 1, "points": 8, "way": "back", "reason": "a wrong knock", **wrong}
    assert crown.manager.send(form, **said).status == 422
    assert crown.events(match) == ()
