"""Handicaps: off by default, given by team or player, and where a board starts."""

import re

from tests.web.cast import Pub
from tests.web.secretary import cards_of, draw_up, enter_players, league


def two_players(crown: Pub, **rules: object) -> str:
    at = league(crown, "singles", name="Singles", **rules)
    enter_players(crown, at, "Ann", "Bob")
    draw_up(crown, at, twice="no")
    return at


def field_of(crown: Pub, at: str, name: str) -> str:
    html = crown.manager.open(f"{at}handicaps/").html
    found = re.search(rf'<label for="(points-\w+)">{name}<', html)
    assert found
    return found[1]


def give(crown: Pub, at: str, **points: object):
    page = crown.manager.open(f"{at}handicaps/")
    form = next(form for form in page.forms if form.action.endswith("/handicaps/"))
    return crown.manager.send(form, **{field_of(crown, at, name): given for name, given in points.items()})


def test_a_board_starts_with_the_points_of_its_players(crown: Pub) -> None:
    at = two_players(crown, handicaps="yes")
    before = crown.facts()
    for typed, words in (
        ("ten", "not a whole number"),
        ("-5", "not a whole number"),
        ("1000", "not a whole number"),
    ):
        page = give(crown, at, Bob=typed)
        assert (page.status, words in page.text) == (422, True)
        assert f'value="{typed}"' in page.html
    assert crown.facts() == before
    assert "Handicaps" in crown.manager.open(f"{at}desk").text
    assert give(crown, at, Ann=12).status == 200
    (card,) = cards_of(crown, at)
    page = crown.manager.open(card)
    assert re.search(r"(Ann start at 12, Bob at 0|Bob start at 0, Ann at 12)", page.text)
    match = crown.manager.send(page.form_with("b1_was"), start="1")
    assert match.path.startswith(f"{crown.home}matches/")
    totals = crown.state(match.path.rstrip("/").split("/")[-1]).score.totals
    assert sorted(totals) == [0, 12]
    give(crown, at, Ann="")
    assert "start at" not in crown.manager.open(card).text


def test_nobody_has_a_handicap_unless_the_rules_say_so(crown: Pub) -> None:
    at = two_players(crown)
    before = crown.facts()
    page = give(crown, at, Ann=5)
    assert (page.status, "In this league nobody has a handicap" in page.text) == (422, True)
    assert crown.facts() == before
    assert "Handicaps" not in crown.manager.open(f"{at}desk").text
