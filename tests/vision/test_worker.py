"""Photos are read one at a time in a process of their own, which survives any input."""

import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import cv2
import numpy as np

from scorekeeper.vision.hands import Known
from scorekeeper.vision.picture_error import NotAPicture
from scorekeeper.vision.worker import CannotRead, Worker
from tests.seccomp import refused

TABLE = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()


@pytest.fixture(scope="module")
def worker():
    made = Worker(limit=60)  # a machine that runs tests is a busy one
    yield made
    made.close()


READS_A_PHOTO = """
import sys
from scorekeeper.vision.hands import Known
from scorekeeper.vision.worker import Worker
worker = Worker(limit=60)
print(worker.read(sys.stdin.buffer.read(), Known()).tiles)
worker.close()
"""


def pid(worker):
    return worker._process.pid


def test_one_process_reads_one_photo_after_the_other_and_a_bare_table_is_not_sure(worker):
    reading = worker.read(TABLE, Known())
    assert (reading.tiles, reading.sure, reading.width, reading.height) == ((), False, 640, 480)
    first = pid(worker)
    worker.read(TABLE, Known(highest=6, elsewhere=frozenset({(6, 6)})))
    assert pid(worker) == first


def test_a_file_that_is_no_photo_is_refused_and_the_process_survives(worker):
    worker.read(TABLE, Known())
    first = pid(worker)
    rng = np.random.default_rng(1)
    for cut in (0, 3, 30, 300, len(TABLE) // 2):
        with pytest.raises(NotAPicture):
            worker.read(rng.bytes(cut), Known())
        mangled = bytearray(TABLE)
        for _ in range(20):
            mangled[int(rng.integers(len(mangled)))] = int(rng.integers(256))
        with contextlib.suppress(NotAPicture):
            worker.read(bytes(mangled[cut:]), Known())
    assert worker.read(TABLE, Known()).tiles == ()
    assert pid(worker) == first


def test_a_process_that_was_killed_is_started_anew(worker):
    worker.read(TABLE, Known())
    first = pid(worker)
    os.kill(first, signal.SIGKILL)
    worker._process.wait(60)
    assert worker.read(TABLE, Known()).tiles == ()
    assert pid(worker) != first


def test_a_photo_that_takes_too_long_costs_the_process_and_nothing_else():
    hasty = Worker(limit=0.001)
    try:
        with pytest.raises(CannotRead, match="too long"):
            hasty.read(TABLE, Known())
        assert hasty._process is None
    finally:
        hasty.close()


def test_photos_are_read_where_a_service_may_not_set_priorities():
    command = [*refused("setpriority", errno.EPERM), sys.executable, "-c", READS_A_PHOTO]
    done = subprocess.run(command, input=TABLE, capture_output=True, timeout=120)
    assert (done.stdout, done.returncode) == (b"()\n", 0), done.stderr


def test_the_log_says_why_no_photo_is_read(tmp_path, monkeypatch, caplog):
    (tmp_path / "sitecustomize.py").write_text("import os\ndel os.nice\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(CannotRead, match="just now"):
        Worker(limit=60).read(TABLE, Known())
    assert "does not start: AttributeError(" in caplog.text
    assert "nice" in caplog.text


def test_a_full_queue_is_reported_at_once():
    """One photo is being read, one waits behind it, a third has no place."""
    worker = Worker(limit=60, waiting=1, patience=60)
    behind = threading.Thread(target=worker.read, args=(TABLE, Known()))
    try:
        with worker._own_turn():
            behind.start()
            while worker._places._value:
                time.sleep(0.01)
            with pytest.raises(CannotRead, match="Too many photos"):
                worker.read(TABLE, Known())
        behind.join()
    finally:
        worker.close()


def test_a_photo_whose_turn_never_comes_is_reported():
    worker = Worker(patience=0)
    with worker._own_turn(), pytest.raises(CannotRead, match="Other photos took too long"):
        worker.read(TABLE, Known())
