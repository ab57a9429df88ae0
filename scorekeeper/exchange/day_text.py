"""Days and times as people in the British Isles write them."""

import re
from datetime import date

_YEARS = range(1900, 2200)  # in which a season can be: a slip of the thumb makes 9026
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR_FIRST = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})", re.ASCII)
_NUMBERS = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})", re.ASCII)
_WORDS = re.compile(
    r"(?:[a-z]{3,9}\.? )?(\d{1,2})(?:st|nd|rd|th)?[ /-]([a-z]{3,9})\.?(?:[ /-](\d{4}|\d{2}))?", re.ASCII
)
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)? ?(am|pm)?", re.ASCII)


def parse_day(text: str, today: date) -> date | None:
    """The day that is meant, day before month; None for what is no day. Without a year it is the nearest."""
    said = " ".join(text.replace(",", " ").split()).casefold()
    if found := _YEAR_FIRST.fullmatch(said):
        return _day_of(int(found[3]), int(found[2]), found[1], today)
    if found := _NUMBERS.fullmatch(said):
        return _day_of(int(found[1]), int(found[2]), found[3], today)
    found = _WORDS.fullmatch(said)
    if found and found[2][:3] in _MONTHS:
        return _day_of(int(found[1]), _MONTHS.index(found[2][:3]) + 1, found[3], today)
    return None


def _day_of(day: int, month: int, year: str | None, today: date) -> date | None:
    try:
        if year:
            whole = int(year) + (2000 if len(year) == 2 else 0)
            return date(whole, month, day) if whole in _YEARS else None
        near = (date(today.year + more, month, day) for more in (-1, 0, 1))
        return min(near, key=lambda found: abs((found - today).days))
    except ValueError:
        return None


def parse_time(text: str) -> str | None:
    """The time as ``20:30``; None for what is none. A bare ``8.30`` is in the morning, as it says."""
    found = _TIME.fullmatch(text.strip().casefold())
    if found is None or (found[2] is None and found[3] is None):
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else None
