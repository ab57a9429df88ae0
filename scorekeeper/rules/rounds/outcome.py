"""Whether a round has really ended, who won it, the points of its end, and the sum that gave them.

O is what all other sides hold, S what the winner's own side holds. Chipping out scores O, a block O or O − S,
a foul of the other side O or the culprit's hand alone; with ``out_counts=all_hands`` pairs score O + S unless
a block takes S off or only the culprit's hand counts. Fives round the sum once to the nearest five; a game is
worth 1; fives-and-threes give only their bonus. A block goes to the fewest pips; level on the fewest nobody
wins, unless the card says otherwise. A win worth 0 points is a win.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.report import Problem, RoundReport, problem
from scorekeeper.rules.text import MINUS, added, counted, listed


def ending_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Faults of the event: an empty hand that is missing, or one too many."""
    if report.event == "out":
        yield from _out_problems(report, card)
    elif report.event == "blocked":
        yield from _block_problems(report, card)
    elif report.event == "foul":
        yield from _foul_problems(report, card)
    else:
        yield problem("event_missing")
    last, out = report.last_tile, report.out if report.event == "out" else None
    if last is not None and report.event and (out is None or report.side_of(out) != last):
        yield problem("last_tile_elsewhere", *report.sides[last], names=report.side_name(last))


def pairs_finish(report: RoundReport, card: RuleCard) -> bool:
    """Whether a pair is out only when both partners are: the rule is agreed, and pairs are playing."""
    return card.both_must_chip_out and report.pairs


def _entered(report: RoundReport) -> list[str]:
    return [name for name in report.players if name in report.hands or name in report.pips]


def _out_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    entered = _entered(report)
    if report.out is None:
        yield problem("out_player_missing")
    if len(entered) == len(report.players) and all(report.is_empty(name) is False for name in entered):
        yield problem("nobody_empty")
    if report.out is None or report.out not in report.players:
        return
    if report.out in entered and report.is_empty(report.out) is False:
        yield problem("out_player_has_tiles", report.out)
    own = report.side_with(report.out)
    if pairs_finish(report, card):
        yield from _partners(report, own)
    else:
        empty = [name for name in entered if name != report.out and report.is_empty(name)]
        if empty:
            yield problem(
                "multiple_empty_hands",
                report.out,
                *empty,
                names=listed([report.out, *empty]),
                who="one player",
            )


def _partners(report: RoundReport, own: tuple[str, ...]) -> Iterator[Problem]:
    for partner in own:
        if partner != report.out and partner in _entered(report) and report.is_empty(partner) is False:
            held = report.tiles_held(partner)
            what = "tiles" if held is None else "a tile" if held == 1 else counted(held, "tile")
            yield problem("partner_not_out", str(report.out), partner, partner=partner, what=what)
    for side in report.sides:
        if side != own and all(name in _entered(report) and report.is_empty(name) for name in side):
            yield problem("multiple_empty_hands", *own, *side, names=listed([*own, *side]), who="one pair")


def _block_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    entered = _entered(report)
    if pairs_finish(report, card):
        # Pips alone cannot tell an empty hand from the double blank; 0 is read as empty here.
        for side in report.sides:
            if all(name in entered and report.is_empty(name) is not False for name in side):
                yield problem("blocked_but_team_out", *side, names=listed(side))
    else:
        for name in entered:
            if report.is_empty(name):
                yield problem("blocked_but_empty_hand", name)
    if card.draw and report.boneyard is not None and report.boneyard > card.boneyard_reserve:
        drawable = report.boneyard - card.boneyard_reserve
        yield problem("boneyard_not_exhausted", count=counted(drawable, "tile"))


