"""The store keeps its promises on both engines."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.services.clubs.hosting import erasing
from scorekeeper.services.matches.recording import record_event
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store import StoreError, migrate, open_store
from scorekeeper.store.clubs.access import ensure_device, find_device
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.clubs import add_club, clubs, erasure_lock, find_club, set_watched_by_anyone
from scorekeeper.store.clubs.players import find_player, pair_of, pairs_of, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.errors import Retryable
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_schema
from scorekeeper.store.engine.migrate import up_to_date
from scorekeeper.store.engine.versions import state_of
from scorekeeper.store.matches.match_events import (
    Abandonment,
    Hand,
    Penalty,
    Play,
    Removal,
    RoundEnd,
    add_events,
    events,
)
from scorekeeper.store.matches.matches import Setup, add_match, find_match, match_of_key, matches
from tests.later_step import later_step
from tests.services.match import Match, start
from tests.store.conftest import EVENING, FIVE, Table, new_event


def test_what_can_be_entered_comes_back_as_it_was_and_is_never_changed(db: Database, crown: Table) -> None:
    ann, bob = sorted(crown.players)  # hands come in the order of their players’ ids
    facts = [
        RoundEnd("out", ann, None, None, ann, "6-6", (Hand(ann, "", None), Hand(bob, "6-4 2-1", None))),
        RoundEnd("blocked", None, "3 3", 0, None, None, (Hand(ann, None, 7), Hand(bob, None, 2**40))),
        Play("key", 0, ann, 8, None, None, None, 1),
        Play("ends", 1, bob, None, "5 3d *6", None, None, 0),
        Play("tile", 0, ann, None, None, "6-4", "left", 0),
        Penalty(1, -5),
        Removal(),
        Abandonment(),
        Abandonment(1),
    ]
    new = [new_event(fact, key=f"k{n}") for n, fact in enumerate(facts)]
    with writing(db, crown.club):
        add_events(db, crown.club, crown.match, new, crown.author)
    found = events(db, crown.club, crown.match)
    assert [event.body for event in found] == facts
    assert {type(cell) for event in found for cell in event[:3]} == {int}
    club = find_club(db, crown.club)
    assert club is not None
    with writing(db):
        rename(db, club.id, "club", club, crown.author, name="The Rose")
    for table in ("match_events", "round_ends", "hands", "plays", "penalties", "audit_log"):
        for act in (f"UPDATE {table} SET club = club", f"DELETE FROM {table}"):  # noqa: S608 - named above
            with pytest.raises(sqlite3.IntegrityError, match="append-only"), writing(db):
                db.execute(act)
    assert events(db, crown.club, crown.match) == found


def test_names_are_stored_character_by_character_and_sorted_alike(db: Database, crown: Table) -> None:
    ann = find_player(db, crown.club, crown.players[0])
    assert ann is not None
    for name in ("Zoë 🁡", "100 % sure?", "O'Neill\\"):
        with writing(db):
            rename(db, crown.club, "player", ann, crown.author, name=name, name_key=name.lower())
        assert [one.name for one in players(db, crown.club)] == sorted([name, "Bob"], key=str.lower)


def test_only_the_club_being_erased_can_be_deleted(db: Database, crown: Table, anchor: Table) -> None:
    for at in (crown, anchor):
        with writing(db, at.club):
            add_events(db, at.club, at.match, [new_event(FIVE)], at.author)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"), erasing(db, crown.club):
        db.execute("DELETE FROM penalties WHERE club = ?", [anchor.club])
    with erasing(db, crown.club):
        db.execute("DELETE FROM penalties WHERE club = ?", [crown.club])
    assert db.execute("SELECT club FROM penalties").fetchall() == [(anchor.club,)]


def test_a_failed_write_leaves_nothing(db: Database, crown: Table) -> None:
    before = state_of(db, crown.club)
    for club in (None, crown.club):
        with pytest.raises(ZeroDivisionError), writing(db, club):
            _fail_halfway(db, crown)
    assert events(db, crown.club, crown.match) == []
    assert state_of(db, crown.club) == before
    with writing(db, crown.club):
        add_events(db, crown.club, crown.match, [new_event(FIVE)], crown.author)


def _fail_halfway(db: Database, at: Table) -> None:
    add_events(db, at.club, at.match, [new_event(FIVE)], at.author)
    raise ZeroDivisionError


def test_a_key_is_used_once_and_nothing_points_at_another_club(
    db: Database, crown: Table, anchor: Table
) -> None:
    with pytest.raises(sqlite3.IntegrityError), writing(db, crown.club):
        add_events(db, crown.club, crown.match, [new_event(FIVE), new_event(FIVE)], crown.author)
    with pytest.raises(sqlite3.IntegrityError), writing(db, crown.club):
        pair_of(db, crown.club, [crown.players[0], anchor.players[0]], EVENING)
    assert pairs_of(db, crown.club) == []


def test_a_match_that_was_started_is_found_by_its_key(db: Database, crown: Table) -> None:
    seats = [(player, side, None) for side, player in enumerate(crown.players)]
    with writing(db, crown.club):
        setup = Setup("{}", seats)
        rematch = add_match(db, crown.club, setup, "k", crown.author, rematch_of=crown.match)
    assert [match.id for match in matches(db, crown.club)] == [rematch, crown.match]
    assert find_match(db, crown.club, rematch) == matches(db, crown.club)[0]
    assert match_of_key(db, crown.club, "k") == rematch
    assert match_of_key(db, crown.club, "another") is None


def test_changes_are_in_the_audit_log(db: Database, crown: Table) -> None:
    club, device = find_club(db, crown.club), find_device(db, crown.club, crown.author.device)
    assert club is not None
    assert device is not None
    version, newest = state_of(db, crown.club)
    with writing(db):
        set_watched_by_anyone(db, club, False, crown.author)
        rename(db, crown.club, "club", club, crown.author, out_word="dominoed")
        rename(db, crown.club, "device", device, crown.author, nickname="Bar")
    later, after = state_of(db, crown.club)
    assert later > version
    assert after > newest
    assert [now.out_word for now in clubs(db) if now.id == club.id] == ["dominoed"]
    assert {found.out_word for found in matches(db, crown.club)} == {"dominoed"}


def test_phones_that_score_at_once_lose_nothing_and_double_nothing(db: Database, place: Path | str) -> None:
    at = start(db, "fives", "Ann", "Bob")
    phones, each = 4, 10

    def score(phone: int) -> None:
        with closing(open_store(place)) as own:
            for n in range(each):
                for _ in range(2):  # every answer gets lost, so everything is sent twice
                    _until_stored(own, at, f"{phone}-{n}")

    with ThreadPoolExecutor(phones) as pool:
        list(pool.map(score, range(phones)))
    found = events(db, *at.at)
    assert [event.version for event in found] == list(range(1, phones * each + 1))
    assert len({event.key for event in found}) == phones * each


def _until_stored(db: Database, at: Match, key: str) -> None:
    while True:
        try:
            record_event(at.ask(db, key), at.id, Penalty(0, 1), round=1, reason="once")
            return
        except Retryable:
            continue


def test_of_the_same_act_of_six_phones_one_is_stored(db: Database, place: Path | str) -> None:
    at = start(db, "fives", "Ann", "Bob")
    devices = [new_id() for _ in range(6)]
    with writing(db):
        for device in devices:
            ensure_device(db, at.club, device, EVENING)

    def score(device: str) -> bool:
        phone = at._replace(device=device)
        with closing(open_store(place)) as own:
            try:
                return record_event(phone.ask(own), at.id, Penalty(0, 1), round=1, seen=0, reason="x").added
            except Conflict:
                return False

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(score, devices)) == 1
    assert len(events(db, *at.at)) == 1


def test_of_two_that_found_nothing_only_one_writes(place: Path | str) -> None:
    def open_the_first_club(name: str) -> bool:
        with closing(open_store(place)) as own:
            while True:
                try:
                    with writing(own):
                        return _first_club(own, name)
                except Retryable:
                    continue

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(open_the_first_club, ("Crown", "Anchor", "Fox"))) == 1


def _first_club(db: Database, name: str) -> bool:
    if clubs(db):
        return False
    time.sleep(0.1)  # long enough for the others to have looked as well, so that all find nothing
    add_club(db, name, EVENING)
    return True


def test_migrating_again_or_all_at_once_is_quiet(place: Path | str) -> None:
    assert migrate(place) == []
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(migrate, [place] * 4)) == [[]] * 4
    with closing(open_store(place)) as db:
        assert up_to_date(db)


def test_a_database_from_before_this_release_is_refused(place: Path | str) -> None:
    with closing(open_store(place)) as db:
        db.execute("DROP TABLE nightly_runs")
    with pytest.raises(StoreError, match=r"lacks nightly_runs.day: it is from before this release"):
        migrate(place)


def test_a_later_step_is_taken_once_and_what_was_there_stays(place: Path | str) -> None:
    with closing(open_store(place)) as db, writing(db):
        club = add_club(db, "The Crown", EVENING)
    with later_step() as step:
        assert (migrate(place), migrate(place)) == ([step], [])
        with closing(open_store(place)) as db:
            assert up_to_date(db)
            assert faults_in_schema(db) == []
            assert find_club(db, club.id) == club
    if isinstance(place, Path):
        (copy,) = place.parent.glob(f"{place.stem}.before-{step}-*.db")
        with closing(open_store(copy)) as db:
            assert find_club(db, club.id) == club
    with pytest.raises(StoreError, match="written by a newer Scorekeeper"):
        migrate(place)


def test_a_chain_is_whole_and_found_broken(db: Database, crown: Table, anchor: Table) -> None:
    for at in (crown, anchor):
        with writing(db, at.club):
            add_events(db, at.club, at.match, [new_event(FIVE), new_event(FIVE, "k2")], at.author)
    assert [*faults_in_every_chain(db)] == []
    with writing(db), erasure_lock(db, crown.club):
        db.execute("UPDATE penalties SET points = 50 WHERE club = ? AND version = 2", [crown.club])
    (fault,) = faults_in_every_chain(db)
    assert fault.startswith(f"The record of match {crown.match} is not whole: entry 2")
