"""Teams of a league: entered, changed, withdrawn, taken out."""

from __future__ import annotations

import pytest

from scorekeeper.rules.leagues.points import WITHDRAWALS
from tests.web.cast import Pub
from tests.web.secretary import draw_up, enter, league, three_teams


@pytest.mark.parametrize(
    ("name", "players", "field", "sentence"),
    [
        ("Lion", "Zoe", "name", "Lion is in this league already"),
        ("=Lion", "Zoe", "name", "begins with “=”"),
        ("Fox", "Zoe, zoe", "players", "zoe is in the list twice"),
        ("Fox", "Lion 1", "players", "Lion 1 is in the squad of Lion"),
        ("Fox", "@Zoe", "players", "Player 1 begins with “@”"),
    ],
)
def test_an_invalid_team_is_refused_with_what_was_typed(
    crown: Pub, at: str, name: str, players: str, field: str, sentence: str
) -> None:
    before = crown.facts()
    page = enter(crown, at, name, players)
    assert (page.status, sentence in page.fault(field)) == (422, True), page.faults()
    assert f'value="{name}"' in page.html
    assert players in page.text
    assert crown.facts() == before


def test_a_ladder_takes_players_without_a_team_name(crown: Pub) -> None:
    at = league(crown, "singles")
    assert "Ann" in enter(crown, at, "", "Ann").text
    page = enter(crown, at, "", "Bob, Cy")
    assert "1 a team in this league, not 2" in page.fault("players")


def test_changes_of_a_teams_players_are_in_the_audit_log(crown: Pub, at: str) -> None:
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    crown.manager.send(page.form_with("name"), name="Red Lion", players="Lion 1, Zoe")
    record = crown.manager.open(f"{at}record").text
    assert "Red Lion name: Lion → Red Lion" in record
    assert "Lion 1, Zoe" in record


def test_a_team_withdraws_with_a_reason(crown: Pub, at: str) -> None:
    draw_up(crown, at)
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    crown.manager.send(page.form_saying("Withdraw Lion"), reason="no captain")
    assert "; its results are void." in crown.manager.open(at).text
    assert "“no captain”" in crown.manager.open(f"{at}record").text


def test_a_second_tap_on_withdraw_does_not_bring_the_team_back(crown: Pub, at: str) -> None:
    draw_up(crown, at)
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    form = page.form_saying("Withdraw Lion")
    for _ in range(2):
        crown.manager.send(form, reason="no captain")
    assert "; its results are void." in crown.manager.open(at).text


@pytest.mark.parametrize(("rule", "words"), WITHDRAWALS.items())
def test_the_page_says_what_withdrawing_does_by_the_leagues_rule(crown: Pub, rule: str, words: str) -> None:
    at = three_teams(crown)
    crown.manager.send(crown.manager.open(f"{at}rules").form_with("withdrawal"), withdrawal=rule)
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    assert f"By this league’s rules {words}." in page.text


def test_a_team_without_fixtures_is_taken_out_and_one_that_withdrew_comes_back(crown: Pub, at: str) -> None:
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    page = crown.manager.send(page.form_saying("Withdraw Lion"), reason="")
    assert "Lion" not in page.text
    draw_up(crown, at)
    for words in ("Withdraw Crown", "Bring it back"):
        page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Crown"))
        page = crown.manager.send(page.form_saying(words), reason="")
        assert ("withdrawn" in page.text) == (words == "Withdraw Crown")
