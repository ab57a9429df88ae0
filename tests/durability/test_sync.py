"""The round is on the disk before the phone hears that it is saved, seen by tracing the real server."""

import re
import time
from pathlib import Path

from tests.durability.phones import seat_two
from tests.serving import PATIENCE, ServerProcess

CALLS = "fsync,fdatasync,write,writev,sendto,sendmsg"
SYNCED = re.compile(r"\bf(?:data)?sync\(\d+<(?P<file>[^>]*)>\)\s+= 0")
ANSWERED = re.compile(r"HTTP/1\.1 303")


def trace_text(trace: Path) -> str:
    """The trace, once it no longer grows: strace writes a call a moment after it has returned."""
    text = ""
    for _ in range(PATIENCE * 5):
        time.sleep(0.2)
        before, text = text, trace.read_text(errors="replace")
        if text == before:
            break
    return text


def test_the_disk_has_it_before_the_phone(strace: str, tmp_path: Path, modules: Path | None) -> None:
    trace = tmp_path / "trace"
    # -y names the file of each descriptor, -z leaves out failed calls.
    command = [strace, "-f", "-y", "-z", "-s", "64", "-e", f"trace={CALLS}", "-o", str(trace)]
    with ServerProcess(tmp_path / "scorekeeper.db", under=command, modules=modules) as server:
        phone, table = seat_two(server)
        for number in range(1, 4):
            before = len(trace_text(trace))
            assert phone.record(table, number, f"round {number}").status == 303
            calls = trace_text(trace)[before:].splitlines()
            answered = next(n for n, call in enumerate(calls) if ANSWERED.search(call))
            synced = [match["file"] for call in calls[:answered] if (match := SYNCED.search(call))]
            assert any(Path(file).name.startswith("scorekeeper.db") for file in synced), calls
