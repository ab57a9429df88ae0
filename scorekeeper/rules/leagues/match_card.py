"""The match card of a league night: its boards, every fault in who plays on them, and the total of legs.

When both captains signed decides whether a card was late.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, NamedTuple

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.text import counted, listed

MOST_BOARDS = 30
MOST_LEGS = 9

Legs = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKind:
    """Boards of one kind. The ``legs`` of their rule card win a board: 2 in a best of three."""

    name: str
    count: int  # how many such boards there are
    pairs: bool
    rule_card: RuleCard
    most: int = 1  # of these boards that one player may play in a night
    extra: int = 0  # so many players of a short team may play one board more, nobody at two kinds

    @property
    def seats(self) -> int:
        return 2 if self.pairs else 1

    @property
    def words(self) -> str:
        """``6 singles``; a name tells of several, so a board by itself is ``1 singles board``."""
        return f"1 {self.name} board" if self.count == 1 else f"{self.count} {self.name}"

    def sentence(self) -> str:
        """These boards in a few words: ``6 singles to 61, one game``."""
        games = f"best of {2 * self.rule_card.legs - 1}" if self.rule_card.legs > 1 else "one game"
        return f"{self.words} to {self.rule_card.target}, {games}"

    def to_dict(self) -> dict[str, Any]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        card = values.pop("rule_card").to_dict()
        return {**values, "card": card}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "BoardKind":
        own = {**values}
        return cls(rule_card=RuleCard.from_dict(own.pop("card")), **own)


class Lineup(NamedTuple):
    """Who plays on a board, home first; players are the caller's own handles."""

    home: tuple[str, ...] = ()
    away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCard:
    """All boards of a night."""

    kinds: tuple[BoardKind, ...]
    counts: str = "boards"  # what a leg of the match is: a won board, or each leg on it
    half_pairs: bool = False  # one player may play a pair's board alone

    @property
    def boards(self) -> tuple[BoardKind, ...]:
        """The kind of every board in turn; board 1 is the first."""
        return tuple(kind for kind in self.kinds for _ in range(kind.count))

    def kind_of(self, board: int) -> BoardKind:
        """The kind of this board, counted from 1; RuleError for a board that the card does not have."""
        if not 1 <= board <= len(self.boards):
            raise RuleError(
                "no_such_board", f"The card has {counted(len(self.boards), 'board')}; not a {board}."
            )
        return self.boards[board - 1]

    def results_of(self, board: int) -> tuple[Legs, ...]:
        """Every result that this board can have, the home wins first."""
        needed = self.kind_of(board).rule_card.legs
        wins = [(needed, lost) for lost in range(needed)]
        return (*wins, *((lost, won) for won, lost in reversed(wins)))

    def verify_legs(self, board: int, legs: Legs) -> None:
        """RuleError where these legs cannot be: 3–3 in a best of three."""
        if legs not in self.results_of(board):
            needed = self.kind_of(board).rule_card.legs
            best = f"a best of {2 * needed - 1}" if needed > 1 else "a single leg"
            raise RuleError("bad_legs", f"Board {board}: {legs[0]}–{legs[1]} cannot be in {best}.")

    def total(self, results: Sequence[Legs]) -> Legs:
        if self.counts == "legs":
            return sum(home for home, _ in results), sum(away for _, away in results)
        return sum(home > away for home, away in results), sum(away > home for home, away in results)

    def can_total(self, legs: Legs) -> bool:
        """Whether a whole match can have this result: every board has a winner, who needs legs to win it."""
        if self.counts == "boards":
            return sum(legs) == len(self.boards)
        least = [kind.rule_card.legs for kind in self.boards]
        return sum(least) <= sum(legs) <= sum(2 * needed - 1 for needed in least)

    def sentence(self) -> str:
        """The card in a few words: ``6 singles and 3 doubles``; what a single board is, too."""
        if len(self.boards) == 1:
            return self.kinds[0].sentence()
        return listed(kind.words for kind in self.kinds)

    def to_dict(self) -> dict[str, Any]:
        kinds = [kind.to_dict() for kind in self.kinds]
        return {"kinds": kinds, "counts": self.counts, "half_pairs": self.half_pairs}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "MatchCard":
        """The card these values describe, checked; CardError says every fault."""
        kinds = tuple(map(BoardKind.from_dict, values["kinds"]))
        card = cls(kinds=kinds, counts=values["counts"], half_pairs=bool(values.get("half_pairs")))
        faults = tuple(_card_faults(card))
        if faults:
            raise CardError(faults)
        return card


def _card_faults(card: MatchCard) -> Iterator[tuple[str, str]]:
    if card.counts not in ("boards", "legs"):
        yield "counts", "What counts: the boards won, or each leg."
    too_many = any(kind.count > MOST_BOARDS for kind in card.kinds)  # asked before they are laid out
    if too_many or not 1 <= len(card.boards) <= MOST_BOARDS:
        yield "count", f"Boards: from 1 to {MOST_BOARDS} a night."
    for name in named_twice([kind.name for kind in card.kinds]):
        yield "name", f"Boards: two kinds are both called {name}."
    for kind in card.kinds:
        if kind.rule_card.legs > MOST_LEGS:
            yield "legs", f"{kind.name}: at most {MOST_LEGS} legs to win a board."
        if not 1 <= kind.most <= max(1, kind.count):
            yield "most", f"{kind.name}: a player plays from 1 to {kind.count} of these boards."
        if not 0 <= kind.extra <= MOST_BOARDS:
            yield "extra", f"{kind.name}: from 0 to {MOST_BOARDS} players play one board more."