def _foul_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    foul = card.foul_between(len(report.sides))
    if foul == "none":
        yield problem("foul_not_agreed")
    elif foul == "replayed" and report.out is not None:
        yield problem("foul_names_nobody")


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum in its parts: the terms, what is taken off, and the whole before and after rounding."""

    terms: tuple[int, ...] = ()
    less: int | None = None
    exact: int = 0
    points: int = 0

    def words(self) -> str:
        """``(18 + 12) − 5 = 25``; ``7 + 7 = 14, rounded to 15``."""
        left = added(self.terms)
        if self.less is not None:
            left = f"({left}) {MINUS} {self.less}" if len(self.terms) > 1 else f"{left} {MINUS} {self.less}"
        whole = f"{left} = {self.exact}" if self.less is not None or len(self.terms) > 1 else left
        return whole if self.points == self.exact else f"{whole}, rounded to {self.points}"


@dataclass(frozen=True, slots=True)
class Outcome:
    event: str
    out: str | None
    winner: int | None  # the index of a side, None for a tie or where nothing says who won
    tie: bool
    points: tuple[int, ...]  # of the round's end alone, one entry a side
    hand_pips: Mapping[str, int]
    side_pips: tuple[int, ...]
    sum: str  # in words
    reason: str  # a line for the page
    parts: Sum
    entered: tuple[str, ...]  # whose hands are known

    @property
    def replayed(self) -> bool:
        """Whether a foul of nobody in particular, or under such rules, has the hand played again."""
        return self.event == "foul" and self.winner is None


def outcome_of(report: RoundReport, card: RuleCard) -> Outcome:
    """The outcome of a report that was found free of certain problems."""
    hand_pips = {name: pips_of_hand(report, card, name) for name in report.players}
    side_pips = tuple(sum(hand_pips[name] for name in side) for side in report.sides)
    lows = side_pips
    if card.team_block == "lowest_hand":
        lows = tuple(min(hand_pips[name] for name in side) for side in report.sides)
    known = bool(report.hands or report.pips)
    if report.event == "out":
        level = [report.side_of(report.out or "") or 0]
    elif report.event == "foul":
        level = [] if report.out is None else [1 - (report.side_of(report.out) or 0)]
    else:
        level = _lowest(report, card, lows) if known else []
    winner = level[0] if len(level) == 1 else None
    parts = _sum(report, card, hand_pips, level)
    points = _points(report, card, level, parts)
    text = _sum_words(report, card, parts, level, lows)
    return Outcome(
        str(report.event),
        report.out if report.event == "out" else None,
        winner,
        len(level) > 1,
        points,
        hand_pips,
        side_pips,
        text,
        _reason(report, card, winner, level, text),
        parts,
        tuple(_entered(report)),
    )


def pips_of_hand(report: RoundReport, card: RuleCard, name: str) -> int:
    """What the hand counts; a hand not entered is empty."""
    if name in report.hands:
        return card.pips_in(report.hands[name])
    return report.pips.get(name, 0)


def rounded(pips: int, to: int) -> int:
    """Pips rounded to whole steps of ``to``; in fives 1 and 2 over go down, 3 and 4 go up."""
    return to * ((pips + to // 2) // to)


def _lowest(report: RoundReport, card: RuleCard, lows: tuple[int, ...]) -> list[int]:
    """The sides level on the lowest, after the lightest tile has decided where the card says so."""
    level = [index for index, low in enumerate(lows) if low == min(lows)]
    if len(level) > 1 and card.tie == "lightest_tile":
        lightest = {index: _lightest(report, card, index) for index in level}
        if None not in lightest.values():
            least = min(tile for tile in lightest.values() if tile is not None)
            return [index for index in level if lightest[index] == least]
    return level


def _lightest(report: RoundReport, card: RuleCard, side: int) -> int | None:
    tiles = [tile for name in report.sides[side] for tile in report.hands.get(name, ())]
    return min((card.pips_of(tile) for tile in tiles), default=None)


def _sum(report: RoundReport, card: RuleCard, hand_pips: Mapping[str, int], level: list[int]) -> Sum:
    own = [name for index in level for name in report.sides[index]]
    culprits = report.event == "foul" and card.foul == "pips"
    others = [name for name in report.players if (name == report.out if culprits else name not in own)]
    terms = tuple(hand_pips[name] for name in others)
    blocked = report.event == "blocked"
    if len(others) == 1 and not blocked and report.hands.get(others[0]):
        terms = tuple(card.pips_of(tile) for tile in report.hands[others[0]])
    own_pips = sum(hand_pips[name] for name in own)
    if blocked and card.block_minus_own and card.team_block == "total" and len(level) == 1:
        exact = sum(terms) - own_pips
        return Sum(terms, own_pips, exact, rounded(exact, card.round))
    # Where everybody's hand counts, a block that takes nothing off counts the winners' hands too.
    together = card.out_counts == "all_hands" and report.pairs and len(level) == 1
    if together and not culprits and not (blocked and card.block_minus_own):
        terms = (sum(terms), own_pips)
    return Sum(terms, None, sum(terms), rounded(sum(terms), card.round))


def _points(report: RoundReport, card: RuleCard, level: list[int], parts: Sum) -> tuple[int, ...]:
    if len(level) != 1:
        share = _share(card, level, parts)
        return tuple(share if index in level else 0 for index in range(len(report.sides)))
    if card.game is Game.THREES_FIVES:
        won = _bonus(report, card)
    elif card.scoring == "games":
        won = 1
    else:
        won = in_units(parts.points, card)
    return tuple(won if index == level[0] else 0 for index in range(len(report.sides)))


def _bonus(report: RoundReport, card: RuleCard) -> int:
    """What fives-and-threes give for the end itself: to who chipped out, or to the lowest hand of a block."""
    if report.event == "foul":
        return 0
    return card.last_tile_bonus if report.event == "out" else card.block_low_bonus


def in_units(points: int, card: RuleCard) -> int:
    """Points as the card writes them: where five pips are one point, a fifth."""
    return points // 5 if card.game is Game.FIVES and card.divide_by_five else points


def _share(card: RuleCard, level: list[int], parts: Sum) -> int:
    """``tie=split``: the others' rounded pips, shared in whole steps by those level; a game is not shared."""
    if not level or card.tie != "split" or card.scoring == "games" or card.game is Game.THREES_FIVES:
        return 0
    return in_units(parts.points // len(level) // card.round * card.round, card)


def _sum_words(
    report: RoundReport, card: RuleCard, parts: Sum, level: list[int], lows: tuple[int, ...]
) -> str:
    if report.event == "foul" and not level:
        return ""
    if len(level) > 1:
        if _share(card, level, parts):
            return f"{parts.words()}, shared by {listed(report.side_name(index) for index in level)}"
        return f"level on {lows[level[0]]}: nobody scores"
    if card.game is Game.THREES_FIVES:
        out, bonus = report.event == "out", _bonus(report, card)
        if not bonus and report.event == "foul":
            return "nothing to score"
        if not bonus:
            blocked = "nobody scores for a block" if level else "nobody scores"
            return "nothing for the last tile" if out else blocked
        return f"{bonus} for {'the last tile' if out else 'the lowest hand'}"
    if card.scoring == "games" and report.event == "blocked":  # what the winner holds, and the next lowest
        return f"{lows[level[0]]} to {min(low for side, low in enumerate(lows) if side != level[0])}"
    if card.scoring == "games":
        return "1 game"
    points = in_units(parts.points, card)
    return parts.words() if points == parts.points else f"{parts.words()}, {points} by fives"


def _reason(report: RoundReport, card: RuleCard, winner: int | None, level: list[int], text: str) -> str:
    foul = report.event == "foul"
    if winner is None and foul:
        return "Foul: the hand is played again"
    if winner is None:
        return f"Blocked, {text}" if level else "Blocked: nobody scores"
    name, pair = report.side_name(winner), len(report.sides[winner]) > 1
    if foul:
        return f"Foul by {report.out}: {name} {'win' if pair else 'wins'}, {text}"
    if report.event == "out" and pairs_finish(report, card):
        return f"{name} are out, {report.out} last: {text}"
    if report.event == "out":
        return f"{report.out} {report.out_word}: {f'{name} win, ' if pair else ''}{text}"
    won = f"{name} {'win' if pair else 'wins'} the block"
    return f"{won}, {text}" if card.scoring == "games" else f"{won}: {text}"
