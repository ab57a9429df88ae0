"""The live part of a match page, which a watcher's phone polls every few seconds."""

from tests.web.cast import Phone, Pub, record, sit_down


def score(phone: Phone, pub: Pub, match: str, tag: str = "") -> tuple[int, str, str]:
    """Status, ETag and text of the state for a phone that already has the ETag ``tag``."""
    headers = {"If-None-Match": tag} if tag else {}
    answer = phone.ask(pub.at(match, "/state"), headers=headers)
    return answer.status_code, answer.headers.get("ETag", ""), answer.get_data(as_text=True)


def test_a_state_that_has_not_changed_is_not_sent_again(crown: Pub, match: str) -> None:
    phone = crown.phone("watch")
    status, tag, text = score(phone, crown, match)
    assert status == 200
    assert "Ann" in text
    assert "<html" not in text
    assert score(phone, crown, match, tag) == (304, tag, "")


def test_every_entry_makes_a_new_state(crown: Pub, match: str) -> None:
    phone = crown.phone("watch")
    _, tag, _ = score(phone, crown, match)
    record(crown, match, 0, {1: 37})
    status, later, text = score(phone, crown, match, tag)
    assert (status, later == tag) == (200, False)
    assert "37" in text


def test_a_new_name_makes_a_new_state_and_another_match_does_not(crown: Pub) -> None:
    match, other = sit_down(crown, "draw_100", "Ann", "Bob"), sit_down(crown, "draw_100", "Cy", "Di")
    phone = crown.phone("watch")
    _, tag, _ = score(phone, crown, match)
    record(crown, other, 0, {1: 37})
    assert score(phone, crown, match, tag)[0] == 304
    ann = crown.state(match).match.seats[0].player
    crown.manager.open(f"{crown.home}players/{ann}")
    assert crown.manager.post(f"{crown.home}players/{ann}", name="Anna").status_code == 303
    status, _, text = score(phone, crown, match, tag)
    assert status == 200
    assert "Anna" in text


def test_scorers_and_watchers_have_states_of_their_own(crown: Pub, match: str) -> None:
    _, watching, _ = score(crown.phone("watch"), crown, match)
    assert score(crown.phone("score"), crown, match, watching)[0] == 200


def test_the_page_names_the_state_it_shows(crown: Pub, match: str) -> None:
    page = crown.manager.open(crown.at(match))
    (shown,) = [values for _, values in page.tags if "data-live" in values]
    answer = crown.manager.ask(shown["data-live"], headers={"If-None-Match": shown["data-tag"]})
    assert answer.status_code == 304


def test_polling_carries_no_cookie_and_is_not_kept_by_others(crown: Pub, match: str) -> None:
    answer = crown.phone("watch").ask(crown.at(match, "/state"))
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Set-Cookie" not in answer.headers
