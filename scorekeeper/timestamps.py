"""Moments as they are stored and sent: UTC, to the second, such as ``2026-11-21T20:15:00Z`` (RFC 3339)."""

from datetime import UTC, date, datetime

_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


def timestamp(at: datetime) -> str:
    """The moment as it is stored."""
    return at.astimezone(UTC).strftime(_FORMAT)


def moment_of(stored: str) -> datetime:
    """The stored moment."""
    return datetime.strptime(stored, _FORMAT).replace(tzinfo=UTC)


def day_of(stored: str) -> date:
    """The day, in UTC, of the stored moment."""
    return date.fromisoformat(stored[:10])
