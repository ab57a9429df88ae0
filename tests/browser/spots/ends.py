"""Plays entered by their open ends: a row of tiles of the tests' own, and the thumb that shows its ends."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from tests.browser.spots.expected import Game, Play
from tests.browser.spots.screen import Control, Screen

TILES = [(high, low) for high in range(7) for low in range(high + 1)]


@dataclass(frozen=True)
class Table:
    """What lies on the table: the ends, each a number and for a double a d, and the spinner's number."""

    ends: tuple[str, ...] = ()
    spinner: str = ""

    @classmethod
    def after(cls, plays: list[Play], game: Game) -> Table:
        if not plays:
            return cls()
        words = (plays[-1].table or plays[-1].shown).split()
        table = cls(
            tuple(word for word in words if word[0] != "*"), "".join(w[1] for w in words if w[0] == "*")
        )
        doubles = [end for end in table.ends if end.endswith("d")]
        if game.spinner and doubles and not table.spinner:  # the first double
            return cls(tuple(end for end in table.ends if end not in doubles), doubles[0][0])
        return table

    @property
    def line(self) -> tuple[str, ...]:
        """The ends with the spinner among them, as long as it is one."""
        if self.spinner and len(self.ends) < 2:
            return (*self.ends, f"{self.spinner}d")
        return self.ends

    def __str__(self) -> str:
        return " ".join([*self.ends, *(f"*{number}" for number in self.spinner)])

    def with_tile(self, tile: tuple[int, int]) -> list[Table]:
        """What may lie there after this tile."""
        high, low = map(str, tile)
        if not self.line:
            return [Table((f"{high}d",) if high == low else (high, low))]
        after = []
        for near, far in {(high, low), (low, high)}:
            end = f"{far}d" if high == low else far
            if self.spinner == near and len(self.ends) < 4:
                after.append(Table((*self.ends, end), self.spinner))
            if not self.spinner and self.line == (f"{near}d",):  # the double that leads a line has two sides
                after.append(Table((self.line[0], end)))
                continue
            for place, there in enumerate(self.ends):
                if there[0] == near:
                    after.append(replace(self, ends=(*self.ends[:place], end, *self.ends[place + 1 :])))
        return after


def next_tile(plays: list[Play], game: Game, chance: random.Random) -> tuple[str, Table] | None:
    """A tile that has not been laid and fits, and the table with it; None where the round is blocked."""
    table = Table.after(plays, game)
    left = [tile for tile in TILES if "{}-{}".format(*tile) not in {play.tile for play in plays}]
    fits = [("{}-{}".format(*tile), after) for tile in left for after in table.with_tile(tile)]
    return chance.choice(fits) if fits else None


def shown(pad: list[dict[str, str]]) -> str:
    """The ends of a pad as they are written."""
    ends = [slot["value"] for slot in pad if slot["value"] and slot["name"] != "Spinner"]
    return " ".join(
        [*ends, *(f"*{slot['value']}" for slot in pad if slot["value"] and slot["name"] == "Spinner")]
    )


def repeat_an_end(screen: Screen) -> Control | None:
    """What to tap next to put an end that lies there already, as after plays that scored nothing."""
    assert screen.pad
    place = next(slot for slot in screen.pad if slot["value"])
    return _into(screen, place, place["value"])


def show(screen: Screen, table: Table) -> Control | str | None:
    """What to tap next so that the pad shows this: a place or a key; "" once it does, None if it cannot."""
    assert screen.pad
    slots = {slot["name"]: slot for slot in screen.pad}
    spinner = slots.pop("Spinner", None)
    if spinner and spinner["value"] != table.spinner:
        return _into(screen, spinner, table.spinner) if table.spinner else screen.named("Clear ends")
    wanted = Counter(table.ends if spinner else table.line)
    there = Counter(slot["value"] for slot in slots.values() if slot["value"])
    if there == wanted:
        return ""
    missing, over = wanted - there, there - wanted
    if over.total() > missing.total():
        return screen.named("Clear ends")
    free = [slot for slot in slots.values() if not slot["value"]]
    wrong = [slot for slot in slots.values() if slot["value"] in over]
    places = wrong or free
    if not places:
        return None  # the pad has no place for it yet
    place = next((slot for slot in places if slot["active"]), places[0])
    return _into(screen, place, min(missing))


def _into(screen: Screen, slot: dict[str, str], end: str) -> Control | None:
    if slot["active"]:
        return next((one for one in screen.controls if one.end == end), None)
    return next((one for one in screen.controls if one.slot == slot["name"]), None)
