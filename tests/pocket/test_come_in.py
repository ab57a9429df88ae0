"""The owner of a phone manages every club in it, also one that another phone has saved."""

from contextlib import closing
from pathlib import Path

import pytest

from pocket.phone.bridge import Bridge
from pocket.phone.requests import Site
from scorekeeper.services.clubs.administration import set_watched_by_anyone
from scorekeeper.services.clubs.hosting import open_club
from scorekeeper.services.gate import Ask
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import take_along
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import Author
from tests.databases import make_database

AT = "2026-11-22T20:00:00Z"
BASE = "/pocket/app"


@pytest.mark.parametrize("anyone", [True, False], ids=["watched by anyone", "watched with a link"])
def test_a_club_that_another_phone_has_saved_is_managed_here(tmp_path: Path, anyone: bool) -> None:
    with closing(open_store(make_database(tmp_path / "scorekeeper.db"))) as db:
        club = open_club(db, "The Crown", AT)
        set_watched_by_anyone(Ask(db, club.id, Author("another phone", AT)), club.id, anyone)
    phone = Bridge()
    phone.prepare(tmp_path)
    phone.open(Site("https", "pocket.example", BASE))
    status, _, page = phone.answer("GET", f"{BASE}/c/{club.id}/", [], b"")
    assert status == 200
    assert b"Start a match" in page


def test_in_a_copy_its_owner_scores_and_manages_nothing(tmp_path: Path) -> None:
    with closing(open_store(make_database(tmp_path / "club.db"))) as db:
        club = open_club(db, "The Crown", AT)
        file = list(exported(db, club.id))
    with closing(open_store(make_database(tmp_path / "scorekeeper.db"))) as db:
        take_along(db, file)
    phone = Bridge()
    phone.prepare(tmp_path)
    for _ in range(2):  # the second time with its cookie
        phone.open(Site("https", "pocket.example", BASE))
        assert b"Start a match" in phone.answer("GET", f"{BASE}/c/{club.id}/", [], b"")[2]
        assert b"Rename the club" not in phone.answer("GET", f"{BASE}/c/{club.id}/settings", [], b"")[2]
