"""Names of people, clubs and teams: what may stand on the page, and when two are the same."""

import re
import unicodedata

# How many letters the record holds; a page’s fields take what these say.
MAX_NAME = 30
MAX_REASON = 200  # a reason or a note
MAX_VENUE, MAX_ADDRESS = 60, 120
MAX_LIST = 2000  # names or days, one after another

# Invisible, unassigned or controlling signs have no place in a name; a joined emoji needs two of them.
_NEVER = ("Cc", "Cf", "Cs", "Co", "Cn")
_JOINERS = "\u200d\ufe0f"
_FILLERS = "\u115f\u1160\u3164\uffa0"  # Hangul fillers: letters that show nothing
# What a spreadsheet takes for the start of a formula; a table's CSV is opened by people who trust it.
_FORMULA = tuple("=+-@＝＋－＠")
_MAX_MARKS = 2  # combining marks in a row; more pile up over the lines around them

_CALLS = {"out": "is out", "domino": "called Domino"}

_ALIKE = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}  # alphabets with letters of one shape


class NameFault(ValueError):
    """A name that cannot stand; ``str(error)`` is shown beside the field."""


def clean_name(text: str) -> str:
    """The name as it will be kept: composed, one space between words, nothing invisible; may be empty."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        category = unicodedata.category(sign)
        if sign in _JOINERS:
            kept.append(sign)  # shows nothing, so it parts no marks from those before it
        elif sign.isspace():
            kept.append(" ")
            marks = 0
        elif category not in _NEVER and sign not in _FILLERS:
            marks = marks + 1 if category in ("Mn", "Me") else 0
            kept += [sign] if marks <= _MAX_MARKS else []
    cleaned = unicodedata.normalize("NFC", re.sub(" +", " ", "".join(kept))).strip()
    return cleaned if any(unicodedata.category(sign)[0] in "LNSP" for sign in cleaned) else ""


def parse_name(text: str, what: str = "The name") -> str:
    """The cleaned name; raises ``NameFault`` where nothing is left, it is too long or a formula."""
    name = clean_name(text)
    if not name:
        raise NameFault(f"{what} needs at least one visible letter.")
    if len(name) > MAX_NAME:
        raise NameFault(f"{what} has {len(name)} letters; {MAX_NAME} is the most.")
    if name.startswith(_FORMULA):
        raise NameFault(f"{what} begins with “{name[0]}”, which a spreadsheet would take for a formula.")
    return name


def parse_out_word(text: str) -> str:
    """What a club says of whoever goes out, as it follows a name: ``chipped out``, ``called Domino``.

    A call alone, such as “Domino!” or “out”, gets its verb. Raises ``NameFault``.
    """
    word = parse_name(text, "The word").rstrip("!?.:,; ")
    return _CALLS.get(word.casefold(), word) or parse_name("", "The word")


def name_key(name: str) -> str:
    """What two spellings of one name share: “ANN ” and “Ann” are one person at the table."""
    shown = "".join(sign for sign in name if sign not in _JOINERS)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())


def mixes_scripts(name: str) -> bool:
    """Whether letters of two alphabets stand in one name, as in a Latin “dam” after a Cyrillic “А”.

    Such a name may be meant to look like somebody else's; pages that list names say so.
    """
    scripts = {unicodedata.name(sign, "").split(" ")[0] for sign in name if sign.isalpha()}
    return len(scripts & _ALIKE) > 1
