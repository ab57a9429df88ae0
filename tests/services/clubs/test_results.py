"""A match in one line, for tables and lists: always up to date."""

from sqlite_utils import Database

from scorekeeper.services.clubs.club_results import record, result_of, results
from scorekeeper.services.matches.recording import abandon
from scorekeeper.store.clubs.players import find_player, rename_player
from scorekeeper.store.engine.connection import writing
from tests.services.match import out, start


def test_a_running_match_has_no_result(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}))
    (line,) = results(db, at.club)
    assert (line.running, line.result, line.score) == (True, None, (10, 0))


def test_a_won_match_has_one_and_a_correction_moves_it(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    at.record(db, out(at, 0, {1: 60}))
    (line,) = results(db, at.club)
    assert (line.running, line.winner, line.score) == (False, 0, (60, 0))
    at.correct(db, 1, out(at, 1, {0: 55}))
    (line,) = results(db, at.club)
    assert (line.winner, line.score) == (1, (0, 55))
    at.undo(db)
    assert results(db, at.club)[0].winner == 0


def test_a_called_off_match_has_no_result(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    abandon(at.ask(db), at.id)
    (line,) = results(db, at.club)
    assert (line.running, line.result) == (False, None)


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
        rename_player(db, at.club, ann, "Anna", "anna", at.author)
    found = results(db, at.club)
    assert found[0].sides == ("Anna", "Bob")
    with record(db, at.club) as known:
        assert known.names == dict(zip(at.players, ("Anna", "Bob"), strict=True))


def test_those_who_are_level_stand_by_their_names_not_in_the_order_they_came(db: Database) -> None:
    at = start(db, "draw", "Zoe", "ann", target=50, match_games=2)
    for seat in (0, 1):
        at.record(db, out(at, seat, {1 - seat: 20}))
    with record(db, at.club) as known:
        table = known.table(None, pairs=False)
        assert [(row.place, known.names[row.competitor]) for row in table] == [(1, "ann"), (1, "Zoe")]
