"""No phone can fill the memory: the caches of a process are bounded in bytes."""

import gc
import sys
from collections import OrderedDict
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

import pytest
from sqlite_utils import Database

from scorekeeper.lru_cache import LRUCache
from scorekeeper.ops.front import Budgets
from scorekeeper.services import match_state
from scorekeeper.services.clubs import club_results
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.versions import match_version_of
from scorekeeper.store.matches.match_events import NewMatchEvent, add_events
from scorekeeper.web.http import page_cache
from tests.services.conftest import db, path
from tests.services.match import EVENING, out, play, start
from tests.web.cast import Pub, record, sit_down, tap

__all__ = ["db", "path"]
ROUNDS = 500
_OF_THE_PROGRAM = (type, ModuleType, FunctionType, Enum)


def size(*held: Any) -> int:
    """Bytes of memory that these take with everything they refer to, modules and classes left out."""
    seen: set[int] = set()
    total, rest = 0, list(held)
    while rest:
        found = rest.pop()
        if id(found) not in seen and not isinstance(found, _OF_THE_PROGRAM):
            seen.add(id(found))
            total += sys.getsizeof(found)
            rest.extend(gc.get_referents(found))
    return total


def test_a_long_match_is_weighed_by_its_size_and_few_such_are_cached(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob", "Cyd", "Dan", target=9999)
    entries = [
        NewMatchEvent(body, n, f"{n} {body}", "this")
        for n in range(1, ROUNDS + 1)
        for body in (play(n % 4, 5), play((n + 1) % 4, 10), out(at, 0, {1: n % 50, 2: n % 60, 3: n % 70}))
    ]
    with writing(db, at.club):
        add_events(db, *at.at, entries, at.author)
    state, version = at.state(db), match_version_of(db, *at.at)
    assert version is not None
    takes = size(state)
    assert takes / 1.2 < match_state.weight(state) < takes * 1.4
    for n in range(300):
        match_state._kept.keep(("here", at.club, str(n)), match_state._Kept(version, state))
    assert len(match_state._kept) * takes < match_state.MOST_BYTES * 1.2


def test_a_phones_cookie_fills_no_memory_however_it_is_lengthened(crown: Pub) -> None:
    cookie = crown.manager.client.get_cookie("scorekeeper")
    serializer = crown.app.session_interface.get_signing_serializer(crown.app)  # type: ignore[attr-defined]
    assert cookie is not None
    for n in range(300):
        # Base64 decoding ignores invalid characters after the signature, up to a multiple of four.
        longer = f"{cookie.value}{'!' * (24_000 + 4 * n)}"
        assert serializer.loads(longer) == serializer.loads(cookie.value)
    assert size(serializer) < 5_000_000


def test_the_budgets_of_phones_fill_no_memory() -> None:
    budgets = Budgets()
    for n in range(1000):
        budgets.charge("crown", f"{n}{'x' * 20_000}", 0.01)
    assert size(budgets) < 1_000_000


def test_a_round_with_many_plays_is_weighed_by_its_size(crown: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "_fragments", kept := LRUCache[Any, Any](100))
    match = sit_down(crown, "fives_250", "Ann", "Bob")
    record(crown, match, 0, {1: 12})
    for _ in range(20):
        tap(crown, match, 0, 5)
    crown.manager.open(crown.at(match))
    for number in (1, 2):
        found = kept.find((crown.id, match, number, True))
        assert found is not None
        assert size(found) / 2.5 < page_cache.weight(found[1]) < size(found) * 2.5


def test_the_results_of_clubs_are_weighed_and_those_of_clubs_used_long_ago_let_go(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_results, "_MOST_BYTES", 300_000)
    monkeypatch.setattr(club_results, "_records", kept := OrderedDict[Any, Any]())
    for _ in range(40):
        at = start(db, "fives", *(f"{name} of the Old Farm House" for name in ("Ann", "Bob", "Cyd", "Dan")))
        card = at.state(db).card
        with writing(db, at.club):
            for _ in range(20):
                at.sit_down(db, card, pairs=True)
        with club_results.club_record(db, at.club) as known:
            pass
    takes = size(*(known._lines, known._of, known._order, known.names))
    assert takes / 1.5 < known.weight < takes * 1.5
    assert 1 < len(kept) < 300_000 / takes * 1.5
    assert list(kept)[-1][1] == at.club


def test_clubs_without_a_match_fill_no_memory(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_results, "_MOST_BYTES", 100_000)
    monkeypatch.setattr(club_results, "_records", kept := OrderedDict[Any, Any]())
    for n in range(200):
        with writing(db):
            club = add_club(db, f"The {n}th Bell", EVENING).id
        with club_results.club_record(db, club):
            pass
    assert 1 < len(kept) < 100
