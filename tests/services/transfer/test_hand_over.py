"""A phone takes a club along, plays offline, and hands its matches over: exactly once, nothing lost."""

import json
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest
import time_machine
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.services.gate import LIMITS, TooMany
from scorekeeper.services.matches.starting import MatchSetup, change_setup, goes_on_as
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.services.transfer.handover_file import NoHandover, read_handover, take_along, waiting
from scorekeeper.services.transfer.take_in import take_in
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import changes, count_acts, forget_counts
from scorekeeper.store.engine.connection import can_be_written, connect, writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.transfer.handover_rows import copied_up_to, handed_over_by
from tests.chains import chained_anew
from tests.databases import make_database
from tests.services.match import Match, out, start
from tests.services.transfer.handover import LATER, bar, fetch, file_of, hand_over, rounds, whole


def test_match_begun_at_the_club_comes_home_once(db: Database, phone: Database, evening: Match) -> None:
    assert waiting(phone, evening.club) == {}
    evening.record(phone, out(evening, 1, {0: 4}))
    evening.undo(phone)
    evening.record(phone, out(evening, 1, {0: 5}))
    assert waiting(phone, evening.club) == {("match", evening.id): 4}
    lines = file_of(phone, evening.club)
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["added"]
    assert rounds(db, evening) == rounds(phone, evening)
    assert evening.state(db).score.totals == evening.state(phone).score.totals
    entered_by = "SELECT DISTINCT device FROM match_events WHERE club = ? AND version > 1"
    assert db.execute(entered_by, [evening.club]).fetchall() == [("bar",)], "who hands it over enters it"
    assert whole(db)
    assert whole(phone)
    assert waiting(phone, evening.club) == {}
    assert hand_over(phone, db, evening.club) == []
    before = list(exported(db, evening.club))
    repeated = take_in(bar(db, evening.club), read_handover(db, evening.club, lines), {})
    assert [one.state for one in repeated] == ["known"], "the same file a second time"
    assert list(exported(db, evening.club)) == before


