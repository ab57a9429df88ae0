"""A round in progress, rebuilt from its events: points, open ends, or tiles with draws and knocks.

A play is entered by its points (a key), by the open ends it left, or by the tile and the place it went to.
Tiles build the layout; open ends that are shown take its place; after a key nobody knows the layout until
the ends are shown again. While every tile, draw and knock has been entered, the engine (``RoundState``) plays
along, and whose turn it is, who is out and how many tiles lie undrawn follow from it.

What cannot come next is checked only when a play is entered, never when stored plays are replayed: deleting
an earlier play must not invalidate those after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, NamedTuple

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles import open_ends
from scorekeeper.rules.tiles.layout import LEAD_IS_NO_DOUBLE, End, Layout
from scorekeeper.rules.tiles.open_ends import Spinner
from scorekeeper.rules.tiles.tile import Tile

UNKNOWN = -1  # the half of a tile nobody entered: matches nothing and is drawn blank
_BY_SEAT = ("tile", "draw", "knock")


@dataclass(frozen=True, slots=True)
class RoundState:
    """The engine: a round between two moves, while every tile is accounted for.

    Rounds entered live, recorded rounds and the demo's are all played by it: it lays tiles, counts the hands
    and the boneyard, passes the turn on, and knows who is out and when all have knocked. Illegal moves (out
    of turn, a knock while a tile fits) are refused by its callers, which know how to report them.
    """

    card: RuleCard
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    layout: Layout  # stays bare where every double is a spinner
    held: tuple[int, ...]  # tiles in each hand, by seat
    boneyard: int
    turn: str | None  # who moves next, None if nobody holds a tile or the leader is not known
    out: str | None = None
    knocked: frozenset[str] = frozenset()  # since the last tile was laid or drawn

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of a round."""

    kind: str  # ``key``, ``ends``, ``tile``, ``draw`` or ``knock``
    side: int
    player: str | None = None
    points: int = 0  # of a key
    ends: tuple[End, ...] = ()  # as shown
    spinner: Spinner | None = None  # shown with them
    tile: Tile | None = None
    at: str = ""  # where the tile went
    last_tile: bool = False  # it chipped out
    down: bool = False  # it opened the round


class Knock(NamedTuple):
    """A player could not go while these numbers were open, and has drawn nothing since."""

    player: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    event: Event
    points: int
    words: str


