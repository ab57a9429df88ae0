"""Matches entered by chance, each entry with what the rules make of it: what the phone's count has to equal.

Everything is in memory. An entry is refused or taken as ``services.matches.recording`` does it; between
entries the server sometimes does what no phone counts: takes an entry out, gives a penalty, lays a tile.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import OPTIONS
from scorekeeper.rules.games.presets import PRESETS
from scorekeeper.rules.games.rule_card import MOST_SEATS, RuleCard, most_players
from scorekeeper.rules.matches.count_data import UNLIKELY, most_likely, standing_data, table_data
from scorekeeper.rules.rounds.in_progress import verify_turn
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.match_rounds import event_of, players_of, sides_of
from scorekeeper.services.match_state import MatchState, build_state
from scorekeeper.store.matches.match_events import (
    Hand,
    MatchEvent,
    Penalty,
    Play,
    Removal,
    RoundEnd,
    counting,
)
from scorekeeper.store.matches.matches import Match, Seat

Case = dict[str, Any]
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Tom & Jo", "Ann-Marie O’Neill", "王", "J. “Mac” McKay")
# Lengths that are reached within the entries of a case; the options' own least and most come on top.
NUMBERS = {
    "target": (1, 2, 5, 20, 61, 100, 150),
    "match_games": (None, None, 1, 2, 5),
    "legs": (1, 1, 2, 3),
    "start_first": (0, 0, 7, 150),
    "start_second": (0, 0, 3),
    "start_third": (0, 5),
    "start_fourth": (0, 4),
    "start_fifth": (0, 2),
    "double_blank_value": (0, 0, 10, 50),
    "penalty": (0, 5),
    "penalty_too_few": ("zero", "given"),
}
OVER = "This match is over; nothing more can be entered in it."


def unlikely_hands(
    card: RuleCard, players: Sequence[str], hands: Sequence[list[str] | int | None]
) -> list[str]:
    """What is asked about these hands."""
    most = most_likely(card, len(players))
    pips = [card.pips_in(map(Tile.parse, hand)) if isinstance(hand, list) else hand or 0 for hand in hands]
    return [
        UNLIKELY.format(name=name, pips=held, most=most)
        for name, held in zip(players, pips, strict=True)
        if held > most
    ]


@dataclass
class Playing:
    """A match that is being entered."""

    state: MatchState
    chance: random.Random

    @classmethod
    def of(cls, card: RuleCard, chance: random.Random) -> Playing:
        pairs = chance.random() < 0.4
        allowed = (4,) if pairs else seats_of(card)
        count = chance.choice(allowed) if allowed else 2
        names = chance.sample(NAMES, count)
        pairs = pairs and count == 4
        seats = tuple(Seat(f"p{n}", name, n % 2 if pairs else n, None, None) for n, name in enumerate(names))
        leader = chance.choice([None, *(seat.player for seat in seats)])
        out_word = chance.choice(["chipped out", "went out", "dominoed"])
        text = json.dumps(card.to_dict())
        return cls(
            build_state(Match("c", "m", text, leader, None, 0, "2026", out_word, None, None, seats), []),
            chance,
        )

    @property
    def table(self) -> Case:
        match = self.state.match
        return table_data(self.state.card, players_of(match), sides_of(match), match.out_word)

    @property
    def standing(self) -> Case:
        return standing_data(self.state.score, self.state.progress, self.state.running)

    def store(self, round_: int, *bodies: Any, original: int | None = None) -> list[MatchEvent]:
        """Add these as one act, as the store numbers them."""
        new = []
        for n, body in enumerate(bodies):
            version = len(self.state.events) + n + 1
            root = original or version
            new.append(MatchEvent(version, root, round_, None, f"k{version}", "", None, "", "", "Ann", body))
        self.state = build_state(self.state.match, (*self.state.events, *new), self.state)
        return new

    # ---- What a phone counts ----

    def answer(self, entry: Case) -> Case:
        """What the rules say of this entry; it is stored where they take it."""
        before, state = self.standing, self.state
        case = {"before": before, "entry": entry}
        if not state.running:
            return {**case, "refusal": OVER}
        if entry["kind"] == "round":
            end, plays = self.end_of(entry)
            validation = state.validate_end(end, state.score.round_open)
            certain = [problem for problem in validation.problems if problem.certain]
            case["faults"] = [problem.message for problem in certain]
            if validation.refused:
                return case
            doubts = unlikely_hands(state.card, players_of(state.match), entry["hands"])
            return {**case, **self.stored(*plays, end), "doubts": doubts}
        play = self.play_of(entry)
        try:
            event = event_of(state.match, play)
            state.progress.apply(event)
            verify_turn(state.progress, event)
        except RuleError as error:
            return {**case, "refusal": str(error)}
        return {**case, **self.stored(play), "doubts": []}

    def stored(self, *bodies: Any) -> Case:
        new = self.store(self.state.score.round_open, *bodies)
        score = self.state.score
        steps = [step for step in score.steps if step.ref in new]
        scored = [self.state.scored(event) for event in new]
        return {
            "after": self.standing,
            "needs": score.needs,
            "over": score.bust_values,
            "steps": [
                {
                    **{name: getattr(step, name) for name in ("kind", "round", "leg", "side", "points")},
                    **{name: getattr(step, name) for name in ("delta", "totals", "bust", "counted", "words")},
                    "why": found.words if found and found.event.kind == "ends" else step.sum,
                }
                for step, found in zip(steps, scored, strict=True)
            ],
        }

    def play_of(self, entry: Case) -> Play:
        """The play as the forms for keys and for ends make it."""
        members = [seat.player for seat in self.state.match.seats if seat.side == entry["side"]]
        player = members[0] if len(members) == 1 else None
        return Play(
            entry["kind"],
            entry["side"],
            player,
            entry.get("points"),
            entry.get("shown"),
            None,
            "lead" if entry.get("down") else None,
            int(entry.get("last", False)),
        )

    def end_of(self, entry: Case) -> tuple[RoundEnd, list[Play]]:
        """The end as the round's form makes it, and the last tile's own play."""
        seats = self.state.match.seats
        out = None if entry["out"] is None else seats[entry["out"]]
        hands = []
        for seat, hand, held in zip(seats, entry["hands"], entry["held"], strict=True):
            if isinstance(hand, list):
                hands.append(Hand(seat.player, " ".join(hand), None))
            elif hand is not None:
                hands.append(Hand(seat.player, None, hand, held))
        leader = entry.get("leader")
        foul = entry.get("foul")
        event = "out" if out else "blocked" if foul is None else "foul"
        culprit = None if foul in (None, -1) else seats[foul]
        end = RoundEnd(
            event,
            (out or culprit) and (out or culprit).player,
            None,
            entry.get("boneyard"),
            None if leader is None else seats[leader].player,
            None,
            tuple(hands),
        )
        points = entry.get("last", 0) + self.state.card.last_tile_bonus
        last = (
            Play("key", out.side, out.player, points, None, None, None, 1)
            if out and entry.get("last")
            else None
        )
        return end, [last] if last else []

    # ---- What only the server does ----

    def serve(self) -> bool:
        """Take an entry out, give a penalty, or play by tiles; whether anything was done."""
        state, chance = self.state, self.chance
        way = chance.random()
        counting_now = counting(state.events)
        if way < 0.4 and counting_now:
            taken = chance.choice(counting_now)
            self.store(taken.round, Removal(), original=taken.original)
            return True
        if not state.running:
            return False
        if way < 0.6:
            side = chance.randrange(len(state.sides))
            self.store(state.score.round_open, Penalty(side, chance.choice([-8, -3, 2, 5])))
            return True
        laid = [self.tile() for _ in range(chance.randint(1, 12))]
        return any(laid)

    def tile(self) -> bool:
        state, chance = self.state, self.chance
        layout = state.progress.layout
        if not state.running or not state.card.game.scores_in_play or not layout or state.progress.out:
            return False
        free = [tile for tile in state.card.tile_set.tiles if tile not in state.progress.seen]
        fitting = [(tile, at) for tile in free for at in layout.moves(tile)]
        if not fitting:
            return False
        tile, at = chance.choice(fitting)
        turn = state.progress.turn if state.progress.scored else None
        seat = next((s for s in state.match.seats if s.name == turn), chance.choice(state.match.seats))
        last = int(state.progress.is_last(seat.name) or chance.random() < 0.03)
        play = Play("tile", seat.side, seat.player, None, None, str(tile), at, last)
        try:
            event = event_of(state.match, play)
            state.progress.apply(event)
            verify_turn(state.progress, event)
        except RuleError:
            return False
        self.store(state.score.round_open, play)
        return True

    # ---- What is tapped ----

    def tap(self) -> Case:
        in_play = self.state.card.game.scores_in_play
        if self.chance.random() < (0.75 if in_play else 0.02):
            return self.a_play()
        return self.an_end()

    def a_play(self) -> Case:
        chance, table = self.chance, self.table
        side = chance.randrange(len(table["sides"]))
        last, down = chance.random() < 0.1, chance.random() < 0.15
        rest = {"side": side, "last": last, "down": down}
        if chance.random() < 0.55:
            values = table["card"]["last_values" if last else "values"] or (5,)
            behind = max(self.state.score.totals) - self.state.score.totals[side]
            if behind in values and chance.random() < 0.5:  # level beyond the target decides nothing
                return {"kind": "key", "points": behind, **rest}
            points = chance.choice(values) if chance.random() < 0.95 else chance.randint(0, 40)
            return {"kind": "key", "points": points, **rest}
        return {"kind": "ends", "shown": self.shown(), **rest}

    def shown(self) -> str:
        chance, highest = self.chance, self.state.card.set
        cross = chance.random() < 0.35
        numbers = [chance.randint(0, highest + (chance.random() < 0.03)) for _ in range(5)]
        ends = [f"{n}{'d' if chance.random() < 0.25 else ''}" for n in numbers[:4]]
        if cross:
            return " ".join([*ends[: chance.randint(0, 4)], f"*{numbers[4]}"])
        if chance.random() < 0.15:
            return f"{numbers[0]}d"
        return " ".join(ends[: chance.choice([2, 2, 2, 2, 2, 2, 1, 3, 4, 0])])

    def an_end(self) -> Case:
        chance, card, seats = self.chance, self.state.card, self.state.match.seats
        tiles = list(card.tile_set.tiles)
        chance.shuffle(tiles)
        out = chance.choice([None, None, *range(len(seats))])
        deal = card.deal_for(len(seats))
        small = chance.random() < 0.25  # for ties
        if small:
            tiles.sort(key=lambda tile: tile.pips + chance.random() * 3)
        entry: Case = {"kind": "round", "out": out, "hands": [], "held": []}
        foul = card.foul_between(len(self.state.sides))
        if foul != "none" and chance.random() < 0.4:
            out = entry["out"] = None
            entry["foul"] = -1 if foul == "replayed" else chance.randint(-1, len(seats) - 1)
        spared = self._spared(out, entry.get("foul")) if chance.random() < 0.5 else []
        out_pair = out is not None and card.both_must_chip_out and len(self.state.sides) < len(seats)
        none = chance.random() < 0.12
        same = chance.randint(1, 12) if chance.random() < 0.2 else None
        by_tiles = chance.choice([0.0, 0.5, 1.0])
        for n, seat in enumerate(seats):
            empty = n == out or (out_pair and out is not None and seat.side == seats[out].side)
            hand = (
                []
                if empty
                else [tiles.pop() for _ in range(chance.randint(1, 2 if small else max(1, deal - 1)))]
            )
            if chance.random() < 0.03:
                hand = [] if hand else [tiles.pop()]
            pips = card.pips_in(hand)
            if same is not None and hand and chance.random() < 0.8:
                hand = [tile for tile in tiles if card.pips_of(tile) == same][:1] or hand
                tiles = [tile for tile in tiles if tile not in hand]
                pips = same
            held = len(hand) if chance.random() < 0.1 else None
            if none or (n == out and chance.random() < 0.6) or chance.random() < 0.02 or n in spared:
                said: object = None
            elif chance.random() < by_tiles:
                said = [str(tile) if chance.random() < 0.5 else f"{tile.low}-{tile.high}" for tile in hand]
            else:
                said = pips if chance.random() < 0.97 else chance.choice([0, 1, 200, pips + 1])
            entry["hands"].append(said)
            entry["held"].append(held if isinstance(said, int) else None)
        if chance.random() < 0.03 and isinstance(entry["hands"][0], list):
            entry["hands"][-1] = list(entry["hands"][0])
        if chance.random() < 0.06:
            entry["leader"] = chance.randrange(len(seats))
        if chance.random() < 0.05:
            entry["boneyard"] = chance.randint(0, 12)
        if card.game.value == "threes_fives" and out is not None and chance.random() < 0.5:
            entry["last"] = chance.choice((0, *self.table["card"]["values"]))
        return entry

    def _spared(self, out: int | None, foul: int | None) -> list[int]:
        """Hands that need not be entered under some cards: the winners', or all but the culprit's."""
        seats, by = self.state.match.seats, out if foul is None else foul
        if by is None or by < 0:
            return []
        if foul is not None and self.state.card.foul == "pips":
            return [n for n in range(len(seats)) if n != by]
        return [n for n, seat in enumerate(seats) if (seat.side == seats[by].side) == (foul is None)]


def planned() -> list[RuleCard]:
    """Every preset, and the usual card of every game with every value of every setting that it is for."""
    cards = [preset.card for preset in PRESETS]
    for option in OPTIONS:
        values = NUMBERS.get(option.key) or (option.values if option.kind in ("choice", "switch") else ())
        for game, value in itertools.product(option.games, dict.fromkeys(values)):
            cards.append(with_setting(RuleCard.default(game), option.key, value))
    legs = {"target": 20, "exact": False, "scoring": "pips", "lead_leg": "other_side"}
    cards += [RuleCard.default(game, **legs, legs=count) for game in Game for count in (2, 3)]
    return cards


# Where sides are level, in a block or beyond the target, or a partner's hand does not count after a foul;
# chance alone finds those too seldom.
SELDOM = [
    RuleCard.default("draw", foul="pips", out_counts="all_hands", tie="split", target=500),
    *(
        RuleCard.default(
            game, target=target, finish="end_of_round", tie=tie, round=5, last_tile_bonus=0, exact=False
        )
        for game in ("draw", "fives", "threes_fives")
        for target in (5, 250)
        for tie in ("lightest_tile", "split")
    ),
]


def seats_of(card: RuleCard) -> list[int]:
    """How many can play, each alone, by this card: as its printed rules say, and as its set has tiles for."""
    most = most_players(card.game) if card.set == 6 else MOST_SEATS
    return [n for n in range(2, most + 1) if n * card.deal_for(n) <= card.tile_set.size]


def with_setting(card: RuleCard, key: str, value: object) -> RuleCard:
    """The card with this setting, dealt so that its set has the tiles for a table."""
    changed = card.but(**{key: value})
    return changed if seats_of(changed) else card


def a_card(chance: random.Random) -> RuleCard:
    """One of the planned cards, most with some more of its settings changed."""
    card = chance.choice(PLANNED if chance.random() < 0.75 else SELDOM)
    for option in chance.sample(OPTIONS, chance.choice((0, 1, 3, 8))):
        values = NUMBERS.get(option.key) or (option.values if option.kind in ("choice", "switch") else ())
        if values:
            card = with_setting(card, option.key, chance.choice(values))
    return card


def a_match(seed: object) -> Case:
    """One match: its table, and its entries with what the rules answer to each.

    ``served``: the server did something by itself just before this entry.
    """
    return played(a_card(chance := random.Random(f"count {seed}")), chance)


def played(card: RuleCard, chance: random.Random) -> Case:
    playing = Playing.of(card, chance)
    made = {"table": playing.table, "start": playing.standing, "moves": []}
    for _ in range(chance.randint(6, 20)):
        served = chance.random() < 0.15 and playing.serve()
        move = playing.answer(playing.tap())
        made["moves"].append({**move, "served": bool(served)})
        if not playing.state.running and chance.random() < 0.5:
            break
    return made


def matches(seed: object, how_many: int) -> Iterator[Case]:
    """So many matches of a seed: first one under each of the planned cards."""
    for card, n in zip(PLANNED, range(how_many), strict=False):
        yield played(card, random.Random(f"count {seed} planned {n}"))
    for n in range(len(PLANNED), how_many):
        yield a_match(f"{seed} {n}")


PLANNED = planned()
