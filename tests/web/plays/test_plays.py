"""Points scored inside a round, by keys, by hand, or tile by tile; and the options of these games."""

import pytest

from scorekeeper.store.matches.match_events import Penalty
from tests.web.cast import Pub, fresh_key, record, sit_down, tap, undo
from tests.web.entering import enter_play, lay
from tests.web.page import Form, Page


@pytest.mark.parametrize("way", ["ends", "tiles"])
def test_the_way_used_last_stays_after_a_rounds_end_with_a_last_tile(crown: Pub, way: str) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", leader=0)
    form = crown.manager.open(crown.at(match, f"?way={way}")).form_with("seat" if way == "tiles" else "end_0")
    typed = {"tile": "5-5", "seat": 0} if way == "tiles" else {"end_0": "5d", "side": 0}
    crown.manager.send(form, **typed)
    assert record(crown, match, 1, {0: 4}, last=4).status_code == 303
    assert f"state?way={way}" in crown.manager.ask(crown.at(match)).get_data(as_text=True)


def test_a_play_that_was_taken_back_is_named_in_a_few_words(crown: Pub, fives: str) -> None:
    for way, typed, named in (
        ("ends", {"end_0": "5d", "side": 0}, "Ann’s ends"),
        ("keys", {"points": 15, "side": 1}, "Bob’s 15"),
    ):
        form = crown.manager.open(crown.at(fives, f"?way={way}"))
        crown.manager.send(form.form_with("side", *typed), **typed)
        assert f"{named} taken back" in undo(crown, fives).text
        page = crown.manager.send(crown.manager.open(crown.at(fives)).form_saying("Put it back"))
        assert f"{named} put back" in page.text
    assert "Before: Ann’s ends" in undo(crown, fives).text


def test_what_fits_is_told_beside_the_question_who_plays(crown: Pub, fives: str) -> None:
    enter_play(crown, fives, "ends", side=0, end_0="3", end_1="4")
    text = " ".join(crown.manager.open(f"{crown.at(fives)}?way=tiles").text.split())
    assert "Who plays? · any tile with a 3 or 4" in text


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
    assert "Bob −8 taken back" in undo(crown, match).text


def test_each_penalty_beyond_the_whole_game_is_asked_about_once(crown: Pub) -> None:
    """Without script, by sending it again; the question stands once, beside Save."""
    question = "More than the whole game to 61: is that right?"
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    at = crown.at(match, "/plays/penalty")
    form = crown.manager.open(at).form_with("way", "reason")
    page = crown.manager.send(form, side=0, points=82, way="on", reason="late")
    assert (page.status, page.text.count(question)) == (422, 1)
    page = crown.manager.send(page.form_with("way", "reason"), points=820, reason="late")
    assert (page.status, page.text.count(question)) == (422, 1)
    assert crown.state(match).score.totals == (0, 0)
    assert crown.manager.send(page.form_with("way", "reason"), reason="late").status == 200
    assert [event.body.points for event in crown.state(match).events] == [820]
    changed = crown.manager.open(crown.at(match, "/plays/1")).form_with("way", "reason")
    page = crown.manager.send(changed, points=822)
    assert (page.status, page.text.count(question)) == (422, 1)
    assert crown.manager.send(page.form_with("way", "reason"), points=822).status == 200


@pytest.mark.parametrize(
    ("at", "typed", "sentence"),
    [
        ("/plays/penalty", {"points": ""}, "Points: write how many."),
        ("/plays/penalty", {"reason": ""}, "Say why: it goes in the record."),
        ("/plays/1", {"points": ""}, "Points: tap one of the keys."),
        ("/plays/round/1?way=tiles", {"tile": "6"}, "“6” is not a tile"),
    ],
)
def test_what_is_wrong_with_a_play_is_said_once(
    crown: Pub, at: str, typed: dict[str, object], sentence: str
) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    tap(crown, match, 0, 15)
    form = crown.manager.open(crown.at(match, at)).form_with("seen", *typed)
    page = crown.manager.send(form, **{"side": 0, "points": 5, "reason": "late", **typed})
    assert (page.status, page.text.count(sentence)) == (422, 1)


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


