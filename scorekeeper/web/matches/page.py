"""The match page: totals, the last change, who leads, the rounds with their reasons, the race."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar
from zlib import crc32

from markupsafe import Markup

from scorekeeper.rules.games.describe import card_title
from scorekeeper.rules.matches.honours import honours, in_words
from scorekeeper.rules.text import counted
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.clubs.club_results import TableMove
from scorekeeper.services.match_rounds import pips_of, words_of
from scorekeeper.services.match_state import MatchState
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import ReportedHand
from scorekeeper.store.matches.matches import EarlierSetup
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.draws import draw_lines
from scorekeeper.web.http.page_cache import fragment
from scorekeeper.web.http.paging import Page, paged
from scorekeeper.web.matches.drawings import PegBoard, Race
from scorekeeper.web.matches.result_slip import LegSlip, ResultSlip, rounds_of_leg, rounds_played, verdict_of
from scorekeeper.web.matches.round_lines import RoundLine, last_change, last_undone, round_lines
from scorekeeper.web.plays.forms import EndsPad, TilePad, chosen_way, ways

_LINES = 60  # rounds on a page
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side's total and the way to the target."""

    index: int
    name: str
    total: int
    legs: str  # how many it has won, where more than one is played
    to_go: int | None  # None where no target is counted down to: rounds were agreed, or the match is over
    filled: int  # of the way to the target, in percent
    won: bool
    first: str  # that the side goes first now
    note: str  # what stands under the total
    need: str
    keys: tuple[tuple[int, bool], ...]  # the points of each, and whether they bust


