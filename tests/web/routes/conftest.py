"""One evening, played once: every test that changes something gets a copy of its database."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.web.caching import page_cache
from tests.web.cast import Pub, open_pub
from tests.web.conftest import app_over
from tests.web.evening import Evening, play_an_evening


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Evening, Pub]:
    """The folder of an evening's database, the evening, and another club of that app, the Anchor."""
    folder = tmp_path_factory.mktemp("evening")
    app = app_over(folder)
    evening, anchor = play_an_evening(open_pub(app, "The Crown")), open_pub(app, "The Anchor")
    with evening.pub.db() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder, evening, anchor


@pytest.fixture
def another_evening(
    played: tuple[Path, Evening, Pub], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], tuple[Evening, Pub]]:
    """Puts the app over a new copy of that evening, with the Anchor in it: the copy before it is left."""

    def copied() -> tuple[Evening, Pub]:
        folder, evening, anchor = played
        to = tmp_path_factory.mktemp("copy")
        shutil.copytree(folder, to, dirs_exist_ok=True)
        app = evening.pub.app
        app.config["DATABASE"] = to / "scorekeeper.db"
        page_cache.init_app(app)  # what it keeps is of the other copy
        return replace(evening, pub=Pub(app, evening.pub.id)), Pub(app, anchor.id)

    return copied
