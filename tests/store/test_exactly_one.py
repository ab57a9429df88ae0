"""Several processes enter the same round: one is stored, the others are refused, none fails."""

import json
import subprocess
import sys
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.services.matches.match_state import load_match
from tests.services.match import start

PROCESSES, ROUNDS = 8, 8
ROOT = Path(__file__).parents[2]  # where the competing processes find this match

FIGHT = """
import json, sys
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store import open_store
from tests.services.match import Match, out

path, at, who = sys.argv[1], Match(*json.loads(sys.argv[2])), sys.argv[3]
db = open_store(path)
said = {"stored": 0, "conflicting": 0}
for number in range(1, int(sys.argv[4]) + 1):
    try:
        pips = {1: 10 + int(who)}  # each another result: an equal one would be agreed
        at.record(db, out(at, 0, pips), round=number, key=f"{who} {number}")
        said["stored"] += 1
    except Conflict:
        said["conflicting"] += 1
print(json.dumps(said))
"""


def test_exactly_one_of_each_round_is_stored(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob", target=1000)
    command = [sys.executable, "-c", FIGHT, str(path), json.dumps(at)]
    running = [
        subprocess.Popen(
            [*command, str(n), str(ROUNDS)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for n in range(PROCESSES)
    ]
    ended = [process.communicate(timeout=60) for process in running]
    assert [error for _, error in ended] == [""] * PROCESSES
    said = [json.loads(out) for out, _ in ended]
    assert sum(one["stored"] for one in said) == ROUNDS
    assert sum(one["conflicting"] for one in said) == ROUNDS * (PROCESSES - 1)
    state = load_match(db, at.club, at.id)
    assert state is not None
    assert [event.round for event in state.events] == list(range(1, ROUNDS + 1))
    assert 10 * ROUNDS <= state.score.totals[0] <= 17 * ROUNDS
