"""Spreadsheets of a season as CSV, read line by line: a sheet of teams, or one of fixtures and results.

Commas, semicolons or tabs separate the cells, whichever is most frequent in the header. Excel's byte order
mark and line ends are accepted; days and times as people in the British Isles write them.
"""

import csv
import io
import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from scorekeeper.exchange.season_files import BYTE_ORDER_MARK
from scorekeeper.names import clean_name, name_key
from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_sheet import (
    FixtureLine,
    Looked,
    SheetFault,
    SheetRefused,
    TakenOver,
    TeamLine,
    take_over_fixtures,
    take_over_teams,
)
from scorekeeper.services.leagues.subject import LeagueError
from scorekeeper.services.leagues.teams import squad_report

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})", re.ASCII)
_WORDS = re.compile(
    r"(?:[a-z]{3,9}\.? )?(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?(?: (\d{4}|\d{2}))?", re.ASCII
)


def parse_day(text: str, today: date) -> date | None:
    """The day that is meant, day before month; None for what is no day. Without a year it is the nearest."""
    said = " ".join(text.replace(",", " ").split()).casefold()
    try:
        return date.fromisoformat(said)
    except ValueError:
        pass
    if found := _NUMBERS.fullmatch(said):
        return _day_of(int(found[1]), int(found[2]), found[3], today)
    found = _WORDS.fullmatch(said)
    if found and found[2][:3] in _MONTHS:
        return _day_of(int(found[1]), _MONTHS.index(found[2][:3]) + 1, found[3], today)
    return None


def _day_of(day: int, month: int, year: str | None, today: date) -> date | None:
    try:
        if year:
            return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
        near = (date(today.year + more, month, day) for more in (-1, 0, 1))
        return min(near, key=lambda found: abs((found - today).days))
    except ValueError:
        return None


_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?", re.ASCII)


def parse_time(text: str) -> str | None:
    """The time as ``20:30``; None for what is none. A bare ``8.30`` is in the morning, as it says."""
    found = _TIME.fullmatch(text.strip().casefold())
    if found is None or (found[2] is None and found[3] is None):
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else None


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


def take_over(ask: Ask, season: Season, text: str, *, store: bool) -> tuple[Sheet, TakenOver]:
    """Read the sheet and store all of it, or with ``store`` False only say what it would bring.

    Raises ``SheetRefused`` with every fault, naming line and column.
    """
    sheet, league = read_sheet(text), season.league.id
    try:
        if sheet.teams:
            done = take_over_teams(ask, league, *team_lines(season, sheet), store=store)
        else:
            done = take_over_fixtures(ask, league, *fixture_lines(sheet, season.today), store=store)
    except Looked as looked:
        return sheet, looked.done
    return sheet, TakenOver(*done.answer)


def brings(sheet: Sheet, done: TakenOver) -> list[str]:
    """What the sheet brought, or would bring, in words: ``9 teams: new``."""
    noun = "team" if sheet.teams else "fixture"
    counts = ((done.new, "new"), (done.changed, "changed"), (done.known, "as it stands"))
    return [f"{number} {noun}{'' if number == 1 else 's'}: {words}" for number, words in counts if number]