def named_twice(names: Sequence[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def lineup_faults(
    card: MatchCard,
    lineups: Mapping[int, Lineup],
    squads: tuple[Mapping[str, str], Mapping[str, str]],
    short: Collection[int] = (),
) -> list[tuple[int, str]]:
    """Everything wrong with these line-ups as ``(board, sentence)``.

    ``squads`` name the players of home and away by their handles. A board may be empty; it may be half full
    only if it is in ``short``: not played yet, or conceded.
    """
    found: list[tuple[int, str]] = []
    for side, squad in enumerate(squads):
        chosen = {board: lineup[side] for board, lineup in sorted(lineups.items())}
        for board, players in chosen.items():
            half = card.half_pairs or board in short
            found += [(board, words) for words in _faults_of(card, board, players, squad, half=half)]
        found += _too_often(card, chosen, squad)
    return sorted(found)


def _faults_of(
    card: MatchCard, board: int, players: tuple[str, ...], squad: Mapping[str, str], *, half: bool
) -> Iterator[str]:
    if not 1 <= board <= len(card.boards):
        yield f"Board {board}: the card has {counted(len(card.boards), 'board')}."
        return
    seats = card.kind_of(board).seats
    if len(players) > seats or (0 < len(players) < seats and not half):
        short = " Add the other, or say who conceded." if len(players) < seats else ""
        yield f"Board {board}: {counted(seats, 'player')} a side, not {len(players)}.{short}"
    for player in named_twice(players):
        yield f"Board {board}: {squad.get(player, 'Somebody')} is down twice."
    if any(player not in squad for player in players):
        yield f"Board {board}: a player is not in the team’s squad."


def _too_often(
    card: MatchCard, chosen: Mapping[int, tuple[str, ...]], squad: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Every board of a player who is listed too often: any of them may be the one just changed."""
    once_more: dict[str, str] = {}  # who plays one board more than others, and at what
    for kind in card.kinds:
        over = {player: down for player, down in _down(card, kind, chosen).items() if len(down) > kind.most}
        for player, boards in over.items():
            if player not in squad:
                continue
            if len(over) > kind.extra or len(boards) > kind.most + 1:
                words = f"{squad[player]} may play {_allowed(kind)} and is down for boards {listed(boards)}."
            elif player in once_more:
                words = (
                    f"{squad[player]} plays once more at {once_more[player]}, so not at {kind.name} as well."
                )
            else:
                once_more[player] = kind.name
                continue
            yield from ((board, f"Board {board}: {words}") for board in boards)


def _down(card: MatchCard, kind: BoardKind, chosen: Mapping[int, tuple[str, ...]]) -> dict[str, list[int]]:
    """The boards of this kind that each player is listed for."""
    down: dict[str, list[int]] = {}
    for board, players in chosen.items():
        if 1 <= board <= len(card.boards) and card.kind_of(board) == kind:
            for player in dict.fromkeys(players):
                down.setdefault(player, []).append(board)
    return down


def _allowed(kind: BoardKind) -> str:
    words = f"{counted(kind.most, f'{kind.name} board')} a night"
    return f"{words} ({counted(kind.extra, 'player')} may play one more)" if kind.extra else words


def out_of_turn(lineup: Lineup, first: int | None, names: Sequence[str]) -> str | None:
    """Why this line-up cannot be: the side that names ``first`` has not; None where that is in order."""
    if first is None or lineup[first] or not lineup[1 - first]:
        return None
    return f"{names[first]} name their players first."


def has_named(card: MatchCard, lineups: Mapping[int, Lineup], given: Collection[int]) -> tuple[bool, bool]:
    """Whether home, and away, have named everybody for each board but those that were ``given`` away."""
    named = [True, True]
    for number, kind in enumerate(card.boards, 1):
        for side, players in enumerate(lineups.get(number, Lineup())):
            enough = number in given or len(players) >= (1 if card.half_pairs else kind.seats)
            named[side] = named[side] and enough
    return named[0], named[1]


@dataclass(frozen=True, slots=True)
class Signing:
    """The captain of ``side`` (0 home, 1 away) signed for ``wording``; ``side`` None: opened again."""

    side: int | None
    wording: str = ""
    day: date = date.min


def first_signed(signings: Iterable[Signing]) -> tuple[date, date] | None:
    """The days on which home and away signed, when both had first signed the same wording.

    A card that was reopened and signed again was in time if its first signing was.
    """
    standing: list[Signing | None] = [None, None]
    for signing in signings:
        if signing.side is None:
            standing = [None, None]
            continue
        standing[signing.side] = signing
        home, away = standing
        if home and away and home.wording == away.wording:
            return home.day, away.day
    return None


def late_by(signed: tuple[date, date] | None, due: date | None) -> int | None:
    """The side that pays for a late card: home, which hands it in, unless only the away captain was late."""
    if signed is None or due is None or max(signed) <= due:
        return None
    return 0 if signed[0] > due else 1
