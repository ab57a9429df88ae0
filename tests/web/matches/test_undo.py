"""Undo takes back the last change, then the one before it, also after the win."""

from tests.web.cast import Pub, correct, record, undo


def test_undo_on_a_page_that_is_out_of_date_takes_nothing(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 10})
    old = crown.phone("score")
    form = old.open(crown.at(match)).form_saying("Undo")
    correct(crown, match, 1, 0, {1: 11})
    page = old.send(form)
    assert page.status == 409
    assert "Somebody has entered or taken back something" in page.text
    assert page.link_saying("Back to the match") == crown.at(match)
    assert crown.state(match).score.totals == (11, 0)


def test_undo_takes_back_one_round_after_the_other_and_nothing_of_nothing(crown: Pub, match: str) -> None:
    for standing, status in ((1, 409), ("", 409), ("x", 400)):
        answer = crown.manager.post(crown.at(match, "/rounds/undo"), key="k", standing=standing)
        assert answer.status_code == status
    assert not crown.events(match)
    record(crown, match, 0, {1: 25})
    record(crown, match, 1, {0: 40})
    assert undo(crown, match).status == 200
    assert crown.state(match).score.totals == (25, 0)
    page = undo(crown, match)
    assert crown.state(match).score.totals == (0, 0)
    assert not [form for form in page.forms if form.words == "Undo" and form.buttons]
    assert "Round 1 taken back" in page.text


def test_redo_puts_back_what_undo_took_and_undo_takes_it_again(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    correct(crown, match, 1, 0, {1: 7})
    undo(crown, match)
    assert crown.state(match).score.totals == (25, 0)
    phone = crown.manager
    page = phone.open(crown.at(match))
    assert "Correction of round 1 taken back" in page.text
    repeated = phone.send(page.form_saying("Put it back"))
    assert crown.state(match).score.totals == (7, 0)
    assert not [form for form in repeated.forms if "Put it back" in form.words]
    undo(crown, match)
    assert crown.state(match).score.totals == (25, 0)
    undo(crown, match)
    assert crown.state(match).score.totals == (0, 0)
    undo(crown, match)
    phone = crown.manager
    page = phone.send(phone.open(crown.at(match)).form_saying("Put it back"))
    assert "Round 1 put back: Ann chipped out" in page.text
    assert "corrected" not in page.text


def test_a_deleted_round_stays_readable_and_can_be_put_back(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    phone = crown.manager
    page = phone.send(phone.open(crown.at(match, "/rounds/1")).form_saying("Delete round"))
    assert crown.state(match).score.totals == (0, 0)
    assert "Ann chipped out: 25 (deleted)" in page.text
    assert "Deleted by" in page.text
