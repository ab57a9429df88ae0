"""A knockout: its draw, its bracket with every tie's matches, and the next round's fixtures."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.cups.knockout import Meeting, Tie, bracket, draw, tie_winner
from scorekeeper.rules.errors import RuleError
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.draws import places_of, set_draw
from scorekeeper.store.leagues.fixtures import NewFixture, add_fixtures, drop_fixture

BEGUN = "Results have been entered for this knockout, so the draw cannot change."
_CHANCE = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class CupTie:
    """A tie of the bracket with its matches in order: the last may be a replay."""

    meeting: Meeting
    cards: tuple[FixtureCard, ...]

    @property
    def waits(self) -> bool:
        """Both sides are known, and it has no match that is still to be played."""
        return self.meeting.ready and all(card.complete for card in self.cards)


@dataclass(frozen=True, slots=True)
class Cup:
    """A knockout; ``rounds`` hold its ties, empty before the draw."""

    season: Season
    rounds: tuple[tuple[CupTie, ...], ...]

    def title(self, number: int) -> str:
        """What the round is called, counted from 1."""
        return self.season.knockout_rounds[number - 1]

    @property
    def waiting(self) -> int | None:
        """The first round with ties that have no date yet."""
        found = (n for n, ties in enumerate(self.rounds, 1) if any(tie.waits for tie in ties))
        return next(found, None)

    @property
    def winner(self) -> str | None:
        """The name of who won the cup."""
        won = self.rounds[-1][0].meeting.winner if self.rounds else None
        return self.season.names[won] if won else None

    @property
    def runner_up(self) -> str | None:
        """The name of who lost the final."""
        final = self.rounds[-1][0].meeting if self.rounds else None
        if final is None or final.winner is None:
            return None
        lost = next(side for side in final.sides if side != final.winner)
        return self.season.names[lost] if lost else None


def open_cup(db: Database, club: str, season: Season) -> Cup:
    """The bracket of this season as it stands."""
    places = places_of(db, club, season.league.id)
    if not places:
        return Cup(season, ())
    cards: dict[Tie, list[FixtureCard]] = {}
    for card in season.fixture_cards:
        if card.fixture.tie:
            cards.setdefault(Tie(card.fixture.round, card.fixture.tie), []).append(card)
    winners: dict[Tie, str] = {}
    found = bracket(places, winners)
    for number in range(1, len(found) + 1):  # a round's winners are the next one's sides
        for meeting in found[number - 1]:
            won = _winner(season, meeting, cards.get(meeting.tie, []))
            if won:
                winners[meeting.tie] = won
        found = bracket(places, winners)
    rounds = tuple(
        tuple(CupTie(meeting, tuple(cards.get(meeting.tie, ()))) for meeting in ties) for ties in found
    )
    return Cup(season, rounds)


def _winner(season: Season, meeting: Meeting, cards: Sequence[FixtureCard]) -> str | None:
    """Who won the tie, on the board or because the other withdrew."""
    home, away = meeting.sides
    if home is None or away is None:
        return None
    results = [(card.fixture.home, card.legs) for card in cards if card.complete]
    won = tie_winner((home, away), results)
    gone = {home, away} & season.day.withdrawals.days.keys()
    if won is None and len(gone) == 1:
        return away if home in gone else home
    return won


def draw_cup(db: Database, club: str, season: Season, seeds: Sequence[str], author: Author) -> None:
    """Draw the knockout: the seeds by name, the best first, the others by lot. Raises ``LeagueError``."""
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        if season.rules.format != "knockout":
            raise LeagueError("seeds", "This is a league: it has a fixture list, not a draw.")
        if season.begun:
            raise LeagueError("seeds", BEGUN)
        try:
            places = draw(entrants_in_order(season, seeds), len(seeds))
        except RuleError as error:
            raise LeagueError("seeds", f"Seeds: {error}") from error
        for card in season.fixture_cards:
            drop_fixture(db, club, card.fixture, author)
        set_draw(db, club, season.league.id, places, author)


def entrants_in_order(season: Season, seeds: Sequence[str]) -> list[str]:
    """Who has entered in the order of the draw: the ``seeds`` by name, the others by lot.

    Raises ``LeagueError`` for a seed that has not entered.
    """
    teams = {squad.name_key: squad.id for squad in season.squads if not squad.withdrawn_on}
    keys = [name_key(seed) for seed in seeds]
    unknown = [seed for seed, key in zip(seeds, keys, strict=True) if key not in teams]
    if unknown:
        raise LeagueError("seeds", f"Seeds: {unknown[0]} is not in this knockout.")
    seeded = [teams[key] for key in keys]
    others = [team for team in teams.values() if team not in seeded]
    _CHANCE.shuffle(others)
    return [*seeded, *others]


class Occasion(NamedTuple):
    """When ties are played, and where if not at home."""

    day: date
    starts: str | None = None
    place: str | None = None


def date_round(
    db: Database, club: str, season: Season, number: int, occasion: Occasion, author: Author
) -> int:
    """Give every tie of this round that waits its match; how many. Raises ``LeagueError``.

    Home is drawn by lot; a replay is played the other way about.
    """
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        rounds = open_cup(db, club, season).rounds
        ties = [tie for tie in rounds[number - 1] if tie.waits] if 1 <= number <= len(rounds) else []
        if not ties:
            raise LeagueError("day", "Day: no tie of this round waits for a date.")
        return add_matches(db, club, season, ties, occasion, author)


def add_matches(
    db: Database, club: str, season: Season, ties: Iterable[CupTie], occasion: Occasion, author: Author
) -> int:
    """A match for each of these ties, inside the caller's transaction; how many."""
    day, starts, place = occasion
    new = [
        NewFixture(round, *_home_and_away(tie), day.isoformat(), "play_off", starts, at, place)
        for tie in ties
        for round, at in (tie.meeting.tie,)
    ]
    return len(add_fixtures(db, club, season.league.id, new, author))


def _home_and_away(tie: CupTie) -> tuple[str, str]:
    if tie.cards:
        last = tie.cards[-1].fixture
        return last.away, last.home
    home, away = _CHANCE.sample([side for side in tie.meeting.sides if side], 2)
    return home, away
