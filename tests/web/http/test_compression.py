"""Answers longer than a kilobyte are sent compressed, and their length reveals nothing."""

import gzip

from tests.grid import grid
from tests.web.cast import Pub, record, sit_down
from tests.web.http.test_page_cache import GZIP
from tests.web.league_evening import begin_a_league

PAGES = ("", "table", "players", "settings", "leagues/", "data", "export.json", "matches/new?game=draw_100")
LEAGUE_PAGES = ("", "fixtures/", "players", "teams/", "record", "rules", "sheet")


def test_long_pages_come_compressed(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    for number in range(6):
        sit_down(crown, "draw_100", f"Ann {number}", f"Bob {number}")
    league = f"{crown.home}leagues/{begin_a_league(crown).id}/"
    paths = [crown.home + page for page in PAGES] + [league + page for page in LEAGUE_PAGES]
    paths += [crown.at(match, page) for page in ("", "/rounds/new", "/rounds/1")]
    with grid() as case:
        for path in paths:
            plain, small = crown.manager.ask(path), crown.manager.ask(path, headers=GZIP)
            with case(path):
                assert (plain.status_code, small.status_code) == (200, 200)
                assert len(plain.data) > 1000
                assert small.headers["Content-Encoding"] == "gzip"
                assert "Accept-Encoding" in small.headers["Vary"]
                assert len(small.data) < len(plain.data) / 1.5
                assert abs(len(gzip.decompress(small.data)) - len(plain.data)) < 200


def test_the_length_of_a_page_with_secrets_is_random(crown: Pub) -> None:
    lengths = {len(crown.manager.ask(f"{crown.home}settings", headers=GZIP).data) for _ in range(12)}
    assert len(lengths) > 4


def test_short_answers_and_clients_without_gzip_get_plain_text(crown: Pub) -> None:
    assert "Content-Encoding" not in crown.manager.ask("/healthz", headers=GZIP).headers
    assert "Content-Encoding" not in crown.manager.ask(f"{crown.home}settings").headers
