"""Honours of a match: fifteens, the highest play, the biggest round, a whitewash."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.matches.score import Score
from scorekeeper.rules.text import counted, listed, side_name

FIFTEEN = 8


@dataclass(frozen=True, slots=True)
class Honour:
    """One line of honours; ``player`` is None where only the side is known."""

    kind: str
    side: int
    player: str | None
    value: int
    words: str


@dataclass(frozen=True, slots=True)
class SideHonours:
    """One side's figures in a match, whether or not they are its best; 0 where there are none.

    ``biggest_lead`` is how far it was once in front of the next side in a leg, ``comeback`` how far it was
    once behind in a leg that it won.
    """

    fifteens: int
    highest_play: int
    biggest_round: int
    whitewashes: int
    biggest_lead: int
    comeback: int


def honours_of(score: Score, side: int) -> SideHonours:
    plays = [
        s.points for s in score.steps if s.kind == "play" and s.counted and not s.bust and s.side == side
    ]
    made: Counter[int] = Counter()
    margins = _margins(score, side)
    won = {leg.number for leg in score.legs if leg.winner == side}
    for step in score.steps:
        made[step.round] += step.delta[side] if step.kind != "adjustment" else 0
    return SideHonours(
        fifteens=sum(honour.value for honour in _fifteens(score) if honour.side == side),
        highest_play=max(plays, default=0),
        biggest_round=0 if score.card.scoring == "games" else max(made.values(), default=0),
        whitewashes=sum(honour.side == side for honour in _whitewash(score)),
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
    return (*_fifteens(score), *_highest_play(score), *_biggest_round(score), *_whitewash(score))


def in_words(found: Iterable[Honour]) -> list[str]:
    """The honours in words, a line for all who share one: ``Ann and Bob: highest play 8``."""
    shared: dict[str, dict[str, None]] = {}  # nobody is named twice
    for honour in found:
        name, _, what = honour.words.rpartition(": ")
        shared.setdefault(what, {})[name] = None
    return [f"{listed([*names])}: {what}" for what, names in shared.items()]


def _fifteens(score: Score) -> list[Honour]:
    """Plays that left fifteen at the ends, worth 8; on the last tile the bonus comes on top."""
    if score.card.game is not Game.THREES_FIVES:
        return []
    worth = (FIFTEEN, FIFTEEN + score.card.last_tile_bonus) if score.card.last_tile_bonus else (FIFTEEN,)
    made = Counter(
        (step.side, step.player)
        for step in score.steps
        if step.kind == "play" and step.counted and step.points in worth and not step.bust
    )
    return [
        Honour("fifteens", side, player, times, f"{_name(score, side, player)}: {counted(times, 'fifteen')}")
        for (side, player), times in made.items()
        if side is not None
    ]


def _highest_play(score: Score) -> list[Honour]:
    plays = [step for step in score.steps if step.kind == "play" and step.counted and not step.bust]
    best = max((step.points for step in plays), default=0)
    makers = dict.fromkeys((step.side, step.player) for step in plays if step.points == best and best > 0)
    return [
        Honour("highest_play", side, player, best, f"{_name(score, side, player)}: highest play {best}")
        for side, player in makers
        if side is not None
    ]


def _biggest_round(score: Score) -> list[Honour]:
    made: Counter[tuple[int, int]] = Counter()
    for step in score.steps:
        for side, points in enumerate(step.delta):
            made[step.round, side] += points if step.kind != "adjustment" else 0
    best = max(made.values(), default=0)
    found = dict.fromkeys(side for (_, side), points in made.items() if points == best and best > 0)
    return (
        [
            Honour("biggest_round", side, None, best, f"{_name(score, side, None)}: biggest round {best}")
            for side in found
        ]
        if score.card.scoring != "games"
        else []
    )


def _whitewash(score: Score) -> list[Honour]:
    """Legs won to nothing; one that a single round or play has decided always is that, and is none."""
    return [
        Honour(
            "whitewash",
            leg.winner,
            None,
            leg.number,
            f"{_name(score, leg.winner, None)}: whitewash, {max(leg.totals)} to 0",
        )
        for leg in score.legs
        if leg.winner is not None
        and _others_blank(leg.totals, leg.winner)
        and sum(step.leg == leg.number and any(step.delta) for step in score.steps) > 1
    ]


def _others_blank(totals: tuple[int, ...], winner: int) -> bool:
    return not any(total for side, total in enumerate(totals) if side != winner)


def _name(score: Score, side: int, player: str | None) -> str:
    return player or side_name(score.sides[side])
