"""What a league lets captains do on the night: sign on, name in turn, protest, choose a best player."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests.web.captains import ALL, enter_card, select, sign
from tests.web.cast import Pub
from tests.web.page import Page
from tests.web.secretary import cards_of, draw_up, enter_players, league, squad_page, teams_of, three_teams
from tests.web.squads.test_entering import captain_of


@pytest.fixture
def season(crown: Pub) -> str:
    at = three_teams(crown)
    draw_up(crown, at, first="2026-09-07")
    return at


def rule(crown: Pub, at: str, **values: object) -> None:
    page = crown.manager.open(f"{at}rules")
    page = crown.manager.send(page.form_with("tie_0"), **values)
    assert page.status == 200, page.text


def squad(crown: Pub, team: str) -> set[str]:
    stored = crown.stored()
    names = {row["id"]: row["name"] for row in stored["players"]}
    ids = {row["id"] for row in stored["squads"] if row["name"] == team}
    return {
        names[row["player"]] for row in stored["squad_players"] if row["squad"] in ids and not row["left_on"]
    }


def test_a_captain_signs_on_a_player_where_the_league_lets_him(crown: Pub, season: str) -> None:
    card = cards_of(crown, season)[0]
    home, away = teams_of(crown, card)
    phone = captain_of(crown, season, away)
    assert "Sign on" not in phone.open(card).text
    form = phone.open(card).form_with("b1_was")
    page = phone.send(form, away_player="Zoe")
    assert (page.status, "the secretary registers" in page.text) == (422, True)
    rule(crown, season, sign_on="yes")
    form = phone.open(card).form_with("away_player")
    assert "home_player" not in dict(form.fields)
    named = [value for value, _ in select(phone.page, f"Board 1, {away}, player 1")][1]
    page = phone.send(form, away_player="Zoe", b1_away_0=named)
    assert dict(page.form_with("b1_was").fields)["b1_away_0"] == named, "who was named is not lost by it"
    assert "Zoe" in [name for _, name in select(page, f"Board 1, {away}, player 1")]
    assert "Zoe" in squad(crown, away)
    page = phone.send(page.form_with("away_player"), away_player="Smith, John")
    assert "Smith, John" in squad(crown, away), "one player, not two"
    before = crown.facts()
    assert phone.send(form, away_player="Zoe", b1_away_0=named).status == 200, (
        "a second tap is answered as the first"
    )
    page = phone.send(page.form_with("away_player"), away_player="zoe")
    assert (page.status, "in the list twice" in page.fault("away_player")) == (422, True)
    page = phone.send(phone.open(card).form_with("away_player"), away_player=f"{home} 1")
    assert (page.status, f"is in the squad of {home}" in page.fault("away_player")) == (422, True)
    assert dict(page.form_with("b1_was").fields)["away_player"] == f"{home} 1"
    page = phone.send(page.form_with("b1_was"), away_player="", home_player="Yan")
    assert (page.status, "acts for that team only" in page.text) == (422, True)
    assert crown.facts() == before


def test_after_the_deadline_only_the_secretary_signs_on_as_the_register_says(crown: Pub, season: str) -> None:
    card = cards_of(crown, season)[0]
    home, away = teams_of(crown, card)
    phone = captain_of(crown, season, away)
    rule(crown, season, sign_on="yes", deadline="2026-09-30")
    assert "No new players after Wed 30 Sep." in crown.manager.open(f"{season}teams/").text
    with time_machine.travel("2026-09-30T12:00:00Z", tick=False):
        page = phone.send(phone.open(card).form_with("away_player"), away_player="Yan")
        assert page.status == 200
    before, form = crown.facts(), page.form_with("away_player")
    with time_machine.travel("2026-10-01T12:00:00Z", tick=False):
        page = phone.send(form, away_player="Zoe")
        assert (page.status, "30 Sep was the last day for new players: ask" in page.text) == (422, True)
        assert crown.facts() == before
        assert crown.manager.send(form, away_player="Zoe").status == 200
        page = squad_page(crown, season, away)
        stay = sorted(squad(crown, away) - {"Yan"})
        crown.manager.send(page.form_with("name"), name=away, players=", ".join(stay))
    page = crown.phone("watch").open(crown.manager.open(f"{season}teams/").link_saying("Who plays for whom"))
    assert "Zoe since 1 Oct 2026, after the deadline of Winter" in page.text
    assert "Yan 30 Sep 2026 to 1 Oct 2026" in page.text
    assert f"{home} Winter · 6 players" in page.text
    for find, found in (
        ("zoe", f"{away} Winter · 1 player Zoe since"),
        (home, f"{home} 6 since"),
        ("q", "Nobody"),
    ):
        assert found in crown.manager.open(f"{page.path}?find={find}").text
    form = crown.manager.open(f"{season}end").form_saying("Begin it with the same teams")
    following = crown.manager.send(form, season="2027–28").path.partition("fixtures/")[0]
    assert "No new players" not in crown.manager.open(f"{following}teams/").text


@pytest.mark.parametrize("first", ["home", "away"])
def test_one_captain_names_first_where_the_league_says_so(crown: Pub, season: str, first: str) -> None:
    card = cards_of(crown, season)[0]
    both = dict(zip(("home", "away"), teams_of(crown, card), strict=True))
    other = "away" if first == "home" else "home"
    phones = {side: captain_of(crown, season, team) for side, team in both.items()}
    rule(crown, season, names=first)

    def named(side: str) -> dict[str, object]:
        page = phones[side].open(card)
        seats = [select(page, f"Board 1, {both[side]}, player {seat}")[seat][0] for seat in (1, 2)]
        return {f"b1_{side}_{seat}": player for seat, player in enumerate(seats)}

    page = enter_card(phones[other], card, **named(other))
    assert (page.status, f"Board 1: {both[first]} name their players first." in page.text) == (422, True)
    assert enter_card(phones[first], card, **named(first)).status == 200
    assert enter_card(phones[other], card, **named(other)).status == 200


def test_who_has_played_too_few_boards_stands_below_the_averages(crown: Pub, season: str) -> None:
    card = cards_of(crown, season)[0]
    home, away = teams_of(crown, card)
    page = crown.manager.open(card)
    seats = {
        f"b{board}_{side}_{seat}": select(page, f"Board {board}, {team}, player {seat + 1}")[
            2 * board + seat - 1
        ][0]
        for board in (1, 2, 3)
        for side, team in (("home", home), ("away", away))
        for seat in (0, 1)
    }
    enter_card(crown.manager, card, **ALL, **seats)
    at = f"{season}players"
    assert "from 2 boards on" not in crown.manager.open(at).text
    # Who is level shares a place: four won 2–0, two 2–1, two lost 1–2 and four 0–2.
    players = re.findall(r"(\d+) (?:Crown|Lion) \d 1 [01] ", crown.manager.open(at).text)
    assert players == ["1"] * 4 + ["5"] * 2 + ["7"] * 2 + ["9"] * 4
    ended = crown.manager.open(f"{season}end").text
    assert (ended.count("Player, boards won"), ended.count("Pair, boards won")) == (4, 2)
    rule(crown, season, least=2, reason="voted")
    page = crown.manager.open(at)
    assert "from 2 boards on; others stand below, without a place." in page.text
    assert f"– {home} 1 1 1 0 100" in page.text
    assert "boards won" not in crown.manager.open(f"{season}end").text
    rule(crown, season, least=1, reason="voted")
    page = crown.manager.open(at)
    assert "from 1 board on" in page.text
    assert f"– {home} 1" not in page.text


def signed_by_both(crown: Pub, season: str) -> tuple[str, str]:
    card = cards_of(crown, season)[0]
    with time_machine.travel("2026-09-07T21:00:00Z", tick=False):
        enter_card(crown.manager, card, **ALL)
        sign(crown.manager, card)
        sign(crown.manager, card)
    return card, teams_of(crown, card)[1]


@pytest.mark.parametrize("hours", [24, 25])
def test_a_captain_protests_in_time(crown: Pub, season: str, hours: int) -> None:
    card, away = signed_by_both(crown, season)
    phone = captain_of(crown, season, away)
    assert "Protest" not in phone.open(card).text
    rule(crown, season, protest=24, reason="voted")
    at = datetime(2026, 9, 7, 21, tzinfo=UTC) + timedelta(hours=hours)
    with time_machine.travel(at, tick=False):
        page = phone.open(card)
        page = phone.send(page.form_saying(f"Protest for {away}"), side="away", reason="a leg too many")
        if hours > 24:
            assert (page.status, "A protest comes within 24 hours of both signatures" in page.text) == (
                422,
                True,
            )
            form = page.html.partition("<summary>Protest")[2]
            assert page.described["protest-reason-error"] == "reason", "it is said beside what was typed"
            assert 'value="a leg too many"' in form
            return
        assert f"{away} protest: “a leg too many”" in page.text
        for desk in (f"{season}desk", f"{crown.home}leagues/desk"):
            assert f"{away} protest: “a leg too many” Settle" in crown.manager.open(desk).text


@pytest.mark.parametrize("how", ["it stands", "opened again"])
def test_the_secretary_decides_on_a_protest(crown: Pub, season: str, how: str) -> None:
    card, away = signed_by_both(crown, season)
    rule(crown, season, protest=24, reason="voted")
    with time_machine.travel("2026-09-08T12:00:00Z", tick=False):
        phone = captain_of(crown, season, away)
        answer = phone.post(f"{card}protest", side="away", reason="a leg too many", key="one")
        assert answer.status_code == 303
        answer = phone.post(f"{card}protest", side="", reason="stands", key="two")
        assert (answer.status_code, "decided on by the secretary" in answer.text) == (422, True)
        page = crown.manager.open(card)
        saying = "The card stands" if how == "it stands" else "Reopen the card"
        page = crown.manager.send(page.form_saying(saying), reason="both had counted it")
        assert page.status == 200, page.text
        assert f"{away} protest:" not in page.text
        assert "Settle" not in crown.manager.open(f"{season}desk").text
        assert ("Signed for both teams" in page.text) is (how == "it stands")
        assert "protest by" in page.text


def test_the_secretary_gives_away_all_boards_of_a_player_who_was_not_eligible(
    crown: Pub, season: str
) -> None:
    card = cards_of(crown, season)[0]
    home, away = teams_of(crown, card)
    assert "not eligible" not in crown.manager.open(card).text, "nobody is on the card"
    named = {
        f"b{board}_{side}_{seat}": select(crown.manager.page, f"Board {board}, {team}, player {seat + 1}")[
            2 * board + seat - 1
        ][0]
        for board in (1, 2, 3)
        for side, team in (("home", home), ("away", away))
        for seat in (0, 1)
    }
    scorer = crown.phone("score")
    assert "not eligible" not in enter_card(scorer, card, **ALL, **named).text
    player = named["b1_home_0"]
    assert scorer.post(f"{card}ineligible", player=player, reason="banned", key="one").status_code == 403
    sign(scorer, card)
    form = crown.manager.open(card).form_saying("Give their boards away")
    before = crown.facts()
    for typed, words in (
        ({"player": "", "reason": "banned"}, "Choose who it is."),
        ({"player": player, "reason": ""}, "Say why: it goes in the record."),
        ({"player": "nobody", "reason": "banned"}, "Ineligible player: choose one who is on this card."),
    ):
        page = crown.manager.send(form, **typed)
        assert (page.status, page.text.count(words)) == (422, 1), page.text
        repeated = page.form_saying("Give their boards away")
        assert (repeated.value("reason"), repeated.value("player")) == (
            typed["reason"],
            typed["player"] if typed["player"] == player else "",
        )
        assert page.form_saying("forfeit the match").value("reason") == ""
    assert crown.facts() == before
    for _ in range(2):
        assert crown.manager.send(form, player=player, reason="not registered").status == 200
    page = crown.manager.open(card)
    assert re.search(r"board 1: 0–2 ?, conceded: a player could not play · “not registered”", page.text)
    assert page.text.count("could not play") == 1
    assert "Sign for" in page.text, "what was signed for stands no more"
    for number in (0, 0):
        sign(crown.manager, card, number)
    page = crown.manager.open(card)
    assert f"conceded by {home}" in page.text
    assert "Give their boards away" not in page.text
    page = crown.manager.send(form, player=player, reason="not registered", key="two")
    assert (page.status, "Both captains have signed this card" in page.text) == (422, True)
    boards = [line.split(",") for line in crown.manager.ask(f"{season}boards.csv").text.splitlines()[1:4]]
    assert [line[-1] for line in boards] == ["conceded", "", ""], boards
    players = crown.manager.ask(f"{season}players.csv").text
    assert f"{home} 1," not in players
    page = crown.manager.send(page.form_saying("Reopen the card"), reason="he was registered after all")
    page = enter_card(crown.manager, card, b1_legs="2-1")
    assert "conceded by" not in page.text


WON = {"b1_legs": "2-0"}


@pytest.fixture
def card(crown: Pub) -> str:
    """A complete card of Ann at home to Bob, in a league that chooses a player."""
    return complete_card(crown, best_player="yes")


def complete_card(crown: Pub, **rules: object) -> str:
    at = league(crown, "singles", name="Singles", **rules)
    enter_players(crown, at, "Ann", "Bob")
    draw_up(crown, at, twice="no")
    (found,) = cards_of(crown, at)
    enter_card(crown.manager, found, **WON)
    return found


def forms(page: Page) -> list:
    return [form for form in page.forms if form.action.endswith("/best-player")]


def whom(page: Page, side: str) -> str:
    """The only player that this captain may name."""
    part = page.html.split(f'id="best-{side}"')[1].split("</select>")[0]
    (player,) = re.findall(r'<option value="(\w+)"', part)
    return player


def test_each_captain_names_one_of_the_other_team_and_the_players_page_counts(crown: Pub, card: str) -> None:
    page = crown.phone("score").open(card)
    home, away = whom(page, "home"), whom(page, "away")
    assert home != away
    page = crown.manager.send(forms(crown.manager.open(card))[0], player=home)
    assert re.search(r"★ (Ann|Bob) named by (Ann|Bob)", page.text)
    crown.manager.send(forms(page)[1], player=away)
    players = crown.manager.page.link_saying("Singles") + "players"
    assert "Player of the night Ann 1 Bob 1" in crown.manager.open(players).text
    crown.manager.send(forms(crown.manager.open(card))[1], player="")
    assert crown.manager.open(players).text.count(" 1 ") >= 1
    assert len(re.findall("★", crown.manager.open(card).text)) == 1


def test_nobody_is_the_best_of_a_match_that_was_forfeited_after_all(crown: Pub, card: str) -> None:
    page = crown.manager.open(card)
    crown.manager.send(forms(page)[0], player=whom(page, "home"))
    players = crown.manager.open(card).link_saying("Singles") + "players"
    crown.manager.send(crown.manager.open(card).form_saying("forfeits the match"), side="home", reason="so")
    assert "Player of the night" not in crown.manager.open(players).text
    crown.manager.send(crown.manager.open(card).form_saying("Cancel the forfeit"), reason="not so")
    assert "Player of the night" in crown.manager.open(players).text


def test_who_did_not_play_after_all_was_not_the_best(crown: Pub, at: str) -> None:
    rule(crown, at, best_player="yes")
    draw_up(crown, at, twice="no")
    (card,) = cards_of(crown, at, "Crown", "Lion")
    page = crown.manager.open(card)
    seats = {
        f"b1_{side}_{n}": select(page, f"Board 1, {team}, player {n + 1}")[n + 1][0]
        for side, team in zip(("home", "away"), teams_of(crown, card), strict=True)
        for n in (0, 1)
    }
    enter_card(crown.manager, card, **ALL, **seats)
    crown.manager.send(forms(crown.manager.open(card))[0], player=seats["b1_away_0"])
    assert "★" in crown.manager.open(card).text
    other = select(page, f"Board 1, {teams_of(crown, card)[1]}, player 1")[4][0]
    enter_card(crown.manager, card, b1_away_0=other)
    assert "★" not in crown.manager.open(card).text


def test_captains_name_nobody_of_their_own_team_nor_before_the_card_is_full(crown: Pub, card: str) -> None:
    page = crown.manager.open(card)
    before = crown.facts()
    refused = crown.manager.send(forms(page)[0], player=whom(page, "away"))
    assert (refused.status, "one who played for the other team" in refused.text) == (422, True)
    wrong = forms(page)[0]
    wrong.fields = [(name, value if name != "side" else "both") for name, value in wrong.fields]
    assert "A card has two captains" in crown.manager.send(wrong).text
    assert crown.facts() == before
    crown.manager.send(crown.manager.open(card).form_with("b1_was"), b1_legs="")
    page = crown.manager.send(forms(page)[1], player=whom(page, "away"))
    assert (page.status, "once every board has its result" in page.text) == (422, True)


def test_a_league_chooses_nobody_unless_its_rules_say_so(crown: Pub) -> None:
    card = complete_card(crown)
    page = crown.manager.open(card)
    assert ("Player of the night" in page.text, forms(page)) == (False, [])
