"""Honours of a season, from the matches scored live on its boards."""

from functools import lru_cache

from sqlite_utils import Database

from scorekeeper.rules.matches.honours import honours
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.matches.match_state import load_match

_MOST_CACHED = 5_000  # matches whose honours are kept in memory, a few words each
_MOST = 12  # lines that fit on a notice board


class _Asked:
    """A match to be looked up by what its honours depend on: its id, its version, the names on it."""

    def __init__(self, db: Database, club: str, match: str, version: int, names: tuple[str, ...]) -> None:
        self.db, self.club, self.match = db, club, match
        self.key = (club, match, version, names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=_MOST_CACHED)
def _honours(asked: _Asked) -> tuple[str, ...]:
    state = load_match(asked.db, asked.club, asked.match)
    asked.db = None  # type: ignore[assignment]  # the words are cached, the connection is not
    return tuple(honour.words for honour in honours(state.score)) if state else ()


def season_honours(db: Database, club: str, season: Season) -> list[str]:
    """Honours of the boards scored live, the latest nights first."""
    found: list[str] = []
    for fixture_card in reversed(season.fixture_cards):
        for board in fixture_card.boards:
            if board.live and board.live.result:
                match = board.live.match
                names = tuple(seat.name for seat in match.seats)
                found += _honours(_Asked(db, club, match.id, match.version, names))
        if len(found) >= _MOST:
            break
    return found[:_MOST]
