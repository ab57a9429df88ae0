"""Two phones that enter the same result of a round agree without a question."""

from tests.web.cast import Pub, sit_down


def test_the_same_result_from_a_second_phone_is_saved_once_and_asks_nothing(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    one, other = crown.manager, crown.phone("score")
    pages = [phone.open(crown.at(match, "/rounds/new?out=0")) for phone in (one, other)]
    for phone, page in zip((one, other), pages, strict=True):
        answer = phone.send(page.form_with("pips_1"), pips_1=20, pips_2=15)
        assert answer.status == 200
        assert "Ann chipped out" in answer.text
    assert crown.state(match).score.totals == (35, 0, 0)
    assert len(crown.events(match)) == 1


def test_a_different_result_is_still_shown_to_the_second_phone(crown: Pub, match: str) -> None:
    one, other = crown.manager, crown.phone("score")
    pages = [phone.open(crown.at(match, "/rounds/new?out=0")) for phone in (one, other)]
    one.send(pages[0].form_with("pips_1"), pips_1=20)
    answer = other.send(pages[1].form_with("pips_1"), pips_1=21)
    assert answer.status == 409
    assert crown.state(match).score.totals == (20, 0)
