"""The match page: totals, the last change, who leads, the rounds with their reasons, the race."""

from dataclasses import dataclass

from scorekeeper.book.book import MatchBook
from scorekeeper.rules.honours import Honour, honours
from scorekeeper.rules.open_ends import play_values
from scorekeeper.rules.tally import Step
from scorekeeper.rules.tiles import Tile
from scorekeeper.store.clubs import Club
from scorekeeper.store.entries import CallOff, Entry, RoundEnd
from scorekeeper.web.access import Visitor
from scorekeeper.web.pages.pegs import PegBoard
from scorekeeper.web.pages.plays import EndsPad, TilePad, chosen_way, ways
from scorekeeper.web.pages.race import Race


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
class LastChange:
    """The last act that stands, and what Undo needs to take it back."""

    delta: int | None
    words: str
    sum: str
    by: str
    root: int
    standing: int


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list: its end, and its plays each with why it made its points."""

    number: int
    leg: int
    steps: list[Step]
    plays: list[tuple[Step, str]]
    end: Step | None
    entry: Entry | None
    earlier: list[Entry]

    @property
    def totals(self) -> tuple[int, ...]:
        return self.steps[-1].totals

    @property
    def late(self) -> bool:
        """Nothing in it counts: a correction has moved the win to an earlier round."""
        return not any(step.counted for step in self.steps)

    @property
    def headline(self) -> str:
        return headline(self.end) if self.end else ""


@dataclass(frozen=True, slots=True)
class MatchPage:
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
        last = _last_change(book)
        return cls(
            club,
            visitor,
            book,
            [_side(book, side, last) for side in range(len(book.sides))],
            last,
            _rounds(book),
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
    changed = _step_of(book, last.root) if last else None
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


def headline(step: Step) -> str:
    """Who and how, without the sum, which is shown on a line of its own."""
    return step.words.replace(f": {step.sum}", "") if step.sum else step.words


def _step_of(book: MatchBook, root: int) -> Step | None:
    return next(
        (s for s in reversed(book.state.steps) if isinstance(s.ref, Entry) and s.ref.root == root), None
    )


def _last_change(book: MatchBook) -> LastChange | None:
    if book.last_act is None:
        return None
    entry = book.last_act[-1]
    step, heard = _step_of(book, entry.root), book.heard(entry)
    steps = [made for part in book.last_act if (made := _step_of(book, part.root))]
    delta = max((sum(made) for made in zip(*(s.delta for s in steps), strict=True)), key=abs, default=None)
    sum_ = heard.words if heard else step.sum if step else ""
    if len(steps) > 1 and step is not None:
        # A round's end that brought its last tile: the tile's play says what was made.
        sum_ = "; ".join(made.words for made in steps if made is not step)
    return LastChange(delta, _act_words(entry, step), sum_, entry.nickname, entry.root, entry.version)


def _act_words(entry: Entry, step: Step | None) -> str:
    if isinstance(entry.told, CallOff):
        return "The match was called off"
    if step is None:
        return f"Taken out of round {entry.round}"
    corrected = entry.root != entry.version
    return f"Round {entry.round} corrected: {headline(step)}" if corrected else headline(step)


def _rounds(book: MatchBook) -> list[RoundLine]:
    """Newest first, the open round left out until something is scored in it."""
    lines: dict[int, list[Step]] = {}
    for step in book.state.steps:
        lines.setdefault(step.round, []).append(step)
    return [_round(book, number, steps) for number, steps in sorted(lines.items(), reverse=True)]


def _round(book: MatchBook, number: int, steps: list[Step]) -> RoundLine:
    end = next((s for s in steps if isinstance(s.ref, Entry) and isinstance(s.ref.told, RoundEnd)), None)
    entry = end.ref if end and isinstance(end.ref, Entry) else None
    earlier = [e for e in book.entries if entry and e.root == entry.root and e.version != entry.version]
    plays = [(step, _why(book, step)) for step in steps if step is not end]
    return RoundLine(number, steps[-1].leg, steps, plays, end, entry, earlier)


def _why(book: MatchBook, step: Step) -> str:
    heard = book.heard(step.ref) if isinstance(step.ref, Entry) else None
    return heard.words if heard else ""


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
