"""Validation of one line of a club's file, before it reaches the store."""

import json
import re
from collections.abc import Callable
from typing import Any

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.store.engine.ids import is_id
from scorekeeper.store.transfer.club_rows import Column, Row
from scorekeeper.timestamps import is_day, is_moment

_LARGEST = 10**15  # far above every count, generation and time here, and far below where adding one overflows
_OF_OTHERS = re.compile(r"[0-9a-z-]{1,40}")  # what a phone or a program goes by
_NOT_KEPT = re.compile("[\0\ud800-\udfff]")  # signs that one or the other database cannot hold
# Tables whose rows bear a name, and the column it stands in.
_NAMES = {
    "clubs": "name",
    "devices": "nickname",
    "players": "name",
    "teams": "name",
    "squads": "name",
    "leagues": "name",
}


class BadRow(Exception):
    """The line is no row of a club; ``str(error)`` names the table, the field and the fault."""


def checked_row(
    line: str, known: dict[str, dict[str, Column]], club: str, most_letters: int
) -> tuple[str, Row]:
    """The table and the row of this line. ``club`` is that of the lines before, empty before the first."""
    if len(line) > most_letters:
        raise BadRow(f"The line has more than {most_letters} letters.")
    try:
        value = json.loads(line, parse_constant=_no_number, parse_float=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadRow("The line is broken: it is not JSON of a row.") from error
    table, row = (value.get("table"), value.get("row")) if isinstance(value, dict) else (None, None)
    if not isinstance(table, str) or table not in known or not isinstance(row, dict):
        raise BadRow("The line is broken: it names no table of a club and its row.")
    _check_columns(table, row, known[table])
    if table != "clubs" and (not club or row["club"] != club):
        raise BadRow(f"{table}: club: the row belongs to another club than the file.")
    _check_name(table, row)
    _check_rules(table, row)
    return table, row


def _check_columns(table: str, row: Row, columns: dict[str, Column]) -> None:
    for name, value in row.items():
        if name not in columns:
            raise BadRow(f"{table}: there is no field called {name[:40]}.")
        whole = columns[name].kind == "INTEGER"
        if value is not None and type(value) is not (int if whole else str):
            raise BadRow(f"{table}: {name}: {'a whole number' if whole else 'text'} is needed.")
        if isinstance(value, int) and abs(value) > _LARGEST:
            raise BadRow(f"{table}: {name}: the number is too large.")
        if isinstance(value, str):
            _check_signs(table, name, value)
            if name.endswith("_at") and not is_moment(value):
                raise BadRow(f"{table}: {name}: a moment is needed, such as 2026-11-21T20:15:00Z.")
            if (name == "day" or name.endswith("_on")) and not is_day(value):
                raise BadRow(f"{table}: {name}: a day is needed, such as 2026-11-21.")
    for name, column in columns.items():
        if column.needed and row.get(name) is None:
            raise BadRow(f"{table}: {name} is missing.")
    made = _OF_OTHERS.fullmatch if table == "devices" else is_id
    if isinstance(row.get("id"), str) and not made(row["id"]):
        raise BadRow(f"{table}: id: it is none that this program makes.")


def _check_signs(table: str, name: str, text: str) -> None:
    if _NOT_KEPT.search(text):
        raise BadRow(f"{table}: {name}: it holds a character that cannot be kept.")


def _check_name(table: str, row: Row) -> None:
    column = _NAMES.get(table)
    name = row.get(column) if column else None
    if name is None:
        return
    try:
        clean = parse_name(name, f"{table}: {column}")
    except NameFault as fault:
        raise BadRow(str(fault)) from fault
    if clean != name:
        raise BadRow(f"{table}: {column}: it holds characters that no name here may have.")
    if "name_key" in row and row["name_key"] != name_key(name):
        raise BadRow(f"{table}: name_key: it is not that of {name}.")


def _check_rules(table: str, row: Row) -> None:
    """Cards, league rules and tiles that were drawn must be such as can be played by."""
    for draw in ("lead_draw", "seat_draw"):
        try:
            _ = [Tile.parse(tile) for tile in (row.get(draw) or "").split()]
        except ValueError as error:
            raise BadRow(f"{table}: {draw}: {error}") from error
    read: dict[str, tuple[str, Callable[[Any], object]]] = {
        "matches": ("card", RuleCard.from_dict),
        "earlier_setups": ("card", RuleCard.from_dict),
        "leagues": ("rules", LeagueRules.from_dict),
        "acts": ("answer", str),
    }
    if table not in read:
        return
    column, parse = read[table]
    try:
        values = json.loads(row[column])
        parse(values)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadRow(f"{table}: {column}: {error}") from error
    _check_signs(table, column, json.dumps(values, ensure_ascii=False))


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is not a whole number")
