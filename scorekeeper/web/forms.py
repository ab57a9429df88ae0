"""Forms: the fields with their sentences, and the key that goes with every act.

They validate the shape of the input and return a value of the domain, or report every fault.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any, Self

from flask import abort, g, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import CombinedMultiDict
from wtforms import Field, HiddenField, RadioField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, Regexp, ValidationError
from wtforms.widgets import TextInput

from scorekeeper.exchange.day_text import parse_day, parse_time
from scorekeeper.names import MAX_LIST, MAX_NAME, MAX_REASON, NameFault, clean_name, parse_name
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.gate import IdempotencyKey, Refused
from scorekeeper.store.matches.match_events import Meant
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.http.db import today

_WHOLE = re.compile(r"[0-9]{1,6}", re.ASCII)
NO_KEY = "The form came without its key. Open the match again."
NO_ACT = "The form came without its action. Open the page again."
NO_ROUND = "The form came without its round. Open the match again."
KEY_SIGNS = r"[ -~]{1,64}\Z"  # plain characters; a key is stored with its entry
_SEEN = "seen-"  # how a key begins that is the same for all phones
_NOT_SAID = ("csrf_token", "key")  # not part of the content, so not of its fingerprint


class PageForm(FlaskForm):
    """A form as a page sends it, also where all of it was left empty; never JSON."""

    subject: Any = None  # what the act is done to, where that is known
    refused: Refused | None = None  # why the act could not be done
    listed: Mapping[str, list[str]] = {}  # what a program sent as lists

    class Meta(FlaskForm.Meta):
        csrf = False  # checked before every view: see web.http.changes

    def __init__(self, formdata: Any = ..., **rest: Any) -> None:
        """What this request has sent, or ``formdata`` in its place."""
        if formdata is ...:
            sent: list[Any] = [request.files, request.form]
            formdata = CombinedMultiDict[str, Any](sent) if request.method == "POST" else None
        super().__init__(formdata=formdata, **rest)

    @classmethod
    def on(cls, subject: Any, /, **rest: Any) -> Self:
        """The form for an act on this, of which it may offer something to choose from."""
        form = cls(**rest)
        form.subject = subject
        return form

    def validate(self, extra_validators: Any = None) -> bool:
        shaped = super().validate(extra_validators)
        faults = self.faults(shaped=bool(shaped))
        for field, sentence in faults:
            field.errors = [*field.errors, sentence]
        return shaped and not faults

    def faults(self, *, shaped: bool) -> list[tuple[Field, str]]:  # noqa: ARG002 - for those that ask
        """What is wrong beside the shape of single fields, by field; ``shaped``: every field is in shape."""
        return []

    @property
    def said(self) -> dict[str, Any]:
        """What the valid form says as the act's arguments: each field by its name, unless it says more."""
        return {one.name: getattr(one, "said", one.data) for one in self if not isinstance(one, KeyField)}


class NameField(StringField):
    """A name, or a word that ``parse`` reads: ``said`` is it, cleaned; ``what`` begins its error sentence."""

    def __init__(
        self, label: str, *, what: str = "The name", parse: Callable[[str], str] | None = None, **rest: Any
    ) -> None:
        super().__init__(label, **rest)
        self._parse = parse or partial(parse_name, what=what)
        self.said = ""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        try:
            self.said = self._parse(self.data or "")
        except NameFault as fault:
            raise ValidationError(str(fault)) from fault


class WordsField(StringField):
    """A few words, without invisible characters."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = clean_name(valuelist[0]) if valuelist else ""


def long_at_most(label: str) -> Length:
    """For names or days one after another: their field takes twice as many letters, so that none is cut."""
    return Length(max=MAX_LIST, message=f"{label}: {MAX_LIST} letters are the most.")


class PhraseField(WordsField):
    """Words of at most so many letters; as many as a name has where nothing is said."""

    def __init__(self, label: str, *, most: int = MAX_NAME, **rest: Any) -> None:
        too_long = Length(max=most, message=f"{label}: {most} letters are the most.")
        super().__init__(label, validators=[too_long], **rest)


class ReasonField(WordsField):
    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        if len(self.data or "") > MAX_REASON:
            raise ValidationError(f"A reason has at most {MAX_REASON} letters.")

    @property
    def said(self) -> str | None:
        return self.data or None


def whole_number(
    typed: str, label: str, *, example: int = 12, least: int = 0, most: int = 999_999
) -> int | None:
    """The whole number that was typed in plain digits, None for nothing; ``ValidationError`` otherwise.

    ``int()`` would take “٣”, “1_0” and “ 7 ” as well; a form should not. ``label`` says whose number it is.
    """
    typed = typed.strip()
    if not typed:
        return None
    if not _WHOLE.fullmatch(typed):
        raise ValidationError(f"{label}: write a whole number such as {example}.")
    if not least <= int(typed) <= most:
        raise ValidationError(f"{label}: a number from {bounds(least, most)}.")
    return int(typed)


def bounds(least: int, most: int) -> str:
    """The least and the most that a number may be, in words: ``1 to 100,000``."""
    return f"{least} to {most:,}"


def read_tiles(typed: str, label: str) -> tuple[Tile, ...]:
    """Tiles, tapped (one value each) or typed (``6-4 2-1``); ``ValidationError`` where one is none."""
    try:
        return tuple(Tile.parse(tile) for tile in typed.replace(",", " ").split())
    except RuleError as fault:
        raise ValidationError(f"{label}: {fault}") from fault


class TicksField(TextAreaField):
    """What was ticked, as a list; a program sends it line by line."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = [line for value in valuelist for line in value.splitlines() if line]


