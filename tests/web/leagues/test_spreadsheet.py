"""A season imported from a spreadsheet: teams, fixtures, past results; previewed, all or none."""

import re

import pytest
import time_machine

from scorekeeper.rules.text import counted
from tests.web.captains import ALL, enter_card
from tests.web.cast import Pub
from tests.web.cups.test_cups import date, draw, open_cards
from tests.web.cups.test_groups import draw_groups, groups_cup, play_all
from tests.web.ladders.test_ladders import challenge, play
from tests.web.page import Page
from tests.web.secretary import cards_of, draw_up, enter_players, enter_teams, league, options, three_teams

NAMES = ["P1", "P2", "P3", "P4", "P5"]

TEAMS = (
    "team;players;plays at;address\r\n"
    "Crown;Ann, Bob, Cy;The Crown;1 High Street\r\n"
    "\r\n"
    "Red Lion;Dee;;\r\n"
    "Red Lion;Eve;;\r\n"
    "Swan;Fay;The Crown;\r\n"
)
FIXTURES = (
    "round;day;time;home;away;home legs;away legs;referee\r\n"
    "1;15/9/2026;20:30;Crown;Red Lion;2;1;Joe\r\n"
    "2;22 Sep 2026;8.30 pm;Swan;crown;0;3;\r\n"
    "3;1/12/2026;20:30;Red Lion;Swan;;;\r\n"
)


@pytest.fixture(autouse=True)
def november():
    with time_machine.travel("2026-11-22T12:00:00Z", tick=False):
        yield


@pytest.fixture
def at(crown: Pub) -> str:
    """A league of three tables a night without any teams."""
    return league(crown, "hdddcl", name="Winter")


def look(crown: Pub, at: str, sheet: str) -> Page:
    return crown.manager.send(
        crown.manager.open(f"{at}spreadsheet/").form_saying("Preview"), sheet=sheet, act="look"
    )


def store(crown: Pub, page: Page) -> Page:
    assert page.status == 200, page.text
    return crown.manager.send(page.form_saying("Import"), act="store")


def take(crown: Pub, at: str, sheet: str) -> Page:
    return store(crown, look(crown, at, sheet))


def test_a_season_begins_midway_and_a_sheet_again_changes_what_is_different(crown: Pub, at: str) -> None:
    take(crown, at, TEAMS)
    page = look(crown, at, FIXTURES)
    assert "3 fixtures: new" in page.text
    assert "Columns ignored: referee." in page.text
    fixtures = store(crown, page).text
    assert re.search(r"Tue 22 Sep \D*from a spreadsheet 0–3", fixtures), fixtures
    table = crown.manager.open(at).text
    assert "1 Crown 2 2 0 0 +4 4" in table
    assert "Next: Tue 1 Dec" in table
    assert "To do Nothing. No card is overdue" in crown.manager.open(f"{at}desk").text
    form = crown.manager.open(f"{at}fixtures/draw-up").form_with("first")
    assert "results have been entered" in crown.manager.send(form, first="2026-12-01", twice="no").text
    take(crown, at, FIXTURES)
    before = crown.facts()
    assert "3 fixtures: as it stands" in look(crown, at, FIXTURES).text
    take(crown, at, FIXTURES)
    take(crown, at, TEAMS)
    assert crown.facts() == before
    page = look(crown, at, FIXTURES.replace("2;1;Joe", "3;0;Joe"))
    assert "1 fixture: changed 2 fixtures: as it stands" in page.text
    store(crown, page)
    later = FIXTURES.replace("2;1;Joe", "3;0;Joe").replace("1/12/2026;20:30", "1/12/2026;20:00")
    assert "1 fixture: changed 2 fixtures: as it stands" in look(crown, at, later).text
    assert "+6 4" in crown.manager.open(at).text
    take(crown, at, TEAMS.replace("Fay", "Fay, Gus"))
    assert "Swan Fay, Gus" in crown.manager.open(f"{at}teams/").text


