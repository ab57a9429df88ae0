"""A season under way, and the independent ledger with which its table is compared."""

from __future__ import annotations

import csv
import io
import random
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import time_machine

from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.store.clubs.audit import Author
from tests.services.league import Secretary
from tests.web.cast import Pub
from tests.web.leagues.ledger import Ledger, Noted
from tests.web.page import Page

TEAMS = ("Anchor", "Bell", "Crown", "Dolphin", "Eagle", "Fox", "Greyhound", "Hare", "Ivy", "Jolly Carter")


@dataclass
class Winter:
    """The season under way: the app's league, and the independent ledger."""

    pub: Pub
    secretary: Secretary
    at: str
    ledger: Ledger
    seed: int
    to_sign: list[tuple[str, str, int]] = field(default_factory=list)  # day, fixture, side
    signed: dict[str, dict[int, str]] = field(default_factory=dict)  # by fixture, each side's first day

    def on(self, day: date) -> time_machine.travel:
        """Set the clock to the evening of this day, for pages and services alike."""
        self.secretary.today = day
        self.secretary.author = Author("phone", f"{day}T22:00:00Z")
        return time_machine.travel(datetime(day.year, day.month, day.day, 22, tzinfo=ZoneInfo("UTC")))

    def note_fixtures(self) -> None:
        for card in self.secretary.season().fixture_cards:
            fixture = card.fixture
            self.ledger.matches[fixture.id] = Noted(fixture.round, fixture.day or "", *card.names)

    def cards_of(self, day: date) -> list[FixtureCard]:
        found = [c for c in self.secretary.season().fixture_cards if c.fixture.day == day.isoformat()]
        return sorted(found, key=lambda card: card.names)

    def home_of(self, team: str, number: int) -> str:
        """The id of this team's home match of this number, counted from 0."""
        found = [id for id, match in self.ledger.matches.items() if match.home == team]
        return sorted(found, key=lambda id: self.ledger.matches[id].day)[number]

    def play_all(self, day: date, late: dict[str, tuple[int, int]] | None = None) -> None:
        """Every match of this day that is to be played; ``late``: days until home and away sign."""
        for card in self.cards_of(day):
            left = set(card.names) & set(self.ledger.left)
            if not card.begun and not left:
                self.play(card, (late or {}).get(card.fixture.id, (0, 0)))

    def play(self, card: FixtureCard, days: tuple[int, int] = (0, 0)) -> None:
        """Nine boards, and both captains' signatures so many days later."""
        strength = {team: 20 - at for at, team in enumerate(self.ledger.teams)}
        home, away = (strength[name] for name in card.names)
        chance = random.Random(f"{self.seed} {card.names}")
        wins = {n for n in range(1, 10) if chance.random() < home / (home + away)}
        noted = self.ledger.matches[card.fixture.id]
        noted.legs, noted.won = (len(wins), 9 - len(wins)), wins
        self.secretary.report_all(card, wins)
        signed = [date.fromisoformat(noted.day) + timedelta(days=days[side]) for side in (0, 1)]
        for side in (0, 1):
            self.to_sign.append((signed[side].isoformat(), card.fixture.id, side))

    def catch_up(self, day: date) -> None:
        """Matches rearranged to a day before this one are played, and captains sign whose day has come."""
        moved = {m.day for m in self.ledger.matches.values() if not m.legs and m.day < day.isoformat()}
        for at in sorted(moved):
            with self.on(date.fromisoformat(at)):
                self.play_all(self.secretary.today)
        due = sorted(one for one in self.to_sign if one[0] <= day.isoformat())
        self.to_sign = [one for one in self.to_sign if one not in due]
        for at, fixture, side in due:
            with self.on(date.fromisoformat(at)):
                card = self.secretary.season().fixture_card(fixture)
                self.secretary.sign(card, side)
                noted = self.ledger.matches[fixture]
                days = self.signed.setdefault(fixture, {})
                days[side] = at
                if len(days) == 2:
                    noted.signed = (days[0], days[1])

    def open(self, rest: str = "") -> Page:
        page = self.pub.manager.open(f"{self.at}{rest}")
        assert page.status == 200, page.text
        return page

    def card(self, fixture: str) -> str:
        return f"{self.pub.home}fixtures/{fixture}"

    def compare_table(self, day: date, after: str | None = None) -> list[tuple[str, ...]]:
        """The season's table after that day equals the ledger's; returns its rows."""
        expected = self.ledger.table(day.isoformat(), after)
        season = self.secretary.season()
        rows = season.table(date.fromisoformat(after) if after else None)
        assert [(str(row.place), season.names[row.team], str(row.points)) for row in rows] == [
            (place, team, points) for place, team, *_, points, _, _, _ in expected
        ], (day, after)
        return expected

    def compare(self, day: date, after: str | None = None) -> None:
        """The table's page and its spreadsheet equal the ledger."""
        expected = self.compare_table(day, after)
        page = self.open(f"?on={after}" if after else "")
        for place, team, *figures in expected:
            played, won, drawn, lost, _, _, difference, points, *_ = (_shown(figure) for figure in figures)
            signed = f"+{difference}" if difference[0] not in "0−" else difference
            line = f"{place} {team} {played} {won} {drawn} {lost} {signed} {points}"
            assert line in page.text, (day, after, line, page.text)
        if after is None:
            assert [line[:13] for line in self.lines("table.csv")] == expected, day

    def compare_lists(self) -> None:
        """The spreadsheets of fixtures and players equal the ledger, and the calendar has every match."""
        signed = [line[:8] for line in self.lines("fixtures.csv") if line[8] == "signed"]
        assert {*signed} == self.ledger.results()
        assert len(signed) == len(self.ledger.results())
        assert {line[:5] for line in self.lines("players.csv")} == self.ledger.players()
        calendar = self.pub.manager.ask(f"{self.at}fixtures/calendar.ics").text
        for match in self.ledger.matches.values():
            result = "{}–{}".format(*match.legs) if match.legs else "v"
            assert f"SUMMARY:{match.home} {result} {match.away} (" in calendar or match.forfeited_by

    def lines(self, file: str) -> list[tuple[str, ...]]:
        text = self.pub.manager.ask(f"{self.at}{file}").text.lstrip("\ufeff")
        return [tuple(line) for line in csv.reader(io.StringIO(text))][1:]


def _shown(figure: str) -> str:
    return figure.replace("-", "−") if figure.lstrip("-").isdigit() else figure