def side_card(state: MatchState, side: int) -> SideCard:
    score, card = state.score, state.card
    total, busts = score.totals[side], score.bust_values[side]
    to_go = None if card.match_games or not state.running else score.to_go[side]
    return SideCard(
        index=side,
        name=state.sides[side],
        total=total,
        legs=counted(score.legs_won[side], "leg") if card.legs > 1 else "",
        to_go=to_go,
        filled=max(0, min(100, 100 * total // card.target)),
        won=score.winner == side,
        first=_goes_first(state, side),
        note="Won" if score.winner == side else f"{to_go} to go" if to_go is not None else "",
        need=score.needs[side],
        keys=tuple((points, points in busts) for points in play_values(card, False)),
    )


def _goes_first(state: MatchState, side: int) -> str:
    """``Goes first`` on the side that leads the round now; of a pair it says who."""
    leader = state.score.lead.player
    if not state.running or leader is None or state.progress.scored:
        return ""
    seat = next(seat for seat in state.match.seats if seat.name == leader)
    return "" if seat.side != side else f"{leader} first" if state.pairs else "Goes first"


class ReportedRow(NamedTuple):
    """A seat, and what its player reported of the open round."""

    seat: int
    name: str
    words: str | None = None  # None where nothing was
    pips: int | None = None
    by: str | None = None


def reported_rows(state: MatchState, reported: Mapping[tuple[int, str], ReportedHand]) -> list[ReportedRow]:
    rows = []
    for number, seat in enumerate(state.match.seats):
        known = reported.get((state.score.round_open, seat.player))
        if known is None:
            rows.append(ReportedRow(number, seat.name))
        else:
            words, pips = words_of(known.hand, state.card), pips_of(known.hand, state.card)
            rows.append(ReportedRow(number, seat.name, words, pips, known.nickname))
    return rows


def _of_state(read: Callable[[MatchState], T]) -> "cached_property[T]":
    """What a page shows of its match as it is, read off when it is first asked for."""
    return cached_property(lambda page: read(page.state))


@dataclass(frozen=True)
class MatchPage:
    club: Club
    state: MatchState
    asked: str | None  # how to enter plays
    chosen: Tile | None  # awaits its place
    number: int  # of the page of rounds
    tag: str  # the ETag of its changing part
    board: tuple[str, int] | None  # the fixture and board that it is played for
    division: str  # of that board, where the league has divisions
    differing: dict[int, list[str]]  # by round, what players reported of their hands where it says otherwise
    asks_name: bool
    setup: EarlierSetup | None  # before its newest change, where that is the newest thing that happened
    handed_over: list[tuple[str, str]]  # the phones that brought it from a pocket, and when
    moves: list[TableMove]  # what its result did to the club's table
    reported: list[ReportedRow]
    goes_on: str | None  # the match that goes on with it since somebody joined or left

    @cached_property
    def sides(self) -> list[SideCard]:
        return [side_card(self.state, side) for side in range(len(self.state.sides))]

    last = _of_state(last_change)
    undone = _of_state(last_undone)
    race = _of_state(Race.of)
    pegs = _of_state(PegBoard.of)
    leg = _of_state(LegSlip.of)
    verdict = _of_state(verdict_of)
    draws = _of_state(draw_lines)
    ways = _of_state(ways)

    @cached_property
    def rounds(self) -> Page[RoundLine]:
        return paged(round_lines(self.state), _LINES, self.number)

    @property
    def start(self) -> str:
        """What each leg begins with, where a side was given points: ``Start: Bob 20``."""
        starts = zip(self.state.sides, self.state.card.starts(len(self.state.sides)), strict=True)
        given = [f"{name} {points}" for name, points in starts if points]
        return f"Start: {', '.join(given)}" if given else ""

    @cached_property
    def honours(self) -> list[str]:
        return in_words(honours(self.state.score)) if self.state.score.finished else []

    @cached_property
    def result(self) -> ResultSlip | None:
        return ResultSlip.of(self.state, self.moves)

    @cached_property
    def ends(self) -> EndsPad | None:
        return EndsPad.of(self.state) if self.state.card.game.scores_in_play else None

    @cached_property
    def tiles(self) -> TilePad | None:
        return TilePad.of(self.state, self.chosen) if self.state.card.game.scores_in_play else None

    @cached_property
    def way(self) -> str:
        return chosen_way(self.state, self.asked)

    def line(self, round: RoundLine, render: Callable[[RoundLine, list[str]], str]) -> Markup:
        """The round as it stands in the list; ``render`` is the template's macro for one."""
        differing = self.differing.get(round.number, [])
        place = self.club.id, self.state.match.id, round.number, visitor().may("score")
        return fragment(place, (round, differing), lambda: render(round, differing))

    @property
    def seats(self) -> list[str]:
        return [seat.name for seat in self.state.match.seats]

    @property
    def scoring(self) -> bool:
        return self.state.running and visitor().may("score")

    @property
    def form_tag(self) -> str:
        """Changes with what the form for the end of a round shows, but for the round's number."""
        state, progress = self.state, self.state.progress
        last = any(scored.event.last_tile for scored in progress.scored)
        match = state.match
        tag = crc32(repr((match.card, match.seats, match.out_word, self.asks_name, last)).encode())
        laid = progress.scored and (progress.layout is not None or progress.seen)
        return f"{tag:x}.{state.match.version}" if laid else f"{tag:x}"

    @property
    def keyed(self) -> bool:
        return self.state.card.game.scores_in_play and self.scoring

    @property
    def asks_down(self) -> bool:
        """Whether it matters that a play was the first tile of the round, and this could be one."""
        return self.state.card.no_finish_on_down and not self.state.progress.scored

    @property
    def progress(self) -> str:
        """How far the match has come: ``round 2 of 3``, ``leg 2, round 5``."""
        score, card = self.state.score, self.state.card
        if self.verdict:
            played = rounds_played(self.state)
            return "all played" if card_title(card).endswith(f" {played}") else played  # as it says itself
        if card.match_games is None:
            return score.open_name
        leg = f"leg {len(score.legs) + 1}, " if card.legs > 1 else ""
        return f"{leg}round {rounds_of_leg(self.state) + 1} of {card.match_games}"

    @property
    def title(self) -> str:
        if self.verdict:
            return f"{self.verdict} · {' v '.join(side.name for side in self.sides)}"
        score = " – ".join(f"{side.name} {side.total}" for side in self.sides)
        if any(e.round == self.state.score.round_open for e in self.state.counting):
            return score  # who goes first is known to whoever watches
        return f"{score} · {self.state.score.lead.words}"
