"""Measurements without a server: the start of a process, and the rules alone."""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from random import Random

_BARE = "from bench.bare import create_bare as create"
_APP = "from scorekeeper.app import create_app as create"
_FIRST_PAGE = "; app = create(); assert app.test_client().get('/').status_code == 200"


def cold_starts(database: Path, times: int) -> tuple[float, float]:
    """Seconds from the start of the process to the first page: a bare Flask app's, ours."""
    bare, ours = [], []
    for _ in range(times):
        bare.append(_seconds(_BARE + _FIRST_PAGE, database))
        ours.append(_seconds(_APP + _FIRST_PAGE, database))
    return statistics.median(bare), statistics.median(ours)


def _seconds(program: str, database: Path) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], env={"SCOREKEEPER_DATABASE": str(database)}, check=True)
    return time.perf_counter() - start


def rounds_a_second(lines: int = 10_000) -> float:
    """Ends of rounds that ``scorekeeper score --json`` answers per second, without its start."""
    return lines / (_answered(lines) - _answered(1))


def _answered(lines: int) -> float:
    chance = Random(7)
    cases = "".join(json.dumps(_case(chance)) + "\n" for _ in range(lines))
    command = [str(Path(sys.executable).with_name("scorekeeper")), "score", "--json"]
    start = time.perf_counter()
    subprocess.run(command, input=cases.encode(), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def _case(chance: Random) -> dict[str, object]:
    """A round of three at Draw: somebody chipped out, the others show their tiles."""
    tiles = [[high, low] for high in range(7) for low in range(high + 1)]
    left = chance.sample(tiles, 6)
    hands = {"Ann": [], "Bob": left[:2], "Cy": left[2:]}
    facts = {"players": list(hands), "deal": 5, "event": "out", "out": "Ann", "hands": hands, "set": 6}
    return {"family": "draw", "kind": "round_end", "input": facts}
