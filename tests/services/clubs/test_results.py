"""A match in one line, for tables and lists: always up to date."""

from sqlite_utils import Database

from scorekeeper.services.clubs.club_results import record, result_of, results
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.players import find_player
from scorekeeper.store.engine.connection import writing
from tests.services.match import out, start


def test_a_match_of_legs_is_scored_in_legs_with_all_its_points(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50, legs=2)
    for seat, left in ((0, 60), (1, 70), (0, 55)):
        at.record(db, out(at, seat, {1 - seat: left}))
    line = result_of(at.state(db))
    assert (line.score, line.winner) == ((2, 1), 0)
    assert line.result is not None
    assert line.result.points == (115, 70)


def test_a_remembered_result_shows_todays_names(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    at.record(db, out(at, 0, {1: 60}))
    assert results(db, at.club)[0].sides == ("Ann", "Bob")
    ann = find_player(db, at.club, at.players[0])
    assert ann is not None
    with writing(db):
        rename(db, at.club, "player", ann, at.author, name="Anna", name_key="anna")
    found = results(db, at.club)
    assert found[0].sides == ("Anna", "Bob")
    with record(db, at.club) as known:
        assert known.names == dict(zip(at.players, ("Anna", "Bob"), strict=True))
