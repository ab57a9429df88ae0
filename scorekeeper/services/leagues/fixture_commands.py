"""What a secretary does to a season's fixtures: drawing them up, moving and dropping them, free days."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple, TypeVar

from scorekeeper.names import name_key
from scorekeeper.rules.cups import together
from scorekeeper.rules.fixtures import days_of, late_games, pushed_back, round_robin, second_half, turned
from scorekeeper.rules.text import counted
from scorekeeper.services.gate import Act, Missing, act, there
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import PLACED, Season
from scorekeeper.services.leagues.seasons import SEASON, LeagueError, read_season, verify_seen
from scorekeeper.store.leagues import leagues
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.timestamps import is_day

T = TypeVar("T")
_NO_LEAGUE = {
    "knockout": "This is a knockout: it has a draw, not a fixture list.",
    "groups": "The draw of the groups makes their fixtures.",
    "ladder": "This is a ladder: its fixtures are the challenges.",
}


class RoundDates(NamedTuple):
    """When rounds are played: one ``every`` so many days from the ``first`` on, none on a ``free`` day."""

    first: date
    every: int
    free: Collection[date] = ()
    starts: str | None = None


class Occasion(NamedTuple):
    """When ties are played, and where if not at home."""

    day: date
    starts: str | None = None
    place: str | None = None


@act(SEASON, "manage", "league")
def draw_up_fixtures(
    act: Act[Season], dates: RoundDates, *, twice: bool, along: Collection[str] = (), seen: str | None = None
) -> int:
    """Fixtures for the whole season in place of those there were; how many.

    Two teams that share a venue are never both at home. The free days are kept for the season. Those
    ``along`` are drawn up with it, on the same nights: a pub's teams are kept apart whatever they play in.
    """
    season = act.on
    if season.rules.format in _NO_LEAGUE:
        raise LeagueError("first", _NO_LEAGUE[season.rules.format])
    if season.begun:
        raise LeagueError(
            "first", "Fixtures: results have been entered, so they can only be changed one by one."
        )
    others = [read_season(act.ask, league) for league in dict.fromkeys(along) if league != season.league.id]
    late = next((one for one in others if not can_be_drawn_up(one)), None)
    if late:
        raise LeagueError("along", f"Together with: {late.league.title} has no fixtures to draw up.")
    verify_seen(seen, season.seen, "The teams or fixtures", "first")
    for one in (season, *others):
        if len(playing := one.playing) < 2:
            words = f"{one.league.title} has {counted(len(playing), 'team')}: enter two at least."
            raise LeagueError("first" if one is season else "along", words)
    return _draw_up_together(act, [season, *others], dates, twice=twice)


def can_be_drawn_up(season: Season) -> bool:
    """Whether it is a league of which nothing has been played yet."""
    return season.rules.format == "league" and not (season.begun or season.league.closed)


def _draw_up_together(act: Act[Season], seasons: Sequence[Season], dates: RoundDates, *, twice: bool) -> int:
    """All begin their second half on one night, so what keeps a pub's teams apart holds in both halves."""
    halves = _halves([one.playing for one in seasons])
    most = max(map(len, halves))
    each = [replace(act, on=season) for season in seasons]
    free = set[date]().union(*(days_kept(of, dates.free) for of in each))
    days = _days(2 * most if twice else most, dates._replace(free=free))
    made = 0
    for of, half in zip(each, halves, strict=True):
        rounds = [*zip(half, days, strict=False)]
        if twice:
            rounds += zip(second_half(half), days[most:], strict=False)
        made += replace_fixtures(of, of.on.cards, _numbered(rounds, dates.starts))
    return made


