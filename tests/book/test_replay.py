"""What the facts of a match come to after corrections, undoing, striking and calling off."""

from sqlite_utils import Database

from scorekeeper.services.matches.recording import call_off
from scorekeeper.store import writing
from scorekeeper.store.match_events import NewEntry, Penalty, RoundEnd, Void, add_entries
from tests.book.match import Match, blocked, out, play, start, ticket


def score(db: Database, at: Match, *ends: RoundEnd) -> None:
    for end in ends:
        assert at.record(db, end)


def test_totals_follow_from_the_rounds(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", "Cy")
    score(db, at, out(at, 0, {1: 18, 2: 12}), blocked(at, {0: 20, 1: 3, 2: 10}))
    state = at.book(db).state
    assert (state.totals, state.round_open, state.finished) == ((30, 27, 0), 3, False)
    assert state.lead.player == "Bob"


def test_a_correction_moves_everything_after_it(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 40}), out(at, 0, {1: 30}))
    at.correct(db, 1, out(at, 1, {0: 25}))
    book = at.book(db)
    assert book.state.totals == (30, 25)
    assert [step.totals for step in book.state.steps] == [(0, 25), (30, 25)]
    assert [entry.version for entry in book.entries if entry.root == 1] == [1, 3]


def test_a_corrected_winning_round_opens_the_match_again(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    score(db, at, out(at, 0, {1: 40}), out(at, 0, {1: 30}))
    assert at.book(db).state.winner == 0
    at.correct(db, 2, out(at, 1, {0: 30}))
    book = at.book(db)
    assert (book.state.winner, book.running, book.state.totals) == (None, True, (40, 30))
    score(db, at, out(at, 1, {0: 20}))
    assert at.book(db).state.winner == 1


def test_a_correction_can_win_the_match_earlier_and_what_came_after_is_kept(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    score(db, at, out(at, 0, {1: 40}), out(at, 1, {0: 30}), out(at, 1, {0: 10}))
    at.correct(db, 1, out(at, 0, {1: 60}))
    state = at.book(db).state
    assert (state.winner, state.totals) == (0, (60, 0))
    assert [step.counted for step in state.steps] == [True, False, False]


def test_undo_takes_one_round_after_the_other_out(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 10}), out(at, 1, {0: 20}))
    at.undo(db)
    assert (at.book(db).state.totals, at.book(db).state.round_open) == ((10, 0), 2)
    at.undo(db)
    book = at.book(db)
    assert (book.state.totals, book.state.round_open, book.last_act) == ((0, 0), 1, None)
    assert len(book.entries) == 4


def test_undo_brings_a_struck_round_back_whole(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}), play(0, 15))
    score(db, at, out(at, 1, {0: 20}))
    before = at.book(db).state.totals
    at.strike(db, 1)
    assert at.book(db).state.totals != before
    at.undo(db)
    assert at.book(db).state.totals == before


def test_undo_walks_back_through_corrections_to_and_fro(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 10}))
    for pips in (11, 10, 12):
        at.correct(db, 1, out(at, 0, {1: pips}))
    seen = []
    for _ in range(4):
        seen.append(at.book(db).state.totals[0])
        at.undo(db)
    assert seen == [12, 10, 11, 10]
    assert at.book(db).state.totals == (0, 0)


def test_what_follows_an_undo_can_be_undone_too(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 10}), out(at, 1, {0: 20}))
    at.undo(db)
    score(db, at, out(at, 1, {0: 5}))
    at.undo(db)
    at.undo(db)
    assert at.book(db).state.totals == (0, 0)


def test_undo_of_a_correction_restores_what_stood_before(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 10}), out(at, 1, {0: 20}))
    at.correct(db, 1, out(at, 1, {0: 5}))
    assert at.book(db).state.totals == (0, 25)
    at.undo(db)
    assert at.book(db).state.totals == (10, 20)
    at.undo(db)
    assert at.book(db).state.totals == (10, 0)


def test_undo_goes_back_one_correction_at_a_time(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 10}))
    at.correct(db, 1, out(at, 0, {1: 11}))
    at.correct(db, 1, out(at, 0, {1: 12}))
    at.undo(db)
    assert at.book(db).state.totals == (11, 0)


def test_undo_of_the_winning_round_lets_play_go_on(db: Database) -> None:
    at = start(db, "block", "Ann", "Bob", target=1)
    score(db, at, out(at, 0, {}))
    assert not at.book(db).running
    at.undo(db)
    assert at.book(db).running


def test_a_struck_round_is_out_with_its_plays(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}), play(1, 15), play(0, 5))
    at.record(db, out(at, 1, {0: 20}))
    assert at.book(db).state.totals == (15, 35)
    assert at.strike(db, 1)
    book = at.book(db)
    assert book.state.totals == (0, 20)
    assert [entry.round for entry in book.counting] == [2]
    assert sum(isinstance(entry.told, Void) for entry in book.entries) == 3
    assert at.strike(db, 1) is False


def test_a_called_off_match_has_no_result_until_it_is_taken_back(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 10}))
    assert call_off(db, at.at, ticket=ticket(), stamp=at.stamp)
    book = at.book(db)
    assert (book.called_off, book.running, book.state.totals) == (True, False, (10, 0))
    assert call_off(db, at.at, ticket=ticket(), stamp=at.stamp) is False
    at.undo(db)
    book = at.book(db)
    assert (book.called_off, book.running) == (False, True)


def test_a_match_that_is_won_cannot_be_called_off(db: Database) -> None:
    at = start(db, "block", "Ann", "Bob", target=1)
    score(db, at, out(at, 0, {}))
    assert call_off(db, at.at, ticket=ticket(), stamp=at.stamp) is False
    assert not at.book(db).called_off


def test_pairs_score_for_their_side(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", "Cy", "Di", pairs=True)
    score(db, at, out(at, 0, {1: 10, 2: 7, 3: 4}))
    book = at.book(db)
    assert book.sides == ("Ann & Cy", "Bob & Di")
    assert book.state.totals == (14, 0)


def test_the_same_facts_always_come_to_the_same(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", "Cy")
    score(db, at, out(at, 0, {1: 18, 2: 12}), out(at, 2, {0: 7, 1: 8}))
    at.correct(db, 1, blocked(at, {0: 5, 1: 18, 2: 12}))
    assert at.book(db) == at.book(db)
    assert at.book(db).state.totals == (25, 0, 15)


def test_every_entry_can_be_said_in_one_line(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    score(db, at, out(at, 0, {1: 10}))
    with writing(db):
        penalty = NewEntry(Penalty(1, -8), 2, "k", "said", reason="wrong knock")
        add_entries(db, *at.at, [penalty], at.stamp)
    call_off(db, at.at, ticket=ticket(), stamp=at.stamp)
    at.undo(db)
    book = at.book(db)
    said = [book.words_of(entry) for entry in book.entries]
    assert said[0] == "Ann chipped out: 10"
    assert "Bob" in said[1]
    assert said[2:] == ["called off", "taken out"]
