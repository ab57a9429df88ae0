"""Files that somebody has changed on purpose, under hashes that fit: refused in words, or taken as one's own.

Whoever may score may hand over a file, and anybody may write one. So nothing in it is believed that the phone
which hands it over could not have entered by itself.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlite_utils import Database
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from scorekeeper.ops.doctor import examine
from scorekeeper.services.cards.card_commands import forfeit, reopen
from scorekeeper.services.gate import Ask, Refused
from scorekeeper.services.leagues.captains import renew_link
from scorekeeper.services.matches.recording import abandon
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.services.transfer.handover_file import NotCopied, handover_lines, take_along, waiting
from scorekeeper.services.transfer.take_in import CLUBS, MINE, OWN
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import find_club, tables_of_clubs
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import connect, writing
from scorekeeper.store.engine.integrity import faults_in_club
from tests.databases import make_database
from tests.exchange.every_page import assert_every_page_opens
from tests.exchange.forging import forged, forged_code
from tests.services.league import EVENING, Secretary
from tests.services.match import lay, out, play, start
from tests.web.cast import Phone, Pub, open_pub

# ``make test`` takes a few of each kind, ``make test-long`` many.
FORGED = pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1000, 1250))]
)
PROGRAM = {"Accept": "application/json"}
MONDAY = date(2026, 9, 7)
Stored = dict[str, Counter[tuple[Any, ...]]]

# What handing over may add to, and what it may change in a row that is there.
ADDED = {
    *("matches", "seats", "seat_changes", "earlier_setups", "match_events", "round_ends", "hands", "plays"),
    *("penalties", "awards", "card_events", "players", "player_aliases", "teams", "team_members"),
    *("audit_log", "handovers"),
}
COUNTED = {
    "matches": {"version", "chain", "changed"},
    "fixtures": {"version", "chain"},
    "clubs": {"version", "names_version"},
    "leagues": {"version"},
    "handovers": {"version"},
}
NOT_WHAT_WAS_DONE = {"hourly_counts", "devices", "match_results"}  # who came and when, and sums that are kept


class Kept(NamedTuple):
    path: Path
    first: Database
    rows: Stored

    @classmethod
    def of(cls, path: Path) -> "Kept":
        first = connect(":memory:")
        with closing(open_store(path)) as db:
            db.conn.backup(first.conn)
        return cls(path, first, stored(first))

    def now(self) -> Stored:
        with closing(open_store(self.path)) as db:
            return stored(db)

    def restore(self) -> None:
        with closing(connect(str(self.path))) as now:
            self.first.conn.backup(now.conn)


class World(NamedTuple):
    """A server of three clubs, one of them empty; a phone that scores for another, and files."""

    pub: Pub
    empty: Pub
    scorer: Phone
    server: Kept
    phone: Kept
    handover: list[str]
    club: list[str]
    foreign: list[str]


def stored(db: Database) -> Stored:
    """Every row of every club."""
    return {table: Counter(named(db, table)) for table in {*tables_of_clubs(), "clubs"} - NOT_WHAT_WAS_DONE}


def named(db: Database, table: str) -> Iterator[tuple[tuple[str, Any], ...]]:
    rows = db.execute(f"SELECT * FROM {table}")  # noqa: S608
    names = [described[0] for described in rows.description]
    for row in rows.fetchall():
        yield tuple(zip(names, row, strict=True))


@pytest.fixture
def world(begun: World) -> Iterator[World]:
    yield begun
    for database in (begun.server, begun.phone):
        database.restore()


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("forged")
    how = {"OPEN": True, "TESTING": True, "PROPAGATE_EXCEPTIONS": True}
    app = create_app({"DATABASE": make_database(folder / "club.db"), **how})
    with (
        closing(open_store(folder / "club.db")) as db,
        closing(open_store(make_database(folder / "phone.db"))) as phone,
    ):
        foreign = club_of_others(db)
        match = start(db, "fives", "Ann", "Bob", "Cy", "Di", pairs=True)
        pub = Pub(app, match.club)
        leagues = [league(db, pub.id), league(db, pub.id)]
        match.record(db, out(match, 0, {1: 20, 2: 5, 3: 12}), lay(match, 0, "5-0", "L"), play(1, 10))
        leagues[0].report_all(leagues[0].card(), {1})
        for side in (0, 1):
            leagues[0].sign(leagues[0].card(), side)
        take_along(phone, exported(db, pub.id))
        elsewhere = club_of_others(phone)
        leagues[1].set_rules(captains_only=True)
        renew_link(leagues[1].ask, leagues[1].league, leagues[1].season().squads[0].id, 0)
        foreign += exported(db, pub.id)
        match.record(phone, out(match, 1, {0: 4, 2: 1, 3: 0}))
        match.undo(phone)
        with writing(phone):
            eve = add_player(phone, pub.id, "Eve", EVENING).id
            new = match._replace(id="", players=[match.players[0], eve])
            new = new.sit_down(phone, match.state(phone).card)
        new.record(phone, out(new, 0, {1: 7}))
        for one in leagues:
            copied = Secretary(phone, pub.id, one.league, one.author)
            copied.report_all(copied.card(1), {1})
        found = find_club(phone, pub.id)
        assert found is not None
        handover = [*handover_lines(phone, found)]
    empty, scorer = open_pub(app, "The Bell"), pub.phone("score")
    scorer.post(f"{pub.home}settings", name="Bar phone")
    server, copy = Kept.of(folder / "club.db"), Kept.of(folder / "phone.db")
    yield World(pub, empty, scorer, server, copy, handover, elsewhere, foreign)
    server.first.close()
    copy.first.close()


def league(db: Database, club: str) -> Secretary:
    made = Secretary.begin(db, club, "singles", {n: n for n in ("Ann", "Bob", "Cy")}, EVENING)
    made.draw_up(MONDAY, twice=False)
    return made


def club_of_others(db: Database) -> list[str]:
    """Another club's file, with a match and a signed card."""
    match = start(db, "block", "Fay", "Gus")
    match.record(db, out(match, 0, {1: 9}))
    made = league(db, match.club)
    made.report_all(made.card(), {1})
    for side in (0, 1):
        made.sign(made.card(), side)
    with writing(db):
        players = [player for team in made.season().squads for player, _ in team.players]
        match._replace(id="", players=players).sit_down(db, match.state(db).card)
    return [*exported(db, match.club)]


