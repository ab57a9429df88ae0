"""Plays entered tile by tile, and hands by what is left in them: what the thumb may lay, and what it taps."""

from __future__ import annotations

import random
from typing import Any

from tests.browser.spots.ends import TILES, Table
from tests.browser.spots.expected import Game, Play
from tests.browser.spots.screen import Control, Screen

Tile = tuple[int, int]
DEALT = 7


def named(tile: Tile) -> str:
    return "{}-{}".format(*tile)


def fitting(plays: list[Play], game: Game) -> dict[Tile, list[Table]]:
    """Every tile that has not been laid and fits, with what may lie there after it."""
    table, laid = Table.after(plays, game), {play.tile for play in plays}
    return {
        tile: after for tile in TILES if named(tile) not in laid and (after := _places(table, tile, game))
    }


def _places(table: Table, tile: Tile, game: Game) -> list[Table]:
    return [_with_spinner(after, game) for after in table.with_tile(tile)]


def _with_spinner(table: Table, game: Game) -> Table:
    """The first double is the spinner, and is an end only as long as one side of it is open."""
    doubles = [end for end in table.ends if end.endswith("d")]
    if game.spinner and doubles and not table.spinner:
        return Table(tuple(end for end in table.ends if end not in doubles), doubles[0][0])
    return table


def turn(players: list[str], plays: list[Play], shown: str) -> str:
    """Whose turn it is; who leads a round is read from the screen."""
    return players[(players.index(plays[-1].player) + 1) % len(players)] if plays else shown


def wrongly_offered(screen: Screen, fits: dict[Tile, list[Table]]) -> list[str]:
    """Tiles that can be tapped though they fit nowhere, and those that fit and cannot be tapped."""
    offered = {one.tile: not one.disabled for one in screen.controls if one.tile}
    return [named(tile) for tile, can in offered.items() if can != (tile in fits)]


def some_to_lay(screen: Screen, fits: dict[Tile, list[Table]]) -> list[Control]:
    """The tiles on the screen that are played at the first tap: they fit in one place."""
    offered = [one for one in screen.controls if one.tile and one.kind == "submit" and not one.disabled]
    return [one for one in offered if one.tile and len(fits.get(one.tile, ())) == 1]


def some_hands(players: list[str], laid: set[str], chance: random.Random, most: int) -> dict[str, list[Tile]]:
    """Tiles that these players may have left; so many where the round was entered tile by tile."""
    left = [tile for tile in TILES if named(tile) not in laid]
    chance.shuffle(left)
    least = most if laid else 1
    return {player: [left.pop() for _ in range(chance.randint(least, most))] for player in players}


def for_hand(screen: Screen, held: list[str], wanted: list[Tile]) -> Control | str | None:
    """What to tap so that these tiles are in the hand; "" once they are."""
    missing = {named(tile) for tile in wanted} ^ set(held)
    if not missing:
        return ""
    if screen.form and screen.form["mode"] != "Tiles":
        return screen.named("Tiles")
    return next((one for one in screen.controls if one.held_tile == min(missing) and not one.disabled), None)


def pips(hand: dict[str, Any]) -> int:
    """What a hand of the round's form comes to."""
    return int(hand["pips"] or sum(int(end) for tile in hand["tiles"] for end in tile.split("-")))
