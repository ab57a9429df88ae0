"""A league's cached pages equal uncached ones, whatever was done in between."""

import re
from collections.abc import Callable
from datetime import date
from random import Random

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.lru_cache import LRUCache
from scorekeeper.services.leagues import seasons
from tests.services.league import Secretary
from tests.services.leagues.test_seasons import acts
from tests.web.cast import Phone, Pub

ROOMS = ("", "fixtures/", "fixtures/overdue", "record", "players", "pairs", "desk", "sheet", "teams/")
PUBS = ("Anchor", "Bay Horse", "Crown", "Dolphin")


def shown(phone: Phone, path: str) -> str:
    """The page without the keys of acts, which a page that is not kept makes for one phone."""
    answer = phone.ask(path)
    assert answer.status_code == 200, path
    return re.sub(r'(id="[\w-]*key[\w-]*" )?value="[\w-]{16}(-\w+)?"', "", answer.text)


def unkept(app: Flask, monkeypatch: pytest.MonkeyPatch, look: Callable[[], dict[str, str]]) -> dict[str, str]:
    """The page from another process with empty caches."""
    app.extensions["pages"] = LRUCache(0)
    with monkeypatch.context() as empty:
        empty.setattr(seasons, "_seasons", LRUCache(0))
        return look()


def test_cached_pages_equal_those_of_a_process_without_a_cache(
    crown: Pub, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(3)
    squads = {team: "\n".join(f"{team} {n}" for n in range(6)) for team in PUBS}
    other = create_app({"DATABASE": crown.app.config["DATABASE"]})
    with crown.db() as db:
        league = Secretary.begin(db, crown.id, "leek", squads, "2026-09-07T22:00:00Z")
        league.draw_up(date(2026, 9, 7))
        at = f"{crown.home}leagues/{league.league}/"
        cards = [f"{crown.home}fixtures/{card.fixture.id}/" for card in league.season().fixture_cards[:2]]
        paths = [*(f"{at}{room}" for room in ROOMS), *cards, f"{crown.home}players"]
        phones = {role: (crown.phone(role), Pub(other, crown.id).phone(role)) for role in ("watch", "manage")}
        for _ in range(6):
            acts(league, chance)
            for here, there in phones.values():
                kept = {path: shown(here, path) for path in paths}

                def look(there: Phone = there) -> dict[str, str]:
                    return {path: shown(there, path) for path in paths}

                assert kept == unkept(other, monkeypatch, look)