def test_a_result_from_a_sheet_keeps_a_day(crown: Pub, at: str) -> None:
    take(crown, at, TEAMS)
    take(crown, at, FIXTURES)
    links = crown.manager.open(f"{at}fixtures/").links
    change = next(href for words, href in links if words.startswith("Change Crown v Red Lion"))
    before = crown.facts()
    page = crown.manager.send(crown.manager.open(change).form_with("round"), day="", reason="unknown")
    assert (page.status, "so it was played on one" in page.fault("day")) == (422, True)
    assert crown.facts() == before
    assert "1 Crown 2 2 0 0 +4 4" in crown.manager.open(at).text


def test_a_sheet_without_rounds_goes_on_where_the_last_one_ended(crown: Pub, at: str) -> None:
    """Week after week a secretary's sheet may hold the newest matches alone, known by their teams."""

    def rounds() -> list[list[str]]:
        lines = crown.manager.ask(f"{at}fixtures.csv").text.removeprefix("\ufeff").splitlines()[1:]
        return [line.split(",")[:6] for line in lines]

    head = "day;home;away;score\n"
    take(crown, at, TEAMS)
    take(crown, at, f"{head}15/9/2026;Crown;Swan;2-1\n22/9/2026;Red Lion;Crown;\n29/9/2026;Swan;Red Lion;\n")
    page = look(crown, at, f"{head}29/9/2026;Swan;Red Lion;3-0\n")
    assert "1 fixture: changed" in page.text, page.text
    store(crown, page)
    page = look(
        crown, at, f"{head}6/10/2026;Red Lion;Crown;1-2\n13/10/2026;Swan;Crown;\n20/10/2026;Crown;Swan;\n"
    )
    assert "2 fixtures: new 1 fixture: changed" in page.text, page.text
    store(crown, page)
    assert rounds() == [
        ["1", "2026-09-15", "Crown", "Swan", "2", "1"],
        ["2", "2026-10-06", "Red Lion", "Crown", "1", "2"],
        ["3", "2026-09-29", "Swan", "Red Lion", "3", "0"],
        ["4", "2026-10-13", "Swan", "Crown", "", ""],
        ["5", "2026-10-20", "Crown", "Swan", "", ""],
    ]
    page = look(crown, at, f"{head}31/11/2026;Swan;Red Lion;\n;Crown;Red Lion;\n")
    assert "Line 2, day: “31/11/2026” is not a day" in page.text
    assert "Line 2, round" not in page.text, "the sheet has none"
    assert "Line 3, round: A whole number is missing" in page.text


def test_a_knockouts_fixtures_come_from_its_draw(crown: Pub) -> None:
    cup = league(crown, "cup", name="Cup")
    take(crown, cup, TEAMS)
    page = look(crown, cup, FIXTURES.replace("2;1;Joe", "6;3;Joe"))
    assert (page.status, "Line 2, round: This is a knockout: its draw says" in page.text) == (422, True)


def test_a_seasons_exported_fixtures_can_be_imported_into_another(crown: Pub, at: str) -> None:
    take(crown, at, TEAMS)
    take(crown, at, FIXTURES)
    text = crown.manager.ask(f"{at}fixtures.csv").text
    other = league(crown, "hdddcl", name="Copy")
    take(crown, other, TEAMS)
    take(crown, other, text)
    assert crown.manager.ask(f"{other}fixtures.csv").text == text


def assert_imported_as_it_stands(pub: Pub, at: str, fixtures: int) -> None:
    """What the season exports of its fixtures is taken as it stands, and changes nothing."""
    text, before = pub.manager.ask(f"{at}fixtures.csv").text, pub.facts()
    page = look(pub, at, text)
    assert page.status == 200, page.text
    assert f"{counted(fixtures, 'fixture')}: as it stands" in page.text
    store(pub, page)
    assert pub.facts() == before


def test_a_leagues_exported_fixtures_change_nothing(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at, first="2026-09-07", twice="no")
    first, second, _ = cards_of(crown, at)
    enter_card(crown.manager, first, **ALL)
    enter_card(crown.manager, second, b1_legs="2-1")
    page = crown.manager.open(f"{at}fixtures/new")
    ids = {name: id for id, name in options(page, "home")}
    fields = {"home": ids["Crown"], "away": ids["Lion"], "day": "2026-11-30", "stage": "play_off"}
    play_off = crown.manager.send(page.form_with("round"), round=4, **fields)
    assert play_off.status == 200, play_off.text
    assert_imported_as_it_stands(crown, at, 4)
    head, *lines = crown.manager.ask(f"{at}fixtures.csv").text.splitlines()
    timed = [",".join([line, "20:30"]) for line in lines]
    before = crown.facts()["fixtures"]
    page = look(crown, at, "\n".join([f"{head},time", timed[3]]))
    assert "1 fixture: changed" in page.text
    store(crown, page)
    assert [row["starts"] for row in crown.stored()["fixtures"] if row["stage"] == "play_off"] == ["20:30"]
    assert len(before) == 4
    page = look(crown, at, "\n".join([f"{head},time", timed[0]]))
    assert "Something has been entered on the card of this match" in page.text


