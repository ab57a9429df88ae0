"""Validation: a report and a card in; every problem at once and, where none is certain, the outcome.

Of hands entered as pips: whether so many tiles can show so many pips, alone and together.

A round that was recorded is replayed tile by tile, and every play, draw and pass is checked. Its hands at the
start follow from the rest: what a player holds at the end, plus what was played, less what was drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.rules.errors import IllegalPlay
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds import check_deal, check_layout
from scorekeeper.rules.rounds.check_deal import hand_problems, seat_problems
from scorekeeper.rules.rounds.check_layout import parity_problems, table_problems
from scorekeeper.rules.rounds.in_progress import RoundState
from scorekeeper.rules.rounds.outcome import Outcome, ending_problems, outcome_of, pairs_finish
from scorekeeper.rules.rounds.report import Problem, RoundReport, in_order, problem
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.open_ends import points_of_count
from scorekeeper.rules.tiles.tile import Tile, reachable_sums


def pip_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Totals no hand can show, hands that cannot both be worth 0, and totals of the wrong parity."""
    known = [name for name in report.pips if name in report.players]
    for name in known:
        if name in report.hands:
            total = card.pips_in(report.hands[name])
            if total != report.pips[name]:
                why = f": the tiles show {total}"
                yield problem("pips_out_of_range", name, pips=report.pips[name], why=why)
        elif not _possible(report, card, name):
            yield problem("pips_out_of_range", name, pips=report.pips[name], why=_why(report, card, name))
    by_pips = [name for name in known if name not in report.hands]
    if by_pips:
        yield from _together(report, card, by_pips)
        yield from _zero_hands(report, card)
        yield from _parity(report, card, by_pips)


def sums_allowed(report: RoundReport, card: RuleCard) -> tuple[int, ...]:
    """The totals tiles can show in this report: in a block no held tile carries a playable number."""
    numbers = check_layout.playable_numbers(report) if report.event == "blocked" else frozenset()
    return reachable_sums(card.set, numbers, card.double_blank_value)


def _possible(report: RoundReport, card: RuleCard, name: str) -> bool:
    pips, sums = report.pips[name], sums_allowed(report, card)
    held = report.tiles_held(name)
    if pips < 0:
        return False
    if held is not None:
        return 0 <= held < len(sums) and bool(sums[held] >> pips & 1)
    least = 0 if _may_be_empty(report, card, name) else 1
    return any(total >> pips & 1 for total in sums[least : check_deal.most_held(report, card, name) + 1])


def _may_be_empty(report: RoundReport, card: RuleCard, name: str) -> bool:
    if report.event == "foul":
        return True
    return pairs_finish(report, card) or (report.event != "blocked" and name == (report.out or name))


def _why(report: RoundReport, card: RuleCard, name: str) -> str:
    held = report.tiles_held(name)
    if held is None or not 0 <= held < len(sums_allowed(report, card)):
        return ""
    span = reachable_sums(card.set, frozenset(), card.double_blank_value)[held]
    low, high = (span & -span).bit_length() - 1, span.bit_length() - 1
    if not low <= report.pips[name] <= high:
        return f" on {counted(held, 'tile')}, only {low} to {high}"
    blocked = " here" if report.event == "blocked" and check_layout.ends_of(report) else ""
    return f" on {counted(held, 'tile')}{blocked}"


def _together(report: RoundReport, card: RuleCard, names: list[str]) -> Iterator[Problem]:
    """All hands hold different tiles, so their sum must fit their number of tiles as well."""
    if len(names) < 2:
        return
    total, sums = sum(report.pips[name] for name in names), sums_allowed(report, card)
    held = [report.tiles_held(name) for name in names]
    if None in held:
        most = (
            len(report.players) * check_deal.deal_of(report, card) + check_deal.most_drawn(report, card) - 1
        )
        counts = range(min(most + 1, len(sums)))
    else:
        number = sum(n for n in held if n is not None)
        counts = range(number, number + 1)
    fits = total >= 0 and any(0 <= n < len(sums) and sums[n] >> total & 1 for n in counts)
    if not fits:
        why = f" on {counted(counts[0], 'tile')}" if None not in held else ""
        yield problem("pips_joint_out_of_range", *names, pips=total, why=why)


