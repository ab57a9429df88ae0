"""A player retires: the match is conceded with a result, and Undo lets it go on."""

from tests.web.cast import Pub, record, sit_down, tap, undo
from tests.web.page import Page


def retire(pub: Pub, match: str, winner: int) -> Page:
    """On the match's page, say who has the match."""
    phone = pub.manager
    form = phone.open(pub.at(match, "/call-off")).form_saying("who wins the match?")
    return phone.send(form, winner=winner)


def test_a_retired_match_has_a_result_whoever_was_ahead_until_it_is_undone(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 30})
    page = retire(crown, match, 1)
    assert "Bob won by retirement 0–30" in page.text
    assert "Match given to Bob" in page.text
    assert "whitewash" not in page.text
    score = crown.state(match).score
    assert (score.winner, score.totals, score.finished) == (1, (30, 0), True)
    table = crown.manager.open(f"{crown.home}table").text
    assert ("Bob 1 1 0 0" in table, "Ann 1 0 0 1" in table) == (True, True)
    assert "The match goes on" in undo(crown, match).text
    assert crown.state(match).running
    record(crown, match, 1, {0: 40})
    assert crown.state(match).score.totals == (30, 40)


def test_a_match_of_legs_is_conceded_in_the_middle_of_one(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", target=20, legs=2)
    record(crown, match, 0, {1: 15, 2: 10})
    record(crown, match, 2, {0: 5, 1: 6})
    page = retire(crown, match, 2)
    assert "Cy won by retirement" in page.text
    score = crown.state(match).score
    assert (score.winner, score.legs_won) == (2, (1, 0, 0))
    assert [leg.winner for leg in score.legs] == [0, None]


def test_a_match_is_conceded_only_to_one_of_its_sides_and_points_made_in_play_stand(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    tap(crown, match, 0, 8)
    for side, status, saying in (
        (2, 422, "Nobody of that side plays in this match."),
        (-1, 400, "Open the page"),
    ):
        answer = crown.manager.post(crown.at(match, "/call-off"), key="k", winner=side)
        assert (answer.status_code, saying in answer.text) == (status, True)
    page = retire(crown, match, 0)
    assert "Ann won by retirement 8–0" in page.text