@act(SEASON, "manage", "league")
def draw_up_late(act: Act[Season], squad: str) -> int:
    """Fixtures for a team that joined after they were drawn up; how many. One that has some gets no more.

    It plays on the nights still to come on which somebody has no match, and after the last round.
    """
    season, team = act.on, there(act.on.squad(squad), "team")
    cards = [card for card in season.cards if card.fixture.stage == "league" and card.fixture.day]
    if not cards or season.rules.format != "league":
        raise LeagueError("squad", "There are no fixtures yet that it could join.")
    others = [one.id for one in season.playing if one.id != squad]
    if team.withdrawn_on or not others or any(squad in card.facts.teams for card in season.cards):
        return 0
    rounds: dict[int, list[FixtureCard]] = {}
    for card in cards:
        rounds.setdefault(card.fixture.round, []).append(card)
    matchdays = {number: _most(card.day or date.min for card in of) for number, of in sorted(rounds.items())}
    ahead = [number for number, day in matchdays.items() if day > season.today]
    standing = [
        [card.facts.teams for card in rounds[number] if {*card.facts.teams} <= {*others}] for number in ahead
    ]
    twice = max(Counter(frozenset(card.facts.teams) for card in cards).values()) > 1
    games = late_games(squad, standing, others, twice=twice)
    *earlier, last = sorted({*matchdays.values()})
    every = (last - earlier[-1]).days if earlier else 7
    first = max(last, season.today) + timedelta(days=every)
    more = _days(max(0, games[-1][0] + 1 - len(ahead)), RoundDates(first, every, days_kept(act, ())))
    played_on = [(number, matchdays[number]) for number in ahead] + [*enumerate(more, max(rounds) + 1)]
    starts = _most(card.fixture.starts for card in cards)
    new = [
        leagues.NewFixture(round, home, away, day.isoformat(), starts=starts)
        for at, (home, away) in games
        for round, day in [played_on[at]]
    ]
    return len(leagues.add_fixtures(act.db, act.club, season.league.id, new, act.author))


def _most(values: Iterable[T]) -> T:
    return Counter(values).most_common(1)[0][0]


def _halves(teams: Sequence[Sequence[Squad]]) -> list[list[list[tuple[str, str]]]]:
    """The rounds of each season, home and away chosen over all of them. Raises ``LeagueError``."""
    everybody = [team for of_season in teams for team in of_season]
    twice = [id for id, times in Counter(team.id for team in everybody).items() if times > 1]
    if twice:
        name = next(team.name for team in everybody if team.id == twice[0])
        raise LeagueError("first", f"{name} plays in two of these: draw them up on different nights.")
    shared = _pubs(everybody, several=len(teams) > 1)
    with LeagueError.beside("first"):
        found = [round_robin([team.id for team in of_season]) for of_season in teams]
        if not shared:
            return found
        matchdays = turned(together(found), shared)
    ids = [{team.id for team in of_season} for of_season in teams]
    return [
        [[game for game in games if game[0] in own] for games in matchdays[: len(rounds)]]
        for own, rounds in zip(ids, found, strict=True)
    ]