def _zero_hands(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Only the double blank is worth nothing, so one hand that holds tiles may show 0, not two."""
    zero = [name for name in report.players if _holds_but_shows_zero(report, card, name)]
    if len(zero) > 1:
        yield problem("two_zero_hands", *zero, names=listed(zero), both="both" if len(zero) == 2 else "all")


def _holds_but_shows_zero(report: RoundReport, card: RuleCard, name: str) -> bool:
    if name in report.hands:
        return report.hands[name] == (Tile.of(0, 0),)
    if report.pips.get(name) != 0 or report.is_empty(name):
        return False
    return bool(report.tiles_held(name)) or not _may_be_empty(report, card, name)


def _parity(report: RoundReport, card: RuleCard, by_pips: list[str]) -> Iterator[Problem]:
    """With nothing unseen the hands' pips are the set's without the layout's, whose parity its ends fix."""
    if report.boneyard != 0 or card.double_blank_value:
        return
    if any(name not in report.pips and name not in report.hands for name in report.players):
        return
    parity = _table_parity(report, card)
    total = sum(
        report.pips[name] if name in report.pips else sum(tile.pips for tile in report.hands[name])
        for name in report.players
    )
    if parity is not None and (card.tile_set.pips - total - parity) % 2:
        wanted, check = "even" if total % 2 else "odd", check_layout.what_to_check(report, card)
        yield problem("pips_parity", *by_pips, pips=total, wanted=wanted, check=check)


def _table_parity(report: RoundReport, card: RuleCard) -> int | None:
    """The layout's pips modulo 2: of a line its ends added, of a cross also the spinner for each arm."""
    ends, spinner = check_layout.ends_of(report), check_layout.spinner_of(report)
    if spinner is None and card.spinner != "none":
        return None
    if ends is None:
        # Blocked on a line of an even set: both ends show the same number.
        return 0 if report.event == "blocked" and card.set % 2 == 0 and spinner is None else None
    return (sum(ends) + (spinner or 0) * len(ends)) % 2


CHECKS = (seat_problems, hand_problems, ending_problems, table_problems, parity_problems, pip_problems)


@dataclass(frozen=True, slots=True)
class Validation:
    """All problems in the order they are shown; the outcome stands unless one of them is certain."""

    problems: tuple[Problem, ...]
    outcome: Outcome | None

    @property
    def refused(self) -> bool:
        """Whether a problem is certain, so that nothing can be scored."""
        return self.outcome is None

    @property
    def doubtful(self) -> bool:
        """Whether there are only doubts: the players may check again, or confirm with a reason."""
        return self.outcome is not None and bool(self.problems)


def validate(report: RoundReport, card: RuleCard) -> Validation:
    """Check the end of a round. Bad values are problems of the report, never exceptions."""
    report = check_deal.with_what_is_known(report, card)
    found = [problem for check in CHECKS for problem in check(report, card)]
    certain = any(problem.certain for problem in found)
    return Validation(in_order(found) if found else (), None if certain else outcome_of(report, card))


@dataclass(frozen=True, slots=True)
class Move:
    """One thing a player did: ``tile`` laid at the place ``at``, a tile ``drawn``, or neither: a pass."""

    player: str
    tile: Tile | None = None
    at: str = ""
    drawn: Tile | None = None


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """A round played through: the last layout, who laid the last tile that ended it, points by player."""

    layout: Layout
    out: str | None
    play_points: Mapping[str, int]
    problems: tuple[Problem, ...]


@dataclass
class _Replay:
    """The engine and the hands while a round is replayed, and every fault found on the way."""

    state: RoundState
    hands: dict[str, set[Tile]]
    points: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def take(self, move: Move) -> None:
        """One move; whatever is wrong with it is noted and the move is made as far as it can be."""
        wanted = "nobody" if self.state.out is not None else self.state.turn
        if move.player != wanted:
            self.problems.append(problem("out_of_turn", move.player, wanted=wanted))
        if move.drawn is not None:
            self._draw(move.player, move.drawn)
        elif move.tile is None:
            self._pass(move.player)
        else:
            self._lay(move.player, move.tile, move.at)
        if self.state.turn is None:  # nobody holds a tile: name whoever moved last
            self.state = replace(self.state, turn=move.player)

    def _draw(self, name: str, tile: Tile) -> None:
        card = self.state.card
        if not self.state.may_draw:
            why = "no tile was left to draw" if card.draw else "these rules have no drawing"
            self.problems.append(problem("cannot_draw", name, why=why))
        elif not card.voluntary_draw and (fitting := self._fitting(name)) is not None:
            self.problems.append(problem("cannot_draw", name, why=f"{fitting} fits"))
        self.hands[name].add(tile)
        self.state = self._counted(self.state.draw(name))

    def _pass(self, name: str) -> None:
        if (fitting := self._fitting(name)) is not None:
            self.problems.append(problem("cannot_pass", name, why=f"{fitting} fits"))
        elif self.state.may_draw:
            self.problems.append(problem("cannot_pass", name, why="there were tiles to draw"))
        self.state = self.state.knock(name)

    def _lay(self, name: str, tile: Tile, at: str) -> None:
        if tile not in self.hands[name]:
            self.problems.append(problem("tile_not_held", name, tile=tile))
            self.hands[name].add(tile)
        before = self._counted(self.state)
        self.hands[name].discard(tile)
        try:
            self.state = before.lay(name, tile, at)
        except IllegalPlay as illegal:
            self.problems.append(problem("layout_mismatch", name, detail=str(illegal)))
            self.state = self._counted(before).knock(name)
            return
        made = points_of_count(self.state.layout.count, self.state.card)
        self.points[name] = self.points.get(name, 0) + made

    def _fitting(self, name: str) -> Tile | None:
        return next((tile for tile in sorted(self.hands[name]) if self.state.layout.moves(tile)), None)

    def _counted(self, state: RoundState) -> RoundState:
        """This state with the hands as they are: in a faulty record they are not what was dealt."""
        return replace(state, held=tuple(len(self.hands[name]) for name in state.players))


def play_through(
    report: RoundReport, card: RuleCard, moves: Sequence[Move], boneyard: Sequence[Tile]
) -> ReplayedRound:
    """Replay the moves of a round whose report holds the final hands and names the leader.

    ``boneyard``: the tiles that lay unplayed and undrawn at the end.
    """
    known = [move for move in moves if move.player in report.players]
    hands = {name: _dealt(report, name, known) for name in report.players}
    first = report.leader if report.leader in report.players else next((m.player for m in known), None)
    state = RoundState(
        card=card,
        players=report.players,
        sides=report.sides,
        layout=Layout.empty(card.set, card.spinner),
        held=tuple(len(hands[name]) for name in report.players),
        boneyard=len(boneyard) + sum(move.drawn is not None for move in known),
        turn=first or report.players[0],
    )
    replay = _Replay(state, hands)
    replay.problems += [problem("unknown_player", move.player) for move in moves if move not in known]
    replay.problems += _deal_faults(report, hands)
    if known and report.lead_tile is not None and known[0].tile != report.lead_tile:
        replay.problems.append(problem("lead_not_in_layout", tile=report.lead_tile))
    for move in known:
        replay.take(move)
    return ReplayedRound(replay.state.layout, replay.state.out, replay.points, tuple(replay.problems))


def _dealt(report: RoundReport, name: str, moves: Sequence[Move]) -> set[Tile]:
    own = [move for move in moves if move.player == name]
    played = {move.tile for move in own if move.tile is not None}
    return (set(report.hands.get(name, ())) | played) - {move.drawn for move in own if move.drawn is not None}


def _deal_faults(report: RoundReport, hands: Mapping[str, set[Tile]]) -> list[Problem]:
    if report.deal is None:
        return []
    return [
        problem(
            "tile_count_mismatch",
            name,
            field="hand",
            detail=f"{name} began with {len(dealt)} tiles, not {report.deal}.",
        )
        for name, dealt in hands.items()
        if len(dealt) != report.deal
    ]
