"""Teams of a league: entered, changed, withdrawn, taken out."""

from scorekeeper.rules.leagues.points import WITHDRAWALS
from scorekeeper.store.clubs.players import players as club_players
from scorekeeper.store.leagues.squads import squads
from tests.web.cast import Pub
from tests.web.secretary import cards_of, draw_up, enter, league, set_rules, squad_page

INVALID = (
    ("Lion", "Zoe", "name", "Lion is entered already"),
    ("=Lion", "Zoe", "name", "begins with “=”"),
    ("Fox", "Zoe, zoe", "players", "zoe is in the list twice"),
    ("Fox", "Lion 1", "players", "Lion 1 is in the squad of Lion"),
    ("Fox", "@Zoe", "players", "Player 1 begins with “@”"),
    ("", "Zoe", "name", "at least one visible letter"),
    ("Fox", "x" * 31, "players", "Player 1 has 31 letters"),
    ("Fox", ", ".join(f"New {n}" for n in range(41)), "players", "40 are the most"),
)


def test_an_invalid_team_is_refused_with_what_was_typed(crown: Pub, at: str) -> None:
    before = crown.facts()
    for name, players, field, sentence in INVALID:
        page = enter(crown, at, name, players)
        assert (page.status, sentence in page.fault(field)) == (422, True), page.faults()
        assert f'value="{name}"' in page.html
        assert players in page.text
    assert crown.facts() == before


def test_a_ladder_takes_players_without_a_team_name(crown: Pub) -> None:
    at = league(crown, "singles")
    assert "Ann" in enter(crown, at, "", "Ann").text
    page = enter(crown, at, "", "Bob, Cy")
    assert "name one, not 2" in page.fault("players")


def test_a_pair_with_long_names_is_entered_without_a_name_of_its_own(crown: Pub) -> None:
    at = league(crown, "pairs_cup", name="Pairs")
    page = enter(crown, at, "", "John Whitehouse\nMichael Richardson")
    assert (page.status, "J. Whitehouse & M. Richardson" in page.text) == (200, True), page.text
    page = enter(crown, at, "", "Cuthbert Featherstonehaugh\nBo Cholmondeley-Smythe")
    said = (
        "Both names are too long for one line: give the pair a name of its own, with 30 letters at the most."
    )
    assert (page.status, page.fault("name")) == (422, said)
    assert (
        enter(crown, at, "The Two Ronnies", "Cuthbert Featherstonehaugh\nBo Cholmondeley-Smythe").status
        == 200
    )


def test_changes_of_a_teams_players_are_in_the_audit_log(crown: Pub, at: str) -> None:
    page = squad_page(crown, at, "Lion")
    crown.manager.send(page.form_with("name"), name="Red Lion", players="Lion 1, Zoe")
    record = crown.manager.open(f"{at}record").text
    assert "Red Lion name: Lion → Red Lion" in record
    assert "Lion 1, Zoe" in record


def test_a_team_withdraws_with_a_reason_once(crown: Pub, at: str) -> None:
    draw_up(crown, at)
    page = squad_page(crown, at, "Lion")
    form = page.form_saying("Withdraw Lion")
    for _ in range(2):
        crown.manager.send(form, reason="no captain")
    assert "; its results are void." in crown.manager.open(at).text
    crown.manager.send(page.form_saying("Withdraw Lion"), reason="no captain")
    assert "; its results are void." in crown.manager.open(at).text
    assert "“no captain”" in crown.manager.open(f"{at}record").text


def test_the_page_says_what_withdrawing_does_by_the_leagues_rule(crown: Pub, at: str) -> None:
    for rule, words in WITHDRAWALS.items():
        set_rules(crown, at, withdrawal=rule)
        assert f"By this league’s rules {words}." in squad_page(crown, at, "Lion").text


def test_a_team_without_fixtures_is_taken_out_and_one_that_withdrew_comes_back(crown: Pub, at: str) -> None:
    page = squad_page(crown, at, "Lion")
    form = page.form_saying("Withdraw Lion")
    for page in (crown.manager.send(form, reason=""), crown.manager.send(form, reason="")):
        assert (page.status, "Lion" in page.text) == (200, False)
    draw_up(crown, at)
    for words in ("Withdraw Crown", "Bring it back"):
        page = squad_page(crown, at, "Crown")
        page = crown.manager.send(page.form_saying(words), reason="")
        assert ("withdrawn" in page.text) == (words == "Withdraw Crown")


def rename(pub: Pub, name: str, new: str) -> None:
    with pub.db() as db:
        (player,) = (one.id for one in club_players(db, pub.id) if one.name == name)
    assert pub.manager.post(f"{pub.home}players/{player}", name=new).status_code == 303


def players_of(pub: Pub, at: str, name: str) -> list[str]:
    with pub.db() as db:
        found = squads(db, pub.id, at.rstrip("/").rpartition("/")[2])
    return [player for squad in found if squad.name == name for _, player in squad.players]


def test_a_name_with_a_comma_is_one_name(crown: Pub, at: str) -> None:
    """Commas part the names that are typed, not that of somebody whom the club knows."""
    rename(crown, "Lion 1", "Bell, Ann")
    form = squad_page(crown, at, "Lion").form_with("name")
    six = ["Bell, Ann", *(f"Lion {n}" for n in range(2, 7))]
    crown.manager.send(form, players="\n".join(six), venue="The Lion Inn")
    assert players_of(crown, at, "Lion") == six
    form = squad_page(crown, at, "Lion").form_with("name")
    crown.manager.send(form, players="bell, ann\nZoe, Yan")
    assert players_of(crown, at, "Lion") == ["Bell, Ann", "Yan", "Zoe"]


def test_a_ladders_order_keeps_a_name_with_a_comma(crown: Pub) -> None:
    at = league(crown, "ladder")
    for name in ("Ann", "Bob"):
        enter(crown, at, "", name)
    rename(crown, "Ann", "Bell, Ann")
    crown.manager.send(squad_page(crown, at, "Ann").form_with("name"), name="", players="Bell, Ann")
    form = crown.manager.open(f"{at}ladder/").form_saying("Save the starting order")
    page = crown.manager.send(form, seeds="Bob\nBell, Ann")
    assert page.status == 200, page.text


def test_a_page_of_a_team_takes_nobody_off_it_who_came_meanwhile(crown: Pub, at: str) -> None:
    draw_up(crown, at)
    card = cards_of(crown, at, "Lion")[0]
    six = [f"Lion {n}" for n in range(1, 7)]
    form = squad_page(crown, at, "Lion").form_with("name")
    crown.manager.send(crown.manager.open(card).form_with("b1_was"), home_player="Zoe")
    page = crown.manager.send(form, players="\n".join(six), venue="The Lion Inn")
    assert page.status == 409
    assert "have changed since this page was shown" in page.text
    assert players_of(crown, at, "Lion") == [*six, "Zoe"]
    crown.manager.send(page.form_with("name"), players="\n".join([*six, "Zoe"]), venue="The Lion Inn")
    assert "The Lion Inn" in squad_page(crown, at, "Lion").html
