"""Spreadsheets of a season as CSV, read line by line: tables of teams, and of fixtures and results.

Commas, semicolons or tabs separate the cells. Columns are known by the headings that people give them, or by
what somebody says that they hold.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple, TypeVar

from scorekeeper.exchange.day_text import parse_day, parse_time
from scorekeeper.exchange.season_export import BYTE_ORDER_MARK
from scorekeeper.exchange.workbook import Unreadable, text_of
from scorekeeper.names import clean_name, name_key
from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_import import (
    FixtureLine,
    Looked,
    SheetFault,
    SheetRefused,
    TakenOver,
    TeamLine,
    take_over_sheet,
)

T = TypeVar("T")
MOST_SIGNS = 60_000  # a county of forty teams with its fixtures takes less
MOST_ROUNDS = 999
MOST_LEGS = 999
_NUMBER = re.compile(r"[0-9]{1,6}")
_ROUND = re.compile(r"(?:(?:round|week|wk) ?)?([0-9]{1,6})", re.IGNORECASE)
_SCORE = re.compile(r"([0-9]{1,3}) ?(?:[-–—:]|v) ?([0-9]{1,3})", re.IGNORECASE)
_WANTED = {
    "day": "a day; write 22/12/2026 or 22 Dec",
    "time": "a time; write 20:30",
    "score": "a score; write 6-3",
}
_BYE = ("bye", "free")
_MOST_TITLES = 20  # lines above a heading
HEAD = (
    "The first line names the columns: team, players, plays at, address; "
    "or round, day, time, home, away, home legs, away legs. Say below which column is which, "
    "or put such a line above the others."
)

# What people write above a column, the best first where a sheet has two of them.
_HEADINGS = {
    "team": ("team", "team name", "teams"),
    "player": ("player", "player name", "name of player"),
    "players": ("players", "squad", "team members"),
    "plays at": ("plays at", "venue", "home venue", "ground", "pub"),
    "address": ("address", "venue address"),
    "division": ("division", "div", "section"),
    "round": ("round", "round no", "week", "week no", "match week", "rd", "wk"),
    "day": ("date", "match date", "fixture date", "day"),
    "time": ("time", "start", "start time", "starts", "kick off", "ko"),
    "home": ("home", "home team", "home side"),
    "away": ("away", "away team", "away side", "visitors", "visiting team"),
    "home legs": ("home legs", "home score", "home result"),
    "away legs": ("away legs", "away score", "away result"),
    "score": ("score", "result", "final score"),
}
_KNOWN = {heading: field for field, headings in _HEADINGS.items() for heading in headings}
_PLAYER = re.compile(r"player ?[0-9]{1,2}")
_OF_TEAMS = ("team", "player", "players", "plays at", "address", "division")
_OF_FIXTURES = ("round", "day", "time", "home", "away", "home legs", "away legs", "score", "division")
FIELDS = tuple(_HEADINGS)
_MANY = ("player", "players")  # may have several columns


class Row(NamedTuple):
    """A line of a table: its number and its cells by what they hold."""

    line: int
    cells: dict[str, list[str]]

    def said(self, field: str) -> str:
        return next(iter(self.cells.get(field, ())), "")


class Column(NamedTuple):
    """A column by its heading: what it holds, ``""`` where it is left out, and its first cell."""

    heading: str
    field: str
    example: str


class Sheet(NamedTuple):
    """Rows of teams and of fixtures, the columns of all its tables, lines above them, and faults of lines."""

    teams: list[Row]
    fixtures: list[Row]
    columns: list[Column]
    titles: list[str]
    faults: list[SheetFault]

    @property
    def left_out(self) -> list[str]:
        return [column.heading for column in self.columns if not column.field]


def heading_of(cell: str) -> str:
    """A heading without what is no letter and no number, small."""
    return " ".join(re.sub(r"[\W_]+", " ", cell).casefold().split())


def _field_of(heading: str, said: Mapping[str, str]) -> str:
    if heading in said:
        return said[heading]
    return "player" if _PLAYER.fullmatch(heading) else _KNOWN.get(heading, "")


def _fields(cells: Sequence[str], said: Mapping[str, str]) -> list[str] | None:
    """What each column under this heading holds; None for a line that is no heading."""
    headings = [heading_of(cell) for cell in cells]
    found = [_field_of(heading, said) for heading in headings]
    kinds = [own for own, due in ((_OF_FIXTURES, {"home", "away"}), (_OF_TEAMS, {"team"})) if due <= {*found}]
    if not kinds:
        return None
    ranks = [_rank(field, heading, said) for field, heading in zip(found, headings, strict=True)]
    best = {
        field: n for _, n, field in sorted(zip(ranks, range(len(found)), found, strict=True), reverse=True)
    }
    found = [
        field if field in kinds[0] and (n == best[field] or field in _MANY) else ""
        for n, field in enumerate(found)
    ]
    if "home legs" in found and "score" in found:
        found[found.index("score")] = ""
    return found


def _rank(field: str, heading: str, said: Mapping[str, str]) -> int:
    """How surely this heading is that of the field, the least the best."""
    own = _HEADINGS.get(field, ())
    return -1 if heading in said else own.index(heading) if heading in own else len(own)


def is_head(cells: Sequence[str]) -> bool:
    """Whether this line names the columns of teams or of fixtures."""
    return _fields(cells, {}) is not None


def decoded(raw: bytes) -> str:
    """The text of a file. Raises ``SheetRefused``."""
    try:
        return text_of(raw, is_head)
    except Unreadable as error:
        raise SheetRefused([SheetFault(1, "file", str(error))]) from error


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The numbered lines that say something, in cells."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) > MOST_SIGNS:
        words = f"The sheet has more than {MOST_SIGNS} characters: send it in parts, each with its heading."
        raise SheetRefused([SheetFault(1, "head", words)])
    parted = re.match(r"sep=([^\"\r\n])\r?\n", text, re.IGNORECASE)
    if parted:
        sign = parted[1]
    else:
        first = text.splitlines()[: _MOST_TITLES + 1]
        sign = max(",;\t", key=lambda one: _parts(one, first))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    lines, number = [], 1
    try:
        for cells in reader:
            cleaned = [clean_name(cell.replace("\n", ",")) for cell in cells]
            if any(cleaned) and not (parted and number == 1):
                lines.append((number, cleaned))
            number = reader.line_num + 1
    except csv.Error as error:
        raise SheetRefused([SheetFault(number, "quotes", f"This line cannot be read: {error}.")]) from error
    return lines


def _parts(sign: str, lines: Sequence[str]) -> tuple[bool, int]:
    """How well this sign parts the cells: whether one line is a head, and how many lines have as many."""
    counts = Counter(line.count(sign) for line in lines if sign in line)
    return any(is_head(line.split(sign)) for line in lines), max(counts.values(), default=0)


def read_sheet(text: str, said: Mapping[str, str] | None = None) -> Sheet:
    """The sheet's rows; ``said`` names by its heading what a column holds. Raises ``SheetRefused``.

    A second heading begins another table, so teams and fixtures may come in one file.
    """
    sheet = Sheet([], [], [], [], [])
    fields: list[str] | None = None
    columns: dict[str, Column] = {}
    for line, cells in _lines(text):
        head = _fields(cells, said or {})
        if head is not None:
            fields = head
            for cell, field in zip(cells, head, strict=True):
                columns.setdefault(heading_of(cell), Column(cell, field, ""))
            named = [heading_of(cell) for cell in cells]
        elif fields is None:
            sheet.titles.append(" ".join(filter(None, cells)))
        elif any(cells[len(fields) :]):
            words = "This line has more cells than the heading has columns."
            sheet.faults.append(SheetFault(line, "line", words))
        else:
            row = Row(line, {})
            for heading, field, cell in zip(named, fields, cells, strict=False):
                if cell and field:
                    row.cells.setdefault(field, []).append(cell)
                if cell and not columns[heading].example:
                    columns[heading] = columns[heading]._replace(example=cell)
            (sheet.fixtures if "home" in fields else sheet.teams).append(row)
    sheet.columns.extend(column for heading, column in columns.items() if heading)
    if fields is None:
        raise SheetRefused([SheetFault(1, "head", HEAD)])
    if not sheet.teams and not sheet.fixtures and not sheet.faults:
        raise SheetRefused([SheetFault(1, "head", "There are no lines below the heading.")])
    return sheet


def unknown_columns(text: str, said: Mapping[str, str]) -> list[Column]:
    """The columns of a sheet without a known heading, as its first line of several cells names them."""
    try:
        lines = _lines(text)
    except SheetRefused:
        return []
    for n, (_, cells) in enumerate(lines[:_MOST_TITLES]):
        if sum(map(bool, cells)) > 1:
            below = lines[n + 1][1] if n + 1 < len(lines) else []
            pairs = zip(cells, [*below, *[""] * len(cells)], strict=False)
            return [Column(cell, _field_of(heading_of(cell), said), under) for cell, under in pairs if cell]
    return []


def team_lines(sheet: Sheet) -> tuple[list[TeamLine], list[SheetFault]]:
    """Each team with all players that its lines name, and the faults of the lines left out."""
    found: dict[tuple[str, str], list[Row]] = {}
    faults = []
    for row in sheet.teams:
        if row.said("team"):
            place = name_key(row.said("division")), name_key(row.said("team"))
            found.setdefault(place, []).append(row)
        else:
            faults.append(SheetFault(row.line, "team", "Which team is it?"))
    teams = []
    for rows in found.values():
        first = rows[0]
        typed = [cell for row in rows for field in _MANY for cell in row.cells.get(field, ())]
        players = "\n".join(typed).replace(";", "\n")
        home = _first(rows, "plays at"), _first(rows, "address")
        teams.append(TeamLine(first.line, first.said("division"), first.said("team"), players, home))
    return teams, faults


def _first(rows: Sequence[Row], field: str) -> str | None:
    return next((row.said(field) for row in rows if row.said(field)), None)


def fixture_lines(sheet: Sheet, today: date) -> tuple[list[FixtureLine], list[SheetFault]]:
    """Each fixture as its line says, and the faults of the lines left out; none for a bye."""
    faults: list[SheetFault] = []
    rows = [
        row
        for row in sheet.fixtures
        if not {row.said("home").casefold(), row.said("away").casefold()} & {*_BYE}
    ]
    dated = {row.line: _parted(row.said("day")) for row in rows}
    middle = _middle(rows, dated, today)
    parse = partial(parse_day, today=middle)
    days = {row.line: _read(row, "day", dated[row.line][0], parse, faults) for row in rows}
    lines = []
    for row in rows:
        day = days[row.line]
        number = 0 if row.said("day") and not row.said("round") else _round(row, faults)
        starts = _read(row, "time", row.said("time") or dated[row.line][1], parse_time, faults)
        sides = row.said("home"), row.said("away")
        legs = _legs(row, faults)
        lines.append(FixtureLine(row.line, row.said("division"), number, day, starts, *sides, legs))
    wrong = {fault.line for fault in faults}
    return [line for line in lines if line.line not in wrong], faults


def _parted(typed: str) -> tuple[str, str]:
    """A day that came with its time, parted."""
    day, _, last = typed.rpartition(" ")
    return (day, last) if day and ":" in last and parse_time(last) else (typed, "")


def _middle(rows: Iterable[Row], dated: Mapping[int, tuple[str, str]], today: date) -> date:
    """The middle of the season, near which days without a year lie; its first line is at its beginning."""
    for row in rows:
        typed, far = dated[row.line][0], timedelta(days=182)
        first = parse_day(typed, today - far if row.said("score") or row.said("home legs") else today)
        if first:
            return first + timedelta(days=152)
    return today


def _read(
    row: Row, column: str, typed: str, read: Callable[[str], T | None], faults: list[SheetFault]
) -> T | None:
    found = read(typed) if typed else None
    if typed and found is None:
        faults.append(SheetFault(row.line, column, f"“{typed[:20]}” is not {_WANTED[column]}."))
    return found


def _round(row: Row, faults: list[SheetFault]) -> int:
    typed = row.said("round")
    found = _ROUND.fullmatch(typed)
    return _number(row.line, "round", found[1] if found else typed, (1, MOST_ROUNDS), faults) or 0


def _parse_score(typed: str) -> Legs | None:
    found = _SCORE.fullmatch(typed)
    return (int(found[1]), int(found[2])) if found else None


def _legs(row: Row, faults: list[SheetFault]) -> Legs | None:
    if row.said("score"):
        return _read(row, "score", row.said("score"), _parse_score, faults)
    if not row.said("home legs") and not row.said("away legs"):
        return None
    home, away = (
        _number(row.line, field, row.said(field), (0, MOST_LEGS), faults)
        for field in ("home legs", "away legs")
    )
    return None if home is None or away is None else (home, away)


def _number(
    line: int, field: str, typed: str, bounds: tuple[int, int], faults: list[SheetFault]
) -> int | None:
    least, most = bounds
    if _NUMBER.fullmatch(typed) and least <= int(typed) <= most:
        return int(typed)
    words = f"“{typed[:20]}” is not a whole number" if typed else "A whole number is missing"
    faults.append(SheetFault(line, field, f"{words}; it goes from {least} to {most}."))
    return None


def take_over(
    ask: Ask, season: Season, text: str, said: Mapping[str, str] | None = None, *, store: bool
) -> tuple[Sheet, TakenOver]:
    """Read the sheet and store all of it, or with ``store`` False only say what it would bring.

    Raises ``SheetRefused`` with every fault, naming line and column.
    """
    sheet = read_sheet(text, said)
    teams, wrong = team_lines(sheet)
    fixtures, faults = fixture_lines(sheet, season.today)
    try:
        done = take_over_sheet(
            ask, season.league.id, teams, fixtures, [*sheet.faults, *wrong, *faults], store=store
        )
    except Looked as looked:
        return sheet, looked.done
    return sheet, TakenOver(*done.answer)


def brings(done: TakenOver) -> list[str]:
    """What the sheet brought, or would bring, in words: ``9 teams: new``."""
    said = [f"{name}: a new division" for name in done.divisions]
    for noun, count in (("team", done.teams), ("fixture", done.fixtures)):
        for number, words in zip(count, ("new", "changed", "as it stands"), strict=True):
            if number:
                said.append(f"{number} {noun}{'' if number == 1 else 's'}: {words}")
    if done.days:
        first, last = (date.fromisoformat(day) for day in done.days)
        said.append(
            f"Fixtures from {first:%a} {first.day} {first:%b %Y} to {last:%a} {last.day} {last:%b %Y}"
        )
    return said
