"""Spreadsheets as they really are: other headings, titles, encodings, workbooks."""

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import time_machine
from openpyxl import Workbook

from scorekeeper.exchange import workbook as workbooks
from tests.web.cast import Pub
from tests.web.leagues.test_spreadsheet import TEAMS as SEASON
from tests.web.leagues.test_spreadsheet import at, november, store
from tests.web.page import Page

TEAMS = "Team Name,Player 1,Player 2,Venue\nCrown,Ann,Bob,The Crown\nSwan,Cy,Dee,The Swan\n"
PLAIN = "team;players;plays at\nCrown;Ann, Bob;The Crown\nSwan;Cy, Dee;The Swan\n"
FIXTURES = (
    "Winter League 2026-27,,,,,\n"
    "printed by Joe,,,,,\n"
    "\n"
    "Date,Start Time,Home Team,Away Team,Home Score,Away Score\n"
    "15-Sep-26,19:30:00,Crown,Swan,2,1\n"
    "1-Dec-26,19:30:00,Swan,Crown,,\n"
)
CLEAN = (
    "round,day,home,away,home legs,away legs,home points,away points,state\r\n"
    "1,2026-09-15,Crown,Swan,2,1,2,0,signed\r\n"
    "2,2026-12-01,Swan,Crown,,,,,to come\r\n"
)


__all__ = ["at", "november"]


def upload(crown: Pub, at: str, raw: bytes, name: str = "sheet.csv") -> Page:
    form = crown.manager.open(f"{at}spreadsheet/").form_saying("Preview")
    sent = {**dict(form.fields), "file": (BytesIO(raw), name), "sheet": "", "act": "look"}
    answer = crown.manager.client.post(form.action, data=sent, base_url=crown.manager.base)
    return Page(form.action, answer.status_code, answer.get_data(as_text=True))


def csv_of(crown: Pub, at: str) -> str:
    return crown.manager.ask(f"{at}fixtures.csv").text.removeprefix("\ufeff")


def workbook(*sheets: Sequence[Sequence[object]]) -> bytes:
    file = Workbook()
    file.remove(file.active)
    for rows in sheets:
        sheet = file.create_sheet()
        for row in rows:
            sheet.append(list(row))
    out = BytesIO()
    file.save(out)
    return out.getvalue()


ENCODED = {
    "Excel’s “Unicode text”": FIXTURES.replace(",", "\t").encode("utf-16"),
    "UTF-16 without its mark": FIXTURES.encode("utf-16-le"),
    "big-endian": b"\xfe\xff" + FIXTURES.encode("utf-16-be"),
    "sep=;": ("sep=;\r\n" + FIXTURES.replace(",", ";").replace("\n", "\r\n")).encode(),
    "sep of a quotation mark": ('sep="\r\n' + FIXTURES).encode(),
    "sep of a rare sign": ("sep=|\r\n" + FIXTURES.replace(",", "|")).encode(),
    "no years": FIXTURES.replace("-26", "").encode(),
    "year first": FIXTURES.replace("15-Sep-26", "2026/09/15").replace("1-Dec-26", "2026/12/01").encode(),
    "one score": FIXTURES.replace("Home Score,Away Score", "Score,Note").replace(",2,1", ",2-1,").encode(),
    "day and date": FIXTURES.replace("Date,", "Day,Date,", 1)
    .replace("15-Sep-26", "Tue,15-Sep-26")
    .replace("1-Dec-26", "Tue,1-Dec-26")
    .encode(),
    "day with time": FIXTURES.replace("Date,Start Time", "Match Date,Referee")
    .replace("15-Sep-26,19:30:00", "15/09/2026 19:30,Joe")
    .replace("1-Dec-26,19:30:00", "01/12/2026 19:30,")
    .encode(),
    "a heading on each page": (
        FIXTURES.replace("1-Dec-26", "Date,Start Time,Home Team,Away Team,Home Score,Away Score\n1-Dec-26")
    ).encode(),
    "a bye": (FIXTURES + "8-Dec-26,,Crown,BYE,,\n").encode(),
    "weeks": FIXTURES.replace("Date,", "Week No.,Date,", 1)
    .replace("15-Sep-26", "Week 1,15-Sep-26")
    .replace("1-Dec-26", "Week 2,1-Dec-26")
    .encode(),
    ".xlsx": workbook(
        [
            ["Winter League 2026-27"],
            [],
            ["Date", "Start Time", "Home Team", "Away Team", "Home Score", "Away Score"],
            [date(2026, 9, 15), time(19, 30), "Crown", "Swan", 2, 1.0],
            [datetime(2026, 12, 1), "7.30pm", "Swan", "Crown"],
            [],
        ],
        [["Notes"], ["not", "for", "import"]],
    ),
}


