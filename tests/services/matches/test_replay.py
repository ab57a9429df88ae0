"""The score of a match after corrections, undo, deletions and abandoning."""

import pytest
from sqlite_utils import Database

from scorekeeper.services.matches.recording import abandon
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import NewMatchEvent, Penalty, Removal, RoundEnd, add_events
from tests.services.match import Match, out, play, start


def enter(db: Database, at: Match, *ends: RoundEnd) -> None:
    for end in ends:
        assert at.record(db, end)


def test_a_correction_moves_everything_after_it(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    enter(db, at, out(at, 0, {1: 40}), out(at, 0, {1: 30}))
    at.correct(db, 1, out(at, 1, {0: 25}))
    state = at.state(db)
    assert state.score.totals == (30, 25)
    assert [step.totals for step in state.score.steps] == [(0, 25), (30, 25)]
    assert [event.version for event in state.events if event.original == 1] == [1, 3]


def test_a_corrected_winning_round_opens_the_match_again(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    enter(db, at, out(at, 0, {1: 40}), out(at, 0, {1: 30}))
    assert at.state(db).score.winner == 0
    at.correct(db, 2, out(at, 1, {0: 30}))
    state = at.state(db)
    assert (state.score.winner, state.running, state.score.totals) == (None, True, (40, 30))
    enter(db, at, out(at, 1, {0: 20}))
    assert at.state(db).score.winner == 1


def test_a_correction_can_win_the_match_earlier_and_what_came_after_is_kept(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    enter(db, at, out(at, 0, {1: 40}), out(at, 1, {0: 30}), out(at, 1, {0: 10}))
    at.correct(db, 1, out(at, 0, {1: 60}))
    score = at.state(db).score
    assert (score.winner, score.totals) == (0, (60, 0))
    assert [step.counted for step in score.steps] == [True, False, False]


def test_undo_takes_one_round_after_the_other_out(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    enter(db, at, out(at, 0, {1: 10}), out(at, 1, {0: 20}))
    at.undo(db)
    assert (at.state(db).score.totals, at.state(db).score.round_open) == ((10, 0), 2)
    at.undo(db)
    state = at.state(db)
    assert (state.score.totals, state.score.round_open, state.last_act) == ((0, 0), 1, None)
    assert len(state.events) == 4


def test_undo_brings_a_struck_round_back_whole(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}), play(0, 15))
    enter(db, at, out(at, 1, {0: 20}))
    before = at.state(db).score.totals
    at.strike(db, 1)
    assert at.state(db).score.totals != before
    at.undo(db)
    assert at.state(db).score.totals == before


def test_undo_goes_back_through_repeated_corrections(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    enter(db, at, out(at, 0, {1: 10}))
    for pips in (11, 10, 12):
        at.correct(db, 1, out(at, 0, {1: pips}))
    seen = []
    for _ in range(4):
        seen.append(at.state(db).score.totals[0])
        at.undo(db)
    assert seen == [12, 10, 11, 10]
    assert at.state(db).score.totals == (0, 0)


def test_what_follows_an_undo_can_be_undone_too(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    enter(db, at, out(at, 0, {1: 10}), out(at, 1, {0: 20}))
    at.undo(db)
    enter(db, at, out(at, 1, {0: 5}))
    at.undo(db)
    at.undo(db)
    assert at.state(db).score.totals == (0, 0)


def test_undo_of_the_winning_round_lets_play_go_on(db: Database) -> None:
    at = start(db, "block", "Ann", "Bob", target=1)
    enter(db, at, out(at, 0, {}))
    assert not at.state(db).running
    at.undo(db)
    assert at.state(db).running


def test_a_struck_round_is_out_with_its_plays(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}), play(1, 15), play(0, 5))
    at.record(db, out(at, 1, {0: 20}))
    assert at.state(db).score.totals == (15, 35)
    assert at.strike(db, 1)
    state = at.state(db)
    assert state.score.totals == (0, 20)
    assert [event.round for event in state.counting] == [2]
    assert sum(isinstance(event.body, Removal) for event in state.events) == 3
    assert at.strike(db, 1) is False


def test_a_called_off_match_has_no_result_until_it_is_taken_back(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    enter(db, at, out(at, 0, {1: 10}))
    assert abandon(at.ask(db), at.id).added
    state = at.state(db)
    assert (state.abandoned, state.running, state.score.totals) == (True, False, (10, 0))
    assert abandon(at.ask(db), at.id).added is False
    at.undo(db)
    state = at.state(db)
    assert (state.abandoned, state.running) == (False, True)


def test_a_match_that_is_won_cannot_be_called_off(db: Database) -> None:
    at = start(db, "block", "Ann", "Bob", target=1)
    enter(db, at, out(at, 0, {}))
    with pytest.raises(Conflict, match="over already"):
        abandon(at.ask(db), at.id)
    assert not at.state(db).abandoned


def test_every_entry_can_be_said_in_one_line(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    enter(db, at, out(at, 0, {1: 10}))
    with writing(db):
        penalty = NewMatchEvent(Penalty(1, -8), 2, "k", "said", reason="wrong knock")
        add_events(db, *at.at, [penalty], at.author)
    abandon(at.ask(db), at.id)
    at.undo(db)
    state = at.state(db)
    said = [state.words_of(event) for event in state.events]
    assert said[0] == "Ann chipped out: 10"
    assert "Bob" in said[1]
    assert said[2:] == ["abandoned", "deleted"]
