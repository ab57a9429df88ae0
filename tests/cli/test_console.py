"""A console with a small character set, as on Windows: nothing printed makes a command fail."""

import os
import pty
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from tests.serving import COMMAND

FEW_SIGNS = {**os.environ, "PYTHONIOENCODING": "cp1252"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    with closing(open_store(path)) as db, writing(db):
        add_club(db, "Zoë’s 🁡", "2026-11-22T20:00:00Z")
    return path


def test_a_name_outside_the_character_set_is_printed_as_far_as_possible(database: Path) -> None:
    command = [COMMAND, "club", "list", "--database", database]
    said = subprocess.run(command, env=FEW_SIGNS, capture_output=True, check=True).stdout
    assert "Zoë’s ?" in said.decode("cp1252")


def test_a_terminal_without_block_characters_shows_only_the_link(database: Path) -> None:
    ours, theirs = pty.openpty()
    command = [COMMAND, "link", "--role", "watch", "--database", database]
    done = subprocess.run(command, env=FEW_SIGNS, stdout=theirs, check=False)
    os.close(theirs)
    with os.fdopen(ours, encoding="cp1252") as terminal:
        shown = terminal.readline()
        assert shown.startswith("http://")
        with pytest.raises(OSError, match="Input/output"):
            terminal.readline()
    assert done.returncode == 0
