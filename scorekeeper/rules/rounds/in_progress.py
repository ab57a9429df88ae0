"""The account of a round: what was told of it play by play, in any of three ways, and what follows.

A play is told by its points (a key), by the open ends it left, or by the tile and the place it went to.
Tiles build the layout; open ends that are shown take its place; after a key nobody knows the layout until
the ends are shown again. Whose turn it is, who is out and how many tiles lie undrawn follow only while
every tile, draw and knock of the round has been told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.rounds.events import Event, Knock, ScoredEvent
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.ends_entry import count_shown_ends, points_words
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.open_ends import play_value_possible, play_values, points_of_count
from scorekeeper.rules.tiles.tile import Tile

UNKNOWN = -1  # the half of a tile nobody told: matches nothing and is drawn blank


@dataclass(frozen=True, slots=True)
class RoundInProgress:
    """Everything heard of a round so far. ``layout`` is None while it cannot be known.

    ``seen``: tiles known to be on the table. ``complete``: every tile of the round was told.
    ``knocks``: those made at ends that were known, by players who have drawn nothing since.
    """

    card: RuleCard
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    leader: str | None
    layout: Layout | None
    scored: tuple[ScoredEvent, ...] = ()
    seen: frozenset[Tile] = frozenset()
    complete: bool = True
    knocks: tuple[Knock, ...] = ()

    @classmethod
    def of(
        cls, card: RuleCard, players: Sequence[str], sides: Sequence[Sequence[str]], leader: str | None = None
    ) -> RoundInProgress:
        """The account of a round in which nothing has been told yet."""
        bare = None if card.spinner == "all_doubles" else Layout.empty(card.set, card.spinner)
        return cls(card, tuple(players), tuple(tuple(side) for side in sides), leader, bare)

    def apply(self, event: Event) -> RoundInProgress:
        """The account with this told as well; RuleError says why it cannot be."""
        if not 0 <= event.side < len(self.sides):
            raise RuleError("unknown_player", "Nobody of that side plays in this match.")
        if event.player is not None and event.player not in self.sides[event.side]:
            raise RuleError("unknown_player", f"{event.player} does not play on that side.")
        if not self.card.game.scores_in_play:
            words = self.card.game.words
            raise RuleError("no_plays", f"{words} is not scored in play: enter the round when it ends.")
        if self.out is not None:
            raise RuleError("round_over", f"{self.out} has chipped out: the round is over.")
        return {
            "key": self._hear_key,
            "ends": self._hear_ends,
            "tile": self._hear_tile,
            "draw": self._hear_draw,
            "knock": self._hear_knock,
        }[event.kind](event)

    @property
    def whole_layout(self) -> Layout | None:
        """The layout, where every tile on it was told; else nothing certain follows from it."""
        return self.layout if self.complete and self.scored else None

    @property
    def turn(self) -> str | None:
        """Whose turn it is: the leader's, then the next seat's that still holds tiles; None if unknown."""
        if not self.complete:
            return None
        if not self.scored:
            return self.leader
        last = self.scored[-1].event
        at = self.players.index(last.player or "")
        if last.kind == "draw":
            return last.player
        following = (
            self.players[(at + step) % len(self.players)] for step in range(1, len(self.players) + 1)
        )
        return next((name for name in following if self.held(name) != 0), None)

    @property
    def boneyard(self) -> int | None:
        """Tiles that were neither dealt nor drawn; None where draws may not have been told."""
        if not self.complete:
            return None
        drawn = sum(scored.event.kind == "draw" for scored in self.scored)
        return self.card.tile_set.size - len(self.players) * self._deal - drawn

    @property
    def may_draw(self) -> bool:
        """Whether a tile can be drawn, as far as anybody knows."""
        return self.card.draw and (self.boneyard is None or self.boneyard > self.card.boneyard_reserve)

    @property
    def out(self) -> str | None:
        """Who has chipped out, by the tiles that were told."""
        last = next((h.event for h in reversed(self.scored) if h.event.kind == "tile"), None)
        return last.player if last is not None and last.last_tile else None

    @property
    def blocked(self) -> bool:
        """Nobody can go: all who hold tiles have knocked, or every tile that would fit is on the table.

        While there is something to draw, they draw: only a bare boneyard blocks a round.
        """
        since = takewhile(lambda scored: scored.event.kind == "knock", reversed(self.scored))
        knocked = {scored.event.player for scored in since}
        if knocked and all(name in knocked or self.held(name) == 0 for name in self.players):
            return True
        if self.layout is None or not self.layout.tiles or self.may_draw:
            return False
        fitting = (t for t in self.card.tile_set.tiles if any(t.has(n) for n in self.layout.playable))
        return all(tile in self.seen for tile in fitting)

    def held(self, player: str) -> int | None:
        """How many tiles the player holds; None where not everything was told."""
        if not self.complete:
            return None
        own = [scored.event.kind for scored in self.scored if scored.event.player == player]
        return self._deal - own.count("tile") + own.count("draw")

    def is_last(self, player: str) -> bool:
        """Whether the player's next tile chips out: the last one, in pairs the last of the pair's where
        both must chip out.
        """
        side = next(side for side in self.sides if player in side)
        partners = side if self.card.both_must_chip_out else (player,)
        return self.held(player) == 1 and all(self.held(p) == 0 for p in partners if p != player)

    @property
    def _deal(self) -> int:
        return self.card.deal_for(len(self.players))

    def _hear_key(self, event: Event) -> RoundInProgress:
        if not play_value_possible(event.points, self.card, event.last_tile) or not event.points:
            values = listed(play_values(self.card, event.last_tile), "or")
            which = "the last tile" if event.last_tile else "one play"
            raise RuleError("play_impossible", f"Points: {which} makes {values}, never {event.points}.")
        scored = ScoredEvent(event, event.points, None, "")
        return replace(self, scored=(*self.scored, scored), layout=None, complete=False)

    def _hear_ends(self, event: Event) -> RoundInProgress:
        count = count_shown_ends(event.ends, event.spinner, self.card)
        return replace(
            self,
            scored=(*self.scored, self._heard(event, count.count, count.words)),
            layout=self._shown(event),
            complete=False,
        )

    def _hear_tile(self, event: Event) -> RoundInProgress:
        if event.tile is None or event.player is None:
            raise RuleError("not_a_tile", "Say which tile was played, and by whom.")
        if self.layout is None:
            # Refuses where no layout is ever kept; else only a key has hidden it.
            Layout.empty(self.card.set, self.card.spinner)
            raise RuleError(
                "layout_unknown", "Show the open ends first: since the last key nobody knows them."
            )
        if event.tile in self.seen:
            raise RuleError("already_played", f"{event.tile} is already on the table.")
        if self.held(event.player) == 0:
            raise RuleError("no_tiles_left", f"{event.player} has no tile left to play.")
        layout = self.layout.play(event.tile, event.at)
        count = layout.count
        why = points_words(count, points_of_count(count, self.card), self.card)
        return replace(
            self,
            scored=(*self.scored, self._heard(event, count, f"{count} at the ends: {why}")),
            layout=layout,
            seen=self.seen | {event.tile},
        )

    def _hear_draw(self, event: Event) -> RoundInProgress:
        if not self.card.draw:
            raise RuleError("cannot_draw", f"{self.card.game.words} by these rules has no drawing.")
        if not self.may_draw:
            raise RuleError("cannot_draw", "There is no tile left to draw.")
        drawn = self._and(event, "draws")
        return replace(drawn, knocks=tuple(knock for knock in self.knocks if knock.player != event.player))

    def _hear_knock(self, event: Event) -> RoundInProgress:
        known = self._and(event, "knocks")
        if self.layout is None or event.player is None or (self.card.draw and not self.complete):
            return known
        return replace(known, knocks=(*self.knocks, Knock(event.player, self.layout.playable)))

    def _and(self, event: Event, words: str) -> RoundInProgress:
        if event.player is None:
            raise RuleError("unknown_player", f"Say who {words}.")
        return replace(self, scored=(*self.scored, ScoredEvent(event, 0, None, "")))

    def _heard(self, event: Event, count: int, words: str) -> ScoredEvent:
        points = points_of_count(count, self.card)
        bonus = self.card.last_tile_bonus if event.last_tile and self.card.game is Game.THREES_FIVES else 0
        return ScoredEvent(
            event, points + bonus, count, f"{words}, and {bonus} for chipping out" if bonus else words
        )

    def _shown(self, event: Event) -> Layout:
        """The layout as far as the shown ends tell it, with the halves behind them unknown."""
        bare = Layout.empty(self.card.set, self.card.spinner)
        halves = [(e.number, e.number) if e.double else (UNKNOWN, e.number) for e in event.ends]
        if event.spinner is not None:
            return replace(bare, spinner=event.spinner.number, arms=tuple((half,) for half in halves))
        if len(halves) == 1:
            return replace(bare, line=(halves[0],))
        left, right = halves
        return replace(bare, line=((left[1], left[0]), right))
