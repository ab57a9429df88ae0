"""Players report their own hands from their own phones; the scorer sees them, and any difference."""

from werkzeug.test import TestResponse

from tests.web.cast import Phone, Pub, fresh_key, record, sit_down


def report_hand(
    pub: Pub, match: str, seat: int, phone: Phone | None = None, **fields: object
) -> TestResponse:
    said = {"key": fresh_key(), "round": pub.state(match).score.round_open, "seat": seat, **fields}
    return (phone or pub.manager).post(pub.at(match, "/hands/own"), **said)


def test_the_scorer_sees_reported_hands(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    bob = crown.phone("score")
    bob.post(f"{crown.home}settings", name="Bob’s phone")
    form = bob.open(crown.at(match, "/hands/own")).form_with("pips")
    assert bob.send(form, seat=1, pips=12).path == crown.at(match)
    assert "Your hand for round 1 is in: 12 pips." in bob.page.text
    page = crown.manager.open(crown.at(match, "/rounds/new?out=0"))
    assert "Bob says 12 (Bob’s phone)" in page.text
    assert "Ann says" not in page.text
    assert crown.state(match).events == ()


def test_the_newest_hand_of_a_player_is_the_one_that_is_shown(crown: Pub, match: str) -> None:
    report_hand(crown, match, 1, pips=12)
    report_hand(crown, match, 1, tiles="6-4 1-1")
    page = crown.manager.open(crown.at(match, "/rounds/new?out=0"))
    assert "Bob says 6-4 1-1, which is 12" in page.text


def test_where_they_differ_both_are_in_the_record(crown: Pub, match: str) -> None:
    report_hand(crown, match, 1, pips=12)
    record(crown, match, 0, {1: 10})
    assert "Bob entered 12 on Phone 1; entered 10." in crown.manager.open(crown.at(match)).text
    record(crown, match, 0, {1: 10})
    assert report_hand(crown, match, 1, round=1, pips=12).status_code == 409
    assert "Round 1 is over" in crown.manager.page.text


def test_the_double_blank_counts_by_the_house_rule(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", double_blank_value=10)
    assert report_hand(crown, match, 1, tiles="0-0 1-1", pips=12).status_code == 303
    assert "Bob says 0-0 1-1, which is 12" in crown.manager.open(crown.at(match, "/rounds/new?out=0")).text
    record(crown, match, 0, {1: 12})
    assert " entered 12" not in crown.manager.open(crown.at(match)).text


IMPOSSIBLE: tuple[tuple[dict[str, object], str], ...] = (
    ({}, "Write your pips, or tap your tiles."),
    ({"tiles": "6-4", "pips": 11}, "Your tiles show 10 pips, but 11 is typed"),
    ({"tiles": "7-4"}, "7-4 (Bob) is not in a double-six set."),
    ({"tiles": "6-4 4-6"}, "Bob has 6-4 twice: every tile exists once."),
    ({"tiles": " ".join(f"{n}-{m}" for n in range(7) for m in range(n + 1))}, "cannot hold 28 tiles"),
    ({"pips": 170}, "Bob cannot have 170 pips. Count the hand again."),
)


def test_an_impossible_hand_is_refused(crown: Pub, match: str) -> None:
    for fields, sentence in IMPOSSIBLE:
        assert report_hand(crown, match, 1, **fields).status_code == 422
        assert sentence in crown.manager.page.text
    assert "says" not in crown.manager.open(crown.at(match, "/rounds/new")).text


def test_an_outbox_is_answered_with_its_key(crown: Pub, match: str) -> None:
    data = {"key": "k", "round": 1, "seat": 1, "pips": 12}
    json = {"Accept": "application/json"}
    answer = crown.manager.client.post(crown.at(match, "/hands/own"), data=data, headers=json)
    assert (answer.status_code, answer.get_json()["key"]) == (201, "k")
    del data["round"]
    answer = crown.manager.client.post(crown.at(match, "/hands/own"), data=data, headers=json)
    assert answer.status_code == 428
