"""Once the phone has read that a round is saved, no way of killing the server loses it."""

import os
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPException
from pathlib import Path

from scorekeeper.store.engine.backup import back_up
from scorekeeper.store.engine.errors import EngineError, StoreError
from tests.at_once import at_once
from tests.durability.phones import Phone, Table, seat_two
from tests.serving import ServerProcess

KILLS = int(os.environ.get("SCOREKEEPER_KILLS", "2"))
PHONES = 3
# Seconds from the first write to the kill.
EARLIEST, LATEST = 0.02, 0.25


class Writer(threading.Thread):
    """A phone that enters round after round in a match of its own until the server is gone."""

    def __init__(self, phone: Phone, table: Table, kill: int) -> None:
        super().__init__()
        self.phone, self.table, self.kill = phone, table, kill
        self.saved: list[str] = []
        self.sent: list[str] = []
        self.open = table.state().score.round_open

    def run(self) -> None:
        try:
            for number in range(self.open, self.open + 10_000):
                key = f"{self.kill}-{number}"
                self.sent.append(key)
                if self.phone.record(self.table, number, key).status != 303:
                    return
                self.saved.append(key)
        except (OSError, ValueError, EOFError, HTTPException):
            return  # The answer never came, or not to its end; whether it was stored is for the file to say.


class Copier(threading.Thread):
    """Copies the database over and over, as the server does each night, each one checked with its chain."""

    def __init__(self, database: Path) -> None:
        super().__init__()
        self.database, self.ended = database, threading.Event()
        self.made, self.fault = 0, ""

    def run(self) -> None:
        while not self.ended.is_set():
            try:
                back_up(self.database, self.database.parent / "backups", datetime.now(UTC)).unlink()
                self.made += 1
            except StoreError as error:
                self.fault = str(error)
            except EngineError:
                pass  # The file is busy, or has the journal of the killed server beside it.


def wait_for_rounds(writers: list[Writer]) -> None:
    """Without this, on a busy machine the server is killed before its first answer."""
    while sum(len(writer.saved) for writer in writers) < 4 and any(writer.is_alive() for writer in writers):
        time.sleep(EARLIEST)


def test_nothing_that_was_acknowledged_is_lost_by_kill_9(tmp_path: Path, modules: Path | None) -> None:
    server = ServerProcess(tmp_path / "scorekeeper.db", "--threads", "4", modules=modules)
    saved: dict[Table, list[str]] = {}
    copier = Copier(server.database)
    try:
        phone, first = seat_two(server.start())
        copier.start()
        club = f"/c/{first.club}/"
        tables = [first, *(phone.sit_down(club, "Ann", "Bob") for _ in range(PHONES - 1))]
        saved = {table: [] for table in tables}
        for kill in range(KILLS):
            writers = [Writer(phone, table, kill) for table in tables]
            for writer in writers:
                writer.start()
            if kill % 2:
                wait_for_rounds(writers)
            time.sleep(random.uniform(EARLIEST, LATEST))
            server.kill()
            for writer in writers:
                writer.join()
                saved[writer.table] += writer.saved
                check(writer, saved[writer.table])
            server.start()
        for table in tables:
            assert phone.ask(table.path).status == 200
        assert sum(map(len, saved.values())) > KILLS, "hardly anything was written"
        assert copier.made > 0
    finally:
        server.kill()
        copier.ended.set()
        copier.join()
    assert copier.fault == ""


def check(writer: Writer, saved: list[str]) -> None:
    """Everything acknowledged is stored, and at most the one round that was under way besides."""
    stored = writer.table.keys()
    assert len(stored) == len(set(stored)), "a key was stored twice"
    lost = set(saved) - set(stored)
    assert not lost, f"acknowledged, but lost: {lost}"
    unasked = set(stored) - set(saved)
    assert unasked <= set(writer.sent[-1:]), f"stored, but neither acknowledged nor under way: {unasked}"
    saved += unasked
    state = writer.table.state()
    assert state.score.totals == (10 * len(stored), 0)
    assert [event.round for event in state.events] == list(range(1, len(stored) + 1))


def test_what_was_under_way_can_be_sent_again(tmp_path: Path) -> None:
    """The answer was lost after the commit: the same key again stores nothing and is answered as saved."""
    with ServerProcess(tmp_path / "scorekeeper.db") as server:
        phone, table = seat_two(server)
        assert phone.record(table, 1, "the same").status == 303
        server.kill()
        server.start()
        assert phone.record(table, 1, "the same").status == 303
        assert table.keys() == ["the same"]


def test_eight_phones_fight_for_the_same_rounds(tmp_path: Path) -> None:
    rounds, fighters = 8, 8
    with ServerProcess(tmp_path / "scorekeeper.db", "--workers", "2") as server:
        phone, table = seat_two(server)

        def fight(who: int) -> list[int]:
            return [phone.record(table, n, f"{who} {n}").status for n in range(1, rounds + 1)]

        entered = at_once(*(partial(fight, who) for who in range(fighters)))
        answers = [status for said in entered for status in said]
        assert set(answers) <= {303, 409}, "stored, agreed with what is stored, or refused because it is over"
        assert answers.count(303) >= rounds
        assert table.state().score.totals == (10 * rounds, 0)
        assert [event.round for event in table.state().events] == list(range(1, rounds + 1))


def test_four_servers_start_at_once_over_nothing(tmp_path: Path) -> None:
    servers = [ServerProcess(tmp_path / "scorekeeper.db") for _ in range(4)]
    for n, server in enumerate(servers):
        server.log = tmp_path / f"{n}.log"
    # The kernel ends a server together with the thread that started it, so the threads stay to the end.
    with ThreadPoolExecutor(len(servers)) as starters:
        try:
            list(starters.map(ServerProcess.start, servers))
            opened = [Phone(server).ask(path_of(server)).status for server in servers]
            assert sorted(opened) == [200, 404, 404, 404], "the link that was printed last counts"
            assert {found.name for found in tmp_path.glob("secret_key*")} == {"secret_key", "secret_key.lock"}
        finally:
            for server in servers:
                server.kill()


def path_of(server: ServerProcess) -> str:
    """The first start's link without its address."""
    assert server.start_link is not None
    return server.start_link.removeprefix(server.url)
