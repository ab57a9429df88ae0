"""The tiles that were drawn for the seats, as pages show them."""

from dataclasses import dataclass

from scorekeeper.rules.matches.lots import heaviest_first, seats_drawn
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.web.draws.drawn_lead import LeadDraw


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """The draw: ``tiles`` are names and tiles in the order of the seats, ``sides`` who plays against whom.

    ``best`` are the places of the tiles that decide: of the two partners, or of whoever sits first.
    ``with_lead`` says that the same tiles were drawn for the first lead.
    """

    tiles: list[tuple[str, Tile]]
    sides: tuple[str, ...]
    best: list[int]
    with_lead: bool

    @classmethod
    def of(cls, state: MatchState) -> "SeatDraw | None":
        """The draw of this match, None where the seats were not drawn, or were changed since."""
        drawn = [Tile.parse(tile) for tile in (state.match.seat_draw or "").split()]
        seats = state.match.seats
        pairs = len(state.sides) < len(seats)
        if not drawn or len(drawn) != len(seats) or seats_drawn(drawn, pairs=pairs) != [*range(len(seats))]:
            return None
        with_lead = state.match.lead_draw == state.match.seat_draw and LeadDraw.of(state) is not None
        tiles = [(seat.name, tile) for seat, tile in zip(seats, drawn, strict=True)]
        return cls(tiles, state.sides, heaviest_first(drawn)[: 2 if pairs else 1], with_lead)

    @property
    def pairs(self) -> bool:
        """Whether partners were drawn, too."""
        return len(self.sides) < len(self.tiles)

    @property
    def turned(self) -> list[tuple[str, Tile, bool]]:
        """Everybody's tile and whether it decides, by name: the order of the seats would give them away."""
        best = [self.tiles[at] for at in self.best]
        return sorted((name, tile, (name, tile) in best) for name, tile in self.tiles)

    @property
    def headline(self) -> str:
        """What was drawn: ``Ann & Cy v Bob & Di``, or everybody as they sit."""
        return " v ".join(self.sides) if self.pairs else f"Clockwise: {self.names}"

    @property
    def words(self) -> str:
        """Why: ``Ann and Cy drew the two highest tiles and play together.``"""
        best = [name for name, _ in (self.tiles[at] for at in self.best)]
        drew = listed(best)
        if self.pairs:
            why = f"{drew} drew the two highest tiles and play together. Clockwise: {self.names}."
        else:
            why = f"{drew} drew the highest tile and sits first, the others follow by their tiles."
        return f"{why} {best[0]} goes first." if self.with_lead else why

    @property
    def names(self) -> str:
        """Everybody in the order of the seats."""
        return ", ".join(name for name, _ in self.tiles)

    @property
    def line(self) -> str:
        """Everybody’s tile in one line, in the order of the seats: ``Ann 6-4, Bob 3-1``."""
        return ", ".join(f"{name} {tile}" for name, tile in self.tiles)
