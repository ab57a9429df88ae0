"""Cups, ladders, proposals and withdrawals beside each other: done or refused, and never a fault of ours."""

from tests.web.cast import Pub
from tests.web.cups.test_cups import draw, knockout
from tests.web.page import Page
from tests.web.secretary import cards_of, draw_up, enter_players, league, options, squad_page

NAMES = ("Ann", "Bob", "Cy")


def leave(pub: Pub, at: str, name: str, withdrawn: str = "yes") -> Page:
    page = squad_page(pub, at, name)
    words = "Withdraw" if withdrawn == "yes" else "Bring it back"
    return pub.manager.send(page.form_saying(words), withdrawn=withdrawn, reason="moved away")


def ladder(pub: Pub) -> str:
    at = league(pub, "ladder", name="Ladder", reach=2)
    enter_players(pub, at, *NAMES)
    order = pub.manager.open(f"{at}ladder/").form_saying("From the top")
    assert pub.manager.send(order, seeds="\n".join(NAMES)).status == 200
    return at


def test_a_player_leaves_a_drawn_cup_before_any_round_has_its_day(crown: Pub) -> None:
    cup = knockout(crown, [*NAMES, "Dee"])
    draw(crown, cup)
    at = cup.removesuffix("cup/")
    assert leave(crown, at, "Ann").status == 200
    assert crown.manager.open(cup).status == 200
    assert leave(crown, at, "Ann", "no").status == 200
    assert "Ann" in crown.manager.open(f"{at}teams/").text, "coming back deletes nobody"


def test_a_ladder_is_no_cup_has_no_final_and_is_left_once_it_is_ordered(crown: Pub) -> None:
    at = ladder(crown)
    assert crown.manager.open(f"{at}cup/").status == 200
    finals = crown.manager.open(f"{crown.home}leagues/finals/")
    assert (finals.status, "Ladder" in finals.text) == (200, False)
    answer = crown.manager.post(f"{crown.home}leagues/finals/", day="2027-05-01")
    assert answer.status_code == 422
    assert crown.stored()["fixtures"] == []
    assert leave(crown, at, "Bob").status == 200
    assert "Bob" not in crown.manager.open(f"{at}ladder/").text


def test_a_fixture_with_a_proposed_day_is_deleted_or_drawn_up_anew(crown: Pub, at: str) -> None:
    draw_up(crown, at, twice="no")
    for _ in range(2):
        page = crown.manager.open(cards_of(crown, at)[0])
        assert crown.manager.send(page.form_with("note"), day="2027-01-04", side="home").status == 200
        assert len(crown.stored()["proposals"]) == 1
        change = crown.manager.open(crown.manager.page.link_saying("Move or postpone"))
        assert crown.manager.send(change.form_saying("Delete this fixture")).status == 200
        assert crown.stored()["proposals"] == []
        assert draw_up(crown, at, twice="no").status == 200


def test_a_team_that_a_phone_follows_and_whose_captain_has_come_is_deleted(crown: Pub, at: str) -> None:
    squad = crown.manager.open(f"{at}teams/").link_saying("Change Lion")
    page = crown.manager.send(crown.manager.open(squad).form_saying("Create captain’s link"))
    link = next(word for word in page.text.split() if "/captain/" in word).removeprefix("http://localhost")
    phone = crown.phone("score")
    phone.send(phone.open(link).form_saying("Enter for"))
    assert leave(crown, at, "Lion").status == 200
    assert "Lion" not in crown.manager.open(f"{at}teams/").text
    assert phone.open(crown.home).status == 200


def test_a_team_with_points_taken_off_withdraws_and_stays_in_the_record(crown: Pub, at: str) -> None:
    page = crown.manager.open(f"{at}points/")
    squad = next(value for value, words in options(page, "squad") if words == "Lion")
    typed = {"squad": squad, "way": "take", "points": 1, "reason": "no cards"}
    assert crown.manager.send(page.form_with("points"), **typed).status == 200
    assert leave(crown, at, "Lion").status == 200
    assert "withdrawn" in crown.manager.open(f"{at}teams/").text
