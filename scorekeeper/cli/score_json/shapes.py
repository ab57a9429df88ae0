"""The shapes of plain JSON values, read strictly: a wrong type anywhere means it is no case."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.tiles.layout import Half, Layout
from scorekeeper.rules.tiles.tile import Tile, TileSet
from scorekeeper.rules.tiles.topology import oriented

LONGEST = 100_000


class NotACaseError(ValueError):
    """The line is no case; ``str(error)`` says what is wrong with it."""


def an_object(value: object, name: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise NotACaseError(f"{name} must be an object.")
    return value


def a_list(value: object, name: str) -> list[Any]:
    """A JSON list of a sane length."""
    if not isinstance(value, list) or len(value) > LONGEST:
        raise NotACaseError(f"{name} must be a list.")
    return value


def integer(value: object, name: str) -> int:
    """A whole number; true and 1.0 are refused."""
    if type(value) is not int:
        raise NotACaseError(f"{name} must be a whole number.")
    return value


def text(value: object, name: str) -> str:
    """A string."""
    if type(value) is not str:
        raise NotACaseError(f"{name} must be text.")
    return value


def truth(value: object, name: str) -> bool:
    """true or false."""
    if type(value) is not bool:
        raise NotACaseError(f"{name} must be true or false.")
    return value


def names(value: object, name: str) -> tuple[str, ...]:
    """A list of names."""
    return tuple(text(event, name) for event in a_list(value, name))


def half(value: object, name: str) -> Half:
    """Two whole numbers, in the order given."""
    if type(value) is not list or len(value) != 2:
        raise NotACaseError(f"{name} must be two numbers.")
    return integer(value[0], name), integer(value[1], name)


def tile(value: object, name: str) -> Tile:
    """A tile, its two ends in either order."""
    return Tile.of(*half(value, name))


def tiles(value: object, name: str) -> tuple[Tile, ...]:
    """A list of tiles."""
    return tuple([tile(event, name) for event in a_list(value, name)])


def set_of(given: dict[str, Any]) -> int:
    """The set's highest number, double-six unless said; RuleError for a set that is not made."""
    return TileSet(integer(given.get("set", 6), "set")).highest


def card_of(game: object, given: dict[str, Any]) -> RuleCard:
    """The card of a case: its game's defaults, changed by ``rules``."""
    rules = given.get("rules")
    changed = an_object(rules, "rules") if rules is not None else {}
    try:
        return RuleCard.from_dict({"game": text(game, "family"), "set": set_of(given), **changed})
    except CardError as error:
        raise NotACaseError(str(error)) from error


def layout_of(value: object, highest: int) -> Layout:
    """A recorded layout: an object with ``kind``, or an object with ``line`` or ``spinner`` and ``arms``."""
    given = an_object(value, "layout")
    if given.get("kind") == "line" or "line" in given:
        laid = given["line"] if "line" in given else given.get("tiles")
        return oriented(Layout.from_line(highest, [half(event, "line") for event in a_list(laid, "line")]))
    if "spinner" not in given:
        raise NotACaseError("A layout has a line, or a spinner and arms.")
    arms = [[half(event, "arm") for event in a_list(arm, "arm")] for arm in a_list(given.get("arms"), "arms")]
    return oriented(Layout.from_cross(highest, spinner_of(given["spinner"]), arms))


def spinner_of(value: object) -> int:
    """The number of the spinner, given as a number or as its double."""
    if type(value) is int:
        return value
    double = tile(value, "spinner")
    if not double.is_double:
        raise NotACaseError("A spinner must be a double.")
    return double.low
