"""A league card taken along, filled in and signed without the server, and handed over."""

from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import handover_lines, mark, read_handover, waiting
from scorekeeper.services.transfer.take_along import take_along
from scorekeeper.services.transfer.take_in import SAFE, Taken, take_in
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.clubs.devices import ensure_device
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import BoardEntry
from tests.services.league import Secretary

LATER = "2026-11-22T09:00:00Z"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Secretary]:
    secretary = Secretary.of(tmp_path / "club.db", "leek", ("Anchor", "Bell"))
    secretary.draw_up(date(2026, 9, 7))
    yield secretary
    secretary.db.close()


@pytest.fixture
def phone(club: Secretary, tmp_path: Path) -> Iterator[Secretary]:
    """The same league inside a phone that has taken the club along."""
    migrate(tmp_path / "phone.db")
    with closing(open_store(tmp_path / "phone.db")) as db:
        take_along(db, exported(club.db, club.club))
        yield Secretary(db, club.club, club.league, club.author)


def hand_over(phone: Secretary, db: Database) -> list[Taken]:
    found = find_club(phone.db, phone.club)
    assert found is not None
    lines = list(handover_lines(phone.db, found))
    with writing(db):
        ensure_device(db, phone.club, "bar", LATER)
    taken = take_in(db, phone.club, read_handover(db, phone.club, lines), {}, Author("bar", LATER))
    mark(phone.db, phone.club, [(one.entity, one.id, one.version) for one in taken if one.state in SAFE])
    return taken


def table(db: Database, secretary: Secretary) -> object:
    season = open_season(db, secretary.club, secretary.league, secretary.today)
    assert season is not None
    return season.table()


def test_card_comes_home_once_with_its_boards_and_signatures(club: Secretary, phone: Secretary) -> None:
    before = table(club.db, club)
    phone.report_all(phone.fixture_card(), {1, 2, 3, 4, 5, 6})
    for side in (0, 1):
        phone.sign(phone.fixture_card(), side)
    fixture = phone.fixture_card().fixture.id
    assert list(waiting(phone.db, phone.club)) == [("card", fixture)]
    assert [(one.entity, one.state) for one in hand_over(phone, club.db)] == [("card", "added")]
    assert club.fixture_card().locked
    assert table(club.db, club) == table(phone.db, phone) != before
    assert waiting(phone.db, phone.club) == {}
    assert hand_over(phone, club.db) == []


def test_card_filled_in_on_both_sides_is_a_conflict(club: Secretary, phone: Secretary) -> None:
    home, away = (tuple(player for player, _ in team.players[:1]) for team in club.fixture_card().teams)
    club.report(club.fixture_card(), BoardEntry(1, None, home, away, (1, 0)))
    phone.report(phone.fixture_card(), BoardEntry(1, None, home, away, (0, 1)))
    (one,) = hand_over(phone, club.db)
    assert (one.entity, one.state) == ("card", "conflict")
    assert (club.fixture_card().legs, phone.fixture_card().legs) == ((1, 0), (0, 1))
    assert list(waiting(phone.db, phone.club)) == [("card", one.id)]
