"""A match's page made of cached fragments equals one that is rendered as a whole, whatever was done."""

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.lru_cache import LRUCache
from scorekeeper.web.http import page_cache
from tests.web.cast import Phone, Pub, correct, fresh_key, record, sit_down, tap, undo
from tests.web.hands.test_reported_hands import report_hand
from tests.web.leagues.test_kept_pages import shown
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
