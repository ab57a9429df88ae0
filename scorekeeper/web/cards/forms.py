"""The forms of a match card, and the one reader of its boards, whether a page or a program sends them."""

import json
import re
from collections.abc import Iterable
from typing import Any

from flask import request
from wtforms import HiddenField, SelectField
from wtforms.validators import AnyOf, DataRequired, InputRequired, ValidationError

from scorekeeper.names import parse_name
from scorekeeper.services.cards.board_commands import save_boards, side_by_side
from scorekeeper.services.cards.card_commands import ANSWERS
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.store.leagues.captains import Proposal
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.web import forms
from scorekeeper.web.api.schemas import SCHEMAS, faults_in

SIDE_KEYS = {"home": 0, "away": 1}  # anything else is both captains at one phone
_SAID = ("home", "away", "legs", "points", "conceded")
_NUMBER = re.compile("[0-9]{1,3}", re.ASCII)
CHOOSE = "Choose who it is."
CAPTAINS = "A card has two captains: home and away."
TURNED = "This fixture has been changed since: it is not between these teams any more. Open it again."
_WHO = SelectField("Who could not play?", validate_choice=False, validators=[DataRequired(CHOOSE)])


def side_of(word: str | None) -> int | None:
    return SIDE_KEYS.get(word or "")


def as_read(board: BoardEntry) -> dict[str, Any]:
    """The board as it was shown: what an entry sends back with it."""
    said = board._asdict()
    return {name: said[name] for name in _SAID if said[name]}


class Boards:
    """Boards as ``entered``, and as each ``was`` when shown; ``faults`` by their number, 0: the card."""

    def __init__(self, sent: Iterable[dict[str, Any]], side: int | None) -> None:
        self.entered: list[BoardEntry] = []
        self.was: list[BoardEntry] = []
        self.faults: dict[int, list[str]] = {}
        for place, now in enumerate(sent, 1):
            faults = faults_in(now, SCHEMAS["Board"])
            shown = {} if "was" in faults else now.get("was", {})
            faults |= faults_in(shown, SCHEMAS["BoardAsRead"])
            number = 0 if "board" in faults else now["board"]
            which = f"Board {number}" if number else f"Entry {place}"
            self.refuse((number, f"{which}, {name}: {words[0]}") for name, words in faults.items())
            for boards, said in ((self.entered, now), (self.was, shown)):
                fit = {name: said[name] for name in _SAID if name in said and name not in faults}
                pairs = {name: tuple(value) for name, value in fit.items() if isinstance(value, list)}
                boards.append(BoardEntry(number, side, **{"home": (), "away": ()} | fit | pairs))

    def refuse(self, faults: Iterable[tuple[int, str]]) -> None:
        for board, sentence in faults:
            self.faults.setdefault(board, []).append(sentence)

    def save(self, ask: Ask, fixture: str) -> None:
        save_boards(ask, fixture, self.entered, was=self.was)


def _result(board: BoardEntry) -> tuple[Any, ...]:
    return board.legs, board.points, board.conceded


def _typed(number: int) -> dict[str, Any]:
    """The fields of a board on the page as a program says them; legs are ``2-1``, ``2-1c`` conceded."""

    def typed(name: str) -> str:
        return request.form.get(f"b{number}_{name}", "").strip()

    try:
        was = json.loads(typed("was"))
    except (ValueError, RecursionError):
        was = None
    said = {
        **{side: [player for n in range(2) if (player := typed(f"{side}_{n}"))] for side in SIDE_KEYS},
        "legs": _pair(*typed("legs").removesuffix("c").split("-")),
        "points": _pair(*(typed(f"{side}_points") for side in SIDE_KEYS)),
        "conceded": typed("legs").endswith("c"),
        "was": was if isinstance(was, dict) else {},
    }
    return {"board": number, **{name: value for name, value in said.items() if value}}


def _pair(*typed: str) -> list[int | str]:
    return [int(one) if _NUMBER.fullmatch(one) else one for one in typed] if any(typed) else []


def _new_player(typed: str) -> str:
    """The name of somebody to be signed on, or nobody's."""
    return parse_name(typed, "The player’s name") if typed.strip() else ""


class CardForm(forms.PageForm):
    key = forms.KeyField()
    side = HiddenField()
    teams = HiddenField()
    home_player = forms.NameField("A new player", parse=_new_player)
    away_player = forms.NameField("A new player", parse=_new_player)
    card: FixtureCard
    boards: Boards

    @classmethod
    def for_boards_of(cls, card: FixtureCard) -> "CardForm":
        form, named = cls(), (re.fullmatch(r"b(\d{1,3})_was", name) for name in request.form)
        form.card = card
        form.boards = Boards(map(_typed, sorted({int(n[1]) for n in named if n})), side_of(form.side.data))
        return form

    def validate_teams(self, field: HiddenField) -> None:
        """ValidationError where home and away were swapped after the form was opened."""
        if field.data != f"{self.card.fixture.home} {self.card.fixture.away}":
            raise ValidationError(TURNED)

    def typed(self) -> dict[int, BoardEntry]:
        """The boards as typed; what was not changed here is shown, and sent back, as it stands by now."""
        was = {board.board: board for board in self.boards.was}
        typed = {one.board: one for one in side_by_side(self.card, self.boards.entered, was)}
        for board in self.card.boards:
            one, now = typed.get(board.number), board.seen_by(side_of(self.side.data))
            if one and _result(one) == _result(was[board.number]):
                typed[board.number] = one._replace(legs=now.legs, points=now.points, conceded=now.conceded)
        return typed


class SideField(HiddenField):
    """The captain who acts, ``home`` or ``away``."""

    @property
    def said(self) -> int | None:
        return side_of(self.data)


class ProposalForm(forms.ActForm):
    side = HiddenField(validators=[AnyOf(SIDE_KEYS, "Another day: say for which team.")])
    day = forms.DayField("Another day", validators=[InputRequired("Another day: which?")])
    starts = forms.TimeField("Starts at")
    note = forms.ReasonField("A word to them")

    @property
    def said(self) -> dict[str, Any]:
        side, day = SIDE_KEYS[self.side.data or ""], str(self.day.data)
        return {"new": Proposal("", side, day, self.starts.data, self.note.said, None)}


class ReasonForm(forms.ActForm):
    reason = forms.ReasonField("Why?", validators=[DataRequired("Say why: it goes in the record.")])


_CAPTAIN = SideField(validators=[AnyOf(SIDE_KEYS, CAPTAINS)])
SignForm = forms.form_of(forms.ActForm, side=_CAPTAIN, shown=HiddenField(validators=[InputRequired()]))
SignOnForm = forms.form_of(
    forms.ActForm, side=_CAPTAIN, player=forms.NameField("A new player", what="The player’s name")
)
BestPlayerForm = forms.form_of(side=_CAPTAIN, player=HiddenField())
AnswerForm = forms.form_of(answer=HiddenField(validators=[AnyOf(ANSWERS)]))
IneligibleForm = forms.form_of(ReasonForm, player=_WHO)
ForfeitForm = forms.form_of(ReasonForm, side=SideField(validators=[AnyOf((*SIDE_KEYS, "", None), CAPTAINS)]))
