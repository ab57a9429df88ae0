"""Honours of a match: fifteens, the highest play, the biggest round, a whitewash."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.matches.score import Score
from scorekeeper.rules.matches.scoring import Leg
from scorekeeper.rules.text import counted, listed, side_name

FIFTEEN = 8


class Honour(NamedTuple):
    """One line of honours: who made it, or the side where only that is known, and what it was."""

    name: str
    what: str

    @property
    def words(self) -> str:
        return f"{self.name}: {self.what}"


@dataclass(frozen=True, slots=True)
class SideHonours:
    """One side's figures in a match, whether or not they are its best; 0 where there are none."""

    fifteens: int
    highest_play: int
    biggest_round: int
    whitewashes: int
    biggest_lead: int  # over the next side in a leg
    comeback: int  # how far it was once behind in a leg that it won


def honours_of(score: Score, side: int) -> SideHonours:
    margins = _margins(score, side)
    won = {leg.number for leg in score.legs if leg.winner == side}
    return SideHonours(
        fifteens=sum(times for (own, _), times in _fifteens(score).items() if own == side),
        highest_play=max((points for own, _, points in _plays(score) if own == side), default=0),
        biggest_round=max((points for (_, own), points in _made(score).items() if own == side), default=0),
        whitewashes=sum(winner == side for winner, _ in _whitewashes(score)),
        biggest_lead=max((0, *(ahead for _, ahead in margins))),
        comeback=max((0, *(-ahead for leg, ahead in margins if leg in won))),
    )


def _margins(score: Score, side: int) -> list[tuple[int, int]]:
    """How far the side was in front of the best other one after each step, each with its leg."""
    return [
        (step.leg, step.totals[side] - max(total for one, total in enumerate(step.totals) if one != side))
        for step in score.steps
        if step.counted
    ]


def honours(score: Score) -> tuple[Honour, ...]:
    plays, made = _plays(score), _made(score)
    play = max((points for *_, points in plays), default=0)
    round = max(made.values(), default=0)
    makers = dict.fromkeys((side, player) for side, player, points in plays if points == play > 0)
    sides = dict.fromkeys(side for (_, side), points in made.items() if points == round > 0)
    found: list[tuple[int, str | None, str]] = [
        *((*who, counted(times, "fifteen")) for who, times in _fifteens(score).items()),
        *((*who, f"highest play {play}") for who in makers),
        *((side, None, f"biggest round {round}") for side in sides),
        *((side, None, f"whitewash, {max(leg.totals)} to 0") for side, leg in _whitewashes(score)),
    ]
    return tuple(Honour(player or side_name(score.sides[side]), what) for side, player, what in found)


def in_words(found: Iterable[Honour]) -> list[str]:
    """The honours in words, a line for all who share one: ``Ann and Bob: highest play 8``."""
    shared: dict[str, dict[str, None]] = {}  # nobody is named twice
    for name, what in found:
        shared.setdefault(what, {})[name] = None
    return [f"{listed([*names])}: {what}" for what, names in shared.items()]


def _plays(score: Score) -> list[tuple[int, str | None, int]]:
    """Side, player and points of each play that counted."""
    return [
        (step.side, step.player, step.points)
        for step in score.steps
        if step.kind == "play" and step.counted and not step.bust and step.side is not None
    ]


def _fifteens(score: Score) -> Counter[tuple[int, str | None]]:
    """Plays that left fifteen at the ends, worth 8; on the last tile the bonus comes on top."""
    worth = (FIFTEEN, FIFTEEN + score.card.last_tile_bonus) if score.card.game is Game.THREES_FIVES else ()
    return Counter((side, player) for side, player, points in _plays(score) if points in worth)


def _made(score: Score) -> Counter[tuple[int, int]]:
    """What was made in each round by each side; nothing where a round is one game."""
    made: Counter[tuple[int, int]] = Counter()
    for step in score.steps if score.card.scoring != "games" else ():
        for side, points in enumerate(step.delta):
            made[step.round, side] += points if step.kind != "penalty" else 0
    return made


def _whitewashes(score: Score) -> list[tuple[int, Leg]]:
    """Legs won to nothing; one that a single round or play has decided always is that, and is none."""
    return [
        (leg.winner, leg)
        for leg in score.legs
        if leg.winner is not None
        and not any(total for side, total in enumerate(leg.totals) if side != leg.winner)
        and sum(step.leg == leg.number and any(step.delta) for step in score.steps) > 1
    ]