def _pubs(teams: Iterable[Squad], *, several: bool) -> dict[str, tuple[str, int]]:
    """The pub of each team that shares one.

    More than two of a pub cannot all be kept apart. Of ``several`` seasons, and where its teams are only
    called after it, two are, and the desk tells of the others.
    """
    pubs: dict[str, list[Squad]] = {}
    for team in teams:
        pubs.setdefault(name_key(team.ground), []).append(team)
    return {
        team.id: (pub, at // 2 if several or not team.venue else 0)
        for pub, same in pubs.items()
        if len(same) > 1
        for at, team in enumerate(same)
    }


def days_kept(act: Act[Season], free: Collection[date]) -> set[date]:
    for day in free:
        leagues.set_free(act.db, act.club, act.on.league.id, day.isoformat(), act.author, free=True)
    return {date.fromisoformat(day) for day in leagues.free_days(act.db, act.club, act.on.league.id)}


def replace_fixtures(act: Act[Season], old: Iterable[FixtureCard], new: Sequence[leagues.NewFixture]) -> int:
    for card in old:
        leagues.drop_fixture(act.db, act.club, card.fixture, act.author)
    return len(leagues.add_fixtures(act.db, act.club, act.on.league.id, new, act.author))


def dated(rounds: Sequence[Sequence[tuple[str, str]]], dates: RoundDates) -> list[leagues.NewFixture]:
    """A fixture for every game of these rounds. Raises ``LeagueError``."""
    return _numbered(zip(rounds, _days(len(rounds), dates), strict=True), dates.starts)


def _days(count: int, dates: RoundDates) -> list[date]:
    with LeagueError.beside("first"):
        return days_of(count, dates.first, dates.every, dates.free)


def _numbered(
    rounds: Iterable[tuple[Sequence[tuple[str, str]], date]], starts: str | None
) -> list[leagues.NewFixture]:
    return [
        leagues.NewFixture(number, home, away, day.isoformat(), starts=starts)
        for number, (games, day) in enumerate(rounds, 1)
        for home, away in games
    ]


def rounds_among(teams: Sequence[Squad], *, twice: bool) -> list[list[tuple[str, str]]]:
    """Everybody meets everybody, home and away turned where teams share a venue. Raises ``LeagueError``."""
    (first,) = _halves([teams])
    return [*first, *(second_half(first) if twice else ())]


@act(SEASON, "manage", "league")
def place_fixture(
    act: Act[Season],
    new: leagues.NewFixture,
    *,
    known: str | None = None,
    reason: str | None = None,
    seen: str | None = None,
) -> str:
    """Add a fixture, or put one that is known in its new place; its id."""
    card = _card(act, known) if known else None
    if known:
        verify_seen(seen, act.on.fixture_seen(known), "The fixture’s day, place or teams", "round")
    if card is None and act.on.rules.format == "ladder":
        raise LeagueError("round", f"Round: {_NO_LEAGUE['ladder']}")
    verify_place(act.on, new, card)
    if card is None:
        return leagues.add_fixtures(act.db, act.club, act.on.league.id, [new], act.author)[0]
    placed = {name: getattr(new, name) for name in PLACED}
    leagues.change_fixture(act.db, act.club, card.fixture, reason, act.author, **placed)
    return card.fixture.id


@act(SEASON, "manage", "league")
def drop_unplayed_fixture(act: Act[Season], fixture: str) -> None:
    """Delete a fixture for which nothing was entered."""
    card = _card(act, fixture)
    if card.begun:
        raise LeagueError(
            "fixture",
            "Something has been entered for this fixture, so it stays. It can be postponed or forfeited.",
        )
    leagues.drop_fixture(act.db, act.club, card.fixture, act.author)


def _card(act: Act[Season], fixture: str) -> FixtureCard:
    return there(act.on.card(fixture), "fixture")


@act(SEASON, "manage", "league")
def keep_free(act: Act[Season], days: Collection[date]) -> list[str]:
    """The league does not play on these days; fixtures that lie there stay until somebody moves them."""
    days_kept(act, days)
    return sorted(day.isoformat() for day in days)


@act(SEASON, "manage", "league")
def release_day(act: Act[Season], day: str) -> None:
    """The league may play on this day again."""
    if not is_day(day):
        raise Missing("day")
    leagues.set_free(act.db, act.club, act.on.league.id, day, act.author, free=False)


@act(SEASON, "manage", "league")
def push_back(act: Act[Season], start: date, days: int, reason: str | None, seen: str | None = None) -> int:
    """Move every fixture from this day on for which nothing was entered; how many."""
    verify_seen(seen, act.on.plan_seen, "The fixtures", "start")
    planned = [(card.fixture, card.day) for card in act.on.cards if not card.begun and card.day]
    with LeagueError.beside("days"):
        moved = pushed_back([day for _, day in planned], start, days, days_kept(act, ()))
    found = [(fixture, moved[day].isoformat()) for fixture, day in planned if day in moved]
    if not found:
        raise LeagueError("start", "From: no fixture that could be moved lies on or after this day.")
    for fixture, day in found:
        leagues.change_fixture(act.db, act.club, fixture, reason, act.author, day=day)
    return len(found)


def _tie_of(placed: leagues.NewFixture | leagues.Fixture) -> tuple[object, ...]:
    return placed.round, placed.stage, {placed.home, placed.away}


def verify_place(season: Season, new: leagues.NewFixture, known: FixtureCard | None) -> None:
    """Raise ``LeagueError`` for a fixture that cannot be, or that ``known`` cannot become."""
    if new.home == new.away:
        raise LeagueError("away", "Away: a team cannot meet itself.")
    for field, team in (("home", new.home), ("away", new.away)):
        if season.squad(team) is None:
            raise LeagueError(field, f"{field.capitalize()}: this team is not in the league.")
    if known and known.brought and not new.day:
        raise LeagueError("day", "Day: its result came with a spreadsheet, so it was played on one.")
    if known and season.rules.format == "ladder" and new.home != known.fixture.home:
        raise LeagueError("home", "Home: on a ladder the challenger is away. Say where it is played instead.")
    if known and known.fixture.tie and _tie_of(new) != _tie_of(known.fixture):
        raise LeagueError("round", "Round: this is a tie of the draw, which says its round and who meets.")
    if known and known.begun and {new.home, new.away} != {known.fixture.home, known.fixture.away}:
        raise LeagueError("home", "Home: something has been entered for this fixture, so its teams stay.")
    if known and known.begun and new.home != known.fixture.home:
        raise LeagueError("home", "Home: the card has been begun, so home and away stay as they are.")
    for other in (card.fixture for card in season.cards if new.stage == "league"):
        if other.round != new.round or other.stage != "league" or (known and other.id == known.fixture.id):
            continue
        both = {new.home, new.away} & {other.home, other.away}
        if both:
            name = season.names[new.home if new.home in both else new.away]
            raise LeagueError("round", f"Round {new.round}: {name} plays in it already.")
