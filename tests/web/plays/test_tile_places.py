"""A tile that fits in several places: the page asks which, and keeps what was entered before."""

import pytest

from tests.web.cast import Pub, sit_down, tap
from tests.web.entering import enter_play, lay
from tests.web.page import Form, Page


@pytest.fixture
def match(crown: Pub) -> str:
    """6-4 has been led: 6-5 fits in one place, and after it 5-4 in two."""
    match = sit_down(crown, "fives_250", "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-4 lead", "1 6-5 R")
    return match


def asked(page: Page) -> Form:
    """The form that asks where the tile goes."""
    return page.form_with("tile", "place")


def test_its_link_asks_where_in_words_that_match_the_drawing(crown: Pub, match: str) -> None:
    page = crown.manager.open(f"{crown.at(match)}?way=tiles")
    page = crown.manager.open(page.link_saying("5 4, fits in several places"))
    assert "5-4: at which end?" in page.text
    assert [value for name, value in asked(page).buttons if name == "place"] == ["L", "R"]
    assert "A, at the 4" in page.text
    assert "B, at the 5" in page.text
    assert len(crown.events(match)) == 2
    for tile in ("6-4", "3-3", "5-3", "7-7", "four-five", ""):
        page = crown.manager.open(f"{crown.at(match)}?way=tiles&tile={tile}")
        assert page.status == 200
        assert "at the 4" not in page.text or tile == "5-3"
    page = crown.manager.open(f"{crown.at(match)}?way=tiles&tile=5-4")
    crown.manager.send(asked(page), place="R")
    layout = crown.state(match).progress.layout
    assert layout is not None
    assert layout.line == ((4, 6), (6, 5), (5, 4))


def test_places_of_a_cross_are_its_arms_and_the_sides_still_bare(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", leader=0)
    lay(crown, match, "0 6-6 lead", "1 6-4 new", "0 6-5 new", "1 4-5 0")
    page = crown.manager.open(f"{crown.at(match)}?way=tiles&tile=5-5")
    assert [value for name, value in asked(page).buttons if name == "place"] == ["0", "1"]
    assert "A, at the 5" in page.text
    assert "B, at the 5" in page.text
    lay(crown, match, "0 5-3 1", "1 6-3 1")
    page = crown.manager.open(f"{crown.at(match)}?way=tiles&tile=6-2")
    assert [value for name, value in asked(page).buttons if name == "place"] == ["1", "new"]
    assert "Beside the spinner 6" in page.text


@pytest.mark.parametrize(
    ("entered", "shown"),
    [(("0 5-5 lead",), ["5d", ""]), (("0 5-4 lead",), ["4", "5"]), (("0 5-4 lead", "1 5-5 R"), ["4", "5d"])],
)
def test_the_ends_pad_opens_as_the_ends_lie(crown: Pub, entered: tuple[str, ...], shown: list[str]) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", leader=0)
    lay(crown, match, *entered)
    form = crown.manager.open(f"{crown.at(match)}?way=ends").form_with("end_0")
    assert [form.value("end_0"), form.value("end_1")] == shown


def test_a_tile_sent_without_its_place_is_asked_for_it(crown: Pub, match: str) -> None:
    assert enter_play(crown, match, "tiles", seat=1, tile="5-4").status_code == 200
    form = asked(crown.manager.page)
    assert (form.value("tile"), form.value("seat")) == ("5-4", "1")
    assert len(crown.events(match)) == 2


def test_who_plays_and_that_it_is_the_last_tile_are_taken_along(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    enter_play(crown, match, "ends", side=0, end_0="5", end_1="4")
    said = f"{crown.at(match)}?way=tiles&tile=5-4&seat=1&last_tile=y"
    form = asked(crown.manager.open(said))
    assert (form.value("seat"), form.value("last_tile")) == ("1", "y")
    crown.manager.send(form, place="L")
    assert crown.state(match).score.totals[1] == 1
    tap(crown, match, 0, 1)
    assert crown.manager.open(f"{crown.at(match)}?way=tiles&tile=5-4").status == 200
