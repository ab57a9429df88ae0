"""Two names of one person become one player."""

from tests.web.cast import Pub, record, sit_down
from tests.web.page import Page
from tests.web.secretary import enter, league


def page_of(pub: Pub, name: str) -> Page:
    return pub.manager.open(pub.manager.open(f"{pub.home}players").link_saying(name))


def merge(pub: Pub, one: str, other: str) -> Page:
    page = page_of(pub, one)
    id_of_other = page_of(pub, other).path.rsplit("/", 1)[1]
    return pub.manager.send(page.form_saying("Merge players"), into=id_of_other)


def test_every_match_becomes_the_other_ones_and_the_name_is_gone(crown: Pub) -> None:
    first = sit_down(crown, "block", "Ann", "Bob", target=1)
    record(crown, first, 1)
    second = sit_down(crown, "block", "Cy", "Robbie", target=1)
    record(crown, second, 1)
    page = merge(crown, "Robbie", "Bob")
    assert "Played 2 Won 2" in page.text
    assert crown.state(second).sides == ("Cy", "Bob")
    assert "Robbie" not in crown.manager.open(f"{crown.home}players").text
    assert "1 Bob 2 2 0 0" in crown.manager.open(f"{crown.home}table").text


def test_two_who_met_stay_two(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", target=1)
    page = merge(crown, "Ann", "Bob")
    assert "have sat at one table: they are two" in page.text
    assert crown.state(match).sides == ("Ann", "Bob")


def test_where_nothing_would_change_it_says_so(crown: Pub) -> None:
    sit_down(crown, "block", "Bob", "Cy", target=1)
    enter(crown, league(crown), "Crown", "Bobby")
    assert "Bobby has no other match" in merge(crown, "Bobby", "Bob").text