@pytest.mark.parametrize("how", ENCODED)
def test_a_sheet_comes_in_as_people_keep_it(crown: Pub, at: str, how: str) -> None:
    store(crown, upload(crown, at, PLAIN.encode()))
    store(crown, upload(crown, at, ENCODED[how]))
    assert csv_of(crown, at) == CLEAN
    assert "19:30" in crown.manager.open(f"{at}fixtures/").text


def test_team_name_venue_and_numbered_players_are_the_same_as_the_plain_sheet(crown: Pub, at: str) -> None:
    page = upload(crown, at, TEAMS.encode())
    assert "2 teams: new" in page.text
    assert "ignored:" not in page.text
    store(crown, page)
    assert "2 teams: as it stands" in upload(crown, at, PLAIN.encode()).text


SQUADS = (
    "{head}\nCrown;Ann, Bob, Cy, Dan, Eve, Flo;The Crown\nSwan;Gus, Hal, Ida, Jim, Kay, Len, Mo;The Swan\n"
)


@pytest.mark.parametrize("turned", [False, True])
def test_names_in_a_cell_may_be_more_than_columns(crown: Pub, at: str, turned: bool) -> None:
    """Seven names have six signs between them, three cells only two."""
    other = str.maketrans(",;", ";,") if turned else {}
    sheet = SQUADS.format(head="team;players;plays at").translate(other)
    teams = store(crown, upload(crown, at, sheet.encode()))
    assert "Swan Gus, Hal, Ida, Jim, Kay, Len, Mo" in teams.text
    unknown = upload(crown, at, SQUADS.format(head="Side;Members;Ground").translate(other).encode())
    form = unknown.form_saying("Preview")
    assert [value for name, value in form.fields if name == "heading"] == ["Side", "Members", "Ground"]


def test_a_season_of_days_without_years_lies_in_one_winter(crown: Pub, at: str) -> None:
    days = ["8 Sep", "13 Oct", "12 Jan", "9 Mar", "11 May"]
    sides = ["Crown,Swan", "Swan,Crown"] * 3
    sheet = "date,home,away\n" + "".join(f"{day},{two}\n" for day, two in zip(days, sides, strict=False))
    with time_machine.travel("2026-07-22T12:00:00Z", tick=False):
        page = upload(crown, at, sheet.encode())
        assert "Fixtures from Tue 8 Sep 2026 to Tue 11 May 2027" in page.text
        assert "2 teams: new" in page.text


def test_a_column_can_be_said_by_hand(crown: Pub, at: str) -> None:
    sheet = "Hosts,Guests,When,Referee\nCrown,Swan,15-Sep-26,Joe\n"
    page = upload(crown, at, sheet.encode())
    assert page.status == 422
    form = page.form_saying("Preview")
    assert [value for name, value in form.fields if name == "heading"] == sheet.split("\n")[0].split(",")
    said = ["home", "away", "day", ""]
    kept = [(name, value) for name, value in form.fields if name not in ("holds", "act")]
    sent = {"heading": [v for n, v in kept if n == "heading"], "holds": said}
    sent |= {"sheet": sheet, "act": "look"}
    answer = crown.manager.client.post(form.action, data=sent, base_url=crown.manager.base)
    page = Page(form.action, answer.status_code, answer.get_data(as_text=True))
    assert "1 fixture: new" in page.text
    assert "Columns ignored: Referee" in page.text
    form = page.form_saying("Import")
    typed = {n: [v for m, v in form.fields if m == n] for n, _ in form.fields} | {"act": "store"}
    crown.manager.client.post(form.action, data=typed, base_url=crown.manager.base)
    assert "1,2026-09-15,Crown,Swan,,,,,missing" in csv_of(crown, at)


def test_nothing_is_imported_from_a_line_that_was_not_understood(crown: Pub, at: str) -> None:
    before = crown.facts()
    for sheet, words in (
        (TEAMS + "Fox,Eve,Fay,The Fox,Gus\n", "Line 4, line: This line has more cells than the heading"),
        (FIXTURES + "Week 3,,,,,\n", "Line 7, day: “Week 3” is not a day"),
        (FIXTURES.replace(",2,1", ",two,1"), "Line 5, home legs: “two” is not a whole number"),
        ("date,home,away,score\n1/9/26,Crown,Swan,6-Mar\n", "Line 2, score: “6-Mar” is not a score"),
    ):
        page = upload(crown, at, sheet.encode())
        assert (page.status, words in page.text) == (422, True), page.text
    assert crown.facts() == before