@dataclass(frozen=True, slots=True)
class RoundInProgress:
    """Everything that has been entered of a round."""

    card: RuleCard
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    leader: str | None
    layout: Layout | None  # None while it cannot be known
    state: RoundState | None  # the whole table, None once not every tile, draw and knock was entered
    scored: tuple[ScoredEvent, ...] = ()
    seen: frozenset[Tile] = frozenset()  # known to lie on the table
    knocks: tuple[Knock, ...] = ()  # at ends that were known, by players who have drawn nothing since

    @classmethod
    def of(
        cls, card: RuleCard, players: Sequence[str], sides: Sequence[Sequence[str]], leader: str | None = None
    ) -> "RoundInProgress":
        dealt = RoundState.dealt(card, players, sides, leader)
        layout = None if card.spinner == "all_doubles" else dealt.layout
        return cls(card, dealt.players, dealt.sides, leader, layout, dealt)

    def apply(self, event: Event) -> "RoundInProgress":
        """The round with this event as well; RuleError says why it cannot be."""
        if not 0 <= event.side < len(self.sides):
            raise RuleError("unknown_player", "Nobody of that side plays in this match.")
        if event.player is not None and event.player not in self.sides[event.side]:
            raise RuleError("unknown_player", f"{event.player} does not play on that side.")
        if not self.card.game.scores_in_play:
            words = self.card.game.words
            raise RuleError("no_plays", f"{words} is not scored in play: enter the round when it ends.")
        if self.out is not None:
            raise RuleError("round_over", f"{self.out} is out: the round is over.")
        return {
            "key": self._apply_key,
            "ends": self._apply_ends,
            "tile": self._apply_tile,
            "draw": self._apply_draw,
            "knock": self._apply_knock,
        }[event.kind](event)

    @property
    def complete(self) -> bool:
        """Whether every tile, draw and knock so far was entered."""
        return self.state is not None

    @property
    def whole_layout(self) -> Layout | None:
        """The layout if every tile on it was entered, otherwise None."""
        return self.layout if self.complete and self.scored else None

    @property
    def turn(self) -> str | None:
        """Whose turn it is: the leader's, then the next seat's that still holds tiles; None if unknown."""
        return self.state.turn if self.state else None

    @property
    def boneyard(self) -> int | None:
        """Tiles that were neither dealt nor drawn; None where draws may not have been entered."""
        return self.state.boneyard if self.state else None

    @property
    def may_draw(self) -> bool:
        """Whether a tile can be drawn, as far as anybody knows."""
        return self.state.may_draw if self.state else self.card.draw

    @property
    def out(self) -> str | None:
        last = next((h.event for h in reversed(self.scored) if h.event.kind == "tile"), None)
        return last.player if last is not None and last.last_tile else None

    @property
    def blocked(self) -> bool:
        """Nobody can go: all who hold tiles have knocked, or every tile that would fit is on the table.

        While there is something to draw, they draw: only a bare boneyard blocks a round.
        """
        since = takewhile(lambda scored: scored.event.kind == "knock", reversed(self.scored))
        knocked = {scored.event.player for scored in since}
        if self.state.blocked if self.state else knocked.issuperset(self.players):
            return True
        if self.layout is None or not self.layout.tiles or self.may_draw:
            return False
        fitting = (t for t in self.card.tile_set.tiles if any(t.has(n) for n in self.layout.playable))
        return all(tile in self.seen for tile in fitting)

    def held(self, player: str) -> int | None:
        """How many tiles the player holds; None where not everything was entered."""
        return self.state.held_by(player) if self.state else None

    def is_last(self, player: str) -> bool:
        """Whether the player's next tile is known to chip out."""
        return self.state is not None and self.state.is_last(player)

    def _apply_key(self, event: Event) -> "RoundInProgress":
        if not open_ends.play_value_possible(event.points, self.card, event.last_tile) or not event.points:
            values = listed(open_ends.play_values(self.card, event.last_tile), "or")
            which = "the last tile" if event.last_tile else "one play"
            raise RuleError("play_impossible", f"Points: {which} scores {values}, never {event.points}.")
        return self._with(ScoredEvent(event, event.points, ""), layout=None, state=None)

    def _apply_ends(self, event: Event) -> "RoundInProgress":
        count, words = open_ends.count_shown_ends(event.ends, event.spinner, self.card)
        return self._with(self._scored(event, count, words), layout=self._shown(event), state=None)

    def _apply_tile(self, event: Event) -> "RoundInProgress":
        if event.tile is None or event.player is None:
            raise RuleError("not_a_tile", "Say which tile was played, and by whom.")
        if self.layout is None:
            # Refuses where no layout is ever kept; else only a key has hidden it.
            Layout.empty(self.card.set, self.card.spinner)
            if self.scored[-1].event.kind == "ends":
                raise RuleError("no_layout", LEAD_IS_NO_DOUBLE)
            raise RuleError(
                "layout_unknown", "Enter the open ends first: points alone do not say what lies there."
            )
        if event.tile in self.seen:
            raise RuleError("already_played", f"{event.tile} is already on the table.")
        if self.held(event.player) == 0:
            raise RuleError("no_tiles_left", f"{event.player} has no tile left to play.")
        state = self.state.lay(event.player, event.tile, event.at) if self.state else None
        layout = state.layout if state else self.layout.play(event.tile, event.at)
        count = layout.count
        why = open_ends.points_words(count, open_ends.points_of_count(count, self.card), self.card)
        scored = self._scored(event, count, f"{count} on the ends, {why}")
        return self._with(scored, layout=layout, state=state, seen=self.seen | {event.tile})

    def _apply_draw(self, event: Event) -> "RoundInProgress":
        if not self.card.draw:
            raise RuleError("cannot_draw", f"{self.card.game.words} by these rules has no drawing.")
        if not self.may_draw:
            raise RuleError("cannot_draw", "There is no tile left to draw.")
        player = self._named(event, "draws")
        state = self.state.draw(player) if self.state else None
        knocks = tuple(knock for knock in self.knocks if knock.player != player)
        return self._with(ScoredEvent(event, 0, ""), state=state, knocks=knocks)

    def _apply_knock(self, event: Event) -> "RoundInProgress":
        player = self._named(event, "knocks")
        sure = self.complete or not self.card.draw
        open_numbers = self.layout.playable if self.layout is not None and sure else None
        state = self.state.knock(player) if self.state else None
        knocks = self.knocks if open_numbers is None else (*self.knocks, Knock(player, open_numbers))
        return self._with(ScoredEvent(event, 0, ""), state=state, knocks=knocks)

    def _with(self, scored: ScoredEvent, **changes: Any) -> "RoundInProgress":
        return replace(self, scored=(*self.scored, scored), **changes)

    def _named(self, event: Event, words: str) -> str:
        if event.player is None:
            raise RuleError("unknown_player", f"Say who {words}.")
        return event.player

    def _scored(self, event: Event, count: int, words: str) -> ScoredEvent:
        points = open_ends.points_of_play(count, self.card, event.last_tile)
        bonus = points - open_ends.points_of_count(count, self.card)
        return ScoredEvent(event, points, f"{words}, +{bonus} for the last tile" if bonus else words)

    def _shown(self, event: Event) -> Layout | None:
        """The layout as far as the shown ends show it, with the halves behind them unknown.

        None where the first tile is the spinner and no double: nobody knows what its bare sides take.
        """
        bare = Layout.empty(self.card.set, self.card.spinner)
        spinner = open_ends.spinner_shown(event.ends, event.spinner, self.card)
        beside = [end for end in event.ends if not (end.double and end.number == spinner)]
        halves = [(e.number, e.number) if e.double else (UNKNOWN, e.number) for e in beside]
        if spinner is not None:
            return replace(bare, spinner=spinner, arms=tuple((half,) for half in halves))
        if self.card.spinner == "any_lead":
            return None
        if len(halves) == 1:
            return replace(bare, line=(halves[0],))
        left, right = halves
        return replace(bare, line=((left[1], left[0]), right))


