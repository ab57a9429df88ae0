"""A league's secretary: the season, its teams and fixtures; every slip is named and what was typed stays."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from scorekeeper.exchange.words import reminder
from tests.book.league import Secretary
from tests.web.cast import Pub, record, sit_down
from tests.web.page import Page

PLAYERS = "Ann, Bob, Cy, Dee, Eve, Fay"


def league(pub: Pub, preset: str = "leek", **typed: object) -> str:
    """Make a league of a preset; its address."""
    form = pub.manager.open(f"{pub.home}leagues/new?preset={preset}").form_with("tie_0")
    form.action = f"{pub.home}leagues/new?preset={preset}"
    page = pub.manager.send(form, **typed)
    assert page.status == 200, page.text
    return page.path.removesuffix("teams/")


def enter(pub: Pub, at: str, name: str, players: str) -> Page:
    return pub.manager.send(pub.manager.open(f"{at}teams/").form_with("name"), name=name, players=players)


def three_teams(pub: Pub) -> str:
    at = league(pub, "hdddcl", name="Winter")
    for name in ("Crown", "Lion", "Railway"):
        page = enter(pub, at, name, "\n".join(f"{name} {n}" for n in range(1, 7)))
        assert page.status == 200, page.text
    return at


def draw_up(pub: Pub, at: str, **typed: object) -> Page:
    form = pub.manager.open(f"{at}fixtures/draw-up").form_with("first")
    return pub.manager.send(form, **{"first": "2026-09-07", "twice": "yes", **typed})


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("leek", "6 singles and 3 doubles. 2 for a win, 1 for each leg won."),
        ("solihull", "3 for a win, 1 for a defeat by one leg."),
        ("guisborough", "9 doubles."),
        ("northallerton", "4 dominoes and 4 fives-and-threes."),
        ("hdddcl", "3 tables. 2 for a win."),
        ("ladder", "1 singles. 2 for a win."),
    ],
)
def test_a_league_starts_from_a_preset(crown: Pub, preset: str, words: str) -> None:
    at = league(crown, preset)
    assert words in crown.manager.open(at).text


def test_a_club_without_a_league_is_told_that_it_needs_none(crown: Pub) -> None:
    page = crown.manager.open(f"{crown.home}leagues/")
    assert "The club’s own table needs none" in page.text
    assert crown.manager.open(page.link_saying("Start a league")).status == 200


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"tie_1": "leg_difference"}, "tie_0", "leg difference is named twice"),
        ({"name": ""}, "name", "at least one letter"),
        ({"name": "=1+1"}, "name", "begins with “=”"),
        ({"win": "many"}, "win", "write a whole number"),
        ({"forfeit_for": 0, "forfeit_against": 0}, "forfeit_for", "more legs than it lets in"),
        ({"kind_0_legs": 10}, "kind_0_legs", "from 1 to 9"),
        ({"kind_0_count": 0, "kind_1_count": 0}, "kind_0_count", "needs at least one"),
        ({"kind_1_name": "singles"}, "kind_0_name", "both called singles"),
        ({"kind_0_name": ""}, "kind_0_name", "Boards 1: the name"),
        ({"kind_0_most": 7}, "kind_0_name", "from 1 to 6 of these boards"),
        ({"season": "x" * 31}, "season", "30 letters"),
    ],
)
def test_rules_that_cannot_be_are_refused_and_kept_typed(
    crown: Pub, typed: dict[str, object], field: str, sentence: str
) -> None:
    before = crown.facts()
    form = crown.manager.open(f"{crown.home}leagues/new?preset=leek").form_with("tie_0")
    form.action = f"{crown.home}leagues/new?preset=leek"
    page = crown.manager.send(form, **{"season": "2026–27", **typed})
    assert page.status == 422
    assert sentence in page.html.replace("&#39;", "'"), page.faults()
    assert field in page.faults() or field == "season"
    again = page.form_with("tie_0")
    assert again.value("squad") == "6"
    assert all(again.value(name) == str(value) for name, value in typed.items() if name != "tie_1")
    assert crown.facts() == before


def test_rules_are_changed_freely_before_the_first_result_and_with_a_reason_after(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    page = crown.manager.send(crown.manager.open(f"{at}rules").form_with("tie_0"), win=3)
    assert "3 for a win" in page.text
    card = crown.manager.open(f"{at}fixtures/").link_saying("Lion")
    form = crown.manager.open(card).form_with("b1_was")
    crown.manager.send(form, b1_legs="2-0")
    page = crown.manager.send(crown.manager.open(f"{at}rules").form_with("reason"), win=4)
    assert page.status == 422
    assert "say why" in page.fault("reason")
    page = crown.manager.send(page.form_with("reason"), reason="voted on Monday")
    assert "4 for a win" in page.text
    assert "rules changed · “voted on Monday”" in crown.manager.open(f"{at}record").text


def test_own_boards_can_be_made_of_any_game(crown: Pub) -> None:
    own = {"kind_2_name": "blocks", "kind_2_count": 2, "kind_2_seats": "2", "kind_2_game": "block_pairs"}
    at = league(crown, "leek", **own, kind_2_target=7, kind_2_legs=2, kind_2_most=1)
    assert "6 singles, 3 doubles and 2 blocks" in crown.manager.open(at).text


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
def test_a_team_that_cannot_be_is_refused_and_kept_typed(
    crown: Pub, name: str, players: str, field: str, sentence: str
) -> None:
    at = three_teams(crown)
    before = crown.facts()
    page = enter(crown, at, name, players)
    assert (page.status, sentence in page.fault(field)) == (422, True), page.faults()
    assert f'value="{name}"' in page.html
    assert players in page.text
    assert crown.facts() == before


def test_a_ladder_takes_players_without_a_team_name(crown: Pub) -> None:
    at = league(crown, "ladder")
    assert "Ann" in enter(crown, at, "", "Ann").text
    page = enter(crown, at, "", "Bob, Cy")
    assert "1 a team in this league, not 2" in page.fault("players")


def test_a_team_changes_its_players_and_the_record_says_so(crown: Pub) -> None:
    at = three_teams(crown)
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    crown.manager.send(page.form_with("name"), name="Red Lion", players="Lion 1, Zoe")
    record = crown.manager.open(f"{at}record").text
    assert "Red Lion name: Lion → Red Lion" in record
    assert "Lion 1, Zoe" in record


def test_a_drawn_up_season_has_byes_free_dates_and_a_calendar(crown: Pub) -> None:
    at = three_teams(crown)
    page = draw_up(crown, at, free="2026-09-14", every=7)
    assert "Round 1 Mon 7 Sep" in page.text
    assert "Round 2 Mon 21 Sep" in page.text
    assert page.text.count("Bye:") == 6
    feed = crown.manager.ask(f"{at}fixtures/calendar.ics").get_data(as_text=True)
    assert feed.count("BEGIN:VEVENT") == 6
    assert "DTSTART;VALUE=DATE:20260921" in feed
    assert all(len(line.encode()) <= 75 for line in feed.split("\r\n"))
    squad = crown.manager.open(f"{at}teams/").link_saying("Lion").split("/")[-2]
    assert crown.manager.ask(f"{at}fixtures/calendar.ics?team={squad}").data.count(b"BEGIN:VEVENT") == 4
    assert crown.manager.ask(f"{at}fixtures/calendar.ics?team=nobody").status_code == 404


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"first": "soon"}, "first", "a day such as 2026-11-24"),
        ({"first": ""}, "first", "choose a day"),
        ({"free": "Christmas"}, "free", "days such as 2026-12-22"),
        ({"every": 0}, "every", "a number from 1 to 366"),
    ],
)
def test_a_season_that_cannot_be_drawn_up_is_refused(
    crown: Pub, typed: dict[str, object], field: str, sentence: str
) -> None:
    at = three_teams(crown)
    before = crown.facts()
    page = draw_up(crown, at, **typed)
    assert (page.status, sentence in page.fault(field)) == (422, True), page.faults()
    assert page.form_with("first").value(field) == str(typed[field])
    assert crown.facts() == before


def test_a_team_twice_in_a_round_is_refused_and_twice_on_a_night_is_warned_of(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    form = crown.manager.open(f"{at}fixtures/new").form_with("round")
    ids = {label: value for value, label in options(crown.manager.page, "home")}
    typed = {"home": ids["Crown"], "away": ids["Lion"], "day": "2026-09-07"}
    before = crown.facts()
    page = crown.manager.send(form, **typed, round=1)
    assert "plays in it already" in page.fault("round")
    page = crown.manager.send(page.form_with("round"), **{**typed, "away": ids["Crown"]}, round=9)
    assert "cannot meet itself" in page.fault("away")
    page = crown.manager.send(page.form_with("round"), **{**typed, "away": "nobody"}, round=9)
    assert "not in the league" in page.fault("away")
    assert crown.facts() == before
    page = crown.manager.send(page.form_with("round"), **typed, round=9)
    assert "has two fixtures on Mon 7 Sep" in page.text


def options(page: Page, select: str) -> list[tuple[str, str]]:
    """Values and words of a select, as they stand in the page."""
    start = page.html.index(f'id="{select}"')
    part = page.html[start : page.html.index("</select>", start)]
    pieces = part.split('<option value="')[1:]
    return [(piece.split('"')[0], piece.split(">")[1].split("<")[0]) for piece in pieces]


def test_a_fixture_is_postponed_turned_and_dropped(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    page = crown.manager.open(crown.manager.open(f"{at}fixtures/").link_saying("Change "))
    crown.manager.send(page.form_with("round"), day="", reason="snow")
    assert "no day yet" in crown.manager.open(f"{at}fixtures/").text
    assert "day: 2026-09-07 → no day · “snow”" in crown.manager.open(f"{at}record").text
    page = crown.manager.open(crown.manager.open(f"{at}fixtures/").link_saying("Change "))
    crown.manager.send(page.form_saying("Take this fixture out"))
    assert crown.manager.page.html.count('class="line"') == 5


def test_a_team_withdraws_with_a_reason(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    crown.manager.send(page.form_saying("Withdraw Lion"), reason="no captain")
    assert "Lion has withdrawn; its results are void." in crown.manager.open(at).text
    assert "“no captain”" in crown.manager.open(f"{at}record").text


def test_overdue_cards_come_with_a_reminder_to_copy(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at, twice="no")
    page = crown.manager.open(f"{at}fixtures/overdue")
    assert page.text.count("It takes a minute here: http://localhost/c/") == 3
    assert "we still miss the result. It was due on Mon 14 Sep." in page.text


def test_a_reminder_before_the_card_is_due_says_until_when(tmp_path: Path) -> None:
    secretary = Secretary.of(tmp_path / "club.db", "hdddcl", ("Crown", "Lion"))
    secretary.draw_up(date(2026, 9, 7))
    words = reminder(secretary.season(), secretary.night(), "http://x/", date(2026, 9, 14))
    secretary.db.close()
    assert "It is due on Mon 14 Sep." in words


def test_a_season_goes_into_the_archive_and_the_next_has_the_same_teams(crown: Pub) -> None:
    at = three_teams(crown)
    page = crown.manager.open(f"{at}rules")
    crown.manager.send(page.form_saying("same teams"), season="2027–28")
    assert "No fixtures yet" in crown.manager.page.text
    assert "2027–28" in crown.manager.page.text
    form = crown.manager.open(f"{at}rules").form_with("closed")
    assert ("Winter", at) in crown.manager.open(f"{crown.home}table").links
    page = crown.manager.send(form, closed="yes")
    assert ("Winter", at) not in crown.manager.open(f"{crown.home}table").links
    assert "Archive Winter" in page.text
    assert crown.manager.open(at).status == 200


def test_the_table_is_there_from_week_0_and_csv_is_of_everything(crown: Pub) -> None:
    at = three_teams(crown)
    page = crown.manager.open(at)
    assert all(name in page.by_id("main") for name in ("Crown", "Lion", "Railway"))
    for kind, head in (
        ("table", "place,team"),
        ("fixtures", "round,day"),
        ("boards", "round"),
        ("pairs", "name"),
    ):
        answer = crown.manager.ask(f"{at}{kind}.csv")
        assert answer.get_data(as_text=True).startswith(f"\ufeff{head}")
        assert answer.headers["Content-Disposition"] == f"attachment; filename=league-{kind}.csv"


@pytest.mark.parametrize(
    "rest", ["", "?on=", "fixtures/nowhere/change", "teams/nowhere/season", "players/nobody"]
)
def test_what_is_not_there_is_not_found(crown: Pub, rest: str) -> None:
    at = league(crown) if rest else f"{crown.home}leagues/nowhere/"
    expected = 200 if rest == "?on=" else 404
    assert crown.manager.ask(f"{at}{rest}").status_code == expected
    assert crown.manager.ask(f"{at}?on=yesterday").status_code == 404


def test_a_league_is_sealed_off_from_other_clubs(crown: Pub, anchor: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    card = crown.manager.open(f"{at}fixtures/").link_saying("Lion")
    for path in (at, card):
        assert anchor.manager.ask(path.replace(crown.id, anchor.id)).status_code == 404


def test_the_clubs_own_table_shows_ratings_when_asked(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=10)
    record(crown, match, 0, {1: 12})
    page = crown.manager.open(f"{crown.home}table")
    assert "±" not in page.text
    page = crown.manager.open(page.link_saying("Show ratings"))
    assert page.text.count("±") == 2
    assert "±" not in crown.manager.open(page.link_saying("Hide ratings")).text
