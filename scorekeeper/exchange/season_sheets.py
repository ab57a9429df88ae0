"""Spreadsheets of a season as CSV, read line by line: a sheet of teams, or one of fixtures and past results.

Commas, semicolons or tabs separate the cells, whichever is most frequent in the header. Excel's byte order
mark and line ends are accepted.
"""

import csv
import io
import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.exchange.csv_export import BYTE_ORDER_MARK
from scorekeeper.exchange.day_text import parse_day, parse_time
from scorekeeper.names import clean_name, name_key
from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_sheet import (
    FixtureLine,
    SheetFault,
    SheetRefused,
    TakenOver,
    TeamLine,
    take_over_fixtures,
    take_over_teams,
)
from scorekeeper.services.leagues.teams import squad_report
from scorekeeper.store.clubs.audit import Author

MOST_SIGNS = 20_000  # a season of twenty teams, home and away, takes less
MOST_ROUNDS = 999
_NUMBER = re.compile(r"[0-9]{1,6}")
MOST_LEGS = 999
TEAM_COLUMNS = ("team", "player", "players", "plays at", "address")
FIXTURE_COLUMNS = ("round", "day", "time", "home", "away", "home legs", "away legs")
HEAD = (
    "The first line names the columns: team, players, plays at, address; "
    "or round, day, time, home, away, home legs, away legs."
)


class Row(NamedTuple):
    """A line of the sheet: its number and its cells by the names of their columns."""

    line: int
    cells: dict[str, str]


class Sheet(NamedTuple):
    """A sheet of teams or of fixtures: its rows, and the columns that nobody here asks for."""

    teams: bool
    rows: list[Row]
    left_out: list[str]


def decoded(raw: bytes) -> str:
    """The text of a file: UTF-8, else the letters that Excel writes on Windows."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def read_sheet(text: str) -> Sheet:
    """The sheet's rows, empty ones left out. Raises ``SheetRefused``."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) > MOST_SIGNS:
        words = f"The sheet has more than {MOST_SIGNS} characters: send it in parts, each with its heading."
        raise SheetRefused([SheetFault(1, "head", words)])
    head, _, _ = text.lstrip("\r\n ").partition("\n")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    columns: list[str] = []
    rows: list[Row] = []
    line = 1
    try:
        for cells in reader:
            cleaned = [clean_name(cell.replace("\n", ",")) for cell in cells]
            if any(cleaned) and columns:
                rows.append(Row(line, dict(zip(columns, cleaned, strict=False))))
            elif any(cleaned):
                columns = [cell.casefold() for cell in cleaned]
            line = reader.line_num + 1
    except csv.Error as error:
        raise SheetRefused([SheetFault(line, "quotes", f"This line cannot be read: {error}.")]) from error
    return _sheet(columns, rows)


def _sheet(columns: Sequence[str], rows: list[Row]) -> Sheet:
    teams = "team" in columns
    known = TEAM_COLUMNS if teams else FIXTURE_COLUMNS
    if not teams and not {"home", "away"} <= set(columns):
        raise SheetRefused([SheetFault(1, "head", HEAD)])
    if not rows:
        raise SheetRefused([SheetFault(1, "head", "There are no lines below the heading.")])
    return Sheet(teams, rows, [column for column in columns if column and column not in known])


def team_lines(season: Season, sheet: Sheet) -> tuple[list[TeamLine], list[SheetFault]]:
    """Each team with all players that its lines name, and the faults of the lines left out."""
    found: dict[str, list[Row]] = {}
    faults = []
    for row in sheet.rows:
        if row.cells.get("team"):
            found.setdefault(name_key(row.cells["team"]), []).append(row)
        else:
            faults.append(SheetFault(row.line, "team", "Which team is it?"))
    teams = []
    for rows in found.values():
        first = rows[0]
        players = [row.cells.get(column, "") for row in rows for column in ("player", "players")]
        place = _first(rows, "plays at"), _first(rows, "address")
        typed = "\n".join(players).replace(";", "\n")
        try:
            report = squad_report(season, first.cells["team"], typed, place)
            teams.append(TeamLine(first.line, report))
        except LeagueError as error:
            column = "team" if error.field == "name" else error.field
            faults.append(SheetFault(first.line, column, str(error)))
    return teams, faults


