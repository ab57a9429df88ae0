"""The preview under the form for the end of a round: what it will score, or what is still missing."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from scorekeeper.rules.matches.totals import past_target_words
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.reported_hands import pips_of
from scorekeeper.store.matches.match_events import RoundEnd
from scorekeeper.web.rounds.entry import Faulty, RoundEntry, Sent, read_entry
from scorekeeper.web.rounds.missing_hands import as_lit, hands_together


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be stored: ``line`` is the score and why, or what is still missing."""

    line: str
    ready: bool
    hands: dict[int, int]
    faults: list[tuple[str, str]]
    winner: int | None = None
    gains: list[dict[str, int]] = field(default_factory=list)

    @classmethod
    def of(cls, state: MatchState, sent: Sent) -> "Preview":
        """What the rules say of a form that may be half filled."""
        try:
            entry = read_entry(state, sent)
        except Faulty as refused:
            return cls._unread(refused.faults)
        validation = state.validate_end(entry.end, entry.round)
        outcome, problems = validation.outcome, as_lit(state, validation.problems)
        if outcome is None or problems:
            line = problems[0].message
        else:
            line = _last_tile(state, entry) or outcome.reason
        faults = [(problem.field, problem.message) for problem in hands_together(problems)]
        winner = outcome.winner if outcome and not problems else None
        points = outcome.points if outcome and not problems else ()
        gains = [{"side": side, "points": gained} for side, gained in enumerate(points) if gained]
        line = line.replace(" & ", "\N{NO-BREAK SPACE}&\N{NO-BREAK SPACE}")
        return cls(line, not problems, _pips_by_seat(state, entry.end), faults, winner, gains)

    @classmethod
    def _unread(cls, faults: Mapping[str, list[str]]) -> "Preview":
        shape = [(name, sentences[0]) for name, sentences in faults.items() if name != "out"]
        return cls(shape[0][1] if shape else faults["out"][0], False, {}, shape)

    def as_json(self) -> dict[str, object]:
        """What the page's script reads."""
        return asdict(self)


def _last_tile(state: MatchState, entry: RoundEntry) -> str:
    """What the last tile will score with its bonus, as one play; empty where nothing tells of it."""
    for play in entry.last_play if entry.round == state.score.round_open else ():
        points, bonus = play.points or 0, state.card.last_tile_bonus
        name = next(seat.name for seat in state.match.seats if seat.player == play.player)
        sum_ = f"{points - bonus} + {bonus} = {points}" if bonus else str(points)
        bust = points in state.score.bust_values[play.side]
        return f"{name} {state.match.out_word}: {sum_}{f', {past_target_words(state.card)}' if bust else ''}"
    return ""


def _pips_by_seat(state: MatchState, end: RoundEnd) -> dict[int, int]:
    """What each hand whose tiles were tapped comes to, by seat."""
    tapped = {hand.player: pips_of(hand, state.card) for hand in end.hands if hand.tiles}
    return {n: tapped[seat.player] for n, seat in enumerate(state.match.seats) if seat.player in tapped}
