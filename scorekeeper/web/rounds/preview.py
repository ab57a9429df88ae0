"""The preview under the form for the end of a round: what it will score, or what is still missing."""

from dataclasses import asdict, dataclass, field

from scorekeeper.rules.matches.totals import past_target_words
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.web.rounds.forms import RoundForm
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
    def of(cls, state: MatchState, form: RoundForm) -> "Preview":
        """What the rules say of a form that may be half filled."""
        form.validate()
        shape = [(name, errors[0]) for name, errors in form.errors.items() if name and name != "out"]
        if shape:
            return cls(shape[0][1], False, {}, shape)
        if form.out.errors:
            return cls(form.out.errors[0], False, {}, [])
        validation = state.validate_end(form.round_end(), form.round.data)
        outcome, problems = validation.outcome, as_lit(state, validation.problems)
        if outcome is None or problems:
            line = problems[0].message
        else:
            line = _last_tile(state, form) or outcome.reason
        faults = [(problem.field, problem.message) for problem in hands_together(problems)]
        winner = outcome.winner if outcome and not problems else None
        points = outcome.points if outcome and not problems else ()
        gains = [{"side": side, "points": gained} for side, gained in enumerate(points) if gained]
        line = line.replace(" & ", "\N{NO-BREAK SPACE}&\N{NO-BREAK SPACE}")
        return cls(line, not problems, _pips_by_seat(state, form), faults, winner, gains)

    def as_json(self) -> dict[str, object]:
        """What the page's script reads."""
        return asdict(self)


def _last_tile(state: MatchState, form: RoundForm) -> str:
    """What the last tile will score with its bonus, as one play; empty where the form tells of none."""
    for play in form.last_play() if form.round.data == state.score.round_open else ():
        points, bonus = play.points or 0, state.card.last_tile_bonus
        name = form.out.choices[int(form.out.data)].label
        sum_ = f"{points - bonus} + {bonus} = {points}" if bonus else str(points)
        bust = points in state.score.bust_values[play.side]
        return f"{name} {state.match.out_word}: {sum_}{f', {past_target_words(state.card)}' if bust else ''}"
    return ""


def _pips_by_seat(state: MatchState, form: RoundForm) -> dict[int, int]:
    """What each hand whose tiles were tapped comes to, by seat."""
    return {
        n: state.card.pips_in(form.tiles(n).data) for n in range(len(state.match.seats)) if form.tiles(n).data
    }
