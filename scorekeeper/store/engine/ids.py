"""Ids made by the app: sortable by the time they were made, not guessable, short in a URL."""

import hashlib
import secrets
import time
from threading import Lock

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no characters that look alike
_TIME_SIGNS, _CHANCE_SIGNS = 9, 13  # 45 bits of milliseconds (until the year 3084), 65 random bits
_CHANCE, _STEP = 5 * _CHANCE_SIGNS - 1, 40  # random bits in a millisecond's first id, and between two
_turn = Lock()
_latest = (0, 0)


def new_id() -> str:
    """A new id of 22 characters, greater than this process's earlier ones unless the clock was set back.

    So new rows are adjacent in an index, and entries of one millisecond stay in order.
    """
    global _latest
    now = time.time_ns() // 1_000_000
    with _turn:
        at, chance = _latest
        chance = chance + 1 + secrets.randbits(_STEP) if at == now else secrets.randbits(_CHANCE)
        _latest = (now, chance)
    return _signs(now, _TIME_SIGNS) + _signs(chance, _CHANCE_SIGNS)


def _signs(number: int, count: int) -> str:
    return "".join(_ALPHABET[(number >> (5 * place)) & 31] for place in reversed(range(count)))


def id_from(text: str, like: str) -> str:
    """An id that follows from this text, of the time at which the id ``like`` was made."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest())
    return like[:_TIME_SIGNS] + _signs(number, _CHANCE_SIGNS)


def is_id(text: str) -> bool:
    """Whether this has the form of an id made here, and so can be part of a URL."""
    return len(text) == _TIME_SIGNS + _CHANCE_SIGNS and not set(text) - set(_ALPHABET)
