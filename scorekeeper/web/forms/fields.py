"""Fields that several forms share."""

import re
from typing import Any

from wtforms import Field, StringField
from wtforms.validators import Length, ValidationError
from wtforms.widgets import TextInput

from scorekeeper.names import MAX_NAME, MAX_REASON, NameFault, clean_name, parse_name, parse_out_word
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tiles.tile import Tile

_WHOLE = re.compile(r"[0-9]{1,6}", re.ASCII)


def as_long_as_a_name(what: str) -> Length:
    """At most as many letters as a name; ``what`` begins the sentence."""
    return Length(max=MAX_NAME, message=f"{what}: {MAX_NAME} letters are the most.")


class NameField(StringField):
    """A name, cleaned; ``what`` begins its error sentence."""

    def __init__(self, label: str, *, what: str = "The name", **rest: Any) -> None:
        super().__init__(label, **rest)
        self.what = what
        self.clean = ""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        """Clean the name; ValidationError says what is wrong with it."""
        try:
            self.clean = parse_name(self.data or "", self.what)
        except NameFault as fault:
            raise ValidationError(str(fault)) from fault


class OutWordField(StringField):
    """The club's word for going out, as it follows a name."""

    clean = ""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        """Clean the words; ValidationError says what is wrong with them."""
        try:
            self.clean = parse_out_word(self.data or "")
        except NameFault as fault:
            raise ValidationError(str(fault)) from fault


class ReasonField(StringField):
    """A few words for the record, without invisible characters, up to ``MAX_REASON``."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Clean what was typed."""
        self.data = clean_name(valuelist[0]) if valuelist else ""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        """ValidationError where the reason is longer than ``MAX_REASON``."""
        if len(self.data or "") > MAX_REASON:
            raise ValidationError(f"A reason has at most {MAX_REASON} letters.")


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


def read_tiles(typed: list[str], label: str) -> tuple[Tile, ...]:
    """Tiles, tapped (one value each) or typed (``6-4 2-1``); ``ValidationError`` where one is none."""
    try:
        return tuple(Tile.parse(tile) for tile in " ".join(typed).replace(",", " ").split())
    except RuleError as fault:
        raise ValidationError(f"{label}: {fault}") from fault


class WholeNumberField(Field):
    """A whole number in plain digits, or nothing."""

    widget = TextInput()
    data: Any

    def __init__(
        self, label: str, *, example: int = 12, least: int = 0, most: int = 999_999, **rest: Any
    ) -> None:
        super().__init__(label, **rest)
        self.example, self.least, self.most = example, least, most
        self.typed = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number; what cannot be read is kept in ``typed``."""
        self.typed = (valuelist[0] if valuelist else "").strip()
        try:
            self.data = self._read()
        except ValidationError:
            self.data = None

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        """ValidationError for anything but a whole number within the bounds."""
        # Raised here, not while processing: only now does the label say whose number it is.
        self._read()

    def _read(self) -> int | None:
        label = self.label.text
        return whole_number(self.typed, label, example=self.example, least=self.least, most=self.most)

    @property
    def bounds(self) -> str:
        """The least and the most that the number may be, in words: ``1 to 100,000``."""
        return bounds(self.least, self.most)

    def _value(self) -> str:
        return self.typed or ("" if self.data is None else str(self.data))


class TilesField(Field):
    """Tiles, tapped (one value each) or typed (``6-4 2-1``); data is a tuple of them, None for none."""

    widget = TextInput()
    data: Any

    def __init__(self, label: str, **rest: Any) -> None:
        super().__init__(label, **rest)
        self.typed: list[str] = []

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the tiles; what cannot be read is kept in ``typed``."""
        self.typed = valuelist
        try:
            self.data = read_tiles(self.typed, self.label.text) or None
        except ValidationError:
            self.data = None

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        """ValidationError where a tile could not be read."""
        read_tiles(self.typed, self.label.text)

    def has(self, tile: str) -> bool:
        """Whether this tile was given; for ticking its box again."""
        return tile in {str(given) for given in self.data or ()}

    def _value(self) -> str:
        return " ".join(str(tile) for tile in self.data) if self.data else " ".join(self.typed)
