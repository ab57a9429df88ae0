"""A club and two phones with a copy each: anything on any, synced in any order, cut, repeated, or scanned.

At the end all three have the same record, and whatever counted somewhere and was not given up is in it once.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.clubs.names import merge_players, rename_player
from scorekeeper.services.gate import Refused
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import NotCopied, mark, read_handover, take_along, waiting
from scorekeeper.services.transfer.match_code import code_of, read_code
from scorekeeper.services.transfer.merging import Asked, short_key
from scorekeeper.services.transfer.take_in import CLUBS, MINE, OWN, SAFE, take_in
from scorekeeper.store import open_store
from scorekeeper.store.clubs.players import add_player, player_by_name_key, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_club
from scorekeeper.store.matches.matches import matches
from tests.databases import make_database
from tests.services.match import EVENING, Match, out, start
from tests.services.transfer.handover import fetch, file_of

NAMES = ("Ann", "Bob", "Cy", "Dot", "Eve")
ACTS = 25  # in a run


@dataclass
class Evening:
    """One run: the club, its phones, and what was entered and not given up."""

    chance: random.Random
    club: Match
    db: Database
    phones: list[Database]
    entered: set[str] = field(default_factory=set)
    given_up: set[str] = field(default_factory=set)

    def play(self, acts: int) -> None:
        for _ in range(acts):
            what = self.chance.random()
            if what < 0.25:
                self.sync(self.chance.choice(self.phones))
            elif what < 0.3:
                self.scan(self.chance.choice(self.phones))
            elif what < 0.35:
                with suppress(Asked):
                    self.pass_on(*self.chance.sample(self.phones, 2))
            else:
                self.act(self.chance.choice((self.db, *self.phones)))

    def check(self) -> None:
        """Once all is brought up to date, all three have the same, and everything that counts, once."""
        for n in (0, 1, 0, 1):
            self.sync(self.phones[n], to_the_end=True)
        assert [waiting(phone, self.club.club) for phone in self.phones] == [{}, {}]
        assert [*faults_in_club(self.db, self.club.club)] == []
        for phone in self.phones:
            assert [*faults_in_club(phone, self.club.club)] == []
            assert self.stored(phone) == self.stored(self.db)
        states = [match.state(self.db) for match in self.there(self.db)]
        there = {short_key(event.key) for state in states for event in state.events}
        assert {short_key(key) for key in self.entered - self.given_up} <= there, "lost"
        for state in states:
            keys = Counter(short_key(event.key) for event in state.events)
            assert max(keys.values(), default=1) == 1, "doubled"

    def act(self, at: Database) -> None:
        running = [m for m in self.there(at) if m.state(at).running]
        kind = self.chance.choice(("start", "round", "round", "round", "undo", "club"))
        if kind == "start" or not running:
            self.sit_down(at)
        elif kind == "round":
            self.record(at, self.chance.choice(running))
        elif kind == "undo":
            match = self.chance.choice(running)
            if last := match.state(at).last_act:
                self.entered -= {event.key for event in last}
                self.given_up |= {event.key for event in last}
                self.undo(at, match)
        elif at is self.db:
            self.rename_or_merge()

    def record(self, at: Database, match: Match) -> None:
        seat = self.chance.randrange(2)
        key = f"round-{self.chance.getrandbits(60)}"
        match.record(at, out(match, seat, {1 - seat: self.chance.randint(1, 9)}), key=key)
        self.entered.add(key)

    def undo(self, at: Database, match: Match) -> None:
        match.undo(at)

    def there(self, at: Database) -> list[Match]:
        return [
            Match(self.club.club, one.id, [seat.player for seat in one.seats], self.club.device)
            for one in matches(at, self.club.club)
        ]

    def sit_down(self, at: Database) -> None:
        names = self.chance.sample(NAMES, 2)
        with writing(at):
            seated = []
            for name in names:
                known = player_by_name_key(at, self.club.club, name_key(name))
                seated.append((known or add_player(at, self.club.club, name, EVENING)).id)
            self.club._replace(id="", players=seated).sit_down(at, self.club.state(self.db).card)

    def rename_or_merge(self) -> None:
        one, other = self.chance.choices(players(self.db, self.club.club), k=2)
        with suppress(Refused):
            if self.chance.random() < 0.5:
                rename_player(self.club.ask(self.db), one.id, f"{one.name[:20]} {self.chance.randrange(999)}")
            elif one.id != other.id:
                merge_players(self.club.ask(self.db), one.id, other.id)

    def sync(self, phone: Database, *, to_the_end: bool = False) -> None:
        """What a tap does, which may be cut behind every step, and is repeated where nothing is cut."""
        choices: dict[str, str] = {}
        for _ in range(4 if to_the_end else self.chance.randint(1, 2)):
            if not self.hand_over(phone, choices, to_the_end=to_the_end) and not to_the_end:
                return
            with suppress(NotCopied):
                fetch(phone, self.db, self.club.club)

    def hand_over(self, phone: Database, choices: dict[str, str], *, to_the_end: bool) -> bool:
        answers: dict[str, str] = {}
        after = ""
        while True:
            lines = file_of(phone, self.club.club, after, self.chance.choice((1, 3000, 250_000)))
            try:
                taken = take_in(
                    self.club.ask(self.db), read_handover(self.db, self.club.club, lines), answers, choices
                )
            except Asked as asked:
                answers = {question.alias: "same" for question in asked.questions}
                continue
            if not to_the_end and self.chance.random() < 0.2:
                return False  # the answer is lost
            mark(
                phone,
                self.club.club,
                [(one.entity, one.id, one.version) for one in taken if one.state in SAFE],
            )
            for one in taken:
                assert one.state in (*SAFE, "conflict"), one.words
                if one.state == "conflict":
                    self.choose(phone, one.id, choices)
                else:
                    choices.pop(one.id, None)
            after = str(json.loads(lines[0])["next"])
            if not after:
                return True
            if not to_the_end and self.chance.random() < 0.2:
                return False

    def scan(self, phone: Database) -> None:
        """Somebody reads the QR code of a match off this phone, and adds it to the club."""
        match = self.chance.choice(self.there(phone))
        brought = read_code(self.db, self.club.club, code_of(phone, self.club.club, match.id))
        answers: dict[str, str] = {}
        for _ in range(2):
            try:
                (one,) = take_in(self.club.ask(self.db), brought, answers)
                assert one.state in (*SAFE, "conflict"), one.words
            except Asked as asked:
                answers = {question.alias: "same" for question in asked.questions}

    def pass_on(self, phone: Database, other: Database) -> None:
        """What one phone has not handed over goes to the other one, by a file."""
        brought = read_handover(other, self.club.club, file_of(phone, self.club.club, most=10**9))
        for one in take_in(self.club.ask(other), brought, {}):
            assert one.state in (*SAFE, "conflict"), one.words

    def choose(self, phone: Database, id: str, choices: dict[str, str]) -> None:
        choices[id] = self.chance.choice((CLUBS, MINE, OWN, OWN))
        if choices[id] == MINE and id in choices and self.chance.random() < 0.3:
            choices[id] = OWN
        loser = {CLUBS: phone, MINE: self.db}.get(choices[id])
        if loser is not None:
            state = self.club._replace(id=id).state(loser)
            self.given_up |= {event.key for event in state.events}

    def stored(self, at: Database) -> dict[str, object]:
        found: dict[str, object] = {"people": sorted((p.id, p.name) for p in players(at, self.club.club))}
        for match in self.there(at):
            state = match.state(at)
            found[match.id] = (
                [(seat.player, seat.side) for seat in state.match.seats],
                [(event.version, event.original, event.key, event.body) for event in state.events],
                state.score.totals,
            )
        return found


@pytest.fixture
def three(tmp_path: Path) -> Iterator[list[Database]]:
    with ExitStack() as stack:
        opened = []
        for name in ("club", "a", "b"):
            db = stack.enter_context(closing(open_store(make_database(tmp_path / f"{name}.db"))))
            db.execute("PRAGMA synchronous = OFF")
            opened.append(db)
        yield opened


def play(three: list[Database], seed: int) -> None:
    db, *phones = three
    chance = random.Random(seed)
    club = start(db, "block", "Ann", "Bob", target=30)
    for phone in phones:
        take_along(phone, exported(db, club.club))
    evening = Evening(chance, club, db, phones)
    evening.play(ACTS)
    evening.check()


@pytest.mark.parametrize("seed", [*range(6), 6043])
def test_three_equal_records(three: list[Database], seed: int) -> None:
    play(three, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 3000))
def test_three_equal_records_two_thousand_times(three: list[Database], seed: int) -> None:
    play(three, seed)
