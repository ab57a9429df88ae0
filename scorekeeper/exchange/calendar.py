"""A season as an iCalendar feed (RFC 5545): each fixture at its time, or all day where none was said."""

from datetime import date, timedelta

from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season

_LINE = 74  # octets of a line before it is folded (section 3.1 allows 75)


def calendar(season: Season, team: str | None, club: str) -> str:
    """The feed; ``team`` limits it to one team's fixtures. With the club's id their own are unique."""
    fixture_cards = [
        fixture_card
        for fixture_card in season.fixture_cards
        if fixture_card.fixture.day
        and team in (None, fixture_card.fixture.home, fixture_card.fixture.away)
        and season.counts(fixture_card)
    ]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Scorekeeper//League//EN",
        f"X-WR-CALNAME:{_text(season.league.title)}",
        *(line for fixture_card in fixture_cards for line in _event(season, fixture_card, club)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(season: Season, fixture_card: FixtureCard, club: str) -> list[str]:
    day = date.fromisoformat(fixture_card.fixture.day or "")
    round_title = season.round_title(fixture_card).lower()
    described = f"{season.league.title} {season.league.season}, {round_title}"
    score = f" {fixture_card.legs[0]}–{fixture_card.legs[1]} " if fixture_card.complete else " v "
    division = f" ({season.league.division})" if season.league.division else ""
    return [
        "BEGIN:VEVENT",
        f"UID:{fixture_card.fixture.id}@{club}.scorekeeper",
        # DTSTAMP of a published event is when it was last revised (RFC 5545, section 3.8.7.2).
        f"DTSTAMP:{_changed_at(fixture_card, day)}",
        f"SEQUENCE:{fixture_card.fixture.version}",
        *_times(day, fixture_card.fixture.starts),
        f"SUMMARY:{_text(fixture_card.names[0] + score + fixture_card.names[1] + division)}",
        f"DESCRIPTION:{_text(described)}",
        f"LOCATION:{_text(fixture_card.place)}",
        "END:VEVENT",
    ]


def _times(day: date, starts: str | None) -> tuple[str, str]:
    """Local time, so no time zone is named (section 3.3.5, form 1)."""
    if not starts:
        return f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
    return f"DTSTART:{day:%Y%m%d}T{starts.replace(':', '')}00", "DURATION:PT3H"


def _changed_at(fixture_card: FixtureCard, day: date) -> str:
    if not fixture_card.events:
        return f"{day:%Y%m%d}T000000Z"
    return fixture_card.events[-1].entered_at.replace("-", "").replace(":", "")


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
