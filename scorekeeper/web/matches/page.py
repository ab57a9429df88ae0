"""The match page: totals, the last change, who leads, the rounds with their reasons, the race."""

from dataclasses import dataclass

from scorekeeper.rules.matches.honours import Honour, honours
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.store.clubs import Club
from scorekeeper.web.auth.access import Visitor
from scorekeeper.web.matches.chart import Race
from scorekeeper.web.matches.last_change import LastChange, last_change, step_of
from scorekeeper.web.matches.peg_board import PegBoard
from scorekeeper.web.matches.round_lines import RoundLine, round_lines
from scorekeeper.web.plays.page import EndsPad, TilePad, chosen_way, ways


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side's total and the way to the target. ``filled`` is that way in percent."""

    index: int
    name: str
    total: int
    legs: int
    to_go: int | None
    filled: int
    won: bool
    changed: bool
    need: str
    keys: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything the match page shows; ``way`` is how plays are told on it."""

    club: Club
    visitor: Visitor
    book: MatchBook
    sides: list[SideCard]
    last: LastChange | None
    rounds: list[RoundLine]
    race: Race | None
    pegs: PegBoard | None
    honours: tuple[Honour, ...]
    verdict: str
    way: str
    ends: EndsPad
    tiles: TilePad

    @classmethod
    def of(
        cls,
        club: Club,
        visitor: Visitor,
        book: MatchBook,
        way: str | None = None,
        chosen: Tile | None = None,
    ) -> "MatchPage":
        """The page; ``way`` is how plays are told on it, ``chosen`` a tile that awaits its place."""
        last = last_change(book)
        return cls(
            club,
            visitor,
            book,
            [_side(book, side, last) for side in range(len(book.sides))],
            last,
            round_lines(book),
            Race.of(book),
            PegBoard.of(book),
            tuple(honours(book.state)) if book.state.finished else (),
            _verdict(book),
            chosen_way(book, way),
            EndsPad.of(book),
            TilePad.of(book, chosen),
        )

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        return ways(self.book)

    @property
    def seats(self) -> list[str]:
        return [seat.name for seat in self.book.match.seats]

    @property
    def scoring(self) -> bool:
        """Whether this phone may enter something now."""
        return self.book.running and self.visitor.may("score")

    @property
    def keyed(self) -> bool:
        """Whether points are made in play, so that there are keys for them."""
        return self.book.card.family.scores_in_play and self.scoring

    @property
    def asks_last_tile(self) -> bool:
        """Whether chipping out makes a point that belongs to the last tile's own play."""
        return bool(self.book.card.last_tile_bonus)

    @property
    def asks_down(self) -> bool:
        """Whether it matters that a play was the first tile of the round, and this could be one."""
        return self.book.card.no_finish_on_down and not self.book.account.heard

    @property
    def title(self) -> str:
        """What the browser's tab says: the state of the match."""
        score = " – ".join(f"{side.name} {side.total}" for side in self.sides)
        return f"{score} · {self.verdict or self.book.state.lead.words}"


def _side(book: MatchBook, side: int, last: LastChange | None) -> SideCard:
    state, card = book.state, book.card
    total, to_go = state.totals[side], state.to_go[side]
    reach = total + to_go if to_go is not None else max(*state.totals, 1)
    changed = step_of(book, last.root) if last else None
    busts = state.bust_values[side]
    return SideCard(
        index=side,
        name=book.sides[side],
        total=total,
        legs=state.legs_won[side],
        to_go=to_go,
        filled=max(0, min(100, 100 * total // reach)),
        won=state.winner == side,
        changed=changed is not None and changed.side == side,
        need=state.needs[side],
        keys=tuple((points, points in busts) for points in play_values(card, False)),
    )


def _verdict(book: MatchBook) -> str:
    """One line where the match is over, else nothing."""
    state = book.state
    if book.called_off:
        return "Called off"
    if not state.finished:
        return ""
    if state.winner is None:
        return "Drawn"
    score = state.legs_won if book.card.legs > 1 else state.totals
    rest = [points for side, points in enumerate(score) if side != state.winner]
    return f"{book.sides[state.winner]} won {score[state.winner]}–{'–'.join(map(str, rest))}"