class TypedField(Field):
    """A value, or nothing, that is read from what was typed; what cannot be read is shown as it was typed."""

    widget = TextInput()
    data: Any
    typed = ""

    def read(self) -> Any:
        """The value of ``typed``; ``ValidationError`` where it stands for none."""
        raise NotImplementedError

    def process_formdata(self, valuelist: list[str]) -> None:
        self.typed, self.data = (valuelist[0] if valuelist else "").strip(), None
        with suppress(ValidationError):
            self.data = self.read()

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        # Raised here, not while processing: only now does the label say whose value it is.
        self.read()

    def _value(self) -> str:
        return self.typed or ("" if self.data is None else str(self.data))


class WholeNumberField(TypedField):
    def __init__(
        self, label: str, *, example: int = 12, least: int = 0, most: int = 999_999, **rest: Any
    ) -> None:
        super().__init__(label, **rest)
        self.example, self.least, self.most = example, least, most

    def read(self) -> int | None:
        label = self.label.text
        return whole_number(self.typed, label, example=self.example, least=self.least, most=self.most)

    @property
    def bounds(self) -> str:
        return bounds(self.least, self.most)


class DayField(TypedField):
    """A date as browsers send it or as people write it (24/11/26, 24 Nov); data is a ``date`` or None."""

    def read(self) -> date | None:
        day = parse_day(self.typed, today()) if self.typed else None
        if self.typed and day is None:
            raise ValidationError(f"{self.label.text}: a day such as 2026-11-24.")
        return day


class FreeDaysField(StringField):
    """Days separated by commas or line breaks; ``days`` are those that were read."""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        """Read the days into ``days``; ValidationError names the first that is not a date."""
        typed = [part.strip() for part in re.split(r"[,;\n]", self.data or "") if part.strip()]
        if len(typed) == 1 and parse_day(typed[0], today()) is None:
            typed = typed[0].split()
        found = [parse_day(part, today()) for part in typed]
        self.days = [day for day in found if day]
        if None in found:
            wrong = typed[found.index(None)][:20]
            raise ValidationError(f"{self.label.text}: “{wrong}” is not a day; write 22/12/2026 or 22 Dec.")

    @property
    def said(self) -> list[date]:
        return self.days


class TimeField(TypedField):
    """A time as browsers send it (20:30) or as people write it (8.30 pm); data is ``20:30`` or None."""

    def read(self) -> str | None:
        time = parse_time(self.typed)
        if self.typed and time is None:
            raise ValidationError(f"{self.label.text}: a time such as 20:30.")
        return time


class TilesField(TypedField):
    """Tiles, tapped (one value each) or typed (``6-4 2-1``); data is a tuple of them, None for none."""

    def read(self) -> tuple[Tile, ...] | None:
        return read_tiles(self.typed, self.label.text) or None

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata([" ".join(valuelist)])

    def has(self, tile: str) -> bool:
        return tile in {str(given) for given in self.data or ()}

    def _value(self) -> str:
        return " ".join(str(tile) for tile in self.data) if self.data else self.typed


class SwitchField(RadioField):
    """A switch that is sent with the value it is to have."""

    def __init__(self, label: str, on: str, off: str, **rest: Any) -> None:
        super().__init__(label, choices={"yes": on, "no": off}, validators=[InputRequired(NO_ACT)], **rest)

    @property
    def said(self) -> bool:
        return bool(self.data == "yes")


def is_key(text: str) -> bool:
    return re.fullmatch(KEY_SIGNS, text) is not None


class KeyField(HiddenField):
    """The key that goes with an act: made by the phone, or of what the page shows; never typed."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(validators=[Regexp(KEY_SIGNS, message=NO_KEY)], **rest)

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata([own_key(key) for key in valuelist])


def teams(form: PageForm, _: Field) -> dict[str, str]:
    """The teams of the season, or of the ladder's, that the form is about."""
    season = getattr(form.subject, "season", form.subject)
    return {squad.id: squad.name for squad in season.squads} if season else {}


def team_or_nobody(form: PageForm, field: Field) -> dict[str, str]:
    return {"": "–", **teams(form, field)}


def form_of(base: type[PageForm] = PageForm, /, **fields: Field) -> type[PageForm]:
    """A form with these fields beside those of its base, for an act that needs no more said of it."""
    return type(base.__name__, (base,), fields)


class ActForm(PageForm):
    """A button that does one thing once, however often it is tapped."""

    key = KeyField()


def chosen(field: str, *known: str) -> str:
    """Which of this form's acts was requested; anything else is refused, not guessed."""
    value = request.form.get(field, "")
    if value not in known:
        abort(400, NO_ACT)
    return value


def new_key() -> str:
    """The key with which the page that is being made offers its acts.

    A page that is kept for all phones says only what it shows. A phone's script makes a new key for each act;
    without one it is made when the act comes, see ``own_key``.
    """
    if "about" in g:
        _, version = g.about
        return f"{_SEEN}{'.'.join(map(str, version))}"
    return secrets.token_urlsafe(12)


def own_key(key: str) -> str:
    """The key of this phone's act: of what its page said that it shows, the same however often it comes."""
    if not key.startswith(_SEEN) or not is_key(key):
        return key
    return hashlib.sha256(f"{visitor().device} {request.path} {key}".encode()).hexdigest()[:32]


def idempotency_key_of(key: str) -> IdempotencyKey:
    """The key, with a fingerprint of the rest of this request's form and its address."""
    said = sorted((name, value) for name, value in request.form.items(multi=True) if name not in _NOT_SAID)
    return IdempotencyKey(key, hashlib.sha256(repr((request.path, said)).encode()).hexdigest())


def standing() -> Meant:
    """The entry that the page refers to; version 0, which none has, if it sent none."""
    return Meant(request.form.get("standing", 0, type=int), request.form.get("mark", ""))
