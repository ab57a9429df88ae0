"""Numbers and names as players say them, shared by every sentence of the rules."""

from collections.abc import Iterable, Sequence

MINUS = "−"
OUT_WORD = "chipped out"  # the default word for going out, after a name
_BETWEEN_PARTNERS = " & "


def counted(number: int, noun: str, several: str | None = None) -> str:
    """``1 tile``, ``7 tiles``; ``several`` is the plural where it takes more than an s: ``7 matches``."""
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``13th``."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number // 10 % 10 == 1 else ends.get(number % 10, 'th')}"


def listed(names: Iterable[object], last: str = "and") -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Cy``."""
    words = [str(name) for name in names]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def side_name(side: Iterable[str]) -> str:
    """A side's name: ``Ann`` alone, ``Ann & Cy`` as a pair."""
    return _BETWEEN_PARTNERS.join(side)


def names_a_pair(name: str) -> bool:
    """Whether a side so called is a pair that goes by both its names, and so takes a plural verb."""
    return _BETWEEN_PARTNERS in name


def added(terms: Sequence[int]) -> str:
    """``18 + 12``, in brackets nowhere: the caller knows whether more follows."""
    return " + ".join(str(term) for term in terms)
