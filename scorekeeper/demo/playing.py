"""Rounds played at random: the only place in the project where tiles are shuffled.

Whatever comes out has really lain on a table: hands, open ends, blocks and points follow from the moves,
and the engine of the rules (``rounds.round_state``) makes every move. Stores nothing and knows no clock.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.matches.scoring import gain
from scorekeeper.rules.rounds.lead import first_lead
from scorekeeper.rules.rounds.round_state import RoundState
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.open_ends import points_of_play
from scorekeeper.rules.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays what, before the deal; ``totals`` are the points of each side in this leg."""

    card: RuleCard
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]

    def side_of(self, player: str) -> int:
        return next(n for n, side in enumerate(self.sides) if player in side)


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """Points made by one tile; ``turn`` counts the round's turns from 1, ``last_tile`` ended the round."""

    player: str
    points: int
    turn: int
    last_tile: bool


@dataclass
class PlayedRound:
    """A round as it lies on the table.

    ``lead_tile`` is None where its leader was free to choose. ``out`` is who chipped out; where that is
    None and ``won`` is not set, the round is blocked. ``won``: a play reached the target in mid-round.
    """

    leader: str
    lead_tile: Tile | None
    hands: dict[str, list[Tile]]
    boneyard: list[Tile]
    state: RoundState
    totals: list[int]
    plays: list[ScoredPlay] = field(default_factory=list)
    turns: int = 0
    won: bool = False

    @property
    def out(self) -> str | None:
        return self.state.out

    @property
    def over(self) -> bool:
        """Whether the round has ended: won in play, chipped out or blocked."""
        return self.won or self.state.out is not None or self.state.blocked


def play_round(table: Table, leader: str | None, chance: Random) -> PlayedRound:
    """Deal and play one round. ``leader`` is None where the tiles, or else a draw, decide who leads."""
    played = _deal(table, leader, chance)
    while not played.over and (player := played.state.turn):
        played.turns += 1
        _take_turn(table, played, player)
    return played


def _deal(table: Table, leader: str | None, chance: Random) -> PlayedRound:
    """Shuffle and deal, again where nobody holds the double that must lead."""
    card, each = table.card, table.card.deal_for(len(table.players))
    while True:
        pack = list(card.tile_set.tiles)
        chance.shuffle(pack)
        hands = {name: pack[n * each : (n + 1) * each] for n, name in enumerate(table.players)}
        first = first_lead(card.lead_rule, hands, card.set)
        if leader is None and first.player is None and card.lead_rule == "highest_double_reshuffle":
            continue
        found = leader or first.player or chance.choice(table.players)
        return PlayedRound(
            leader=found,
            lead_tile=None if leader else first.tile,
            hands=hands,
            boneyard=pack[each * len(table.players) :],
            state=RoundState.dealt(card, table.players, table.sides, found),
            totals=list(table.totals),
        )


def _take_turn(table: Table, played: PlayedRound, player: str) -> None:
    """Lay a tile, drawing for one where the card has drawing; else knock."""
    hand = played.hands[player]
    while not (moves := _moves(played, hand)):
        if not played.state.may_draw:
            played.state = played.state.knock(player)
            return
        hand.append(played.boneyard.pop())
        played.state = played.state.draw(player)
    tile, at = max(moves, key=lambda move: _merit(table, played, player, move))
    _lay(table, played, player, tile, at)


def _moves(played: PlayedRound, hand: Sequence[Tile]) -> list[tuple[Tile, str]]:
    if not played.state.layout.tiles and played.lead_tile is not None:
        return [(played.lead_tile, "lead")] if played.lead_tile in hand else []
    return [(tile, at) for tile in hand for at in played.state.layout.moves(tile)]


def _merit(
    table: Table, played: PlayedRound, player: str, move: tuple[Tile, str]
) -> tuple[int, int, int, Tile, str]:
    """What a simple player considers: points, not to bust, pips to lose, tiles that match the new end."""
    tile, at = move
    points = _points(played, player, played.state.layout.play(tile, at))
    score = played.totals[table.side_of(player)]
    made = _gain(table.card, score, points)[0] - score
    held = Counter(number for each in played.hands[player] for number in {each.low, each.high})
    return made, tile.pips, held[tile.low] + held[tile.high], tile, at


def _points(played: PlayedRound, player: str, after: Layout) -> int:
    """What a play makes that leaves this layout."""
    return points_of_play(after.count, played.state.card, played.state.is_last(player))


def _gain(card: RuleCard, score: int, points: int) -> tuple[int, bool]:
    """The score after these points, and whether it wins at once; over agreed rounds there is no target."""
    after = gain(score, points, card.target, card.exact and card.match_games is None)
    at_once = card.finish == "at_once" and card.match_games is None
    return after.score, after.won and at_once and points > 0


def _lay(table: Table, played: PlayedRound, player: str, tile: Tile, at: str) -> None:
    after, side = played.state.lay(player, tile, at), table.side_of(player)
    points = _points(played, player, after.layout)
    played.state = after
    played.hands[player].remove(tile)
    if points and table.card.game.scores_in_play:
        played.totals[side], played.won = _gain(table.card, played.totals[side], points)
        played.plays.append(ScoredPlay(player, points, played.turns, after.out is not None))
