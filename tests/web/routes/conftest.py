"""One evening, played once: every test that changes something gets a copy of it."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.cast import Pub, open_pub
from tests.web.conftest import app_over
from tests.web.evening import Evening, play_an_evening


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Evening, str]:
    """The folder of an evening's database, the evening, and the id of another club, the Anchor."""
    folder = tmp_path_factory.mktemp("evening")
    app = app_over(folder)
    evening, anchor = play_an_evening(open_pub(app, "The Crown")), open_pub(app, "The Anchor")
    with evening.pub.db() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder, evening, anchor.id


@pytest.fixture
def another_evening(
    played: tuple[Path, Evening, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], tuple[Evening, Pub]]:
    """Gives that evening over an app and a database of its own, with the Anchor beside it."""

    def copied() -> tuple[Evening, Pub]:
        folder, evening, anchor = played
        to = tmp_path_factory.mktemp("copy")
        shutil.copytree(folder, to, dirs_exist_ok=True)
        app = app_over(to)
        return replace(evening, pub=Pub(app, evening.pub.id)), Pub(app, anchor)

    return copied
