"""Rounds played at random: the only place in the project where tiles are shuffled.

Whatever comes out has really lain on a table: hands, open ends, blocks and points follow from the moves,
and the engine of the rules (``RoundState``) makes every move. Stores nothing and knows no clock.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.scoring import gain
from scorekeeper.rules.rounds.in_progress import RoundState
from scorekeeper.rules.rounds.lead import first_lead
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.open_ends import points_of_play
from scorekeeper.rules.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """Points made by one tile; ``turn`` counts the round's turns from 1, ``last_tile`` ended the round."""

    player: str
    points: int
    turn: int
    last_tile: bool


@dataclass
class PlayedRound:
    """A round as it lies on the table; blocked where nobody is ``out`` and it is not ``won``."""

    leader: str
    lead_tile: Tile | None  # None where its leader was free to choose
    hands: dict[str, list[Tile]]
    boneyard: list[Tile]
    state: RoundState
    totals: list[int]  # of each side in this leg
    plays: list[ScoredPlay] = field(default_factory=list)
    turns: int = 0
    won: bool = False  # a play reached the target in mid-round

    @property
    def out(self) -> str | None:
        return self.state.out

    @property
    def over(self) -> bool:
        """Whether the round has ended: won in play, chipped out or blocked."""
        return self.won or self.state.out is not None or self.state.blocked

    def take_turn(self, player: str) -> None:
        """Lay a tile, drawing for one where the card has drawing; else knock."""
        self.turns += 1
        while not (moves := self._moves(player)):
            if not self.state.may_draw:
                self.state = self.state.knock(player)
                return
            self.hands[player].append(self.boneyard.pop())
            self.state = self.state.draw(player)
        self._lay(player, *max(moves, key=lambda move: self._merit(player, *move)))

    def _moves(self, player: str) -> list[tuple[Tile, str]]:
        hand, layout = self.hands[player], self.state.layout
        if not layout.tiles and self.lead_tile is not None:
            return [(self.lead_tile, "lead")] if self.lead_tile in hand else []
        return [(tile, at) for tile in hand for at in layout.moves(tile)]

    def _merit(self, player: str, tile: Tile, at: str) -> tuple[int, int, int, Tile, str]:
        """What a simple player considers: points, not to bust, pips to lose, tiles that match the new end."""
        points = self._points(player, self.state.layout.play(tile, at))
        score = self.totals[self._side_of(player)]
        made = self._gain(score, points)[0] - score
        held = Counter(number for each in self.hands[player] for number in {each.low, each.high})
        return made, tile.pips, held[tile.low] + held[tile.high], tile, at

    def _lay(self, player: str, tile: Tile, at: str) -> None:
        after, side = self.state.lay(player, tile, at), self._side_of(player)
        points = self._points(player, after.layout)
        self.state = after
        self.hands[player].remove(tile)
        if points and after.card.game.scores_in_play:
            self.totals[side], self.won = self._gain(self.totals[side], points)
            self.plays.append(ScoredPlay(player, points, self.turns, after.out is not None))

    def _points(self, player: str, after: Layout) -> int:
        """What a play makes that leaves this layout."""
        return points_of_play(after.count, self.state.card, self.state.is_last(player))

    def _gain(self, score: int, points: int) -> tuple[int, bool]:
        """The score after these points, and whether that wins at once; agreed rounds have no target."""
        card = self.state.card
        after = gain(score, points, card.target, card.exact and card.match_games is None)
        at_once = card.finish == "at_once" and card.match_games is None
        return after.score, after.won and at_once and points > 0

    def _side_of(self, player: str) -> int:
        return next(n for n, side in enumerate(self.state.sides) if player in side)


def play_round(
    card: RuleCard, sides: Sequence[Sequence[str]], totals: Sequence[int], leader: str | None, chance: Random
) -> PlayedRound:
    """Deal and play one round. ``leader`` is None where the tiles, or else a draw, decide who leads.

    It is shuffled and dealt again where nobody holds the double that must lead.
    """
    players = [name for at_once in zip(*sides, strict=True) for name in at_once]  # partners sit opposite
    each, pack = card.deal_for(len(players)), [*card.tile_set.tiles]
    while True:
        chance.shuffle(pack)
        hands = {name: pack[n * each : (n + 1) * each] for n, name in enumerate(players)}
        first = first_lead(card.lead_rule, hands, card.set)
        if leader or first.player or card.lead_rule != "highest_double_reshuffle":
            break
    found = leader or first.player or chance.choice(players)
    state, rest = RoundState.dealt(card, players, sides, found), pack[each * len(players) :]
    played = PlayedRound(found, None if leader else first.tile, hands, rest, state, [*totals])
    while not played.over and (player := played.state.turn):
        played.take_turn(player)
    return played
