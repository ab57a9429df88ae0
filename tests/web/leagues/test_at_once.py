"""A secretary's acts from two phones in the same instant, or again because the answer was lost."""

from collections.abc import Callable
from threading import Barrier, Thread

from tests.web.cast import Phone, Pub
from tests.web.page import Form
from tests.web.secretary import draw_up, set_rules


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What these answer, begun in the same instant."""
    start, answers = Barrier(len(acts)), [None] * len(acts)

    def run(number: int, act: Callable[[], object]) -> None:
        start.wait()
        answers[number] = act()

    threads = [Thread(target=run, args=one) for one in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


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
