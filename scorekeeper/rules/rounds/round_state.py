"""The engine of a round: its state between two moves, while every tile is accounted for.

Rounds entered live, recorded rounds and the demo's are all played by it: it lays tiles, counts the hands and
the boneyard, passes the turn on, and knows who is out and when all have knocked. Illegal moves (out of
turn, a knock while a tile fits) are refused by its callers, turns and ``play_through``, which know how to
report them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class RoundState:
    """``held``: tiles in each hand, by seat. ``layout`` stays bare where every double is a spinner.

    ``turn``: who moves next, None if nobody holds a tile or the leader is not known. ``knocked``: who has
    knocked since the last tile was laid or drawn.
    """

    card: RuleCard
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    layout: Layout
    held: tuple[int, ...]
    boneyard: int
    turn: str | None
    out: str | None = None
    knocked: frozenset[str] = frozenset()

    @classmethod
    def dealt(
        cls, card: RuleCard, players: Sequence[str], sides: Sequence[Sequence[str]], leader: str | None
    ) -> "RoundState":
        each = card.deal_for(len(players))
        return cls(
            card=card,
            players=tuple(players),
            sides=tuple(tuple(side) for side in sides),
            layout=Layout(card.set, card.spinner),
            held=(each,) * len(players),
            boneyard=card.tile_set.size - len(players) * each,
            turn=leader,
        )

    @property
    def may_draw(self) -> bool:
        """Whether the rules and the boneyard leave a tile to draw."""
        return self.card.draw and self.boneyard > self.card.boneyard_reserve

    @property
    def blocked(self) -> bool:
        """All who hold tiles have knocked in a row."""
        holding = {name for name in self.players if self.held_by(name)}
        return bool(self.knocked) and holding <= self.knocked

    def held_by(self, player: str) -> int:
        """How many tiles the player holds; 0 for somebody who does not play."""
        return dict(zip(self.players, self.held, strict=True)).get(player, 0)

    def is_last(self, player: str) -> bool:
        return self.held_by(player) == 1 and not any(
            self.held_by(name) for name in self._finishers(player) if name != player
        )

    def lay(self, player: str, tile: Tile, at: str) -> "RoundState":
        """The table with this tile laid; RuleError says why it cannot lie there."""
        layout = self.layout.play(tile, at)
        after = replace(self, layout=layout, held=self._count(player, -1), knocked=frozenset())
        over = not any(after.held_by(name) for name in self._finishers(player))
        return replace(after, out=player if over else self.out, turn=after._following(player))

    def draw(self, player: str) -> "RoundState":
        held = self._count(player, 1)
        return replace(self, held=held, boneyard=self.boneyard - 1, turn=player, knocked=frozenset())

    def knock(self, player: str) -> "RoundState":
        return replace(self, turn=self._following(player), knocked=self.knocked | {player})

    def _finishers(self, player: str) -> tuple[str, ...]:
        """Who must be out of tiles for this player's last tile to end the round."""
        own = next((side for side in self.sides if player in side), (player,))
        return own if self.card.both_must_chip_out else (player,)

    def _following(self, player: str) -> str | None:
        """The next seat to the left that still holds tiles."""
        at = self.players.index(player) + 1
        return next((name for name in self.players[at:] + self.players[:at] if self.held_by(name)), None)

    def _count(self, player: str, change: int) -> tuple[int, ...]:
        at = self.players.index(player)
        return (*self.held[:at], self.held[at] + change, *self.held[at + 1 :])