def test_a_knockouts_exported_fixtures_change_nothing_and_others_are_refused(crown: Pub) -> None:
    """With byes, a match that was level and its replay, and one entered before its day."""
    at = league(crown, "cup", name="Cup", kind_0_count=2, kind_1_count="")
    enter_teams(crown, at, *NAMES)
    draw(crown, f"{at}cup/", "\n".join(NAMES))
    [(_, card)] = open_cards(date(crown, f"{at}cup/", day="2026-10-13"))
    assert_imported_as_it_stands(crown, at, 1)
    enter_card(crown.manager, card, b1_legs="1-0", b2_legs="0-1")
    [(_, replay)] = open_cards(date(crown, f"{at}cup/", day="2026-10-20"))
    enter_card(crown.manager, replay, b1_legs="1-0", b2_legs="1-0")
    cards = open_cards(date(crown, f"{at}cup/", day="2027-01-13"))
    assert len(cards) == 2
    enter_card(crown.manager, cards[0][1], b1_legs="1-0", b2_legs="1-0")
    assert_imported_as_it_stands(crown, at, 4)
    lines = crown.manager.ask(f"{at}fixtures.csv").text.splitlines()
    for old, new in (("2027-01-13", "2027-01-14"), (lines[-1].split(",")[2], "P1"), ("2,", "3,")):
        page = look(crown, at, f"{lines[0]}\n{lines[-1].replace(old, new, 1)}")
        words = "Line 2, round: This is a knockout: its draw says"
        assert (page.status, words in page.text) == (422, True), page.text


def test_a_ladders_and_a_groups_exported_fixtures_change_nothing(crown: Pub) -> None:
    groups = groups_cup(crown)
    draw_groups(crown, groups, first="2026-10-12")
    play_all(crown, groups, signed=False)
    crown.manager.send(crown.manager.open(f"{groups}cup/").form_saying("Draw the knockout"))
    date(crown, f"{groups}cup/", day="2026-11-17")
    assert_imported_as_it_stands(crown, groups, len(crown.stored()["fixtures"]))
    ladder = league(crown, "ladder", name="Ladder", reach=2)
    enter_players(crown, ladder, "Ann", "Bob")
    for day in ("2026-10-13", "2026-11-10"):
        challenge(crown, f"{ladder}ladder/", "Bob", "Ann", day)
        play(crown, f"{ladder}ladder/", "Ann v Bob", "2-0")
    assert_imported_as_it_stands(crown, ladder, 2)


