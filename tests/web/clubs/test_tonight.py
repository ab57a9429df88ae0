"""Tonight: a match that was abandoned stays to be taken up again, and looks like no result anywhere."""

from tests.web.cast import Pub, record


def test_an_abandoned_match_can_be_taken_up_again_from_tonight(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    crown.manager.send(crown.manager.open(crown.at(match, "/call-off")).form_saying("Abandon match"))
    page = crown.manager.open(crown.home)
    assert "Abandoned tonight" in page.text
    assert "12–0" not in page.text
    watching = crown.phone("watch").open(crown.home)
    assert "Abandoned tonight" in watching.text
    assert "Undo" not in watching.text
    resumed = crown.manager.send(page.form_saying("Undo"))
    assert crown.state(match).running
    assert "The match goes on" in resumed.text
    assert "Abandoned tonight" not in crown.manager.open(crown.home).text


def test_on_a_players_page_only_results_look_like_results(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    ann = crown.state(match).match.seats[0].player
    assert "12–0 so far" in crown.manager.open(f"{crown.home}players/{ann}").text
    crown.manager.send(crown.manager.open(crown.at(match, "/call-off")).form_saying("Abandon match"))
    page = crown.manager.open(f"{crown.home}players/{ann}")
    assert "abandoned" in page.text
    assert "12–0" not in page.text