def test_before_the_first_tile_nobody_can_knock(crown: Pub) -> None:
    for game in (STRAIGHT, FIVES_AND_THREES):
        match = sit_down(crown, game, "Ann", "Bob", leader=0)
        before = crown.facts()
        assert enter_play(crown, match, "tiles", seat=0, act="knock").status_code == 422
        assert (
            "Nothing lies on the table yet: the first tile comes before a knock." in crown.manager.page.text
        )
        assert crown.facts() == before


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


@pytest.fixture
def led(crown: Pub) -> str:
    """6-4 has been led: 6-5 fits in one place, and after it 5-4 in two."""
    led = sit_down(crown, "fives_250", "Ann", "Bob", leader=0)
    lay(crown, led, "0 6-4 lead", "1 6-5 R")
    return led


def asked(page: Page) -> Form:
    """The form that asks where the tile goes."""
    return page.form_with("tile", "place")


def test_its_link_asks_where_in_words_that_match_the_drawing(crown: Pub, led: str) -> None:
    page = crown.manager.open(f"{crown.at(led)}?way=tiles")
    page = crown.manager.open(page.link_saying("5 4, fits in several places"))
    assert "5-4: at which end?" in page.text
    assert [value for name, value in asked(page).buttons if name == "place"] == ["L", "R"]
    assert "A, at the 4" in page.text
    assert "B, at the 5" in page.text
    assert len(crown.events(led)) == 2
    for tile in ("6-4", "3-3", "5-3", "7-7", "four-five", ""):
        page = crown.manager.open(f"{crown.at(led)}?way=tiles&tile={tile}")
        assert page.status == 200
        assert "at the 4" not in page.text or tile == "5-3"
    page = crown.manager.open(f"{crown.at(led)}?way=tiles&tile=5-4")
    crown.manager.send(asked(page), place="R")
    layout = crown.state(led).progress.layout
    assert layout is not None
    assert layout.line == ((4, 6), (6, 5), (5, 4))


def test_places_of_a_cross_are_its_arms_and_the_sides_still_bare(crown: Pub) -> None:
    led = sit_down(crown, "fives_250", "Ann", "Bob", leader=0)
    lay(crown, led, "0 6-6 lead", "1 6-4 new", "0 6-5 new", "1 4-5 0")
    page = crown.manager.open(f"{crown.at(led)}?way=tiles&tile=5-5")
    assert [value for name, value in asked(page).buttons if name == "place"] == ["0", "1"]
    assert "A, at the 5" in page.text
    assert "B, at the 5" in page.text
    lay(crown, led, "0 5-3 1", "1 6-3 1")
    page = crown.manager.open(f"{crown.at(led)}?way=tiles&tile=6-2")
    assert [value for name, value in asked(page).buttons if name == "place"] == ["1", "new"]
    assert "Beside the spinner 6" in page.text


@pytest.mark.parametrize(
    ("entered", "shown"),
    [(("0 5-5 lead",), ["5d", ""]), (("0 5-4 lead",), ["4", "5"]), (("0 5-4 lead", "1 5-5 R"), ["4", "5d"])],
)
def test_the_ends_pad_opens_as_the_ends_lie(crown: Pub, entered: tuple[str, ...], shown: list[str]) -> None:
    led = sit_down(crown, "threes_fives_61", "Ann", "Bob", leader=0)
    lay(crown, led, *entered)
    form = crown.manager.open(f"{crown.at(led)}?way=ends").form_with("end_0")
    assert [form.value("end_0"), form.value("end_1")] == shown


def test_a_tile_sent_without_its_place_is_asked_for_it(crown: Pub, led: str) -> None:
    assert enter_play(crown, led, "tiles", seat=1, tile="5-4").status_code == 200
    form = asked(crown.manager.page)
    assert (form.value("tile"), form.value("seat")) == ("5-4", "1")
    assert len(crown.events(led)) == 2


def test_who_plays_and_that_it_is_the_last_tile_are_taken_along(crown: Pub) -> None:
    led = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    enter_play(crown, led, "ends", side=0, end_0="5", end_1="4")
    said = f"{crown.at(led)}?way=tiles&tile=5-4&seat=1&last_tile=y"
    form = asked(crown.manager.open(said))
    assert (form.value("seat"), form.value("last_tile")) == ("1", "y")
    crown.manager.send(form, place="L")
    assert crown.state(led).score.totals[1] == 1
    tap(crown, led, 0, 1)
    assert crown.manager.open(f"{crown.at(led)}?way=tiles&tile=5-4").status == 200
