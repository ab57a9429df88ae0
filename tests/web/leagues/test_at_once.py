"""What a secretary does twice, from two phones at once, or to a cup and a ladder beside each other."""

from collections.abc import Callable

import pytest

from tests.at_once import at_once
from tests.web.cast import Phone, Pub
from tests.web.cups.test_cups import draw, knockout
from tests.web.page import Form, Page
from tests.web.secretary import (
    cards_of,
    draw_up,
    enter_players,
    league,
    options,
    set_rules,
    squad_page,
    withdraw,
)


def sent(phone: Phone, form: Form, **typed: object) -> Callable[[], int]:
    return lambda: phone.send(form, **typed).status


def fixtures(pub: Pub) -> list[dict[str, object]]:
    return pub.stored()["fixtures"]


def test_fixtures_drawn_up_twice_keep_their_ids_and_an_old_page_replaces_nothing(crown: Pub, at: str) -> None:
    form = crown.manager.open(f"{at}fixtures/draw-up").form_with("first")
    other = crown.phone("manage")
    others = other.open(f"{at}fixtures/draw-up").form_with("first")
    assert crown.manager.send(form, first="2026-09-07").status == 200
    drawn = fixtures(crown)
    assert crown.manager.send(form, first="2026-09-07").status == 200
    refused = other.send(others, first="2026-09-14")
    assert (refused.status, fixtures(crown)) == (409, drawn)
    assert "fixtures have changed" in refused.text
    form = refused.form_with("first")
    assert form.value("first") == "2026-09-14", "what was typed is kept"
    assert other.send(form).status == 200
    assert fixtures(crown) != drawn


def test_a_season_is_pushed_back_once(crown: Pub, at: str) -> None:
    draw_up(crown, at)
    form = crown.manager.open(f"{at}fixtures/free").form_saying("Days later")
    other = crown.phone("manage")
    others = other.open(f"{at}fixtures/free").form_saying("Days later")
    typed = {"start": "2026-09-07", "days": 7, "reason": "snow"}
    before = sorted(str(one["day"]) for one in fixtures(crown))
    assert [crown.manager.send(form, **typed).status for _ in range(2)] == [200, 200]
    assert other.send(others, **typed).status == 409
    after = sorted(str(one["day"]) for one in fixtures(crown))
    assert (before[0], after[0], before[-1], after[-1]) == (
        "2026-09-07",
        "2026-09-14",
        "2026-10-12",
        "2026-10-19",
    )


def test_of_two_open_forms_of_a_leagues_rules_the_second_does_not_undo_the_first(crown: Pub, at: str) -> None:
    other = crown.phone("manage")
    first, second = (phone.open(f"{at}rules").form_with("tie_0") for phone in (crown.manager, other))
    assert crown.manager.send(first, squad=9).status == 200
    refused = other.send(second, name="Winter League")
    assert refused.status == 409
    assert "have changed since this page was shown" in refused.text
    form = other.open(f"{at}rules").form_with("tie_0")
    assert (form.value("squad"), form.value("name")) == ("9", "Winter")
    assert other.send(form, name="Winter League").status == 200
    assert crown.manager.open(f"{at}rules").form_with("tie_0").value("squad") == "9"


CHANGES: dict[str, tuple[Callable[[Pub, str], Page], str, tuple[object, object]]] = {
    "the rules": (lambda pub, at: pub.manager.open(f"{at}rules"), "name", ("Winter", "Spring")),
    "a team": (lambda pub, at: squad_page(pub, at, "Crown"), "venue", ("", "The Bell")),
    "a fixture": (
        lambda pub, at: pub.manager.open(pub.manager.open(f"{at}fixtures/").link_saying("Change ")),
        "day",
        ("2026-09-07", "2026-09-08"),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_and_changed_back_is_changed_again(crown: Pub, at: str, what: str) -> None:
    """What its page shows then it has shown before; the tap is another one all the same."""
    page_of, field, (before, now) = CHANGES[what]
    draw_up(crown, at, twice="no")
    for said in (now, before) * 3:
        form = page_of(crown, at).form_with(field)
        for _ in range(2):
            assert crown.manager.send(form, **{field: said}).status == 200
        assert page_of(crown, at).form_with(field).value(field) == said


def test_two_secretaries_give_handicaps_and_neither_erases_the_others(crown: Pub, at: str) -> None:
    set_rules(crown, at, handicaps="yes")
    other = crown.phone("manage")
    forms = [phone.open(f"{at}handicaps/").form_saying("Crown") for phone in (crown.manager, other)]
    fields = [name for name, _ in forms[0].fields if name.startswith("points-")]
    statuses = at_once(
        sent(crown.manager, forms[0], **{fields[0]: 5}), sent(other, forms[1], **{fields[1]: 7})
    )
    assert statuses == [200, 200]
    assert sorted(row["points"] for row in crown.stored()["handicaps"]) == [5, 7]


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


def test_a_team_entered_twice_is_there_once_and_nobody_is_told_otherwise(crown: Pub, at: str) -> None:
    forms = [phone.open(f"{at}teams/").form_with("name") for phone in (crown.manager, crown.phone("manage"))]
    for form in (*forms, forms[0]):
        page = crown.manager.send(form, name="Zed", players="Zoe\nZach")
        assert (page.status, page.text.count("Zach, Zoe")) == (200, 1), page.text
    page = crown.manager.send(forms[0], name="Zed", players="Zoe")
    assert "Zed is entered already." in page.text
    draw_up(crown, at)
    withdraw(crown, at, "Zed")
    page = crown.manager.send(forms[0], name="Zed", players="Zoe\nZach")
    assert "Zed is entered already." in page.text, "and has left it"


def test_the_same_day_proposed_twice_is_one_proposal(crown: Pub, card: str) -> None:
    phones = crown.manager, crown.phone("manage")
    forms = [phone.open(card).form_saying("Propose for") for phone in phones]
    for phone, form in zip(phones, forms, strict=True):
        assert phone.send(form, side="home", day="2027-03-04").status == 200
    assert len(crown.stored()["proposals"]) == 1
