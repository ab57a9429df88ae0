"""What a phone has in its snapshot, and its room: said where scores are shown."""

from contextlib import closing
from pathlib import Path

import pytest

from pocket.phone.bridge import Bridge
from pocket.phone.requests import Site
from scorekeeper.services.clubs.hosting import open_club
from scorekeeper.store import open_store
from scorekeeper.store.engine.errors import EngineError
from scorekeeper.store.engine.migrate import columns_of_steps
from scorekeeper.web.http.errors import busy
from scorekeeper.web.http.templating import build_id
from scorekeeper.web.pwa import bundle
from tests.web.cast import Pub
from tests.web.conftest import app_over


@pytest.mark.parametrize(("pocket", "said"), [(True, "This phone is full"), (False, "The server’s disk")])
def test_a_full_disk_is_called_by_its_name(tmp_path: Path, pocket: bool, said: str) -> None:
    app = app_over(tmp_path, SECRET_KEY=b"its own", POCKET=pocket)
    with app.test_request_context("/", headers={"Accept": "application/json"}):
        answer = busy(EngineError("database or disk is full"))
    assert answer.status_code == 507
    assert answer.get_json()["status"] == 507
    assert said in answer.get_json()["detail"]


def test_only_a_pocket_looks_for_room(crown: Pub, tmp_path: Path) -> None:
    assert 'id="room"' not in crown.manager.ask(crown.home).get_data(as_text=True)
    pocket = app_over(tmp_path, SECRET_KEY=b"its own", POCKET=True)
    with closing(open_store(tmp_path / "scorekeeper.db")) as db:
        club = open_club(db, "The Bell", "2026-11-22T20:00:00Z")
    bell = Pub(pocket, club.id)
    assert 'id="room"' in bell.manager.ask(f"{bell.home}matches/new").get_data(as_text=True)


BASE = "/pocket/app"


def test_the_first_page_puts_no_bundle_together(tmp_path: Path) -> None:
    made = (bundle, build_id, columns_of_steps)
    for each in made:
        each.cache_clear()
    bridge = Bridge()
    bridge.prepare(tmp_path)
    bridge.prepare_pages()
    before = [each.cache_info().misses for each in made]
    bridge.open(Site("https", "pocket.example", BASE))
    status, _, page = bridge.answer("GET", f"{BASE}{bridge.first_page()}", [], b"")
    assert (status, b"Open the club" in page) == (200, True)
    assert [each.cache_info().misses for each in made] == before
