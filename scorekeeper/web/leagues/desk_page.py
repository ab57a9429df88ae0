"""The secretary's desk: tasks, tonight's fixtures, the table, and who plays whom this month."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from flask import url_for

from scorekeeper.names import MAX_NAME, clean_name, name_key
from scorekeeper.rules.fixtures import Status
from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.rules.text import counted
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.captains import Proposal
from scorekeeper.web.auth.access import Visitor

_WORDS = {
    Status.VOID: "void",
    Status.FORFEITED: "forfeit",
    Status.MISSING: "missing",
    Status.DIFFERS: "differs",
}


@dataclass(frozen=True, slots=True)
class GridCell:
    """One match as this team has it: ``mark`` is its result, its time or what is wrong with it."""

    fixture_card: FixtureCard
    home: bool
    opponent: str
    mark: str
    kind: str


@dataclass(frozen=True, slots=True)
class MonthGrid:
    """``months`` are those with fixtures; ``rows`` hold each team's name and its cells by ``days``."""

    month: str
    months: list[tuple[str, str]]
    days: list[str]
    rows: list[tuple[str, str, list[list[GridCell]]]]

    @classmethod
    def of(cls, season: Season, month: str) -> "MonthGrid":
        """The grid of this month; of today's, or else the next one that has fixtures, for none of them."""
        dated = [card for card in season.fixture_cards if card.fixture.day]
        known = sorted({(card.fixture.day or "")[:7] for card in dated})
        if month not in known:
            now = season.today.isoformat()[:7]
            month = next((one for one in known if one >= now), known[-1] if known else "")
        cards = [card for card in dated if (card.fixture.day or "").startswith(month)]
        days = sorted({card.fixture.day or "" for card in cards})
        months = [(one, f"{date.fromisoformat(f'{one}-01'):%b}") for one in known]
        rows = [
            (squad.id, squad.name, [_cells(season, squad.id, day, cards) for day in days])
            for squad in season.squads
        ]
        return cls(month, months, days, rows)


def _cells(season: Season, squad: str, day: str, cards: list[FixtureCard]) -> list[GridCell]:
    return [
        _cell(season, squad, card) for card in cards if card.fixture.day == day and squad in card.facts.teams
    ]


def _cell(season: Season, squad: str, card: FixtureCard) -> GridCell:
    side = card.facts.teams.index(squad)
    status = season.status(card)
    mark, kind = _WORDS.get(status, ""), "bad" if status in (Status.MISSING, Status.DIFFERS) else "soft"
    if not mark and card.complete:
        own, other = card.legs[side], card.legs[1 - side]
        mark, kind = f"{own}–{other}", "won" if own > other else "lost"
    elif not mark:
        mark = card.fixture.starts or ""
    return GridCell(card, side == 0, card.names[1 - side], mark, kind)


_LISTED = 30  # things to do
_URGENCY = (Status.DIFFERS, Status.MISSING, Status.UNDATED, Status.TO_SIGN)


@dataclass(frozen=True, slots=True)
class Todo:
    """Something that is wrong with a fixture, and the button that corrects it."""

    fixture_card: FixtureCard
    status: Status
    words: str
    act: str
    url: str


@dataclass(frozen=True, slots=True)
class DeskPage:
    """``waiting`` are the fixtures with something to do, the most urgent first; ``todo`` are those listed.

    ``proposed`` are the fixtures for which a captain proposes another day, and the proposal. ``found`` are
    the fixtures and players that match the search; None without one.
    """

    club: Club
    visitor: Visitor
    season: Season
    waiting: list[FixtureCard]
    todo: list[Todo]
    proposed: list[tuple[FixtureCard, Proposal]]
    next_cards: list[FixtureCard]
    rows: tuple[TableRow, ...]
    grid: MonthGrid
    find: str
    found: tuple[list[FixtureCard], list[tuple[str, str]]] | None

    @classmethod
    def of(
        cls,
        club: Club,
        visitor: Visitor,
        season: Season,
        proposals: Mapping[str, Proposal],
        asked: Mapping[str, str],
    ) -> "DeskPage":
        """The desk today; ``month`` (``2026-11``) is that of the grid, ``find`` what is looked for."""
        find = clean_name(asked.get("find", ""))[:MAX_NAME]
        found = _found(season, find) if find else None
        waiting = _waiting(season)
        todo = [_line(club, season, card) for card in waiting[:_LISTED]]
        open_cards = [card for card in season.fixture_cards if card.fixture.id in proposals]
        proposed = [(card, proposals[card.fixture.id]) for card in open_cards]
        grid, coming = MonthGrid.of(season, asked.get("month", "")), season.next_fixtures
        return cls(club, visitor, season, waiting, todo, proposed, coming, season.table(), grid, find, found)

    @property
    def tonight(self) -> bool:
        """Whether the next fixtures are today's."""
        return bool(self.next_cards) and self.next_cards[0].fixture.day == self.season.today.isoformat()

    @property
    def cards_out(self) -> int:
        """Past fixtures whose card does not count yet."""
        return sum(self.season.status(card) in (Status.MISSING, Status.DIFFERS) for card in self.waiting)


def _waiting(season: Season) -> list[FixtureCard]:
    late = {card.fixture.id for card in season.overdue}
    others = [card for card in season.fixture_cards if card.fixture.id not in late]
    at_once = [card for card in others if season.status(card) in (Status.DIFFERS, Status.UNDATED)]
    return sorted([*season.overdue, *at_once], key=lambda card: _URGENCY.index(season.status(card)))


def _line(club: Club, season: Season, card: FixtureCard) -> Todo:
    status = season.status(card)
    fixture, league = card.fixture.id, season.league.id
    remind = f"{url_for('fixtures.overdue', club=club.id, league=league, card=fixture)}#card-{fixture}"
    late = "late" if season.day.is_late(card.facts) else ""
    match status:
        case Status.DIFFERS:
            board = url_for(
                "cards.show", club=club.id, fixture=fixture, _anchor=f"b{card.differing[0].number}"
            )
            return Todo(card, status, card.dispute[0].lower() + card.dispute[1:], "Settle", board)
        case Status.UNDATED:
            change = url_for("fixtures.change", club=club.id, league=league, fixture=fixture)
            return Todo(card, status, "postponed, no new date", "Set date", change)
        case Status.TO_SIGN:
            words = f"{' and '.join(season.signatures_due(card))} to sign"
        case _:
            words = f"no card yet after {_days(season, card)}"
            if card.done:
                words = f"{card.progress} after {_days(season, card)}"
    return Todo(card, status, ", ".join(part for part in (words, late) if part), "Remind", remind)


def _days(season: Season, card: FixtureCard) -> str:
    days = (season.today - date.fromisoformat(card.fixture.day or "")).days
    return counted(days, "day")


def _found(season: Season, find: str) -> tuple[list[FixtureCard], list[tuple[str, str]]]:
    wanted = name_key(find)
    teams = {
        squad.id for squad in season.squads if wanted in squad.name_key or wanted in name_key(squad.ground)
    }
    cards = [card for card in season.fixture_cards if teams.intersection(card.facts.teams)]
    people = [
        (player, f"{name}, {squad.name}")
        for squad in season.squads
        for player, name in squad.players
        if wanted in name_key(name)
    ]
    return sorted(cards, key=lambda card: card.fixture.day or "9999"), people