def sent(phone: Phone, home: str, document: str, choices: dict[str, str]) -> TestResponse:
    data = {"document": document.encode(errors="replace"), **choices}
    return phone.client.post(f"{home}take-in", data=data, headers=PROGRAM)


def verify_own(world: World) -> bool:
    """Whether anything was entered: in this club only, as this phone's own, unsigned, and nothing lost."""
    before, after = world.server.rows, world.server.now()
    if before == after:
        return False
    for table, rows in after.items():
        gone, new = [*(before[table] - rows)], [*(rows - before[table])]
        counts = COUNTED.get(table, set())
        assert {unless(row, counts) for row in gone} <= {unless(row, counts) for row in new}, table
        if table not in ADDED:
            assert len(gone) == len(new), table
        for row in map(dict, new):
            assert row.get("club", row.get("id")) == world.pub.id, (table, row)
            assert row.get("kind") not in ("signature", "reopening", "forfeit"), row
    events = [after[table] - before[table] for table in ("card_events", "match_events")]
    phones = {dict(row)["device"] for new in events for row in new}
    assert len(phones) <= 1, "all of it is entered by the phone that hands it over"
    with world.pub.db() as db:
        assert [*faults_in_club(db, world.pub.id)] == []
    return True


def unless(row: tuple[tuple[str, Any], ...], names: set[str]) -> frozenset[tuple[str, Any]]:
    return frozenset(each for each in row if each[0] not in names)


def verify_taken(world: World, answer: TestResponse, chance: random.Random) -> None:
    said = answer.get_json()
    assert answer.status_code in (200, 409, 422, 429), said
    assert said.get("taken") or said.get("detail") or said.get("questions"), said
    if verify_own(world) and chance.random() < 0.03:
        assert_every_page_opens(world.pub)


