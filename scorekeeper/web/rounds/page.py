"""The page for the end of a round: new, or one that is being corrected."""

from dataclasses import dataclass, field

from flask import request
from wtforms import Field

from scorekeeper.rules.cards.game import Family
from scorekeeper.rules.rounds.validate import Judgement
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.idempotency import Overtaken
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.store.clubs import Club
from scorekeeper.store.match_events import Entry, Play
from scorekeeper.web.forms.act import new_key
from scorekeeper.web.plays.tile_order import pad_of
from scorekeeper.web.rounds.forms import RoundForm

_FIELDS = {
    "event": "out",
    "players": "out",
    "ends": "ends",
    "boneyard": "boneyard",
    "layout": "ends",
    "lead": "lead_tile",
}


@dataclass(slots=True)
class RoundPage:
    """The form, whether it is a new round or one being corrected, and what the judge refused."""

    club: Club
    book: MatchBook
    form: RoundForm
    correcting: Entry | None = None
    doubts: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, club: Club, book: MatchBook, form: RoundForm, correcting: Entry | None = None) -> "RoundPage":
        return cls(club, book, form, correcting)

    @property
    def number(self) -> int:
        """The round that the form is for."""
        return self.correcting.round if self.correcting else self.book.state.round_open

    @property
    def pad(self) -> list[Tile]:
        """The tiles to tap; empty where the set is too large for a pad."""
        return pad_of(self.book.card)

    @property
    def standing(self) -> int | None:
        """The version that a correction means to replace."""
        newest = self.book.newest(self.correcting.root) if self.correcting else None
        return newest.version if newest else None

    @property
    def laid(self) -> frozenset[Tile]:
        """Tiles that were told to lie on the table: nobody holds them."""
        known = self.book.rounds.get(self.number)
        return known.account.seen if known else frozenset()

    @property
    def hands_optional(self) -> bool:
        """No hand scores in this game, unless it is blocked: they are entered to prove the end."""
        return self.book.card.family is Family.THREES_FIVES or self.book.card.scoring == "games"

    @property
    def plays(self) -> list[tuple[Entry, str]]:
        """The plays of the round being corrected, each with its words, so that one can be taken out."""
        told = [e for e in self.book.counting if e.round == self.number and isinstance(e.told, Play)]
        return [(entry, _words(self.book, entry)) for entry in told] if self.correcting else []

    @property
    def more_open(self) -> bool:
        """Whether the deeper facts are shown: somebody has given one of them, or has one wrong."""
        held = [self.form.held(n) for n in range(len(self.book.match.seats))]
        fields = [self.form.ends, self.form.boneyard, self.form.lead_tile, *held]
        return any(field.data or field.errors for field in fields)

    @property
    def asks_last_tile(self) -> bool:
        """Whether the last tile's points are still to be told, with the end."""
        told = any(heard.told.last_tile for heard in self.book.account.heard)
        return self.book.card.family is Family.THREES_FIVES and not self.correcting and not told

    def theirs(self, error: Exception) -> str:
        """What stands where this phone wanted to write, if it is that somebody was faster."""
        entry = error.theirs if isinstance(error, Overtaken) else None
        return f"{self.book.words_of(entry)} ({entry.nickname})" if entry else ""

    def mine(self) -> str:
        """What this phone has entered, judged."""
        outcome = self.book.judge(self.form.round_end(), self.form.round.data).outcome
        return outcome.reason if outcome else ""

    def replaceable(self, error: Exception) -> bool:
        """Whether this phone's round may be put in the place of theirs."""
        return isinstance(error, Overtaken) and error.theirs is not None and bool(self.mine())

    def typed(self) -> list[tuple[str, str]]:
        """Everything that was typed, under a new key and free of the round it was meant for."""
        left_out = ("csrf_token", "key", "round", "standing")
        kept = [(name, value) for name, value in request.form.items(multi=True) if name not in left_out]
        return [("key", new_key()), *kept]

    def refuse(self, judgement: Judgement) -> None:
        """Put each problem beside its field; doubts are shown with the offer to say why it is right."""
        for problem in judgement.problems:
            if problem.certain:
                target = self._field_of(problem.field, problem.players)
                target.errors = [*target.errors, problem.message]
            else:
                self.doubts.append(problem.message)

    def _field_of(self, name: str, players: tuple[str, ...]) -> Field:
        if name == "hand":
            seats = [seat.name for seat in self.book.match.seats]
            return self.form.pips(seats.index(players[-1]) if players and players[-1] in seats else 0)
        return self.form[_FIELDS[name]]


def _words(book: MatchBook, entry: Entry) -> str:
    step = next((step for step in book.state.steps if step.ref is entry), None)
    return step.words if step else ""
