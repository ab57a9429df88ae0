"""What a phone has in its snapshot is not made anew at each start."""

from pathlib import Path

from pocket.phone.bridge import Bridge
from pocket.phone.requests import Site
from scorekeeper.store.engine.migrate import columns_of_steps
from scorekeeper.web.http.templating import build_id
from scorekeeper.web.pwa import bundle

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
