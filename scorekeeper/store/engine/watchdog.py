"""Connections on which no answer comes, closed by another thread.

A server that is frozen, or a network that swallows everything, leaves whoever waits for an answer waiting:
the server's own limits do not help then. One thread watches all that wait, and closes their connections.
"""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from scorekeeper.store.engine.errors import OperationalError

_LOOK = 0.2  # seconds between two looks

_waiting: dict[int, tuple[float, Any]] = {}
_turn = threading.Condition()
_watch: list[threading.Thread] = []


@contextmanager
def hung_up_on(connection: Any, seconds: float | None) -> Iterator[None]:
    """Have the connection (of psycopg) end if what is done here takes longer; None waits for ever.

    Raises ``OperationalError`` then: whether it was done nobody knows, and to ask at once would take as long.
    """
    if seconds is None:
        yield
        return
    with _turn:
        _waiting[id(connection)] = (time.monotonic() + seconds, connection)
        if not _watch or not _watch[0].is_alive():
            _watch[:] = [threading.Thread(target=_look, name="watchdog", daemon=True)]
            _watch[0].start()
        _turn.notify()
    try:
        yield
    except Exception as error:
        if not _forget(connection):
            raise OperationalError("busy: the database server does not answer in time") from error
        raise
    _forget(connection)


def _forget(connection: Any) -> bool:
    """Wait for it no more; False where that has been hung up on."""
    with _turn:
        return _waiting.pop(id(connection), None) is not None


def _look() -> None:
    while True:
        with _turn:
            while not _waiting:
                _turn.wait()
            late = [key for key, (until, _) in _waiting.items() if until < time.monotonic()]
            for key in late:
                _hang_up(_waiting.pop(key)[1])
        time.sleep(_LOOK)


def _hang_up(connection: Any) -> None:
    if connection.closed:
        return
    line = socket.socket(fileno=connection.fileno())
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # It has ended by itself.
    finally:
        line.detach()  # It is the connection's to close.
