"""Photos are read in a separate process, one at a time, so that no save ever waits for one.

A photo that takes too long, or that kills what reads it, costs that process; the next photo gets a new one.
A process that nobody has needed for a while goes away by itself, and gives back its memory.
"""

from __future__ import annotations

import json
import logging
import struct
import subprocess  # nosec B404 # our own program alone is started
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from typing import IO, Any, cast

from scorekeeper.vision.hands import Known, Reading
from scorekeeper.vision.messages import known_to_json, reading_from_json
from scorekeeper.vision.picture_error import NotAPicture

log = logging.getLogger("scorekeeper")
LIMIT = 8.0  # seconds that one photo may take
START = 15.0  # seconds that a new process may take to load what it needs
WAITING = 4  # photos that may wait for the one being read
PATIENCE = 12.0  # seconds that one of them waits
HEADER = struct.Struct(">I")
READY = {"ready": True}


class CannotRead(RuntimeError):
    """The photo was not read, and why; `str(error)` is shown as it is."""


class Worker:
    """The process that reads photos, and the queue before it."""

    def __init__(self, limit: float = LIMIT, waiting: int = WAITING, patience: float = PATIENCE) -> None:
        self._limit, self._patience = limit, patience
        self._places = threading.BoundedSemaphore(waiting + 1)
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, sent: bytes, known: Known) -> Reading:
        """The tiles of a photo; NotAPicture or CannotRead where there is no answer."""
        with self._own_turn():
            answer = self._ask(json.dumps(known_to_json(known)).encode(), sent)
        if "refused" in answer:
            raise NotAPicture(answer["refused"])
        return reading_from_json(answer)

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise CannotRead("Too many photos at once. Try again in a moment, or enter the hand yourself.")
        try:
            if not self._turn.acquire(timeout=self._patience):
                raise CannotRead("Other photos took too long. Try again, or enter the hand yourself.")
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def _ask(self, known: bytes, sent: bytes) -> dict[str, Any]:
        try:
            process = self._handed_over(known, sent)
            return _get(cast(IO[bytes], process.stdout), self._limit)
        except (OSError, EOFError, ValueError) as error:
            self.close()
            said = "took too long to read" if isinstance(error, TimeoutError) else "could not be read"
            raise CannotRead(f"That photo {said}. Enter the hand yourself.") from error

    def _handed_over(self, known: bytes, sent: bytes) -> subprocess.Popen[bytes]:
        """The process that has the photo: a new one, where the old one was just going away."""
        process = self._running()
        try:
            _put(cast(IO[bytes], process.stdin), known, sent)
        except BrokenPipeError:
            self.close()
            process = self._running()
            _put(cast(IO[bytes], process.stdin), known, sent)
        return process

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, started anew where it is gone."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        command = [sys.executable, "-m", "scorekeeper.vision.worker_process"]
        self._process = subprocess.Popen(  # nosec B603 # nothing of the command was sent by anybody
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        try:
            said = _get(cast(IO[bytes], self._process.stdout), START)
            if said == READY:
                return self._process
            why = said["why"]
        except (OSError, EOFError, ValueError) as error:
            why = repr(error)
        self.close()
        log.error(f"the process that reads photos does not start: {why}")
        raise CannotRead("Photos cannot be read just now. Enter the hand yourself.")


def _put(pipe: IO[bytes], *parts: bytes) -> None:
    for part in parts:
        for piece in (HEADER.pack(len(part)), part):
            view = memoryview(piece)
            while view:
                view = view[pipe.write(view) :]


def _get(pipe: IO[bytes], within: float) -> dict[str, Any]:
    until = time.monotonic() + within
    (length,) = HEADER.unpack(_take(pipe, HEADER.size, until))
    return cast(dict[str, Any], json.loads(_take(pipe, length, until)))


def _take(pipe: IO[bytes], length: int, until: float) -> bytes:
    taken = b""
    while len(taken) < length:
        if not select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
            raise TimeoutError
        more = pipe.read(length - len(taken))
        if not more:
            raise EOFError
        taken += more
    return taken
