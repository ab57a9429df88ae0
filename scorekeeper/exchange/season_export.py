"""A season as files for other programs: tables and results as CSV, fixtures as a calendar (RFC 5545)."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

from scorekeeper.rules.fixtures import Status
from scorekeeper.rules.text import side_name
from scorekeeper.services.leagues.board import Board
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics import BoardStatistics, pair_statistics, player_statistics

_FORMULA = tuple("=+-@\t\r\n\0＝＋－＠")  # what spreadsheets take for the start of one (OWASP ASVS 1.2.10)
BYTE_ORDER_MARK = "\ufeff"
_TABLE = (
    *("place", "team", "played", "won", "drawn", "lost", "legs for", "legs against", "difference", "points"),
    *("fines", "given or taken", "form", "reason", "why given or taken"),
)
_FIXTURES = ("round", "day", "home", "away", "home legs", "away legs", "home points", "away points", "state")
_BOARDS = (
    *("round", "day", "board", "kind", "home", "away", "home players", "away players"),
    *("home legs", "away legs", "remark"),
)
_STATISTICS = ("name", "team", "played", "won", "lost", "legs for", "legs against", "average")
_LINE = 74  # octets of a line before it is folded (section 3.1 allows 75)


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
        for row in season.table
    ]
    return sheet(_TABLE, rows)


def fixtures_sheet(season: Season) -> str:
    """Every fixture with its result, empty where its card is not complete."""
    rows = [
        (
            *(card.fixture.round, card.fixture.day, *card.names),
            *(card.legs if card.complete else (None, None)),
            *season.league_points.get(card.fixture.id, (None, None)),
            season.status(card).value.replace("_", " "),
        )
        for card in season.cards
    ]
    return sheet(_FIXTURES, rows)


def boards_sheet(season: Season) -> str:
    """Every board with who played it and the legs that stand."""
    names = season.player_names
    rows = [
        (
            *(card.fixture.round, card.fixture.day, board.number, board.kind.name),
            *card.names,
            *(_side(names, side) for side in board.lineup),
            *(board.legs or (None, None)),
            _remark(season, card, board),
        )
        for card in season.cards
        for board in card.boards
        if board.legs or any(board.lineup)
    ]
    return sheet(_BOARDS, rows)


def _remark(season: Season, card: FixtureCard, board: Board) -> str | None:
    """Why the board is nobody's own win; of a match that does not count, or was forfeited, that."""
    state = season.status(card)
    if state in (Status.VOID, Status.FORFEITED):
        return state.value
    return "conceded" if board.conceded else None


def _side(names: Mapping[str, str], players: Iterable[str]) -> str:
    return side_name(names.get(player, "") for player in players)


def _statistics_sheet(season: Season, statistics: list[BoardStatistics]) -> str:
    names = season.player_names
    rows = [
        (
            *(_side(names, line.who), line.team),
            *(line.played, line.won, line.lost, line.legs_for, line.legs_against, line.average),
        )
        for line in statistics
    ]
    return sheet(_STATISTICS, rows)


SHEETS: dict[str, Callable[[Season], str]] = {
    "table": table_sheet,
    "fixtures": fixtures_sheet,
    "boards": boards_sheet,
    "players": lambda season: _statistics_sheet(season, player_statistics(season)),
    "singles": lambda season: _statistics_sheet(season, player_statistics(season, singles=True)),
    "pairs": lambda season: _statistics_sheet(season, pair_statistics(season)),
}


def calendar(season: Season, team: str | None, club: str) -> str:
    """The feed; ``team`` limits it to one team's fixtures. With the club's id their own are unique."""
    cards = [
        card
        for card in season.cards
        if card.fixture.day
        and team in (None, card.fixture.home, card.fixture.away)
        and season.may_count(card)
    ]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Scorekeeper//League//EN",
        f"X-WR-CALNAME:{_text(season.league.title)}",
        *(line for card in cards for line in _event(season, card, club)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(season: Season, card: FixtureCard, club: str) -> list[str]:
    day = date.fromisoformat(card.fixture.day or "")
    round_title = season.round_title(card).lower()
    changed = card.events[-1].entered_at if card.events else f"{day}T00:00:00Z"
    described = f"{season.league.title} {season.league.season}, {round_title}"
    score = f" {card.legs[0]}–{card.legs[1]} " if card.complete else " v "
    division = f" ({season.league.division})" if season.league.division else ""
    return [
        "BEGIN:VEVENT",
        f"UID:{card.fixture.id}@{club}.scorekeeper",
        # DTSTAMP of a published event is when it was last revised (RFC 5545, section 3.8.7.2).
        f"DTSTAMP:{changed.replace('-', '').replace(':', '')}",
        f"SEQUENCE:{card.fixture.version}",
        *_times(day, card.fixture.starts),
        f"SUMMARY:{_text(card.names[0] + score + card.names[1] + division)}",
        f"DESCRIPTION:{_text(described)}",
        f"LOCATION:{_text(card.place)}",
        "END:VEVENT",
    ]


def _times(day: date, starts: str | None) -> tuple[str, str]:
    """Local time, so no time zone is named (section 3.3.5, form 1)."""
    if not starts:
        return f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
    return f"DTSTART:{day:%Y%m%d}T{starts.replace(':', '')}00", "DURATION:PT3H"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\n", "\\n")


def _folded(line: str) -> str:
    """The line in pieces short enough, never cutting a letter in two."""
    pieces, piece, size = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _LINE:
            pieces.append(piece)
            piece, size = "", 1  # the blank that marks a continued line
        piece, size = piece + letter, size + octets
    return "\r\n ".join([*pieces, piece])
