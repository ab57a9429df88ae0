"""A disk that fails under the server: the phone is told, nothing is lost or doubled, and it goes on."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.durability.phones import Phone, Table
from tests.durability.test_disk import processes
from tests.programs import program
from tests.serving import PATIENCE, ServerProcess

# ``make test-long`` has every call fail in every way.
LONG = bool(os.environ.get("SCOREKEEPER_EVERY"))
FAULTS = [
    (call, error)
    for call in ("fsync,fdatasync", "pwrite64", "pread64", "ftruncate", "unlink")
    for error in ("EIO", "ENOSPC", "EROFS")
    if LONG or (call, error) == ("fsync,fdatasync", "EIO")
]
NEEDED = ("fsync,fdatasync", "pwrite64")  # no round is saved without these
DYING = "its disk does not take what is written: it may be dying, or at a limit"
SENTENCES = re.compile("Nothing was saved|Something went wrong on our side")


@contextmanager
def failing(server: ServerProcess, calls: str, error: str) -> Iterator[None]:
    """Have these calls of the running server fail."""
    strace = program("strace", "strace")
    pids = processes(server)
    attach = [word for pid in pids for word in ("-p", str(pid))]
    inject = f"inject={calls}:error={error}"
    command = [strace, "-f", "-o", "/dev/null", "-e", f"trace={calls}", "-e", inject, *attach]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        try:
            assert tracer.stderr is not None
            for _ in pids:
                assert "attached" in tracer.stderr.readline()
            yield
        finally:
            tracer.send_signal(signal.SIGINT)
            tracer.communicate(timeout=PATIENCE)


@pytest.mark.parametrize(("calls", "error"), FAULTS)
def test_a_fault_of_the_disk_loses_and_doubles_nothing(
    server: ServerProcess, seated: tuple[Phone, Table], calls: str, error: str
) -> None:
    phone, table = seated
    sent = [f"round {number}" for number in range(1, 8)]
    for number in (1, 2):
        assert phone.record(table, number, sent[number - 1]).status == 303
    acknowledged = 2
    with failing(server, calls, error):
        for _ in range(2):
            answer = phone.record(table, acknowledged + 1, sent[acknowledged])
            assert answer.status in (303, 500, 503, 507), answer.page.text
            if answer.status == 303:
                assert calls not in NEEDED
                acknowledged += 1
            else:
                assert SENTENCES.search(answer.page.text), answer.page.text
        if (calls, error) == FAULTS[0]:
            assert json.loads(phone.ask("/readyz").page.html)["cause"] == DYING
    assert json.loads(phone.ask("/readyz").page.html)["ok"]
    for number in range(acknowledged + 1, len(sent) + 1):
        assert phone.record(table, number, sent[number - 1]).status == 303
    assert table.keys() == sent
    server.kill()
    assert table.keys() == sent
