"""Ids made by the app: sortable by the time they were made, not guessable, short in a URL."""

import secrets
import time
from threading import Lock

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: nothing that reads as another sign
_TIME_SIGNS, _CHANCE_SIGNS = 9, 13  # 45 bits of milliseconds (till the year 3084), 65 bits of chance


_CHANCE, _STEP = 5 * _CHANCE_SIGNS - 1, 40  # bits of chance in a millisecond's first id, and between two
_turn = Lock()
_latest = (0, 0)


def new_id() -> str:
    """A new id of 22 signs, greater than those that this process made before while no clock was put back.

    So new rows land side by side in an index, and what was entered in one millisecond stays in order.
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


def is_id(text: str) -> bool:
    """Whether this could have been made here: it can stand in an address."""
    return len(text) == _TIME_SIGNS + _CHANCE_SIGNS and not set(text) - set(_ALPHABET)
