"""A season's tables as CSV: teams, fixtures, boards, players, pairs.

Whatever was typed stays text, and no cell can become a formula."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from scorekeeper.rules.text import side_name
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics import BoardStatistics, pair_statistics, player_statistics

_FORMULA = tuple("=+-@\t\r\n\0＝＋－＠")  # what spreadsheets take for the start of one (OWASP ASVS 1.2.10)
BYTE_ORDER_MARK = "\ufeff"


def sheet(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows under their header as RFC 4180 has it, with a byte order mark for UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return BYTE_ORDER_MARK + out.getvalue()


def _cell(value: object) -> object:
    """Numbers as they are; text that looks like a formula behind an apostrophe; nothing for None."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


_TABLE = (
    "place",
    "team",
    "played",
    "won",
    "drawn",
    "lost",
    "legs for",
    "legs against",
    "difference",
    "points",
    "fines",
    "given or taken",
    "form",
)
_FIXTURES = ("round", "day", "home", "away", "home legs", "away legs", "home points", "away points", "state")
_BOARDS = (
    "round",
    "day",
    "board",
    "kind",
    "home",
    "away",
    "home players",
    "away players",
    "home legs",
    "away legs",
    "remark",
)
_STATISTICS = ("name", "played", "won", "lost", "legs for", "legs against", "average")


def table_sheet(season: Season) -> str:
    """The league table, with the reasons for places that points alone did not decide, and for adjustments."""
    names = season.names
    rows = [
        (
            *(row.place, names[row.team], row.played, row.won, row.drawn, row.lost),
            *(row.legs_for, row.legs_against, row.leg_difference, row.points),
            *(row.fined, row.adjusted, " ".join(row.form)),
            row.reason.words(names) if row.reason else row.level_words(names),
            ", ".join(f"{one.reason} ({one.points:+d})" for one in row.adjustments),
        )
        for row in season.table()
    ]
    return sheet((*_TABLE, "reason", "why given or taken"), rows)


def fixtures_sheet(season: Season) -> str:
    """Every fixture with its result, empty where its card is not complete."""
    rows = []
    for fixture_card in season.fixture_cards:
        done = fixture_card.complete
        rows.append(
            (
                *(fixture_card.fixture.round, fixture_card.fixture.day, *fixture_card.names),
                *(fixture_card.legs if done else (None, None)),
                *(fixture_card.league_points if done else (None, None)),
                season.status(fixture_card).value.replace("_", " "),
            )
        )
    return sheet(_FIXTURES, rows)


def boards_sheet(season: Season) -> str:
    """Every board with who played it and the legs that stand."""
    names = season.player_names
    rows = [
        (
            *(
                fixture_card.fixture.round,
                fixture_card.fixture.day,
                board.number,
                board.kind.name,
                *fixture_card.names,
            ),
            *(
                side_name(names.get(player, "") for player in side)
                for side in (board.lineup.home, board.lineup.away)
            ),
            *(board.legs or (None, None)),
            "conceded" if board.conceded else None,
        )
        for fixture_card in season.fixture_cards
        for board in fixture_card.boards
        if board.legs or board.lineup.home or board.lineup.away
    ]
    return sheet(_BOARDS, rows)


def players_sheet(season: Season) -> str:
    """Every player's season, the best first."""
    return _statistics_sheet(season, player_statistics(season))


def pairs_sheet(season: Season) -> str:
    """Every pair's season, the best first."""
    return _statistics_sheet(season, pair_statistics(season))


def _statistics_sheet(season: Season, statistics: list[BoardStatistics]) -> str:
    names = season.player_names
    rows = [
        (
            side_name(names.get(player, "") for player in line.who),
            *(line.played, line.won, line.lost, line.legs_for, line.legs_against, line.average),
        )
        for line in statistics
    ]
    return sheet(_STATISTICS, rows)


SHEETS: dict[str, Callable[[Season], str]] = {
    "table": table_sheet,
    "fixtures": fixtures_sheet,
    "boards": boards_sheet,
    "players": players_sheet,
    "pairs": pairs_sheet,
}
