"""A secretary for the tests of leagues: short methods over the services."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.services.cards.board_commands import save_boards
from scorekeeper.services.cards.card_commands import load_card, reopen, sign
from scorekeeper.services.gate import Ask, IdempotencyKey
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.fixture_commands import RoundDates, draw_up_fixtures
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.leagues.squads import enter_squad
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.leagues.leagues import add_league, change_league, find_league
from scorekeeper.store.leagues.squads import Squad
from tests.databases import make_database

_keys = count(1)
EVENING = "2026-09-07T22:00:00Z"


def idempotency_key() -> IdempotencyKey:
    return IdempotencyKey(f"key-{next(_keys)}", "said")


@dataclass
class Secretary:
    """One league of a club of its own, in a real file."""

    db: Database
    club: str
    league: str
    author: Author
    today: date = date(2027, 6, 30)

    @classmethod
    def of(cls, path: Path, preset: str, teams: tuple[str, ...]) -> "Secretary":
        """The preset's league with these teams; Crown's players are Crown 1, Crown 2 and so on."""
        db = open_store(make_database(path))
        db.execute("PRAGMA synchronous = OFF")  # a season is a thousand commits, and no power cut is tested
        with writing(db):
            club = add_club(db, "The Crown", EVENING).id
        size = BY_KEY[preset].rules.squad
        squads = {team: "\n".join(f"{team} {n + 1}" for n in range(size)) for team in teams}
        return cls.begin(db, club, preset, squads, EVENING)

    @classmethod
    def begin(cls, db: Database, club: str, preset: str, squads: dict[str, str], at: str) -> "Secretary":
        """The preset's league in an existing club; ``squads`` has each team's players as typed."""
        author = Author("phone", at)
        with writing(db):
            ensure_device(db, club, author.device, at)
            text = json.dumps(BY_KEY[preset].rules.to_dict())
            league = add_league(db, club, "Winter", "2026–27", text, author)
        secretary = cls(db, club, league, author)
        for team, players in squads.items():
            enter_squad(secretary.ask, league, team, players)
        return secretary

    @property
    def ask(self) -> Ask:
        return Ask(self.db, self.club, self.author)

    @property
    def score(self) -> Ask:
        """The same phone by the score link."""
        return self.ask._replace(role="score")

    def season(self) -> Season:
        season = open_season(self.db, self.club, self.league, self.today)
        assert season is not None
        return season

    def squad(self, name: str) -> Squad:
        return next(squad for squad in self.season().squads if squad.name == name)

    def card(self, number: int = 0) -> FixtureCard:
        return self.season().cards[number]

    def draw_up(self, first: date, *, twice: bool = True, free: list[date] | None = None) -> None:
        draw_up_fixtures(self.ask, self.league, RoundDates(first, 7, free or []), twice=twice)

    def report(self, card: FixtureCard, *boards: BoardEntry) -> bool:
        at = card.fixture.id
        _, now = load_card(self.db, self.club, at, self.today)
        sides = {board.board: board.side for board in boards}
        was = [state.seen_by(sides[state.number]) for state in now.boards if state.number in sides]
        return save_boards(self.score, card.fixture.id, boards, was=was).answer

    def report_all(self, card: FixtureCard, home_wins: set[int], conceded: Collection[int] = ()) -> None:
        """Fill the card: the players in the order of their squads, the home team wins these boards.

        For one that was ``conceded`` the losers name nobody.
        """
        boards = []
        for kind in card.rules.card.kinds:
            numbers = [board.number for board in card.boards if board.kind == kind]
            for at, number in enumerate(numbers):
                seats = slice(at * kind.seats, (at + 1) * kind.seats)
                home, away = (tuple(player for player, _ in team.players[seats]) for team in card.teams)
                needed = kind.rule_card.legs
                legs = (needed, 0) if number in home_wins else (0, needed)
                if number in conceded:
                    home, away = (home, ()) if legs[0] else ((), away)
                boards.append(BoardEntry(number, None, home, away, legs, None, number in conceded))
        self.report(card, *boards)

    def sign(self, card: FixtureCard, side: int, *, secretary: bool = False) -> None:
        at = card.fixture.id
        _, now = load_card(self.db, self.club, at, self.today)
        sign(self.ask if secretary else self.score, card.fixture.id, side, shown=now.wording)

    def reopen(self, card: FixtureCard, reason: str) -> None:
        reopen(self.ask, card.fixture.id, reason)

    def set_rules(self, **changes: object) -> None:
        found = find_league(self.db, self.club, self.league)
        assert found is not None
        text = json.dumps({**json.loads(found.rules), **changes})
        with writing(self.db):
            change_league(self.db, self.club, found, self.author, "voted", rules=text)
