"""Any play of an open or finished round can be changed, added or removed; the old value stays readable."""

from tests.web.cast import Pub, record, sit_down, tap, undo
from tests.web.entering import enter_play, lay
from tests.web.page import Page


def plays_page(pub: Pub, match: str, round: int) -> Page:
    return pub.manager.open(pub.at(match, f"/plays/round/{round}"))


def change(pub: Pub, match: str, original: int, **typed: object) -> Page:
    phone = pub.manager
    page = phone.open(pub.at(match, f"/plays/{original}"))
    return phone.send(page.form_with("standing"), **typed)


def test_a_play_that_is_not_the_latest_is_changed_in_an_open_round(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    tap(crown, fives, 1, 10)
    page = crown.manager.open(crown.at(fives))
    plays = crown.manager.open(page.link_to("/plays/round/1"))
    assert "Ann scores 15" in plays.text
    assert "Bob scores 10" in plays.text
    page = change(crown, fives, 1, side=0, points=5)
    assert crown.state(fives).score.totals == (5, 10)
    assert "before: Ann 15" in page.text
    undo(crown, fives)
    assert crown.state(fives).score.totals == (15, 10)


def test_points_forgotten_in_a_finished_round_are_added_to_it(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    record(crown, fives, 1, {0: 10})
    record(crown, fives, 1, {0: 20})
    phone = crown.manager
    page = phone.send(plays_page(crown, fives, 1).form_saying("Add the play"), side=0, points=10)
    assert crown.state(fives).score.totals == (25, 30)
    assert crown.state(fives).score.round_open == 3
    assert "Added to round 1: Ann scores 10" in page.text
    undo(crown, fives)
    assert crown.state(fives).score.totals == (15, 30)


def test_a_forgotten_play_is_added_by_its_ends_or_its_tile(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead")
    phone = crown.manager
    page = phone.open(plays_page(crown, match, 1).link_saying("Tiles"))
    page = phone.send(page.form_saying("Add the play"), seat=1, tile="3-1")
    assert page.status == 422
    assert "Added" not in page.text
    assert page.form_saying("Add the play").value("tile") == "3-1"
    assert crown.state(match).score.totals == (10, 0)
    page = phone.send(page.form_saying("Add the play"), seat=1, tile="6-1")
    assert crown.state(match).score.totals == (10, 5)
    layout = crown.state(match).progress.layout
    assert layout is not None
    assert [str(tile) for tile in layout.tiles] == ["6-4", "6-1"]
    record(crown, match, 1, {0: 10})
    page = phone.open(plays_page(crown, match, 1).link_saying("Ends"))
    page = phone.send(page.form_saying("Add the play"), side=0, end_0="5", end_1="5d")
    assert crown.state(match).score.totals == (25, 15)
    assert "Added to round 1: Ann scores 15" in page.text
    undo(crown, match)
    assert crown.state(match).score.totals == (10, 15)


def test_shown_ends_are_changed_and_the_points_follow(crown: Pub, fives: str) -> None:
    enter_play(crown, fives, "ends", side=0, end_0="5", end_1="5d")
    assert crown.state(fives).score.totals == (15, 0)
    change(crown, fives, 1, side=1, end_0="5", end_1="5")
    assert crown.state(fives).score.totals == (0, 10)


def test_a_tile_is_changed_where_it_lies_or_refused_with_the_reason(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead", "1 6-1 R")
    page = change(crown, match, 2, tile="3-0")
    assert page.status == 422
    assert "does not match" in page.text
    page = change(crown, match, 2, tile="")
    assert page.status == 422
    assert "Tap the tile" in page.text
    assert crown.state(match).score.totals == (10, 5)
    assert crown.state(match).score.totals == (10, 5)
    change(crown, match, 2, tile="4-0")
    layout = crown.state(match).progress.layout
    assert layout is not None
    assert [str(tile) for tile in layout.tiles] == ["4-0", "6-4"]
    assert crown.state(match).score.totals == (10, 0)


def test_an_older_page_changes_and_adds_nothing(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    record(crown, fives, 1, {0: 10})
    phone = crown.manager
    one = phone.open(crown.at(fives, "/plays/1")).form_with("standing")
    other = plays_page(crown, fives, 1).form_saying("Add the play")
    change(crown, fives, 1, side=0, points=10)
    assert phone.send(one, points=5).status == 409
    answer = phone.send(other, side=1, points=5)
    assert answer.status == 409
    assert "Somebody has entered something" in answer.text
    assert crown.state(fives).score.totals == (10, 10)


def test_a_penalty_is_changed_with_its_reason(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    form = crown.manager.open(crown.at(fives, "/plays/penalty")).form_with("reason")
    crown.manager.send(form, side=0, way="back", points=5, reason="wrong knock")
    assert crown.state(fives).score.totals == (10, 0)
    change(crown, fives, 2, side=0, way="back", points=10, reason="two wrong knocks")
    assert crown.state(fives).score.totals == (5, 0)
    assert "two wrong knocks" in crown.manager.open(crown.at(fives)).text


def test_there_is_nothing_to_change_where_nothing_was_played(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    phone = crown.manager
    assert phone.open(crown.at(match, "/plays/1")).status == 404
    assert phone.open(crown.at(match, "/plays/round/1")).status == 404
    assert phone.open(crown.at(match, "/plays/round/9")).status == 404


def delete(pub: Pub, match: str, words: str) -> Page:
    page = plays_page(pub, match, 1)
    form = next(form for form in page.forms if words in form.words and "Delete" in form.words)
    return pub.manager.send(form)


def struck(page: Page) -> int:
    return sum(tag == "s" for tag, _ in page.tags)


def test_a_deleted_play_stays_readable_and_one_taken_back_does_not(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    tap(crown, fives, 1, 10)
    tap(crown, fives, 0, 10)
    page = undo(crown, fives)
    assert "deleted by" not in page.text
    assert struck(page) == 0
    page = delete(crown, fives, "Ann scores 15")
    assert crown.state(fives).score.totals == (0, 10)
    assert "Ann 15 deleted by Phone 1" in page.text
    assert struck(page) == 1
    assert "Ann 15 deleted by Phone 1" in plays_page(crown, fives, 1).text
    undo(crown, fives)
    assert "deleted by" not in crown.manager.open(crown.at(fives)).text


def test_a_round_whose_only_play_was_deleted_says_so(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    page = delete(crown, fives, "Ann scores 15")
    assert "All its plays were deleted Ann 15 deleted by Phone 1" in page.text
