"""The page for the end of a round: new, or one that is being corrected."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from flask import request
from wtforms import Field

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.rounds.report import Problem
from scorekeeper.rules.rounds.validate import Validation
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import MatchEvent
from scorekeeper.web.forms import new_key
from scorekeeper.web.matches.page import ReportedRow
from scorekeeper.web.matches.round_lines import plays_of_round
from scorekeeper.web.plays.forms import pad_of
from scorekeeper.web.rounds.entry import BLOCKED, LAST_MISSING, RoundEntry, RoundForm, asks_last_tile

# The form's field for what a fault of the rules is about, where they call it otherwise; hands apart.
_FIELDS = {"event": "out", "players": "out", "layout": "ends", "lead": "lead_tile"}


@dataclass(slots=True)
class RoundPage:
    """The form, whether it is a new round or one being corrected, and what the rules refused."""

    club: Club
    state: MatchState
    form: RoundForm
    correcting: MatchEvent | None = None
    entry: RoundEntry | None = None  # what was sent, where it could be read
    reported: list[ReportedRow] = field(default_factory=list)
    asks_name: bool = False
    doubts: list[str] = field(default_factory=list)
    photo: str = ""  # what was seen in a photo of a hand
    last_missing = LAST_MISSING

    @property
    def number(self) -> int:
        return self.correcting.round if self.correcting else self.state.score.round_open

    @property
    def name(self) -> str:
        return self.state.score.round_name(self.number)

    @property
    def pad(self) -> list[Tile]:
        """The tiles to tap; empty where the set is too large for a pad."""
        return pad_of(self.state.card)

    @property
    def standing(self) -> int | None:
        newest = self.state.newest(self.correcting.original) if self.correcting else None
        return newest.version if newest else None

    @property
    def laid(self) -> frozenset[Tile]:
        """Tiles that were entered as lying on the table: nobody holds them."""
        known = self.state.rounds.get(self.number)
        return known.progress.seen if known else frozenset()

    @property
    def first_hand(self) -> int | None:
        """The seat whose hand is lit first, where the link to this page named one."""
        return request.args.get("hand", type=int)

    @property
    def out_optional(self) -> bool:
        """Whether no hand counts after a chip-out, so that hands are entered only to check the end."""
        return self.state.card.game is Game.THREES_FIVES or self.state.card.scoring == "games"

    @property
    def blocked_optional(self) -> bool:
        return self.state.card.game is Game.THREES_FIVES and not self.state.card.block_low_bonus

    def hands_label(self, out: str | None) -> str:
        """The heading of the hands: what they are for, by how the round ended."""
        if out == BLOCKED:
            return "Pips left (optional)" if self.blocked_optional else "Pips left, lowest wins"
        return "Pips left (optional)" if self.out_optional else "Pips left"

    @property
    def who_question(self) -> str:
        """Where both partners must be out, it is asked so that the other one's hand is known to be empty."""
        return "Both partners are out: who went last?" if self.both_out else f"Who {self.club.out_word}?"

    @property
    def both_out(self) -> bool:
        """Whether a round that is not blocked ends with two empty hands."""
        return self.state.card.both_must_chip_out and self.pairs

    @property
    def out_word(self) -> str:
        return "went last, both are out" if self.both_out else self.club.out_word

    @property
    def who_said(self) -> str:
        """The answer, in the line that folds the question away."""
        names = self.form.out.choices
        if self.form.out.data not in names:
            return self.who_question
        return "Blocked" if self.form.out.data == BLOCKED else f"{names[self.form.out.data]} {self.out_word}"

    @property
    def pairs(self) -> bool:
        return len(self.state.sides) < len(self.state.match.seats)

    @property
    def plays(self) -> list[tuple[MatchEvent, str]]:
        return plays_of_round(self.state, self.number) if self.correcting else []

    @property
    def more_open(self) -> bool:
        """Whether the deeper facts are shown: somebody has given one of them, or has one wrong."""
        held = [self.form.held(n) for n in range(len(self.state.match.seats))]
        fields = [self.form.ends, self.form.boneyard, self.form.lead_tile, *held]
        return any(field.data or field.errors for field in fields)

    @property
    def asks_last_tile(self) -> bool:
        return asks_last_tile(self.state, self.number, correcting=self.correcting is not None)

    def theirs(self, error: Exception) -> str:
        event = error.theirs if isinstance(error, Conflict) else None
        return f"{self.state.words_of(event)} ({event.nickname})" if event else ""

    def mine(self) -> str:
        outcome = self.entry and self.state.validate_end(self.entry.end, self.entry.round).outcome
        return outcome.reason if outcome else ""

    def typed(self) -> list[tuple[str, str]]:
        """Everything that was typed, under a new key and free of the round it was meant for."""
        left_out = ("key", "round", "standing")
        kept = [(name, value) for name, value in request.form.items(multi=True) if name not in left_out]
        return [("key", new_key()), *kept]

    def refuse(self, validation: Validation) -> None:
        """Put each problem beside its field; doubts are shown with the offer to say why it is right."""
        for problem in hands_together(validation.problems):
            if problem.certain:
                target = self._field_of(problem.field, problem.players)
                target.errors = [*target.errors, problem.message]
            else:
                self.doubts.append(problem.message)

    def _field_of(self, name: str, players: tuple[str, ...]) -> Field:
        if name == "hand":
            seats = [seat.name for seat in self.state.match.seats]
            return self.form.pips(seats.index(players[-1]) if players and players[-1] in seats else 0)
        return self.form[_FIELDS.get(name, name)]


def hands_together(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, with one for all the hands that are missing, beside the first of them."""
    missing = [problem for problem in problems if problem.code == "hand_missing"]
    if len(missing) < 2:
        return [*problems]
    names = listed(problem.players[0] for problem in missing)
    whole = replace(missing[0], message=f"Enter what {names} still hold.")
    return [whole if problem is missing[0] else problem for problem in problems if problem not in missing[1:]]