def verify_turn(known: RoundInProgress, event: Event) -> None:
    """RuleError where it is another's turn, for a knock while there is something to draw or before the first
    tile, for a spinner where the lead was none.

    Who leads is left to the table. Whose turn it is is not asked where not every tile of the round was
    entered, nor of points and ends, which may be entered without the plays between them.
    """
    if event.kind == "ends" and event.spinner is not None and not spinner_possible(known):
        raise RuleError("no_spinner", "The tile that led was no double: this round has no spinner.")
    if event.kind not in _BY_SEAT:
        return
    turn = known.turn if known.scored else None
    if turn is not None and turn != event.player:
        raise RuleError(
            "out_of_turn", f"It is {turn}’s turn. Whatever {turn} did, knocked or drew, comes first."
        )
    if event.kind == "knock" and known.layout is not None and not known.layout.tiles:
        raise RuleError("cannot_pass", "Nothing lies on the table yet: the first tile comes before a knock.")
    if event.kind == "knock" and known.may_draw and known.boneyard is not None:
        left = counted(known.boneyard - known.card.boneyard_reserve, "tile")
        raise RuleError(
            "cannot_pass", f"{event.player} cannot knock yet: there is something to draw ({left})."
        )


def spinner_possible(known: RoundInProgress) -> bool:
    """Whether a spinner can lie on the table, now or after the next play."""
    rule, layout = known.card.spinner, known.layout
    led = rule == "lead_double_only" and layout is not None and layout.tiles and layout.spinner is None
    return rule in ("first_double", "lead_double_only", "any_lead") and not led
