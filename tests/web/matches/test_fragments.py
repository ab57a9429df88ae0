"""Pages that are kept in whole or in parts equal those made anew, whatever was done."""

import re
from collections.abc import Callable
from datetime import date
from random import Random

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.lru_cache import LRUCache
from scorekeeper.services.leagues import seasons
from scorekeeper.web.http import page_cache
from tests.services.league import Secretary
from tests.services.leagues.test_seasons import acts
from tests.web.cast import Phone, Pub, correct, fresh_key, record, sit_down, tap, undo
from tests.web.hands.test_reported_hands import report_hand
from tests.web.players.test_players import player_of


def whole(app: Flask, phone: Phone, path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page from an app that has cached nothing."""
    app.extensions["pages"] = LRUCache(0)
    with monkeypatch.context() as empty:
        empty.setattr(page_cache, "_fragments", LRUCache(0))
        return shown(phone, path)


@pytest.mark.parametrize("game", ["draw_100", "fives_250"])
def test_it_equals_a_page_without_a_cache(crown: Pub, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    match = sit_down(crown, game, "Ann", "Bob", "Cy", penalty=10)
    other = create_app({"DATABASE": crown.app.config["DATABASE"]})
    roles = {role: (crown.phone(role), Pub(other, crown.id).phone(role)) for role in ("watch", "score")}
    cy, bobs = player_of(crown, match, 2), crown.phone("score")
    acts = [
        lambda: report_hand(crown, match, 1, bobs, pips=9),
        lambda: record(crown, match, 0, {1: 12, 2: 3}),
        lambda: bobs.post(f"{crown.home}settings", name="Bob’s phone"),
        lambda: tap(crown, match, 0, 10),
        lambda: record(crown, match, 2, {0: 5, 1: 6}),
        lambda: correct(crown, match, crown.events(match)[-1].original, 0, {1: 8, 2: 1}),
        lambda: crown.manager.send(crown.manager.open(cy).form_with("name"), name="Cyril"),
        lambda: undo(crown, match),
        lambda: crown.manager.post(crown.at(match, "/rounds/1/strike"), key=fresh_key()),
        lambda: record(crown, match, 1, {0: 2, 2: 4}),
    ]
    for act in acts:
        act()
        for here, there in roles.values():
            path = crown.at(match)
            assert shown(here, path) == whole(other, there, path, monkeypatch)


def test_a_finished_round_is_rendered_once(crown: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "_fragments", kept := LRUCache(100))
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, match, 0, {1: 12})
    crown.manager.open(crown.at(match))
    place = (crown.id, match, 1, True)
    first = kept.find(place)
    record(crown, match, 0, {1: 7})
    crown.manager.open(crown.at(match))
    assert first is not None
    assert kept.find(place) is first


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


def test_kept_pages_equal_those_of_a_process_that_keeps_none(
    crown: Pub, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(3)
    squads = {team: "\n".join(f"{team} {n}" for n in range(6)) for team in PUBS}
    other = create_app({"DATABASE": crown.app.config["DATABASE"]})
    with crown.db() as db:
        league = Secretary.begin(db, crown.id, "leek", squads, "2026-09-07T22:00:00Z")
        league.draw_up(date(2026, 9, 7))
        at = f"{crown.home}leagues/{league.league}/"
        cards = [f"{crown.home}fixtures/{card.fixture.id}/" for card in league.season().cards[:2]]
        paths = [*(f"{at}{room}" for room in ROOMS), *cards, f"{crown.home}players"]
        phones = {role: (crown.phone(role), Pub(other, crown.id).phone(role)) for role in ("watch", "manage")}
        for _ in range(6):
            acts(league, chance)
            for here, there in phones.values():
                kept = {path: shown(here, path) for path in paths}

                def look(there: Phone = there) -> dict[str, str]:
                    return {path: shown(there, path) for path in paths}

                assert kept == unkept(other, monkeypatch, look)
