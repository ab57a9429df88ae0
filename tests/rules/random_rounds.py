"""Random legal rounds, played move by move on the project's own layout, for property tests."""

import random
from dataclasses import dataclass

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.lead import first_lead
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import Move
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile

PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve")

# family, players, pairs, and what the card changes
TABLES = [
    ("block", 2, False, {}),
    ("block", 3, False, {}),
    ("block", 5, False, {}),
    ("block", 4, True, {}),
    ("block", 4, True, {"both_must_chip_out": True}),
    ("block", 4, True, {"deal": 7, "scoring": "pips"}),
    ("draw", 2, False, {}),
    ("draw", 3, False, {}),
    ("draw", 4, False, {}),
    ("draw", 4, True, {"deal": 7}),
    ("draw", 2, False, {"boneyard_reserve": 2}),
    ("draw", 3, False, {"spinner": "first_double"}),
    ("draw", 2, False, {"set": 9}),
    ("draw", 3, False, {"set": 12}),
    ("fives", 2, False, {}),
    ("fives", 3, False, {}),
    ("fives", 4, True, {}),
    ("fives", 4, False, {}),
    ("fives", 2, False, {"spinner": "none"}),
    ("fives", 2, False, {"spinner": "lead_double_only"}),
    ("fives", 3, False, {"set": 9}),
    ("fives", 4, True, {"both_must_chip_out": True}),
    ("threes_fives", 2, False, {}),
    ("threes_fives", 3, False, {}),
    ("threes_fives", 4, True, {}),
    ("threes_fives", 4, True, {"both_must_chip_out": False}),
]


@dataclass(frozen=True)
class Played:
    card: RuleCard
    report: RoundReport
    moves: tuple[Move, ...]
    boneyard: tuple[Tile, ...]


def played_round(seed: int) -> Played:
    """The round of this seed; the same seed always gives the same round."""
    chance = random.Random(seed)
    game, seats, pairs, changes = TABLES[seed % len(TABLES)]
    return _Round(chance, RuleCard.default(game, **changes), PLAYERS[:seats], pairs).played()


class _Round:
    def __init__(self, chance, card, players, pairs):
        self.chance, self.card, self.players = chance, card, players
        self.sides = (players[0::2], players[1::2]) if pairs else tuple((name,) for name in players)
        self.pairs_finish = pairs and card.both_must_chip_out
        self.moves, self.layout = [], Layout.empty(card.set, card.spinner)
        self.lead_tile = self.out = None
        while self.lead_tile is None:
            self.shuffle()

    def shuffle(self):
        tiles, each = list(self.card.tile_set.tiles), self.card.deal_for(len(self.players))
        self.chance.shuffle(tiles)
        self.hands = {name: [tiles.pop() for _ in range(each)] for name in self.players}
        self.boneyard = tiles
        found = first_lead(self.card.lead_rule, self.hands, self.card.set)
        self.leader, self.lead_tile = found.player, found.tile
        if self.card.lead_rule == "any":
            self.leader = self.chance.choice(self.players)
            self.lead_tile = self.chance.choice(self.hands[self.leader])

    def played(self):
        self.lay(self.leader, self.lead_tile, "lead")
        turn, passes = self.players.index(self.leader), 0
        while self.out is None and passes < len(self.players):
            turn = (turn + 1) % len(self.players)
            name = self.players[turn]
            if not self.hands[name]:
                passes += 1
                continue
            passes = 0 if self.takes_turn(name) else passes + 1
        return Played(self.card, self.report(), tuple(self.moves), tuple(self.boneyard))

    def takes_turn(self, name):
        while True:
            fitting = [(tile, at) for tile in self.hands[name] for at in self.layout.moves(tile)]
            if fitting:
                self.lay(name, *self.chance.choice(fitting))
                return True
            if not self.card.draw or len(self.boneyard) <= self.card.boneyard_reserve:
                self.moves.append(Move(name))
                return False
            self.hands[name].append(self.boneyard.pop())
            self.moves.append(Move(name, drawn=self.hands[name][-1]))

    def lay(self, name, tile, at):
        self.hands[name].remove(tile)
        self.layout = self.layout.play(tile, at)
        self.moves.append(Move(name, tile, at))
        side = next(side for side in self.sides if name in side)
        finishing = side if self.pairs_finish else (name,)
        if not any(self.hands[partner] for partner in finishing):
            self.out = name

    def report(self):
        return RoundReport(
            players=self.players,
            sides=tuple(map(tuple, self.sides)),
            event="out" if self.out else "blocked",
            out=self.out,
            hands={name: tuple(hand) for name, hand in self.hands.items()},
            ends=tuple(end.number for end in self.layout.ends) or None,
            boneyard=len(self.boneyard),
            layout=self.layout,
            leader=self.leader,
            lead_tile=self.lead_tile,
        )
