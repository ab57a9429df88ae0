"""Ids made by the app: sortable by the time they were made, not guessable, short in a URL."""

import secrets
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: nothing that reads as another sign
_TIME_SIGNS, _CHANCE_SIGNS = 9, 13  # 45 bits of milliseconds (till the year 3084), 65 bits of chance


def new_id() -> str:
    """A new id of 22 signs. Ids sort by time, so that new rows land side by side in an index."""
    return _signs(time.time_ns() // 1_000_000, _TIME_SIGNS) + _signs(
        secrets.randbits(5 * _CHANCE_SIGNS), _CHANCE_SIGNS
    )


def _signs(number: int, count: int) -> str:
    return "".join(_ALPHABET[(number >> (5 * place)) & 31] for place in reversed(range(count)))


def is_id(text: str) -> bool:
    """Whether this could have been made here: it can stand in an address."""
    return len(text) == _TIME_SIGNS + _CHANCE_SIGNS and not set(text) - set(_ALPHABET)