def chosen(chance: random.Random, lines: Sequence[str]) -> dict[str, str]:
    """Somebody answers what might be asked, also what is not."""
    ids = {value for line in lines for name, value in json.loads(line).get("row", {}).items() if name == "id"}
    answers = {
        f"choice-{id}": chance.choice((CLUBS, MINE, OWN, "<b>")) for id in ids if chance.random() < 0.5
    }
    return answers | {f"who-{id}": chance.choice(("same", "other")) for id in ids if chance.random() < 0.5}


@FORGED
def test_a_forged_handover_brings_what_its_phone_could_enter(world: World, seed: int) -> None:
    chance = random.Random(seed)
    file = forged(chance, world.handover, world.foreign)
    answer = sent(world.scorer, world.pub.home, "".join(file), chosen(chance, world.handover))
    verify_taken(world, answer, chance)


@FORGED
def test_a_forged_code_brings_what_its_phone_could_enter(world: World, seed: int) -> None:
    chance = random.Random(seed)
    with closing(open_store(world.phone.path)) as phone:
        ids = [id for (id,) in phone.execute("SELECT id FROM matches WHERE club = ?", [world.pub.id])]
        code = forged_code(chance, phone, world.pub.id, chance.choice(ids))
    verify_taken(world, sent(world.scorer, world.pub.home, code, chosen(chance, world.handover)), chance)


@FORGED
def test_a_forged_club_takes_the_place_of_an_empty_one_and_of_nothing_else(world: World, seed: int) -> None:
    chance, manager = random.Random(seed), world.empty.manager.twin()
    answer = sent(manager, world.empty.home, "".join(forged(chance, world.club, world.foreign)), {})
    said = answer.get_json()
    assert answer.status_code in (200, 409, 422, 429), said
    after = world.server.now()
    for table, rows in world.server.rows.items():
        gone = {str(dict(row).get("club", dict(row).get("id"))) for row in rows - after[table]}
        assert gone <= {world.empty.id}, table
    if answer.status_code == 200:
        moved = Pub(world.pub.app, said["club"])
        assert all(dict(row)["id"] != moved.id for row in world.server.rows["clubs"])
        with moved.db() as db:
            assert [*faults_in_club(db, moved.id)] == []
            assert db.execute("SELECT * FROM former_links").fetchall() == []
        if chance.random() < 0.03:
            assert_every_page_opens(moved)


@FORGED
def test_a_forged_file_is_imported_as_a_club_that_goes_on(world: World, seed: int, tmp_path: Path) -> None:
    chance, path = random.Random(seed), make_database(tmp_path / "elsewhere.db")
    with closing(open_store(path)) as db, suppress(ImportRefused):
        club = import_club(db, forged(chance, world.club, world.foreign))
        assert [*faults_in_club(db, club)] == []
        ask = Ask(db, club, Author("operator", EVENING))
        for (fixture,) in db.execute("SELECT id FROM fixtures").fetchall():
            for does, said in ((reopen, ()), (forfeit, (0,)), (forfeit, (None,))):
                with suppress(Refused):
                    does(ask, fixture, *said, "as the secretary says")
        for (match,) in db.execute("SELECT id FROM matches").fetchall():
            with suppress(Refused):
                abandon(ask, match)
        if chance.random() < 0.3:
            assert_every_page_opens(Pub(create_app({"DATABASE": path}), club))
            found = examine(path, tmp_path / "backups", datetime.now(UTC))
            assert [finding for finding in found if finding.grave] == []
            assert [*exported(db, club)]


@FORGED
def test_a_copy_keeps_what_is_not_home_whatever_the_club_sends(world: World, seed: int) -> None:
    chance = random.Random(seed)
    with closing(open_store(world.pub.app.config["DATABASE"])) as db:
        news = [*exported(db, world.pub.id, chance.choice((None, 0, 3)))]
    with closing(open_store(world.phone.path)) as phone:
        before = waiting(phone, world.pub.id)
        with suppress(NotCopied, ImportRefused):
            take_along(phone, forged(chance, news, world.foreign))
        assert waiting(phone, world.pub.id).keys() >= before.keys()
        clubs = [club for (club,) in phone.execute("SELECT id FROM clubs")]
        assert [fault for club in clubs for fault in faults_in_club(phone, club)] == []