def test_a_file_that_is_no_sheet_is_refused_in_words(crown: Pub, at: str) -> None:
    bomb = BytesIO()
    with ZipFile(bomb, "w", compression=8) as packed:
        packed.writestr("xl/workbook.xml", b" " * 30_000_000)
    for raw in (b"PK\x03\x04nonsense", b"\xd0\xcf\x11\xe0old Excel", bomb.getvalue()):
        page = upload(crown, at, raw, "sheet.xlsx")
        assert (page.status, "cannot be read as a spreadsheet" in page.text) == (422, True), page.text
    wide = workbook([["team"]] + [["Crown"]] * 2100)
    assert "more than 2000 rows" in upload(crown, at, wide, "sheet.xlsx").text


def test_a_small_file_that_takes_hours_to_read_is_given_up(
    crown: Pub, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A format of 300,000 brackets: from each of them on all the others are looked at."""
    monkeypatch.setattr("scorekeeper.exchange.workbook.MOST_SECONDS", 2)
    slow = BytesIO()
    with ZipFile(BytesIO(workbook([["team"]]))) as plain, ZipFile(slow, "w", compression=8) as packed:
        for name in plain.namelist():
            part = plain.read(name).replace(
                b'<cellXfs count="1"><xf numFmtId="0"', b'<cellXfs><xf numFmtId="9"'
            )
            formats = b'<numFmts><numFmt numFmtId="9" formatCode="%s"/></numFmts>' % (b"[" * 300_000)
            packed.writestr(name, part.replace(b'<numFmts count="0" />', formats))
    assert len(slow.getvalue()) < 10_000
    assert "cannot be read as a spreadsheet" in upload(crown, at, slow.getvalue(), "sheet.xlsx").text


def test_a_sheet_whose_cells_are_gigabytes_together_never_leaves_its_process(crown: Pub, at: str) -> None:
    """One text of megabytes may stand in every cell, in a file of 100 kB."""
    page = upload(crown, at, workbook([["x" * 32_000] * 40]), "sheet.xlsx")
    assert "A sheet has more than 1000000 characters" in page.text


def test_the_process_that_reads_a_workbook_takes_so_much_memory_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "big").touch()
    os.truncate(tmp_path / "big", workbooks.MOST_MEMORY)
    with (tmp_path / "big").open("rb") as big:
        done = subprocess.run([sys.executable, "-m", workbooks.__name__], stdin=big, capture_output=True)
    assert b"MemoryError" in done.stderr


def test_fixtures_without_a_division_find_the_one_that_has_their_teams(crown: Pub, at: str) -> None:
    sheet = "team,div\nCrown,One\nSwan,One\nFox,Two\nBull,Two\n\ndate,home,away\n1/12/26,Fox,Bull\n"
    store(crown, upload(crown, at, sheet.encode()))
    two = next(h for w, h in crown.manager.open(f"{crown.home}leagues/").links if "Two" in w)
    assert "1,2026-12-01,Fox,Bull" in csv_of(crown, two)


def test_a_league_with_teams_and_no_divisions_gets_none_by_a_sheet(crown: Pub, at: str) -> None:
    store(crown, upload(crown, at, PLAIN.encode()))
    page = upload(crown, at, b"team,division\nFox,Two\n")
    assert "Line 2, division: This league has teams and no divisions" in page.text


def test_teams_come_from_an_excel_file_and_are_previewed(crown: Pub, at: str) -> None:
    before = crown.facts()
    page = upload(crown, at, ("\ufeff" + SEASON).encode(), "teams.csv")
    assert (page.status, "3 teams: new" in page.text) == (200, True), page.text
    assert crown.facts() == before, "it was only looked at"
    page = store(crown, page)
    assert "Crown Ann, Bob, Cy" in page.text
    assert "Red Lion Dee, Eve" in page.text
    change = crown.manager.open(page.link_saying("Change Crown")).html
    assert 'value="1 High Street"' in change


def test_a_file_in_windows_1252_is_read(crown: Pub, at: str) -> None:
    store(crown, upload(crown, at, "team\tplayer\r\nCafé\tZoë\r\n".encode("cp1252"), "teams.csv"))
    assert "Café Zoë" in crown.manager.open(f"{at}teams/").text
