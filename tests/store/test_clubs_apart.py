"""Clubs are kept apart: no fact of one can name anything of another."""

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.store.clubs.access import find_device
from scorekeeper.store.clubs.players import find_player, pair_of, pairs_of, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import add_events, events
from scorekeeper.store.matches.matches import Setup, add_match, find_match, matches
from tests.store.conftest import EVENING, FIVE, Table, new_event


def test_everything_is_found_in_its_own_club_only(db: Database, crown: Table, anchor: Table) -> None:
    with writing(db):
        add_events(db, crown.club, crown.match, [new_event(FIVE)], crown.author)
        pair_of(db, crown.club, crown.players, EVENING)
    assert find_match(db, anchor.club, crown.match) is None
    assert events(db, anchor.club, crown.match) == []
    assert find_player(db, anchor.club, crown.players[0]) is None
    assert find_device(db, anchor.club, crown.author.device) is None
    assert [match.id for match in matches(db, anchor.club)] == [anchor.match]
    assert {player.id for player in players(db, anchor.club)} == set(anchor.players)
    assert pairs_of(db, anchor.club) == []


def test_a_match_seats_nobody_from_another_club(db: Database, crown: Table, anchor: Table) -> None:
    setup = Setup("{}", [(crown.players[0], 0, None), (anchor.players[0], 1, None)])
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), writing(db):
        add_match(db, crown.club, setup, "second", crown.author)
    assert len(matches(db, crown.club)) == 1


@pytest.mark.parametrize("wrong", ["first_leader", "rematch_of"])
def test_a_match_refers_to_nothing_in_another_club(
    db: Database, crown: Table, anchor: Table, wrong: str
) -> None:
    theirs = {"first_leader": anchor.players[0], "rematch_of": anchor.match}
    seats = [(player, n, None) for n, player in enumerate(crown.players)]
    given = {"first_leader": None, "rematch_of": None, wrong: theirs[wrong]}
    setup = Setup("{}", seats, given["first_leader"])
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), writing(db):
        add_match(db, crown.club, setup, "second", crown.author, rematch_of=given["rematch_of"])


def test_another_clubs_phone_enters_nothing(db: Database, crown: Table, anchor: Table) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), writing(db):
        add_events(db, crown.club, crown.match, [new_event(FIVE)], anchor.author)
    assert events(db, crown.club, crown.match) == []


def test_the_same_key_may_be_used_in_two_clubs(db: Database, crown: Table, anchor: Table) -> None:
    with writing(db):
        for table in (crown, anchor):
            add_events(db, table.club, table.match, [new_event(FIVE, "same")], table.author)
    assert len(events(db, crown.club, crown.match)) == len(events(db, anchor.club, anchor.match)) == 1
