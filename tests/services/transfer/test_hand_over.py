"""A phone takes a club along, plays without it, and hands over what it played: exactly once, nothing lost."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.services.transfer.handover_file import (
    NoHandover,
    handover_lines,
    mark,
    read_handover,
    waiting,
)
from scorekeeper.services.transfer.people import Asked
from scorekeeper.services.transfer.take_along import NotHandedOver, take_along
from scorekeeper.services.transfer.take_in import SAFE, Taken, take_in
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.audit import Author, changes
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.clubs.devices import ensure_device
from scorekeeper.store.clubs.players import add_player, players
from scorekeeper.store.engine.chain import CHAINED
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_every_chain
from scorekeeper.store.transfer.handover_rows import handed_over_by
from scorekeeper.store.transfer.import_rows import known_steps
from tests.chains import chained_anew
from tests.services.match import EVENING, Match, out, start

LATER = "2026-11-22T09:00:00Z"


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Database]:
    migrate(tmp_path / "phone.db")
    with closing(open_store(tmp_path / "phone.db")) as db:
        yield db


@pytest.fixture
def evening(db: Database, phone: Database) -> Match:
    """A match begun at the club, one round played, then taken along."""
    match = start(db, "block", "Ann", "Bob")
    match.record(db, out(match, 0, {1: 9}))
    take_along(phone, exported(db, match.club))
    return match


def whole(db: Database) -> bool:
    """Whether every chain of the database is."""
    return not [*faults_in_every_chain(db)]


def hand_over(phone: Database, db: Database, club: str, **answers: str) -> list[Taken]:
    """Everything that waits, through the file, and the club's answer back to the phone."""
    found = find_club(phone, club)
    assert found is not None
    lines = list(handover_lines(phone, found))
    with writing(db):
        ensure_device(db, club, "bar", LATER)
    taken = take_in(db, club, read_handover(db, club, lines), answers, Author("bar", LATER))
    mark(phone, club, [(one.entity, one.id, one.version) for one in taken if one.state in SAFE])
    return taken


def rounds(db: Database, match: Match) -> list[str]:
    return [event.key for event in match.state(db).events]


def test_match_begun_at_the_club_is_played_on_and_comes_home_once(
    db: Database, phone: Database, evening: Match
) -> None:
    assert waiting(phone, evening.club) == {}
    evening.record(phone, out(evening, 1, {0: 4}))
    evening.undo(phone)
    evening.record(phone, out(evening, 1, {0: 5}))
    assert waiting(phone, evening.club) == {("match", evening.id): 4}
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["added"]
    assert rounds(db, evening) == rounds(phone, evening)
    assert evening.state(db).score == evening.state(phone).score
    assert whole(db)
    assert whole(phone)
    assert waiting(phone, evening.club) == {}
    assert hand_over(phone, db, evening.club) == []