def test_what_comes_home_in_an_hour_is_limited(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    evening.record(phone, out(evening, 1, {0: 5}))
    most = LIMITS["handed_entry"].phone
    with writing(db):
        count_acts(db, evening.club, "handed_entry", "bar", LATER, most - 1)
    before = rounds(db, evening)
    with pytest.raises(TooMany, match=f"{most} rounds and plays brought home by this phone in one hour"):
        hand_over(phone, db, evening.club)
    assert rounds(db, evening) == before
    with writing(db):
        forget_counts(db, evening.club)
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["added"]
    assert rounds(db, evening) == rounds(phone, evening)


def test_rematch_under_a_clock_put_back_comes_second(db: Database, phone: Database, evening: Match) -> None:
    with writing(phone):
        first = evening._replace(id="").sit_down(phone, evening.state(phone).card)
        with time_machine.travel(datetime(2020, 1, 1, tzinfo=UTC)):
            second = first.sit_down(phone, evening.state(phone).card)
    assert second.id < first.id
    second.record(phone, out(second, 0, {1: 7}))
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["taken", "taken"]
    assert second.state(db).match.rematch_of == first.id


def test_new_match_of_the_phone_and_its_rematch(db: Database, phone: Database, evening: Match) -> None:
    with writing(phone):
        first = evening._replace(id="").sit_down(phone, evening.state(phone).card)
        second = first.sit_down(phone, evening.state(phone).card)
    second.record(phone, out(second, 0, {1: 7}))
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["taken", "taken"]
    assert second.state(db).match.rematch_of == first.id
    (change, *_) = changes(db, evening.club, [second.id])
    assert (change.field, change.new, change.changed_at) == ("handed_over", "1", LATER)
    assert handed_over_by(db, evening.club, second.id) == [(change.nickname, LATER)]
    assert handed_over_by(db, evening.club, evening.id) == []


def test_others_save_beside_a_long_file(db: Database, phone: Database, evening: Match) -> None:
    for _ in range(30):
        with writing(phone):
            another = evening._replace(id="").sit_down(phone, evening.state(phone).card)
        another.record(phone, out(another, 0, {1: 7}))
    with closing(connect(db.execute("PRAGMA database_list").fetchone()[2])) as other:
        other.execute("PRAGMA busy_timeout = 0")
        free, over = [], Event()

        def look() -> None:
            while not over.is_set():
                free.append(is_free(other))
                sleep(0.001)

        looking = Thread(target=look)
        looking.start()
        taken = hand_over(phone, db, evening.club)
        over.set()
        looking.join()
    assert {one.state for one in taken} == {"taken"}
    assert sum(free) > len(free) / 4, "the lock is free again and again"


def is_free(db: Database) -> bool:
    try:
        return can_be_written(db)
    except sqlite3.OperationalError:
        return False


def test_club_that_has_gone_on_is_ahead(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    hand_over(phone, db, evening.club)
    evening.record(db, out(evening, 0, {1: 2}))
    phone.execute("DELETE FROM handovers WHERE entity <> 'club'")
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["ahead"]
    assert waiting(phone, evening.club) == {}


def test_both_have_gone_on(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    evening.record(db, out(evening, 0, {1: 2}))
    here, there = list(exported(db, evening.club)), list(exported(phone, evening.club))
    (one,) = hand_over(phone, db, evening.club)
    assert (one.state, one.words[:55]) == (
        "conflict",
        "The match was played on in both places: from entry 2 on",
    )
    ours, theirs = one.both
    assert [summary.totals for summary in one.both] == [(("Ann", 2), ("Bob", 0)), (("Ann", 1), ("Bob", 1))]
    assert ours.entries[0][0] == theirs.entries[0][0]
    assert ours.entries[1][0].startswith("Ann chipped out")
    assert theirs.entries[1][0].startswith("Bob chipped out")
    assert rounds(db, evening) != rounds(phone, evening)
    assert [line for line in exported(db, evening.club) if '"devices"' not in line][2:] != []
    assert len(here) == len(list(exported(db, evening.club))) - 1  # the phone at the bar, and nothing else
    assert list(exported(phone, evening.club)) == there
    assert waiting(phone, evening.club)


def test_round_that_the_rules_refuse_is_not_taken(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    lines = [line.replace('"pips":4', '"pips":400') for line in file_of(phone, evening.club)]
    with pytest.raises(NoHandover, match=r"changed, in match .*: entry 2, or one before it"):
        read_handover(db, evening.club, lines)
    handover = read_handover(db, evening.club, chained_anew(lines))
    (one,) = take_in(bar(db, evening.club), handover, {})
    assert one.state == "refused"
    assert "round 2" in one.words
    assert len(rounds(db, evening)) == 1


def test_a_hand_of_nobody_is_refused_in_words(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    lines = [
        line.replace(evening.players[0], new_id()) if '"table":"hands"' in line else line
        for line in file_of(phone, evening.club)
    ]
    (one,) = take_in(bar(db, evening.club), read_handover(db, evening.club, chained_anew(lines)), {})
    assert (one.state, one.words) == ("refused", "It cannot be stored: it points at a row that is missing.")
    assert len(rounds(db, evening)) == 1
    assert whole(db)


def test_what_was_played_on_with_a_nobody_as_partner_is_not_shown(
    db: Database, phone: Database, evening: Match
) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    evening.record(db, out(evening, 0, {1: 2}))
    lines = [
        line.replace(evening.players[1], new_id()).replace('"side":1', '"side":0')
        if '"table":"seats"' in line
        else line
        for line in file_of(phone, evening.club)
    ]
    (one,) = take_in(bar(db, evening.club), read_handover(db, evening.club, lines), {})
    assert (one.state, one.both) == ("conflict", ())


def test_copying_again_takes_nothing_that_is_not_home(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    played = rounds(phone, evening)
    for whole_club in (True, False):
        since = None if whole_club else copied_up_to(phone, evening.club)
        take_along(phone, exported(db, evening.club, since))
        assert rounds(phone, evening) == played
        assert waiting(phone, evening.club) == {("match", evening.id): 2}
    hand_over(phone, db, evening.club)
    evening.record(db, out(evening, 0, {1: 2}))
    fetch(phone, db, evening.club)
    assert rounds(phone, evening) == rounds(db, evening)
    assert waiting(phone, evening.club) == {}
    assert whole(phone)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda lines: lines[:-1], "cut short"),
        (lambda _lines: ["hello"], "not a file that a phone"),
        (lambda lines: [lines[0].replace('"club":"', '"club":"x'), *lines[1:]], "another club"),
        (lambda lines: [lines[0].replace('"schema":"', '"schema":"x'), *lines[1:]], "newer"),
        (lambda lines: [lines[0], "{", *lines[2:]], "Line 2: The line is broken"),
    ],
)
def test_no_bad_file_is_read(db: Database, phone: Database, evening: Match, spoil: object, said: str) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    lines = file_of(phone, evening.club)
    with pytest.raises(NoHandover, match=said):
        read_handover(db, evening.club, spoil(lines))  # type: ignore[operator]


def test_import_validates_again(db: Database, phone: Database) -> None:
    match = start(db, "block", "Ann", "Bob")
    match.record(db, out(match, 1, {0: 4}))
    lines = [line.replace('"pips":4', '"pips":400') for line in exported(db, match.club)]
    with pytest.raises(ImportRefused) as refused:
        import_club(phone, chained_anew(lines))
    assert [one.sentence.startswith("matches: round 1: ") for one in refused.value.refusals] == [True]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('"pips":4', '"pips":5'),
        ('"entered_at":"2026-11-21T20', '"entered_at":"2026-11-21T21'),
        ('"chain":"', '"chain":"0'),
    ],
)
def test_a_changed_record_is_not_imported(db: Database, phone: Database, was: str, becomes: str) -> None:
    match = start(db, "block", "Ann", "Bob")
    match.record(db, out(match, 1, {0: 4}))
    lines = list(exported(db, match.club))
    changed = [line.replace(was, becomes) for line in lines]
    assert changed != lines
    with pytest.raises(ImportRefused) as refused:
        import_club(phone, changed)
    (one,) = refused.value.refusals
    assert one.sentence.startswith("matches: its record is not consistent: entry 1")
    assert '"table":"matches"' in lines[one.line - 1]


def test_a_record_without_its_last_round_is_not_imported(db: Database, phone: Database) -> None:
    match = start(db, "block", "Ann", "Bob")
    for _ in range(2):
        match.record(db, out(match, 1, {0: 4}))
    values = [json.loads(line) for line in exported(db, match.club)]
    left = [value for value in values if value.get("row", {}).get("match") is None or last_of(value) != 2]
    for value in left:
        if value.get("table") == "matches":
            value["row"]["version"] = 1
    left[0]["rows"] = len(left) - 1
    with pytest.raises(ImportRefused) as refused:
        import_club(phone, map(json.dumps, left))
    (one,) = refused.value.refusals
    assert one.sentence.endswith("is not consistent: entries at its end are gone.")


def last_of(value: dict[str, dict[str, object]]) -> object:
    return value["row"].get("version")


def dot_joins(db: Database, match: Match) -> Match:
    state = match.state(db)
    setup = MatchSetup(state.card, ("Ann", "Bob", "Dot"))
    after = change_setup(match.ask(db), match.id, setup, seen=state.match.version).answer
    joined = match._replace(id=after)
    return joined._replace(players=[seat.player for seat in joined.state(db).match.seats])


def test_both_matches_come_home_and_belong_together(db: Database, phone: Database, evening: Match) -> None:
    after = dot_joins(phone, evening)
    after.record(phone, out(after, 1, {0: 4, 2: 5}))
    for states in (["added", "taken"], ["known", "known"]):
        handover = read_handover(db, evening.club, file_of(phone, evening.club))
        taken = take_in(bar(db, evening.club), handover, {})
        assert [one.state for one in taken] == states
    assert after.state(db).score.totals == after.state(phone).score.totals == (1, 1, 0)
    assert goes_on_as(db, evening.state(db)) == after.id


def test_both_matches_move_with_their_club(db: Database, evening: Match, tmp_path: Path) -> None:
    after = dot_joins(db, evening)
    there = open_store(make_database(tmp_path / "there.db"))
    import_club(there, exported(db, evening.club))
    assert goes_on_as(there, evening.state(there)) == after.id
    assert after.state(there).score == after.state(db).score
    there.close()
