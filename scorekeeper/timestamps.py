"""Moments as they are stored and sent: UTC, to the second, such as ``2026-11-21T20:15:00Z`` (RFC 3339).

And what they are by the clock on the pub's wall. A club night runs past midnight: it is named after the day
it begins on, and ends at six in the morning. ``SCOREKEEPER_TIMEZONE`` names the zone of that clock.
"""

import os
import sys
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from scorekeeper.config import SettingFault

_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_DAY_ENDS = timedelta(hours=6)  # after midnight
# Between these every zone has a day before and a day after.
_FIRST_YEAR, _LAST_YEAR = "1000", "9999"


def timestamp(at: datetime) -> str:
    """The moment as it is stored."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def moment_of(stored: str) -> datetime:
    return datetime.strptime(stored, _FORMAT).replace(tzinfo=UTC)


def is_moment(text: str) -> bool:
    """Whether this is a moment as it is stored, and one that every zone can say."""
    try:
        return _FIRST_YEAR <= timestamp(datetime.fromisoformat(text)) == text < _LAST_YEAR
    except (ValueError, OverflowError):
        return False


def is_day(text: str) -> bool:
    """Whether this is a day as it is stored, such as ``2026-11-21``."""
    try:
        return date.fromisoformat(text).isoformat() == text < _LAST_YEAR
    except ValueError:
        return False


def time_zone() -> tzinfo | None:
    """The zone of the clubs' clocks, Europe/London if none is set; None on a phone, which keeps its own.

    Raises ``SettingFault`` where there is no zone of that name.
    """
    if sys.platform == "emscripten":  # Its Python has no zones, but asks the browser what time it is.
        return None
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    name = os.environ.get("SCOREKEEPER_TIMEZONE") or "Europe/London"
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise SettingFault(
            f"SCOREKEEPER_TIMEZONE is a zone’s name, such as Europe/Dublin; “{name}” is none."
        ) from error


def local_time(stored: str) -> datetime:
    """The stored moment by the clubs' clocks."""
    return datetime.fromisoformat(stored).astimezone(time_zone())


def club_day_of(stored: str) -> date:
    """The day of the club night that the stored moment belongs to."""
    return (local_time(stored) - _DAY_ENDS).date()


def span_of_club_day(day: date) -> tuple[str, str]:
    """The stored moments at which the day's club night begins, and at which the next one does.

    Raises ``OverflowError`` for a day at the end of the calendar.
    """
    begins, ends = (
        datetime.combine(at, time(), time_zone()) + _DAY_ENDS for at in (day, day + timedelta(days=1))
    )
    return timestamp(begins), timestamp(ends)
