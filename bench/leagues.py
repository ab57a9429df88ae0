"""Seasons of a league, played and entered on match cards, created once and cached."""

import shutil
from datetime import date
from pathlib import Path

from bench.clubs import CACHE, SCHEMA, BigClub, opened
from tests.services.league import Secretary

_PRESET = "leek"
_BOARDS = 9  # matches in one fixture


def league_of(played: int, folder: Path) -> tuple[BigClub, str]:
    """A club with a season of at least so many matches, in a fresh copy inside ``folder``; its league."""
    kept = CACHE / f"{played}-matches-schema-{SCHEMA}.db"
    if not kept.exists():
        _make(kept, played)
    club = opened(Path(shutil.copy(kept, folder / f"league-{played}.db")))
    (league,) = club.db.execute("SELECT id FROM leagues WHERE club = ?", [club.id]).fetchone()
    return club, str(league)


def _make(kept: Path, played: int) -> None:
    """Everybody meets everybody twice: the fewest teams that come to so many matches."""
    kept.parent.mkdir(exist_ok=True, mode=0o700)
    draft = kept.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    teams = next(n for n in range(2, 40) if n * (n - 1) * _BOARDS >= played)
    secretary = Secretary.of(draft, _PRESET, tuple(f"Team {n}" for n in range(1, teams + 1)))
    secretary.draw_up(date(2026, 1, 6))
    for number, card in enumerate(secretary.season().cards):
        secretary.report_all(card, set(range(1, 2 + number % _BOARDS)))
    secretary.db.close()
    draft.rename(kept)
