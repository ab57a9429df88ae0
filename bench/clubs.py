"""Clubs with years of records, created once and cached: each is a season of singles at Draw to 100."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random

from sqlite_utils import Database

from scorekeeper.config import secret_key
from scorekeeper.rules.games.presets import BY_KEY
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import add_club, clubs
from scorekeeper.store.clubs.players import add_player, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.schema import FIRST
from scorekeeper.store.matches.match_events import Hand, NewMatchEvent, RoundEnd, add_events
from scorekeeper.store.matches.matches import Setup, add_match, find_match

CACHE = Path(tempfile.gettempdir()) / "scorekeeper-bench"
SCHEMA = sha256(FIRST.read_bytes()).hexdigest()[:8]  # a kept database is one of this very schema
_CARD = BY_KEY["draw_100"].card
_PLAYERS = 20
_MOST_LEFT = 24  # pips in a hand of four tiles or so
_OPEN_ROUNDS = 4
_ENDLESS = 10_000  # points, the target of a match that never ends
AUTHOR = Author("bench", "2026-01-06T20:00:00Z")


@dataclass(frozen=True)
class BigClub:
    """A database file with one club, or one of its clubs, and one match that is still running, ``match``."""

    db: Database
    file: Path
    wanted: str = ""

    @cached_property
    def id(self) -> str:
        return self.wanted or clubs(self.db)[0].id

    @property
    def player(self) -> str:
        """A player with many matches."""
        return players(self.db, self.id)[0].id

    @property
    def match(self) -> str:
        """The match started last; it is still running."""
        return str(self.db.execute("SELECT max(id) FROM matches WHERE club = ?", [self.id]).fetchone()[0])

    @property
    def score_link(self) -> str:
        """The path that makes whoever opens it a scorer."""
        return join_path(self.id, link_secret(secret_key(self.file), self.id, "score", 1))

    def open_matches(self, count: int) -> list[str]:
        """Start so many more matches, each with a few rounds played."""
        with writing(self.db):
            chairs = [player.id for player in players(self.db, self.id)]
            return [_play(self.db, self.id, chairs[:2], [1] * _OPEN_ROUNDS) for _ in range(count)]

    def open_match(self, rounds: int) -> str:
        """Start a match that never ends, with so many rounds of one pip each."""
        with writing(self.db):
            chairs = [player.id for player in players(self.db, self.id)]
            return _play(self.db, self.id, chairs[:2], [1] * rounds, _CARD.but(target=_ENDLESS))

    def play_on(self, match: str) -> None:
        """Store another round of this match, as another worker does."""
        with writing(self.db, self.id):
            found = find_match(self.db, self.id, match)
            assert found is not None
            chairs, number = [seat.player for seat in found.seats], found.version + 1
            end = NewMatchEvent(_round(chairs, 1), number, f"round-{number}", "bench")
            add_events(self.db, self.id, match, [end], AUTHOR)


def club_of(rounds: int, folder: Path) -> BigClub:
    """A club with so many rounds, in a fresh copy inside ``folder``."""
    kept = CACHE / f"{rounds}-rounds-schema-{SCHEMA}.db"
    if not kept.exists():
        _make(kept, rounds)
    return opened(Path(shutil.copy(kept, folder / f"{rounds}.db")))


def opened(file: Path) -> BigClub:
    return BigClub(open_store(file), file)


def _make(kept: Path, rounds: int) -> None:
    kept.parent.mkdir(exist_ok=True, mode=0o700)
    draft = kept.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    migrate(draft)
    db = open_store(draft)
    fill(db, rounds)
    db.close()
    draft.rename(kept)


def fill(db: Database, rounds: int) -> None:
    """Add a club with so many rounds to a migrated database."""
    with writing(db):
        club = add_club(db, "The Crown", AUTHOR.at).id
        ensure_device(db, club, AUTHOR.device, AUTHOR.at)
        chairs = [add_player(db, club, f"Player {n}", AUTHOR.at).id for n in range(1, _PLAYERS + 1)]
        chance = Random(rounds)
        for left in _seasons(rounds, chance):
            _play(db, club, chance.sample(chairs, 2), left)


def _seasons(rounds: int, chance: Random) -> Iterator[list[int]]:
    """The pips left in the loser's hand, round by round, of match after match; the last one stays open.

    The one before it may be open too, if the rounds run out. A negative number is a round won by the
    second player.
    """
    while rounds > _OPEN_ROUNDS:
        totals, left = [0, 0], list[int]()
        while max(totals) < _CARD.target and rounds > _OPEN_ROUNDS:
            winner, pips = chance.randrange(2), chance.randint(4, _MOST_LEFT)
            totals[winner] += pips
            left.append(-pips if winner else pips)
            rounds -= 1
        yield left
    yield [chance.randint(4, _MOST_LEFT) for _ in range(rounds)]


def _play(db: Database, club: str, chairs: list[str], left: list[int], card: RuleCard = _CARD) -> str:
    """Store a match and its rounds; its id."""
    seats = [(player, side, None) for side, player in enumerate(chairs)]
    match = add_match(db, club, Setup(json.dumps(card.to_dict()), seats, chairs[0]), new_id(), AUTHOR)
    ends = [NewMatchEvent(_round(chairs, pips), n, f"round-{n}", "bench") for n, pips in enumerate(left, 1)]
    add_events(db, club, match, ends, AUTHOR)
    return match


def _round(chairs: list[str], pips: int) -> RoundEnd:
    out, other = chairs if pips > 0 else reversed(chairs)
    hands = (Hand(out, None, 0), Hand(other, None, abs(pips)))
    return RoundEnd("out", out, None, None, None, None, hands)
