"""A match replayed from its facts: totals, legs, the winner, who leads, what is needed."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.scoring import Leg, RoundFacts, Running, Step
from scorekeeper.rules.rounds.lead import Lead, next_lead, next_leg_lead, opening_lead
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.open_ends import counts_possible, play_values, points_of_count

COUNT_WORDS = {
    3: "three",
    5: "five",
    6: "six",
    9: "nine",
    10: "ten",
    12: "twelve",
    15: "fifteen",
    18: "eighteen",
    20: "twenty",
}


def to_go(total: int, card: RuleCard) -> int:
    """Points from this total to the target, never below 0."""
    return max(0, card.target - total)


def need(total: int, card: RuleCard) -> str:
    """One line about what this total still needs; empty where a number of rounds was agreed instead."""
    if card.match_games is not None:
        return ""
    missing = to_go(total, card)
    if card.scoring == "games":
        return f"{total}: {counted(missing, 'game')} to go"
    text = f"{total}: {missing} to go"
    if missing == 0 or card.game is not Game.THREES_FIVES or not card.exact:
        return text
    return f"{text}{_in_one(missing, card)}"


def bust_values(total: int, card: RuleCard) -> tuple[int, ...]:
    """The play values that would pass an exact target from this total, lowest first."""
    if not card.exact or card.match_games is not None or not card.game.scores_in_play:
        return ()
    values = {*play_values(card), *play_values(card, last_tile=True)}
    return tuple(sorted(value for value in values if value > to_go(total, card)))


def _in_one(missing: int, card: RuleCard) -> str:
    values, last = play_values(card), play_values(card, last_tile=True)
    if missing in values:
        counts = sorted(n for n in counts_possible(card) if points_of_count(n, card) == missing)
        return f", {listed([_count_word(n) for n in counts], 'or')} does it"
    if missing in last:
        return ", not in one unless it is the last tile"
    return ", not in one" if missing < max(last) else ""


def _count_word(count: int) -> str:
    word = COUNT_WORDS.get(count, str(count))
    return f"an {word}" if word.startswith(("e", "8")) else f"a {word}"


class Replayed(NamedTuple):
    """A round as it was replayed, and what followed."""

    facts: RoundFacts
    after: Running  # the score as it then stood
    lead: Lead  # who leads next
    is_open: bool
    began: str | None  # who led the first round of its leg, where known


@dataclass(frozen=True, slots=True)
class Score:
    """Where a match stands; every tuple has one entry a side, in the order of ``sides``."""

    card: RuleCard
    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]  # of the current leg; of the last one once the match is over
    legs_won: tuple[int, ...]
    legs: tuple[Leg, ...]
    winner: int | None
    finished: bool
    drawn: bool  # the agreed rounds are over and the sides are level
    steps: tuple[Step, ...]
    round_open: int  # the number of the round now being played
    lead: Lead  # of that round
    to_go: tuple[int, ...]
    needs: tuple[str, ...]  # what each side still needs, in words
    bust_values: tuple[tuple[int, ...], ...]  # which play values would be too much
    replayed: tuple[Replayed, ...] = field(compare=False, repr=False)  # for the next replay to go on from

    def place_of(self, number: int) -> tuple[int, int]:
        """The leg that a round is in, and which round of that leg it is."""
        legs, before = 0, 0
        for facts, after, *_ in self.replayed if self.card.legs > 1 else ():
            if facts.number < number and len(after.legs) > legs and after.winner is None:
                legs, before = len(after.legs), facts.number
        return legs + 1, number - before

    def round_name(self, number: int) -> str:
        """``round 7``, in a match of legs ``leg 2, round 3``."""
        leg, of_leg = self.place_of(number)
        return f"leg {leg}, round {of_leg}" if self.card.legs > 1 else f"round {number}"

    @property
    def open_name(self) -> str:
        return self.round_name(self.round_open)


def replay(
    card: RuleCard,
    players: Sequence[str],
    sides: Sequence[Sequence[str]],
    rounds: Sequence[RoundFacts],
    first_leader: str | None = None,
    given_to: int | None = None,
    before: Score | None = None,
) -> Score:
    """The state these facts lead to; the same facts always lead to the same state.

    ``given_to`` is the side that was awarded the match because somebody retired. Facts after the win stay
    in ``steps`` but do not count: a correction may have moved the win. ``before`` is the score of the same
    match from before the newest facts: rounds at its beginning that are still the same are not replayed.
    """
    running = Running(card, tuple(tuple(side) for side in sides))
    replayed = _same(before, rounds)
    lead, is_open, began = opening_lead(card, first_leader), True, None
    if replayed:
        _, after, lead, is_open, began = replayed[-1]
        running = copy(after)
    for facts in rounds[len(replayed) :]:
        legs = len(running.legs)
        leader = facts.leader or lead.player
        began = leader if running.leg_over or not running.rounds_in_leg else began
        outcome = running.play_round(facts)
        is_open = facts.end is None and len(running.legs) == legs
        if is_open:
            lead = Lead(leader, f"{leader} goes first") if facts.leader else lead
        else:
            ended = outcome or (running.legs[-1].winner if running.leg_over else None)
            lead = next_lead(card, players, running.sides, ended, leader)
            if running.leg_over:
                lead = next_leg_lead(card, running.sides, running.legs_won, began) or lead
        replayed.append(Replayed(facts, copy(running), lead, is_open, began))
    if given_to is not None:
        running.give(given_to)
    number = rounds[-1].number if rounds else 1
    return _state(running, number if is_open else number + 1, lead, replayed)


def _same(before: Score | None, rounds: Sequence[RoundFacts]) -> list[Replayed]:
    """The rounds at the beginning that ``before`` was made from as well."""
    pairs = zip(before.replayed if before else (), rounds, strict=False)
    return [known for known, _ in takewhile(lambda pair: pair[0].facts is pair[1], pairs)]


def _state(running: Running, number: int, lead: Lead, replayed: Sequence[Replayed]) -> Score:
    card = running.card
    fresh = running.leg_over and not running.finished
    totals = card.starts(len(running.sides)) if fresh else running.totals
    return Score(
        card=card,
        sides=running.sides,
        totals=totals,
        legs_won=running.legs_won,
        legs=running.legs,
        winner=running.winner,
        finished=running.finished,
        drawn=running.drawn,
        steps=tuple(step for one in replayed for step in one.after.steps),
        round_open=number,
        lead=lead,
        to_go=tuple(to_go(total, card) for total in totals),
        needs=tuple(need(total, card) for total in totals),
        bust_values=tuple(bust_values(total, card) for total in totals),
        replayed=tuple(replayed),
    )
