"""A player who has never played can be deleted; whoever has played stays."""

from tests.web.cast import Pub, record, sit_down
from tests.web.page import Page


def page_of(pub: Pub, name: str) -> Page:
    return pub.manager.open(pub.manager.open(f"{pub.home}players").link_saying(name))


def chips(pub: Pub) -> str:
    return pub.manager.open(f"{pub.home}matches/new?game=draw_100").html


def abandoned(pub: Pub, *names: str) -> str:
    match = sit_down(pub, "draw_100", *names)
    page = pub.manager.open(pub.manager.open(pub.at(match)).link_saying("Abandon match"))
    pub.manager.send(page.form_saying("It gets no result"))
    return match


def test_a_mistyped_name_is_deleted_and_returns_when_somebody_plays_under_it(crown: Pub) -> None:
    abandoned(crown, "Ann", "Bobb")
    assert "Bobb" in chips(crown)
    page = page_of(crown, "Bobb")
    shown = crown.manager.send(page.form_saying("Delete player"))
    assert "Bobb" not in shown.text
    assert "Bobb" not in chips(crown)
    assert "Ann" in shown.text
    sit_down(crown, "draw_100", "Ann", "Bobb")
    assert "Bobb" in crown.manager.open(f"{crown.home}players").text


def test_whoever_has_played_is_not_deleted(crown: Pub, match: str) -> None:
    form = page_of(crown, "Bob")
    assert not [each for each in form.forms if "Delete player" in each.words]
    record(crown, match, 0, {1: 30})
    answer = crown.manager.post(form.path + "/delete")
    assert answer.status_code == 409
    assert "Bob has played" in answer.get_data(as_text=True)
    assert "Bob" in crown.manager.open(f"{crown.home}players").text
