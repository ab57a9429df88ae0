"""The form of a match card: all its boards at once, as one captain, or both, enter them."""

import re

from flask import request
from wtforms import HiddenField
from wtforms.validators import AnyOf, DataRequired, InputRequired, ValidationError

from scorekeeper.services.cards.card_commands import ANSWERS
from scorekeeper.services.cards.card_validation import side_by_side
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.store.leagues.captains import Proposal
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.web.fixtures.forms import DayField, TimeField
from scorekeeper.web.forms import ActForm, KeyField, NameField, PageForm, ReasonField

SIDE_KEYS = {"home": 0, "away": 1}  # anything else is both captains at one phone
_LEGS = re.compile(r"([0-9]{1,3})-([0-9]{1,3})(c?)", re.ASCII)  # c: conceded by who has fewer
CAPTAINS = "A card has two captains: home and away."
TURNED = "This fixture has been changed since: it is not between these teams any more. Open it again."


def side_of(word: str | None) -> int | None:
    """0 for ``home``, 1 for ``away``, None for anything else."""
    return SIDE_KEYS.get(word or "")


def _numbers(text: str) -> tuple[int, int] | None:
    found = _LEGS.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def board_text(board: BoardEntry) -> str:
    """A board as it was shown, to be sent back with the form: who plays and the legs."""
    legs = f"{board.legs[0]}-{board.legs[1]}{'c' if board.conceded else ''}" if board.legs else ""
    points = f"{board.points[0]}-{board.points[1]}" if board.points else ""
    return f"{' '.join(board.home)}|{' '.join(board.away)}|{legs}|{points}"


class CardForm(PageForm):
    """``for_boards_of`` adds the boards; ``boards`` and ``was`` are what is entered and what was shown."""

    key = KeyField()
    side = HiddenField()
    teams = HiddenField()
    fixture_card: FixtureCard

    @classmethod
    def for_boards_of(cls, fixture_card: FixtureCard) -> "CardForm":
        form = cls()
        form.fixture_card, form.faults = fixture_card, {}
        return form

    def validate_teams(self, field: HiddenField) -> None:
        """ValidationError where home and away were swapped after the form was opened."""
        if field.data != f"{self.fixture_card.fixture.home} {self.fixture_card.fixture.away}":
            raise ValidationError(TURNED)

    def boards(self) -> list[BoardEntry]:
        """Every board that the form names, as it was typed; legs that cannot be read are a fault."""
        numbers = sorted(
            {int(found[1]) for name in request.form if (found := re.fullmatch(r"b(\d{1,3})_was", name))}
        )
        return [self._board(number) for number in numbers]

    def was(self) -> list[BoardEntry]:
        return [self._shown(board.board, board.side) for board in self.boards()]

    def refuse(self, faults: tuple[tuple[int, str], ...]) -> None:
        """Show these sentences beside their boards; 0 is the whole card."""
        for board, sentence in faults:
            self.faults.setdefault(board, []).append(sentence)

    def typed(self) -> dict[int, BoardEntry]:
        was = {board.board: board for board in self.was()}
        return {board.board: board for board in side_by_side(self.fixture_card, self.boards(), was)}

    def _board(self, number: int) -> BoardEntry:
        home, away = (self._players(number, side) for side in ("home", "away"))
        reported = request.form.get(f"b{number}_legs", "")
        legs, conceded = self._pair(number, reported), reported.endswith("c")
        made = [request.form.get(f"b{number}_{side}_points", "").strip() for side in ("home", "away")]
        points = self._pair(number, "-".join(made)) if any(made) else None
        return BoardEntry(number, side_of(self.side.data), home, away, legs, points, conceded)

    def _players(self, number: int, side: str) -> tuple[str, ...]:
        chosen = (request.form.get(f"b{number}_{side}_{seat}", "") for seat in range(2))
        return tuple(player for player in chosen if player)

    def _pair(self, number: int, text: str) -> tuple[int, int] | None:
        if text and not _LEGS.fullmatch(text):
            sentence = f"Board {number}: “{text[:20]}” is not a result; write it like 2-1."
            if sentence not in self.faults.get(number, []):
                self.refuse(((number, sentence),))
        return _numbers(text)

    def _shown(self, number: int, side: int | None) -> BoardEntry:
        home, away, legs, points, *_ = (request.form.get(f"b{number}_was", "") + "|||").split("|")
        conceded = legs.endswith("c")
        result = (_numbers(legs), _numbers(points))
        return BoardEntry(number, side, tuple(home.split()), tuple(away.split()), *result, conceded)


class SignForm(ActForm):
    side = HiddenField(validators=[AnyOf(SIDE_KEYS, CAPTAINS)])
    shown = HiddenField(validators=[InputRequired()])


class SignOnForm(PageForm):
    """Somebody new in the team of ``side``."""

    side = HiddenField(validators=[AnyOf(SIDE_KEYS, CAPTAINS)])
    player = NameField("A new player", what="The player’s name")


class BestPlayerForm(PageForm):
    """Whom the captain of ``side`` names; no player takes it back."""

    side = HiddenField(validators=[AnyOf(SIDE_KEYS, CAPTAINS)])
    player = HiddenField()


class ProposalForm(ActForm):
    """Another day, perhaps another time, and a word to the other captain."""

    side = HiddenField(validators=[AnyOf(SIDE_KEYS, "Another day: say for which team.")])
    day = DayField("Another day", validators=[InputRequired("Another day: which?")])
    starts = TimeField("Starts at")
    note = ReasonField("A word to them")

    @property
    def proposal(self) -> Proposal:
        side, day = SIDE_KEYS[self.side.data or ""], str(self.day.data)
        return Proposal("", side, day, self.starts.data, self.note.data or None, None)


class AnswerForm(PageForm):
    answer = HiddenField(validators=[AnyOf(ANSWERS)])


class ReasonForm(ActForm):
    """An act on a card that needs a reason for the record."""

    reason = ReasonField("Why?", validators=[DataRequired("Say why: it goes in the record.")])


class ForfeitForm(ReasonForm):
    """The side that does not fulfil the fixture; none where it is to be played after all."""

    side = HiddenField(validators=[AnyOf((*SIDE_KEYS, "", None), CAPTAINS)])
