"""The facts of a match and its running score: the one place where points are added and legs are won.

The facts, in order, are plays, penalties and round ends. ``ref`` is the caller's own handle (a row's id, a
link); it is carried through to the result untouched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.outcome import Outcome
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import validate
from scorekeeper.rules.text import MINUS, names_a_pair, side_name


@dataclass(frozen=True, slots=True)
class CountedPlay:
    """Points a side made inside a round."""

    side: int
    points: int  # in fives-and-threes, of the last tile with its bonus
    player: str | None = None
    last_tile: bool = False  # it chipped out
    words: str = ""
    ref: object = None
    down: bool = False  # it opened the round


@dataclass(frozen=True, slots=True)
class CountedPenalty:
    """Points given or pegged back by agreement, with the reason that is read out."""

    side: int
    points: int
    reason: str
    ref: object = None


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round as entered."""

    number: int
    events: tuple[CountedPlay | CountedPenalty, ...] = ()
    end: RoundReport | None = None  # None while it is open
    leader: str | None = None  # who led it, where known
    ref: object = None


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the match, and what it did to the totals."""

    kind: str  # ``play``, ``penalty`` or ``round``, which is a round's end
    round: int
    leg: int
    side: int | None  # that made the points; None: nobody, or several
    points: int  # as entered or won
    delta: tuple[int, ...]  # by how much each side's total really moved
    bust: bool  # it would have passed an exact target, or won where it may not
    totals: tuple[int, ...]  # in this leg, after it
    counted: bool  # not what came after the leg or the match was over
    words: str
    sum: str = ""  # of a round's end, in words
    player: str | None = None
    ref: Any = None


@dataclass(frozen=True, slots=True)
class Leg:
    """A leg that was played: its final totals, and its winner, None where it ended level."""

    number: int
    totals: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Gain:
    """What a gain does to a total: the new total, whether it wins, and whether it was void."""

    score: int
    won: bool
    bust: bool


def gain(score: int, points: int, target: int, exact: bool) -> Gain:
    """Add points to a score. Where the target must be hit exactly, too much scores nothing at all;
    points pegged back never take a score below 0.
    """
    reached = score + points
    if exact and reached > target:
        return Gain(score, False, True)
    return Gain(max(0, reached), reached >= target, False)


def play_words(name: str, play: CountedPlay) -> str:
    ending = "" if names_a_pair(name) else "s"
    return f"{name} {play.words or (f'score{ending} {play.points}' if play.points else f'play{ending}')}"


def penalty_words(name: str, points: int, reason: str = "") -> str:
    signed = f"+{points}" if points >= 0 else f"{MINUS}{-points}"
    return f"{name} {signed}, {reason}" if reason else f"{name} {signed}"


def penalty_goes_to(card: RuleCard, totals: Sequence[int], side: int, cost: int) -> int | None:
    """The side that gets a penalty which this one has too few points for; None where that falls to 0.

    Leek 4: “that player must peg back 8 holes. If the player has not got at least 8pts, then his opponent
    pegs 8 holes on”. Who the opponent is, is clear of two sides only.
    """
    given = card.penalty_too_few == "given" and len(totals) == 2 and totals[side] < cost
    return 1 - side if given else None


def past_target_words(card: RuleCard) -> str:
    return f"past {card.target}, so it scores nothing"


class _Did(NamedTuple):
    """What an entry did: the points of a ``side``, how the totals moved, whether it went past the target."""

    side: int | None
    points: int
    delta: tuple[int, ...]
    bust: bool


@dataclass(slots=True)
class Running:
    """A match while it is replayed; ``score.replay`` feeds it the rounds and keeps a copy after each."""

    card: RuleCard
    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...] = field(init=False)
    legs_won: tuple[int, ...] = field(init=False)
    legs: tuple[Leg, ...] = ()
    steps: tuple[Step, ...] = ()  # of the newest round
    rounds_in_leg: int = 0
    leg_over: bool = False  # from a leg's end to the next round, and for good once the match is finished
    winner: int | None = None
    drawn: bool = False

    def __post_init__(self) -> None:
        self.totals = self.card.starts(len(self.sides))
        self.legs_won = self._nothing()

    @property
    def finished(self) -> bool:
        return self.winner is not None or self.drawn

    def play_round(self, facts: RoundFacts) -> Outcome | None:
        """Add one round; its outcome, or None if it has no valid end."""
        self.steps = ()
        if self.leg_over and not self.finished:
            self.totals = self.card.starts(len(self.sides))
            self.rounds_in_leg = 0
            self.leg_over = False
        for event in facts.events:
            self._event(facts, event)
        if facts.end is None:
            return None
        outcome = self._round_end(facts, facts.end)
        if outcome is not None and not self.leg_over:
            self._close_round(replayed=outcome.replayed)
        return outcome

    def _event(self, facts: RoundFacts, event: CountedPlay | CountedPenalty) -> None:
        gains = self._play(facts, event) if isinstance(event, CountedPlay) else self._penalty(facts, event)
        # A play that reaches the target ends the leg at once; the round is not played out.
        at_once = self.card.finish == "at_once" and self.card.match_games is None
        if at_once and not self.leg_over and self._reached(gains):
            self._win_leg(gains)

    def _play(self, facts: RoundFacts, play: CountedPlay) -> int:
        void = play.down and self.card.no_finish_on_down and self._would_win(play.side, play.points)
        delta, bust = self._add({play.side: play.points}, void)
        words = play_words(play.player or side_name(self.sides[play.side]), play)
        if bust:
            why = "the first tile may not win" if void else past_target_words(self.card)
            words = f"{words}: {why}"
        did = _Did(play.side, play.points, delta, bust)
        self._step(facts, "play", did, words, player=play.player, ref=play.ref)
        return play.side

    def _penalty(self, facts: RoundFacts, event: CountedPenalty) -> int:
        """Add what was given or pegged back; the side whose total that may raise."""
        side, points, had = event.side, event.points, self.totals[event.side]
        words = penalty_words(side_name(self.sides[side]), event.points, event.reason)
        given_to = penalty_goes_to(self.card, self.totals, side, -points)
        gains, added = (side, points) if given_to is None else (given_to, -points)
        delta, bust = self._add({gains: added}, False)
        if gains != side and not self.leg_over:
            few = f"only {had}" if had else "nothing"
            words = f"{words}: {side_name(self.sides[gains])} +{added}, {few} to take off"
        elif delta[gains] > added and not self.leg_over:
            words = f"{words}: {-delta[gains] or 'nothing'} to take off"
        if bust:
            words = f"{words}: {past_target_words(self.card)}"
        self._step(facts, "penalty", _Did(side, points, delta, bust), words, ref=event.ref)
        return gains

    def _round_end(self, facts: RoundFacts, end: RoundReport) -> Outcome | None:
        validation = validate(end, self.card)
        outcome = validation.outcome
        if outcome is None:
            nothing = _Did(None, 0, self._nothing(), False)
            self._step(facts, "round", nothing, validation.problems[0].message, counted=False, ref=facts.ref)
            return None
        points = self._end_points(facts, outcome)
        delta, bust = self._add({side: won for side, won in enumerate(points) if won}, False)
        words = f"{outcome.reason}: {past_target_words(self.card)}" if bust else outcome.reason
        did = _Did(outcome.winner, max(points), delta, bust)
        self._step(facts, "round", did, words, sum=outcome.sum, ref=facts.ref)
        return outcome

    def _end_points(self, facts: RoundFacts, outcome: Outcome) -> tuple[int, ...]:
        """The end's points; a bonus already entered with the last tile is not given twice."""
        entered = any(isinstance(event, CountedPlay) and event.last_tile for event in facts.events)
        if entered and self.card.game is Game.THREES_FIVES and outcome.event == "out":
            return self._nothing()
        return outcome.points

    def _add(self, points: dict[int, int], void: bool) -> tuple[tuple[int, ...], bool]:
        delta, bust = [0] * len(self.sides), void
        if self.leg_over:
            return tuple(delta), False
        for side, won in points.items():
            limited = self.card.exact and self.card.match_games is None
            after = gain(self.totals[side], 0 if void else won, self.card.target, limited)
            bust = bust or after.bust
            delta[side] = after.score - self.totals[side]
        self.totals = tuple(map(sum, zip(self.totals, delta, strict=True)))
        return tuple(delta), bust

    def _reached(self, side: int) -> bool:
        """Whether the side has the target; a total never passes one that must be hit exactly."""
        return self.totals[side] >= self.card.target

    def _would_win(self, side: int, points: int) -> bool:
        to_target = self.card.match_games is None
        return to_target and gain(self.totals[side], points, self.card.target, self.card.exact).won

    def _close_round(self, *, replayed: bool) -> None:
        """A hand that is played again is none of the rounds agreed on; what was scored in it stands."""
        self.rounds_in_leg += not replayed
        if self.card.match_games is not None:
            if self.rounds_in_leg >= self.card.match_games:
                best = self._best(range(len(self.sides)))
                self._win_leg(best[0] if len(best) == 1 else None)
            return
        crossed = [side for side in range(len(self.sides)) if self._reached(side)]
        best = self._best(crossed) if crossed else []
        # Level beyond the target: another round decides.
        if len(best) == 1:
            self._win_leg(best[0])

    def _best(self, among: range | list[int]) -> list[int]:
        highest = max(self.totals[side] for side in among)
        return [side for side in among if self.totals[side] == highest]

    def _win_leg(self, side: int | None) -> None:
        self.legs += (Leg(len(self.legs) + 1, self.totals, side),)
        self.leg_over = True
        if side is None:
            self.drawn = self.card.legs == 1
            return
        self.legs_won = tuple(won + (one == side) for one, won in enumerate(self.legs_won))
        if self.legs_won[side] == self.card.legs:
            self.winner = side

    def give(self, side: int) -> None:
        """Award the match to this side because somebody retired; nobody wins the current leg."""
        if not self.finished:
            if not self.leg_over:
                self.legs += (Leg(len(self.legs) + 1, self.totals, None),)
            self.leg_over, self.winner = True, side

    def _nothing(self) -> tuple[int, ...]:
        return (0,) * len(self.sides)

    def _step(
        self, facts: RoundFacts, kind: str, did: _Did, words: str, *, counted: bool = True, **also: Any
    ) -> None:
        live, leg = counted and not self.leg_over, len(self.legs) + (not self.leg_over)
        self.steps += (Step(kind, facts.number, leg, *did, self.totals, live, words, **also),)
