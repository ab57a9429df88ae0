"""A season under way, and the independent ledger with which its table is compared."""

import csv
import io
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from operator import add
from zoneinfo import ZoneInfo

import time_machine

from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.store.clubs.audit import Author
from tests.services.league import Secretary
from tests.web.cast import Pub
from tests.web.leagues.ledger import Ledger, Noted
from tests.web.page import Page

LINE_OF_RECORD = r"<bdi>([^<]*)</bdi></b>\s*(.*?)(?: ·|</p>)"  # whom it is about, and what is said
DAY = r'<time class="whole" datetime="([^"]*)">[^<]*</time>|<span class="whole">([^<]*)</span>'
SETTING_UP = ("entered", "plays at", "rules changed", "division", "fixtures")  # so begin lines of the record
CONCEDED = 0.05  # so many boards are not played
DECIDED = "as the committee decided"  # why points are given and taken


@dataclass
class Winter:
    pub: Pub
    secretary: Secretary
    at: str
    ledger: Ledger
    seed: int
    to_sign: list[tuple[str, str, int]] = field(default_factory=list)  # day, fixture, side
    signed: dict[str, dict[int, str]] = field(default_factory=dict)  # by fixture, each side's first day
    record: Counter[tuple[str, str]] = field(default_factory=Counter)  # what the record says of whom

    def on(self, day: date) -> time_machine.travel:
        """Set the clock to the evening of this day, for pages and services alike."""
        self.secretary.today = day
        self.secretary.author = Author("phone", f"{day}T22:00:00Z")
        return time_machine.travel(datetime(day.year, day.month, day.day, 22, tzinfo=ZoneInfo("UTC")))

    def note_fixtures(self) -> None:
        for card in self.secretary.season().cards:
            fixture = card.fixture
            self.ledger.matches[fixture.id] = Noted(fixture.round, fixture.day or "", *card.names)

    def cards_of(self, day: date) -> list[FixtureCard]:
        found = [c for c in self.secretary.season().cards if c.fixture.day == day.isoformat()]
        return sorted(found, key=lambda card: card.names)

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
        noted.conceded = {n for n in range(1, 10) if chance.random() < CONCEDED}
        self.secretary.report_all(card, wins, noted.conceded)
        for n in range(1, 10):
            said = f"board {n}: {'1–0' if n in wins else '0–1'}{', conceded' * (n in noted.conceded)}"
            self.note(noted, said)
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
                card = self.secretary.season().card(fixture)
                noted = self.ledger.matches[fixture]
                self.sign(noted, card, side)
                days = self.signed.setdefault(fixture, {})
                days[side] = at
                if len(days) == 2:
                    noted.signed = (days[0], days[1])

    def sign(self, noted: Noted, card: FixtureCard, side: int) -> None:
        left = bool({*noted.teams} & {*self.ledger.left})
        self.secretary.sign(card, side, secretary=left)
        whose, result = " in its captain’s place" * left, "{}–{}".format(*noted.legs or (0, 0))
        self.note(noted, f"signed for {noted.teams[side]}{whose}: {result}")

    def note(self, about: Noted, words: str) -> None:
        self.record[f"{about.home} v {about.away}", words] += 1

    def open(self, rest: str = "") -> Page:
        page = self.pub.manager.open(f"{self.at}{rest}")
        assert page.status == 200, page.text
        return page

    def card(self, fixture: str) -> str:
        return f"{self.pub.home}fixtures/{fixture}"

    def compare_table(self, day: date, after: str | None = None) -> list[tuple[str, ...]]:
        expected = self.ledger.table(day.isoformat(), after)
        season = self.secretary.season()
        rows = season.table_after(date.fromisoformat(after) if after else None)
        assert [(str(row.place), season.names[row.team], str(row.points)) for row in rows] == [
            (place, team, points) for place, team, *_, points, _, _, _ in expected
        ], (day, after)
        return expected

    def compare(self, day: date, after: str | None = None) -> None:
        expected = self.compare_table(day, after)
        page = self.open(f"?on={after}" if after else "")
        for place, team, *figures in expected:
            played, won, drawn, lost, _, _, difference, points, *_ = figures
            difference, points = signed(difference), _shown(points)
            line = f"{place} {team} {played} {won} {drawn} {lost} {difference} {points}"
            assert line in page.text, (day, after, line, page.text)
        if after is None:
            assert [line[:13] for line in self.lines("table.csv")] == expected, day

    def compare_lists(self, day: date) -> None:
        """Spreadsheets, the API, the calendar and the record equal the ledger and what was done."""
        today, ledger = day.isoformat(), self.ledger
        fixtures = ledger.fixtures(today)
        assert sorted(self.lines("fixtures.csv")) == fixtures
        assert sorted(self.fixtures_by_api()) == fixtures
        assert sorted((*line[:3], *line[4:]) for line in self.lines("boards.csv")) == ledger.boards()
        assert [line[:5] for line in self.lines("players.csv")] == ledger.players()
        calendar = self.pub.manager.ask(f"{self.at}fixtures/calendar.ics").text
        events = re.findall(r"DTSTART;VALUE=DATE:(\d+).*?SUMMARY:(.*?)(?: \(.*?\))?\r", calendar, re.S)
        assert sorted(events) == sorted(
            (match.day.replace("-", ""), self.line(match)) for match in ledger.counting(today)
        )
        record, number = Counter[tuple[str, str]](), 1
        while lines := re.findall(LINE_OF_RECORD, self.open(f"record?page={number}").html):
            plain = [(about, re.sub(DAY, r"\1\2", said)) for about, said in lines]
            record.update((about, said) for about, said in plain if not said.startswith(SETTING_UP))
            number += 1
        assert record == self.record, (record - self.record, self.record - record)

    def compare_papers(self, day: date) -> None:
        """What is printed equals the ledger: the notice board, the season, each team's card."""
        self.compare_sheet(day.isoformat())
        paper, embed = self.open("fixtures/paper").html, self.embedded("fixtures")
        counting = self.ledger.counting(day.isoformat())
        for number, matches in self.ledger.rounds.items():
            days = Counter(match.day for match in matches)
            usual = min(days, key=lambda one: (-days[one], one))
            shown = [match for match in matches if match in counting]
            moved = ["" if match.day == usual else f" {words(match.day)}" for match in shown]
            title = f"Round {number} {words(usual)}"
            to_play = [f"{match.home} v {match.away}" for match in shown]
            assert [one for one in items(paper, title) if "Bye" not in one] == [*map(add, to_play, moved)]
            assert items(embed, title) == [*map(add, map(self.line, shown), moved)]
        ids = {squad.name: squad.id for squad in self.secretary.season().squads}
        for team in self.ledger.teams:
            assert rows(self.open(f"fixtures/paper?team={ids[team]}").html) == [
                [words(match.day), match.teams[match.home == team], "h" if match.home == team else "a"]
                for match in sorted(counting, key=lambda one: (one.round, one.day))
                if team in match.teams
            ]

    def compare_sheet(self, today: str) -> None:
        """The notice board: the table, the last round's results, the best players."""
        sheet, ledger = self.open("sheet").html, self.ledger
        table = []
        for place, team, played, won, drawn, lost, own, other, more, points, fined, _, form in ledger.table(
            today
        ):
            given = "".join(f" {signed(n)}: {DECIDED}" for _, to, n in ledger.given if to == team)
            fine = f" {fined} taken off" * (fined != "0")
            said = f"{team}{fine}{given}{' withdrew' * (team in ledger.left)}"
            figures = [played, won, drawn, lost, f"{own}–{other}", signed(more), form, _shown(points)]
            table.append([place, said, *figures])
        why = re.compile(r" above .* to [+−]?\d+")
        assert [[why.sub("", cell) for cell in row] for row in rows(sheet)[1:]] == table
        begun = [n for n, matches in ledger.rounds.items() if any(map(ledger.legs, matches))]
        for number in begun[-1:]:
            results = [self.line(match, today) for match in ledger.rounds[number]]
            assert items(sheet, f"Results, round {number} ") == results
        best = [f"{name} {won} of {played}" for name, _, played, won, _ in ledger.players()[:6]]
        assert items(sheet, "Boards won") == best

    def fixtures_by_api(self) -> list[tuple[str, ...]]:
        path = self.at.replace("/c/", "/api/v1/clubs/") + "fixtures"
        token = self.pub.link("watch").rpartition("/")[2]
        answer = self.pub.manager.ask(path, headers={"Authorization": f"Bearer {token}"}).get_json()
        none, found = ("", ""), []
        for one in answer["fixtures"]:
            teams, status = (one["home"]["name"], one["away"]["name"]), one["status"].replace("_", " ")
            figures = (*(one["legs"] or none), *(one["points"] or none))
            found.append(tuple(map(str, (one["round"], one["day"], *teams, *figures, status))))
        return found

    def embedded(self, show: str) -> str:
        return self.pub.manager.open(
            f"{self.at.replace('/c/', '/embed/').replace('leagues/', '')[:-1]}?show={show}"
        ).html

    def line(self, match: Noted, today: str = "") -> str:
        """The match in a line of a list; with ``today`` as it stands then on the notice board."""
        state, legs = self.ledger.state(match, today), self.ledger.legs(match)
        result = "{}–{}".format(*legs) if legs and state != "void" else "v"
        return f"{match.home} {result} {match.away}{' (forfeited)' * (state == 'forfeited' and bool(today))}"

    def lines(self, file: str) -> list[tuple[str, ...]]:
        text = self.pub.manager.ask(f"{self.at}{file}").text.lstrip("\ufeff")
        return [tuple(line) for line in csv.reader(io.StringIO(text))][1:]


def rows(html: str) -> list[list[str]]:
    found = re.findall(r"<tr.*?</tr>", html, re.S)
    return [[_text(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)] for row in found]


def items(html: str, title: str) -> list[str]:
    """The texts of the list under the title that begins so; none where it is left out."""
    found = [part for part in html.split("<section><h2>")[1:] if _text(part).startswith(title.strip())]
    return [
        _text(item)
        for part in found[:1]
        for item in re.findall(r"<li>.*?</li>", part.split("</section>")[0], re.S)
    ]


def _text(html: str) -> str:
    return Page("", 0, html).text


def words(day: str) -> str:
    found = date.fromisoformat(day)
    return f"{found:%a} {found.day} {found:%b}"


def signed(figure: object) -> str:
    return f"+{figure}" if str(figure)[0] not in "0-" else _shown(str(figure))


def _shown(figure: str) -> str:
    return figure.replace("-", "−") if figure.lstrip("-").isdigit() else figure
