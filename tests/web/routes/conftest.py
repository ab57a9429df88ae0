"""One evening, played once: every test that changes something gets a copy of its database."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from scorekeeper.web.http import page_cache
from tests.web.cast import Phone, Pub, open_pub
from tests.web.conftest import app_over
from tests.web.evening import Evening, play_an_evening

ROLES = ("watch", "score", "manage")


@dataclass
class CopiedPub(Pub):
    """A club in a copy of its database; its phones opened their links before it was copied."""

    phones: dict[str, Phone]

    def phone(self, role: str) -> Phone:
        return self.phones[role].twin()


def copied_pub(pub: Pub, phones: dict[str, Phone]) -> CopiedPub:
    found = CopiedPub(pub.app, pub.id, phones)
    found.manager = pub.manager.twin()
    return found


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Evening, Pub, list[dict[str, Phone]]]:
    """The folder of an evening's database, the evening, the Anchor, which is another club of that app, and
    for each of the two clubs a phone of each role besides the manager's own."""
    folder = tmp_path_factory.mktemp("evening")
    app = app_over(folder)
    evening, anchor = play_an_evening(open_pub(app, "The Crown")), open_pub(app, "The Anchor")
    phones = [{role: pub.phone(role) for role in ROLES} for pub in (evening.pub, anchor)]
    with evening.pub.db() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder, evening, anchor, phones


@pytest.fixture
def another_evening(
    played: tuple[Path, Evening, Pub, list[dict[str, Phone]]], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], tuple[Evening, Pub]]:
    """Opens the app on a new copy of that evening, with the Anchor in it, in place of the previous copy."""

    def copied() -> tuple[Evening, Pub]:
        folder, evening, anchor, (ours, theirs) = played
        to = tmp_path_factory.mktemp("copy")
        shutil.copytree(folder, to, dirs_exist_ok=True)
        app = evening.pub.app
        app.config["DATABASE"] = to / "scorekeeper.db"
        page_cache.init_app(app)  # its caches belong to the other copy
        return replace(evening, pub=copied_pub(evening.pub, ours)), copied_pub(anchor, theirs)

    return copied
