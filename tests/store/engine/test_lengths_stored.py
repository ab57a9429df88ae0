"""The limits of texts are defined once, in ``scorekeeper.names``; the tables check the same."""

import re
from contextlib import closing
from pathlib import Path

from scorekeeper.names import MAX_NAME, MAX_REASON
from scorekeeper.store import migrate, open_store

GUARDED = {
    **dict.fromkeys(("name", "nickname", "season"), MAX_NAME),
    **dict.fromkeys(("reason", "note"), MAX_REASON),
}
_CHECK = re.compile(r"length\((\w+)\) (?:BETWEEN 1 AND|<=) (\d+)")


def test_the_tables_hold_names_and_reasons_to_the_same_length(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    migrate(path)
    with closing(open_store(path)) as db:
        tables = db.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    checks = [check for (statement,) in tables for check in _CHECK.findall(statement)]
    found = {(column, int(most)) for column, most in checks if column in GUARDED}
    assert found == set(GUARDED.items())