FIXTURE_FAULTS = [
    ("1;31/2/26;;Crown;Swan;;", "Line 2, day: “31/2/26” is not a day; write 22/12/2026 or 22 Dec."),
    ("1;1/9/26;late;Crown;Swan;;", "Line 2, time: “late” is not a time; write 20:30."),
    ("x;1/9/26;;Crown;Swan;;", "Line 2, round: “x” is not a whole number; it goes from 1 to 999."),
    ("1;1/9/26;;Crown;Fox;;", "Line 2, away: There is no team “Fox” in this league."),
    ("1;1/9/26;;Crown;Crown;;", "Line 2, away: a team cannot meet itself."),
    ("1;1/9/26;;Crown;Swan;2;", "Line 2, away legs: A whole number is missing; it goes from 0 to 999."),
    ("1;1/9/26;;Crown;Swan;2;2", "Line 2, home legs: 2–2 cannot be on a card of 3 tables."),
    ("1;1/12/26;;Crown;Swan;2;1", "Line 2, day: A match that was played has a day that is not still to"),
    ("1;;;Crown;Swan;;\n1;;;Red Lion;Swan;;", "Line 3, away: Swan plays in round 1 already, in line 2."),
    ('1;"1/9/26;;Crown;Swan;;', "Line 2, quotes: This line cannot be read"),
]
TEAM_FAULTS = [
    ("", "Line 1, head: The first line names the columns: team, players"),
    ("name,players\nCrown,Ann\n", "Line 1, head: The first line names the columns: team, players"),
    ("team,players\n", "Line 1, head: There are no lines below the heading."),
    ("team,players\nCrown,Ann\n,Bob\n", "Line 3, team: Which team is it?"),
    ("team,players\n=Crown,Ann\n", "Line 2, team: The team’s name begins with “=”"),
    (
        'team,players\nCrown,"Ann, ann"\n',
        "Line 2, players: ann is in the list twice. If they are two people, write",
    ),
    (
        "team,players\nCrown,Ann\nSwan,Ann\n",
        "Line 3, players: Ann is in the squad of Crown. Move them on this team’s",
    ),
    (f"team,plays at\nCrown,{61 * 'a'}\n", "Line 2, plays at: 60 letters are the most."),
    (f"team,address\nCrown,{121 * 'a'}\n", "Line 2, address: 120 letters are the most."),
    ("team,players\n" + "Crown,Ann\n" * 7000, "The sheet has more than 60000 characters"),
]


def test_everything_impossible_is_named_by_line_and_column_and_nothing_is_stored(crown: Pub, at: str) -> None:
    before = crown.facts()
    for sheet, sentence in TEAM_FAULTS:
        page = look(crown, at, sheet)
        assert (page.status, sentence in page.text) == (422, True), (sheet[:40], page.text)
    assert crown.facts() == before
    page = look(crown, at, 'team,players\nCrown,"Ann, Bob"\nSwan,"Ann, Cy"\n,Dee\n=Fox,Eve\n')
    for line in (
        "Line 3, players: Ann is in the squad of Crown.",
        "Line 4, team: Which team is it?",
        "Line 5, team: The team’s name begins with",
    ):
        assert line in page.text, page.text
    assert "Swan,&#34;Ann, Cy&#34;</small>" in page.html
    take(crown, at, TEAMS)
    page = look(crown, at, "round;day;home;away\n1;15/9/26;Crown;Fox\n1;32/9/26;Swan;Red Lion\n")
    assert "Line 2, away: There is no team “Fox”" in page.text
    assert "Line 3, day: “32/9/26” is not a day" in page.text
    take(crown, at, TEAMS)
    head = "round;day;time;home;away;home legs;away legs\n"
    before = crown.facts()
    for line, sentence in FIXTURE_FAULTS:
        page = look(crown, at, f"{head}{line}\n9;1/10/26;;Crown;Red Lion;;\n")
        assert (page.status, sentence in page.text) == (422, True), (line, page.text)
        assert "Nothing was imported" in page.text
        assert line.split("\n")[0] in page.html.replace("&#34;", '"'), "what was typed is kept"
    assert crown.facts() == before


def test_a_card_takes_precedence_over_a_spreadsheet(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at, first="2026-09-07", twice="no")
    enter_card(crown.manager, cards_of(crown, at)[0], **ALL)
    lines = crown.manager.ask(f"{at}fixtures.csv").text.splitlines()
    turned = [line.replace(",2,1,", ",1,2,") for line in lines]
    assert turned != lines
    page = look(crown, at, "\n".join(turned))
    assert "Something has been entered on the card of this match, so it stays as it is." in page.text


def test_an_imported_result_is_locked_until_the_manager_reopens_its_card(crown: Pub, at: str) -> None:
    take(crown, at, TEAMS)
    take(crown, at, FIXTURES)
    card = crown.manager.open(f"{at}fixtures/").link_saying("Crown v Red Lion")
    phone = crown.phone("score")
    page = phone.open(card)
    assert "Result from a spreadsheet" in page.text
    assert "was imported from a spreadsheet, without its boards" in page.text
    assert not [form for form in page.forms if form.action.endswith(("/sign", "/boards"))]
    form = crown.manager.open(card).form_saying("Reopen the card")
    page = crown.manager.send(form, reason="we found the card")
    assert "0 of 3 boards" in page.text
    enter_card(crown.manager, card, **ALL)
    assert "Waits for" in crown.manager.open(card).text
