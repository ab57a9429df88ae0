"""The options of the games scored in play: chosen when the match starts, and applied from then on."""

from scorekeeper.store.matches.match_events import Penalty
from tests.web.cast import Pub, record, sit_down, tap
from tests.web.entering import enter_play

THREES_FIVES = "threes_fives_61"


def test_a_board_has_its_holes_and_its_pegs_mark_the_last_two_scores(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_121", "Ann", "Bob")
    tap(crown, match, 0, 8)
    page = crown.manager.open(crown.at(match))
    holes = [values for tag, values in page.tags if tag == "circle" and values.get("class") == "bare"]
    assert len(holes) == 121 - 1 - 7 + 121
    assert "113 to go" in page.text
    assert "8: 113 to go" not in page.text  # told once, on the board
    assert "8: 113 to go" in crown.manager.open(crown.at(match, "?way=ends")).text
    match = sit_down(crown, THREES_FIVES, "Ann", "Bob")
    tap(crown, match, 0, 4)
    tap(crown, match, 0, 8)
    kinds = [
        v["class"] for tag, v in crown.manager.open(crown.at(match)).tags if tag == "circle" and "r" in v
    ]
    ann = [kind for kind in kinds if kind in ("front", "back", "lit", "bare")][:61]
    assert ann[3] == "back"
    assert ann[4:11] == ["lit"] * 7
    assert ann[11] == "front"


def test_the_first_tile_may_not_win_where_that_is_agreed(crown: Pub) -> None:
    match = sit_down(crown, THREES_FIVES, "Ann", "Bob", no_finish_on_down=True, target=8)
    tap(crown, match, 0, 2)
    record(crown, match, 1)
    page = crown.manager.open(crown.at(match))
    assert "first tile of the round" in page.text
    tap(crown, match, 0, 6, down="y")
    assert crown.state(match).score.totals == (2, 1)
    page = crown.manager.open(crown.at(match))
    assert "the first tile may not win" in page.text
    assert "first tile of the round" not in page.text
    tap(crown, match, 0, 6)
    assert crown.state(match).score.winner == 0


def test_the_first_tile_is_known_where_it_is_entered_by_its_tile(crown: Pub) -> None:
    match = sit_down(crown, THREES_FIVES, "Ann", "Bob", no_finish_on_down=True, target=3)
    enter_play(crown, match, "tiles", seat=0, tile="6-3")
    assert crown.state(match).score.winner is None
    assert crown.state(match).score.totals == (0, 0)


def test_a_target_that_no_board_has_is_told_without_one(crown: Pub) -> None:
    """A page of a hundred thousand holes took a server seconds."""
    match = sit_down(crown, "threes_fives_121", "Ann", "Bob", target=100_000)
    tap(crown, match, 0, 8)
    page = crown.manager.open(crown.at(match))
    assert "99992 to go" in page.text
    assert len(page.html) < 50_000


def test_a_wrong_knock_is_pegged_back_with_one_tap_and_its_reason(crown: Pub) -> None:
    match = sit_down(crown, THREES_FIVES, "Ann", "Bob", penalty=8)
    tap(crown, match, 0, 8)
    tap(crown, match, 0, 3)
    form = crown.manager.open(crown.at(match, "/plays/penalty")).form_saying("Wrong knock: Ann loses 8")
    crown.manager.send(form, reason="wrong knock")
    assert crown.state(match).score.totals == (3, 0)
    (event,) = [event for event in crown.events(match) if isinstance(event.body, Penalty)]
    assert (event.body.side, event.body.points, event.reason) == (0, -8, "wrong knock")
    assert "wrong knock" in crown.manager.open(crown.at(match)).text


def test_whoever_has_too_few_for_a_penalty_gives_it_where_the_card_says_so(crown: Pub) -> None:
    match = sit_down(crown, THREES_FIVES, "Ann", "Bob", penalty=8, penalty_too_few="given")
    tap(crown, match, 0, 8)
    page = crown.manager.open(crown.at(match, "/plays/penalty"))
    assert page.form_saying("Wrong knock: Ann loses 8")
    form = page.form_saying("Wrong knock: Bob has too few, Ann +8")
    crown.manager.send(form, reason="wrong knock")
    assert crown.state(match).score.totals == (16, 0)
    said = "Bob −8, wrong knock: Ann +8, nothing to take off"
    assert said in crown.manager.open(crown.at(match)).text


def test_only_points_are_entered_where_every_double_is_a_spinner(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", spinner="all_doubles")
    page = crown.manager.open(f"{crown.at(match)}?way=tiles")
    assert "Ann +5" in page.text
    assert ("Tiles", f"{crown.at(match)}?way=tiles") not in page.links
    assert tap(crown, match, 0, 25).status_code == 303


def test_the_chart_steps_with_plays_and_marks_the_ends_of_rounds(crown: Pub, fives: str) -> None:
    for points in (10, 20, 5):
        tap(crown, fives, 0, points)
    record(crown, fives, 1, {0: 14})
    tap(crown, fives, 1, 5)
    page = crown.manager.open(crown.at(fives))
    (ann, _bob) = [v["points"].split() for tag, v in page.tags if tag == "polyline"]
    assert len({point.split(",")[1] for point in ann}) == 4
    marks = [v for tag, v in page.tags if tag == "line" and v.get("x1") == v.get("x2")]
    assert len(marks) == 1
