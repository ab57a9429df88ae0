"""Long requests that are never the same twice do not increase the server's memory."""

import http.client
import os
from contextlib import closing
from pathlib import Path

from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import writing
from tests.durability.phones import Phone, Table, seat_two
from tests.serving import ServerProcess

# ``make test-long`` asks 10,000.
QUESTIONS = int(os.environ.get("SCOREKEEPER_QUESTIONS", "2100"))
MOST_GROWTH = 20_000_000
MOST_FOR_UNUSED = 2_000_000  # of a thousand clubs; their pages alone would be ten times as much


def resident(server: ServerProcess) -> int:
    """Bytes of memory that the server's processes hold."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in (server.pid, *children)]
    return sum(pages) * 4096


def ask(server: ServerProcess, table: Table, tag: str, questions: int, length: int) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as phone:
        for n in range(questions):
            headers = {"If-None-Match": tag, "Cookie": f"scorekeeper={n}{'x' * length}"}
            phone.request("GET", f"{table.path}/state?{n}", headers=headers)
            answer = phone.getresponse()
            answer.read()
            assert answer.status == (304 if tag else 200)


def test_long_and_different_requests_fill_no_memory(server: ServerProcess) -> None:
    _, table = seat_two(server)
    tag = Phone(server).ask(f"{table.path}/state").headers["ETag"]
    ask(server, table, tag, 300, 100)
    before = resident(server)
    ask(server, table, tag, QUESTIONS // 3, 1_000)
    ask(server, table, tag, QUESTIONS * 2 // 3, 20_000)
    assert resident(server) - before < MOST_GROWTH
    assert Phone(server).ask(table.path).status == 200


def test_a_thousand_clubs_take_memory_only_where_they_are_used(server: ServerProcess) -> None:
    _, table = seat_two(server)
    ask(server, table, "", 300, 100)
    before = resident(server)
    with closing(open_store(server.database)) as db, writing(db):
        for number in range(1000):
            club = add_club(db, f"Club {number}", "2026-11-23T20:00:00Z").id
            for name in ("Ann", "Bob"):
                add_player(db, club, name, "2026-11-23T20:00:00Z")
    ask(server, table, "", 300, 100)
    assert resident(server) - before < MOST_FOR_UNUSED
