"""An independent model of a line of tiles: its two ends, what they count, and what does not fit."""

from dataclasses import dataclass, field

Laid = tuple[int, int, str]  # the tile's two numbers, and "L" or "R"
SET = [(low, high) for high in range(7) for low in range(high + 1)]


@dataclass
class Row:
    """The line of one round. ``hidden``: points were entered without a tile, so the line is unknown."""

    tiles: list[tuple[int, int]] = field(default_factory=list)
    ends: list[tuple[int, int]] = field(default_factory=list)  # left and right: the number, what it counts
    hidden: bool = False
    last: int | None = None  # the seat that laid the last tile

    def may_lie(self, laid: Laid) -> bool:
        low, high, place = laid
        if self.hidden or (low, high) in self.tiles:
            return False
        return not self.tiles or self.ends["LR".index(place)][0] in (low, high)

    def is_turn_of(self, seat: int, seats: int) -> bool:
        """Anybody may lead; after that seats alternate, as long as every tile was entered."""
        return self.hidden or self.last is None or seat == (self.last + 1) % seats

    def lay(self, seat: int, laid: Laid) -> int:
        """What the tile scores: the open ends where five divides them; nothing where it does not fit."""
        if not self.may_lie(laid):
            return 0
        low, high, place = laid
        if not self.tiles:
            self.ends = [(low, 2 * low), (high, 2 * high)] if low == high else [(low, low), (high, high)]
        else:
            at = "LR".index(place)
            open_now = high if self.ends[at][0] == low else low
            self.ends[at] = (open_now, 2 * open_now if low == high else open_now)
        self.tiles.append((low, high))
        self.last = seat
        count = low + high if len(self.tiles) == 1 else self.ends[0][1] + self.ends[1][1]
        return count if count % 5 == 0 else 0

    def fitting(self) -> list[Laid]:
        """Everything that can be laid now."""
        return [(low, high, place) for low, high in SET for place in "LR" if self.may_lie((low, high, place))]
