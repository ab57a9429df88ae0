"""Whether a card's plain values are ones that its options allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.options import BY_KEY, OPTIONS, Option


def checked(values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Every fault of a card's plain values, as (key, sentence); empty when it can be used."""
    faults = [
        (key, f"“{key}” is not a setting of a rule card.")
        for key in values
        if key not in BY_KEY and key != "game"
    ]
    if values.get("game") not in tuple(str(game) for game in Game):
        faults.append(("game", "Choose the game: block, draw, fives or threes_fives."))
    for option in OPTIONS:
        if option.key in values and not _fits(option, values[option.key]):
            faults.append((option.key, f"{option.label.rstrip('?')}: {_wanted(option)}."))
    return tuple(faults)


def _fits(option: Option, value: object) -> bool:
    if option.kind in ("choice", "switch"):
        return any(value == choice and type(value) is type(choice) for choice, _ in option.choices)
    if option.kind == "text":
        return isinstance(value, str) and len(value) <= 80
    if option.kind == "deal":
        return _is_deal(option, value)
    return (value is None and option.kind == "optional_number") or _is_number(option, value)


def _is_number(option: Option, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and option.least <= value <= option.most


def _is_deal(option: Option, value: object) -> bool:
    if isinstance(value, Mapping):
        seats = [str(players) for players in value]
        return (
            bool(seats)
            and all(seat.isascii() and seat.isdigit() and len(seat) < 3 for seat in seats)
            and all(_is_number(option, tiles) for tiles in value.values())
        )
    return _is_number(option, value)


def _wanted(option: Option) -> str:
    if option.kind in ("choice", "switch"):
        return "choose " + " or ".join(words for _, words in option.choices)
    if option.kind == "text":
        return "write at most 80 letters"
    return f"a whole number from {option.least} to {option.most}"
