"""The tiles that were drawn for the first lead, as pages show them."""

from dataclasses import dataclass

from scorekeeper.rules.matches.lots import highest_drawn
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState


@dataclass(frozen=True, slots=True)
class LeadDraw:
    """The draw: ``tiles`` are names and tiles in the order of the seats.

    ``highest`` is the place of the tile that leads.
    """

    tiles: list[tuple[str, Tile]]
    highest: int

    @classmethod
    def of(cls, state: MatchState) -> "LeadDraw | None":
        """The draw of this match, None where the lead was not drawn, or was given to somebody since."""
        drawn = [Tile.parse(tile) for tile in (state.match.lead_draw or "").split()]
        seats = state.match.seats
        if not drawn or len(drawn) != len(seats):
            return None
        highest = highest_drawn(drawn)
        if seats[highest].player != state.match.first_leader:
            return None
        return cls([(seat.name, tile) for seat, tile in zip(seats, drawn, strict=True)], highest)

    @property
    def turned(self) -> list[tuple[str, Tile, bool]]:
        """Everybody’s tile and whether it is the highest."""
        return [(name, tile, at == self.highest) for at, (name, tile) in enumerate(self.tiles)]

    @property
    def words(self) -> str:
        """``Bob’s 6-4 is the highest: Bob goes first``."""
        name, tile = self.tiles[self.highest]
        return f"{name}’s {tile} is the highest: {name} goes first"

    @property
    def line(self) -> str:
        """Everybody’s tile in one line: ``Ann 3-1, Bob 6-4``."""
        return ", ".join(f"{name} {tile}" for name, tile in self.tiles)
