"""The process that reads photos: lengths and bytes in on standard input, JSON out on standard output."""

from __future__ import annotations

import json
import os
import struct
import sys
from contextlib import suppress
from select import select

from scorekeeper.vision.hands import Known
from scorekeeper.vision.messages import known_from_json, reading_to_json
from scorekeeper.vision.picture import NotAPicture
from scorekeeper.vision.reading import read_picture

HEADER = struct.Struct(">I")
QUESTIONS = 0  # standard input
IDLE = 300.0  # seconds without a photo before it goes away
MEMORY = 2 * 2**30  # bytes of address space
GENTLE = 5  # steps of niceness below the server, which answers taps meanwhile


def main() -> None:
    """Read one photo after the other until nobody asks any more."""
    try:
        _hold_back()
        _warm_up()
    except Exception as error:
        _say({"why": repr(error)})
        raise
    _say({"ready": True})
    while select([QUESTIONS], [], [], IDLE)[0]:
        known, sent = _take(), _take()
        if known is None or sent is None:
            return
        _say(_answer(known, sent))


def _answer(known: bytes, sent: bytes) -> dict[str, object]:
    try:
        return reading_to_json(read_picture(sent, known_from_json(json.loads(known))))
    except NotAPicture as error:
        return {"refused": str(error)}


def _hold_back() -> None:
    """Run at a lower priority than the server, with a limit on memory."""
    try:
        import resource
    except ImportError:  # there is neither on Windows
        return
    with suppress(PermissionError):  # where a service may not set priorities, it reads photos all the same
        os.nice(GENTLE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a picture must not be left in a core file


def _warm_up() -> None:
    """Load both networks, so that the first photo finds them ready."""
    import numpy as np

    from scorekeeper.vision.reading import read_pixels

    read_pixels(np.zeros((96, 128, 3), np.uint8), Known())


def _take() -> bytes | None:
    header = _exactly(HEADER.size)
    return _exactly(HEADER.unpack(header)[0]) if header else None


def _exactly(length: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < length:
        more = os.read(QUESTIONS, length - len(parts))
        if not more:
            return None
        parts += more
    return bytes(parts)


def _say(answer: dict[str, object]) -> None:
    body = json.dumps(answer).encode()
    sys.stdout.buffer.write(HEADER.pack(len(body)) + body)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
