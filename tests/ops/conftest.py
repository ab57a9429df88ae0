"""An installation to operate: a club with a match in a real file, and the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlite_utils import Database

from scorekeeper.cli.main import main
from scorekeeper.config import secret_key
from tests.databases import make_database
from tests.durability.conftest import disk
from tests.services.match import Match, out, start
from tests.store.conftest import db

__all__ = ["db", "disk"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = make_database(tmp_path / "instance" / "scorekeeper.db")
    secret_key(path)
    return path


@pytest.fixture
def played(db: Database) -> Match:
    """The Crown, where Ann has chipped out three times against Bob: 30 to nothing."""
    at = start(db, "draw", "Ann", "Bob", target=100_000)
    for _ in range(3):
        at.record(db, out(at, 0, {1: 10}))
    return at


@pytest.fixture
def run(path: Path) -> Callable[..., Result]:
    """Run ``scorekeeper`` with these arguments on this installation."""

    def type_it(*words: object) -> Result:
        return CliRunner().invoke(main, [*map(str, words)], env={"SCOREKEEPER_DATABASE": str(path)})

    return type_it
