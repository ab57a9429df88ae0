"""Twenty thousand rounds of one phone, on their way home in parts, and a sync killed at any moment."""

import os
import random
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import MOST_PART, take_along, waiting
from scorekeeper.store import open_store
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_club
from scorekeeper.store.matches.matches import matches
from tests.databases import make_database
from tests.services.match import Match, out, start
from tests.services.transfer.handover import fetch, file_of, hand_over, sync

ROUNDS = 30  # in a match


def play(phone: Database, first: Match, count: int) -> None:
    for _ in range(count):
        phone.execute("DELETE FROM hourly_counts")  # it was played in many evenings
        with writing(phone):
            match = first._replace(id="").sit_down(phone, first.state(phone).card)
        for number in range(ROUNDS):
            match.record(phone, out(match, number % 2, {1 - number % 2: 3}), round=number + 1)


def keys(db: Database, club: str) -> list[str]:
    return sorted(
        row[0] for row in db.execute("SELECT key FROM match_events WHERE club = ?", [club]).fetchall()
    )


@pytest.mark.long
def test_twenty_thousand_rounds_go_home_from_one_phone(db: Database, phone: Database) -> None:
    first = start(db, "block", "Ann", "Bob", target=999)
    take_along(phone, exported(db, first.club))
    phone.execute("PRAGMA synchronous = OFF")
    play(phone, first, 20_000 // ROUNDS + 1)
    assert len("".join(file_of(phone, first.club))) < 2 * MOST_PART
    before = time.monotonic()
    states = [one.state for one in hand_over(phone, db, first.club)]
    fetch(phone, db, first.club)
    print(f"{len(states)} matches home and back in {time.monotonic() - before:.0f} s")
    assert set(states) == {"taken"}
    assert waiting(phone, first.club) == {}
    assert keys(phone, first.club) == keys(db, first.club)
    assert len(keys(db, first.club)) >= 20_000


def kill_at_random(path: Path, there: Path, club: str, seconds: float) -> None:
    child = os.fork()
    if child == 0:
        with closing(open_store(path)) as phone, closing(open_store(there)) as db:
            hand_over(phone, db, club, most=8000)
            fetch(phone, db, club)
        os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


@pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.long)])
def test_a_sync_killed_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, kills: int) -> None:
    chance, here, there = random.Random(kills), tmp_path / "phone.db", tmp_path / "club.db"
    make_database(here)
    with closing(open_store(make_database(there))) as db:
        first = start(db, "block", "Ann", "Bob", target=999)
        file = list(exported(db, first.club))
    with closing(open_store(here)) as phone:
        take_along(phone, file)
    for _ in range(kills):
        with closing(open_store(here)) as phone:
            play(phone, first, 2)
        kill_at_random(here, there, first.club, chance.uniform(0.01, 0.4))
    with closing(open_store(here)) as phone, closing(open_store(there)) as db:
        played = keys(phone, first.club)
        sync(phone, db, first.club)
        assert keys(db, first.club) == keys(phone, first.club) == played
        assert len(played) == len(set(played)) == kills * 2 * ROUNDS
        assert len([*matches(db, first.club)]) == kills * 2 + 1
        assert [*faults_in_club(db, first.club)] == [*faults_in_club(phone, first.club)] == []