def test_same_file_twice_changes_nothing(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    club = find_club(phone, evening.club)
    assert club is not None
    lines = list(handover_lines(phone, club))
    hand_over(phone, db, evening.club)
    before = list(exported(db, evening.club))
    repeated = take_in(db, evening.club, read_handover(db, evening.club, lines), {}, Author("bar", LATER))
    assert [one.state for one in repeated] == ["known"]
    assert list(exported(db, evening.club)) == before


def test_rematch_under_a_clock_that_was_put_back_comes_after_its_first(
    db: Database, phone: Database, evening: Match
) -> None:
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
    assert handed_over_by(db, evening.club, "match", second.id) == [(change.nickname, LATER)]
    assert handed_over_by(db, evening.club, "match", evening.id) == []


def test_club_that_has_gone_on_is_ahead(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    hand_over(phone, db, evening.club)
    evening.record(db, out(evening, 0, {1: 2}))
    phone.execute("DELETE FROM handovers")
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["ahead"]
    assert waiting(phone, evening.club) == {}


def test_both_have_gone_on(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    evening.record(db, out(evening, 0, {1: 2}))
    here, there = list(exported(db, evening.club)), list(exported(phone, evening.club))
    (one,) = hand_over(phone, db, evening.club)
    assert (one.state, one.words[:42]) == ("conflict", "Both sides have gone on by themselves: ent")
    ours, theirs = one.both
    assert [summary.totals for summary in one.both] == [(("Ann", 2), ("Bob", 0)), (("Ann", 1), ("Bob", 1))]
    assert [entry.words for entry in ours.entries][:1] == [entry.words for entry in theirs.entries][:1]
    assert ours.entries[1].words.startswith("Ann chipped out")
    assert theirs.entries[1].words.startswith("Bob chipped out")
    assert rounds(db, evening) != rounds(phone, evening)
    assert [line for line in exported(db, evening.club) if '"devices"' not in line][2:] != []
    assert len(here) == len(list(exported(db, evening.club))) - 1  # the phone at the bar, and nothing else
    assert list(exported(phone, evening.club)) == there
    assert waiting(phone, evening.club)


def test_round_that_the_rules_refuse_is_not_taken(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    found = find_club(phone, evening.club)
    assert found is not None
    lines = [line.replace('"pips":4', '"pips":400') for line in handover_lines(phone, found)]
    with pytest.raises(NoHandover, match=r"changed, in match .*: entry 2, or one before it"):
        read_handover(db, evening.club, lines)
    lines = chained_anew(lines)
    with writing(db):
        ensure_device(db, evening.club, "bar", LATER)
    (one,) = take_in(db, evening.club, read_handover(db, evening.club, lines), {}, Author("bar", LATER))
    assert one.state == "refused"
    assert "round 2" in one.words
    assert len(rounds(db, evening)) == 1


def test_is_this_your_cy(db: Database, phone: Database, evening: Match) -> None:
    """Both sides met a Cy meanwhile. It is asked once, and remembered."""
    with writing(phone):
        theirs = add_player(phone, evening.club, "Cy", name_key("Cy"), EVENING).id
        match = evening._replace(id="", players=[evening.players[0], theirs])
        match = match.sit_down(phone, evening.state(phone).card)
    match.record(phone, out(match, 1, {0: 3}))
    with writing(db):
        ours = add_player(db, evening.club, "cy", name_key("cy"), EVENING).id
    with pytest.raises(Asked) as asked:
        hand_over(phone, db, evening.club)
    (question,) = asked.value.questions
    assert (question.alias, question.name, question.theirs) == (theirs, "Cy", "cy")
    assert [one.state for one in hand_over(phone, db, evening.club, **{theirs: "same"})] == ["taken"]
    assert [seat.player for seat in match.state(db).match.seats] == [evening.players[0], ours]
    match.record(phone, out(match, 0, {1: 6}))
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["added"]
    assert len(players(db, evening.club)) == 3
    assert whole(db)  # though the same person goes by another number on the phone
    assert whole(phone)


def test_another_cy_gets_another_name(db: Database, phone: Database, evening: Match) -> None:
    with writing(phone):
        theirs = add_player(phone, evening.club, "Cy", name_key("Cy"), EVENING).id
        match = evening._replace(id="", players=[evening.players[0], theirs])
        match = match.sit_down(phone, evening.state(phone).card)
    with writing(db):
        add_player(db, evening.club, "Cy", name_key("Cy"), EVENING)
    with pytest.raises(Asked) as asked:
        hand_over(phone, db, evening.club, **{theirs: "Ann"})
    assert asked.value.questions[0].fault == "Somebody here is called Ann already."
    assert [one.state for one in hand_over(phone, db, evening.club, **{theirs: "Cy Two"})] == ["taken"]
    assert [seat.name for seat in match.state(db).match.seats] == ["Ann", "Cy Two"]


def test_pairs_are_the_clubs_own(db: Database, phone: Database) -> None:
    first = start(db, "block", "Ann", "Bob", "Cy", "Di", pairs=True)
    take_along(phone, exported(db, first.club))
    with writing(phone):
        match = first._replace(id="").sit_down(phone, first.state(phone).card, pairs=True)
    hand_over(phone, db, first.club)
    assert [seat.team for seat in match.state(db).match.seats] == [
        seat.team for seat in first.state(db).match.seats
    ]


def test_taking_along_again(db: Database, phone: Database, evening: Match) -> None:
    """Only when the club has everything; then the phone knows what the club knows."""
    evening.record(phone, out(evening, 1, {0: 4}))
    before = list(exported(phone, evening.club))
    with pytest.raises(NotHandedOver, match="Hand over first: 1"):
        take_along(phone, exported(db, evening.club))
    assert list(exported(phone, evening.club)) == before
    hand_over(phone, db, evening.club)
    evening.record(db, out(evening, 0, {1: 2}))
    take_along(phone, exported(db, evening.club))
    assert rounds(phone, evening) == rounds(db, evening)
    assert waiting(phone, evening.club) == {}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda lines: lines[:-1], "cut short"),
        (lambda _lines: ["hello"], "no file that a pocket"),
        (lambda lines: [lines[0].replace('"club":"', '"club":"x'), *lines[1:]], "another club"),
        (lambda lines: [lines[0].replace('"schema":"', '"schema":"x'), *lines[1:]], "newer"),
        (lambda lines: [lines[0], "{", *lines[2:]], "Line 2: The line is broken"),
    ],
)
def test_file_that_is_none(db: Database, phone: Database, evening: Match, spoil: object, said: str) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    found = find_club(phone, evening.club)
    assert found is not None
    lines = list(handover_lines(phone, found))
    with pytest.raises(NoHandover, match=said):
        read_handover(db, evening.club, spoil(lines))  # type: ignore[operator]


def test_import_judges_again(db: Database, phone: Database) -> None:
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
    assert one.sentence.startswith("matches: its record does not hang together: entry 1")
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
    assert one.sentence.endswith("does not hang together: entries at its end are gone.")


def last_of(value: dict[str, dict[str, object]]) -> object:
    return value["row"].get("version")


def test_a_file_from_before_there_was_a_chain_gets_one(db: Database, phone: Database) -> None:
    match = start(db, "block", "Ann", "Bob")
    match.record(db, out(match, 1, {0: 4}))
    values = [json.loads(line) for line in exported(db, match.club)]
    for value in values[1:]:
        value["row"].pop("chain", None)
    steps = known_steps(db)
    values[0]["schema"] = steps[steps.index(CHAINED) - 1]
    import_club(phone, map(json.dumps, values))
    assert list(exported(phone, match.club)) == list(exported(db, match.club))


def test_club_that_is_here_is_said_in_one_sentence(db: Database) -> None:
    match = start(db, "block", "Ann", "Bob")
    with pytest.raises(ImportRefused) as refused:
        import_club(db, list(exported(db, match.club)))
    (one,) = refused.value.refusals
    assert one.sentence.startswith("This club is here already.")