def _first(rows: Sequence[Row], column: str) -> str | None:
    return next((row.cells[column] for row in rows if row.cells.get(column)), None)


def fixture_lines(sheet: Sheet, today: date) -> tuple[list[FixtureLine], list[SheetFault]]:
    """Each fixture as its line says, and the faults of the lines left out."""
    faults: list[SheetFault] = []
    days = {row.line: _day(row, today, faults) for row in sheet.rows}
    order = sorted({day for day in days.values() if day})
    lines = []
    for row in sheet.rows:
        day = days[row.line]
        # A sheet without rounds has one for each of its days.
        number = order.index(day) + 1 if day and not row.cells.get("round") else _round(row, faults)
        starts, legs = _starts(row, faults), _legs(row, faults)
        home, away = row.cells.get("home", ""), row.cells.get("away", "")
        lines.append(FixtureLine(row.line, number, day, starts, home, away, legs))
    wrong = {fault.line for fault in faults}
    return [line for line in lines if line.line not in wrong], faults


def _day(row: Row, today: date, faults: list[SheetFault]) -> date | None:
    typed = row.cells.get("day", "")
    found = parse_day(typed, today) if typed else None
    if typed and found is None:
        faults.append(
            SheetFault(row.line, "day", f"“{typed[:20]}” is not a day; write 22/12/2026 or 22 Dec.")
        )
    return found


def _starts(row: Row, faults: list[SheetFault]) -> str | None:
    typed = row.cells.get("time", "")
    found = parse_time(typed) if typed else None
    if typed and found is None:
        faults.append(SheetFault(row.line, "time", f"“{typed[:20]}” is not a time; write 20:30."))
    return found


def _round(row: Row, faults: list[SheetFault]) -> int:
    return _number(row, "round", 1, MOST_ROUNDS, faults) or 0


def _legs(row: Row, faults: list[SheetFault]) -> Legs | None:
    cells = [row.cells.get(column, "") for column in ("home legs", "away legs")]
    if not any(cells):
        return None
    home, away = (_number(row, column, 0, MOST_LEGS, faults) for column in ("home legs", "away legs"))
    return None if home is None or away is None else (home, away)


def _number(row: Row, column: str, least: int, most: int, faults: list[SheetFault]) -> int | None:
    typed = row.cells.get(column, "")
    if _NUMBER.fullmatch(typed) and least <= int(typed) <= most:
        return int(typed)
    words = f"“{typed[:20]}” is not a whole number" if typed else "A whole number is missing"
    faults.append(SheetFault(row.line, column, f"{words}; it goes from {least} to {most}."))
    return None


def take_over(
    db: Database, club: str, season: Season, text: str, author: Author, *, store: bool
) -> tuple[Sheet, TakenOver]:
    """Read the sheet and store all of it, or with ``store`` False only say what it would bring.

    Raises ``SheetRefused`` with every fault, naming line and column.
    """
    sheet = read_sheet(text)
    if sheet.teams:
        teams, faults = team_lines(season, sheet)
        return sheet, take_over_teams(db, club, season, teams, author, faults, store=store)
    fixtures, faults = fixture_lines(sheet, season.today)
    return sheet, take_over_fixtures(db, club, season, fixtures, author, faults, store=store)


def brings(sheet: Sheet, done: TakenOver) -> list[str]:
    """What the sheet brought, or would bring, in words: ``9 teams: new``."""
    noun = "team" if sheet.teams else "fixture"
    counts = ((done.new, "new"), (done.changed, "changed"), (done.known, "as it stands"))
    return [f"{number} {noun}{'' if number == 1 else 's'}: {words}" for number, words in counts if number]
