"""Who plays whom in a month: a row a team, a column a day, and in each cell the match or its trouble."""

from dataclasses import dataclass
from datetime import date

from scorekeeper.rules.fixtures.status import Status
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season

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
