"""A mangled club file is imported whole and all of it can be read, or is refused with its bad lines."""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from scorekeeper.services.clubs.club_results import results
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from scorekeeper.store.leagues.leagues import leagues
from tests.chains import chained_anew
from tests.databases import make_database
from tests.services.league import EVENING, Secretary
from tests.services.match import blocked, lay, out, play, start

# ``make test-long`` mangles 1000, and puts a mistake into 100.
FILES = int(os.environ.get("SCOREKEEPER_FILES", "50"))
Lines = list[str]
AWKWARD = st.sampled_from(("\ud800", "\0", "", "[]", "{}", "6-6", "2026-09-07", "key", "L", "blocked"))
TEXT = AWKWARD | st.text(st.characters(exclude_categories=()), max_size=30)
NUMBERS = st.one_of(st.integers(-3, 9), st.integers(-(2**70), 2**70), st.floats())
VALUES = st.one_of(st.none(), st.booleans(), NUMBERS, TEXT, st.lists(NUMBERS, max_size=2), st.just({}))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """A club with a match of fives entered in all three ways, and a league with one night entered."""
    path = tmp_path_factory.mktemp("from") / "club.db"
    with closing(open_store(make_database(path))) as db:
        at = start(db, "fives", "Ann", "Bob", "Cy", "Di", pairs=True)
        at.record(db, out(at, 0, {1: 20, 2: 5, 3: 12}), lay(at, 0, "5-0", "L"), play(1, 10))
        at.record(db, blocked(at, {0: 8, 1: 20, 2: 9, 3: 12}), reason="it was so")
        at.correct(db, 3, out(at, 0, {1: 21, 2: 5, 3: 12}))
        at.undo(db)
        secretary = Secretary.begin(db, at.club, "singles", {"Ann": "Ann", "Bob": "Bob"}, EVENING)
        secretary.draw_up(date(2026, 9, 7))
        secretary.report_all(secretary.card(), {1})
        return list(exported(db, at.club))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Database]:
    folder, number = tmp_path_factory.mktemp("to"), count(1)
    make_database(folder / "empty.db")

    def another() -> Database:
        path = shutil.copyfile(folder / "empty.db", folder / f"{next(number)}.db")
        return open_store(Path(path))

    return another


def mangled(data: st.DataObject, lines: Lines) -> Iterator[str]:
    """The lines with one of them changed in a value or a character, doubled or left out."""
    at = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(("value", "value", "value", "letters", "twice", "gone")))
    yield from lines[:at]
    if how == "value":
        yield json.dumps(_with_another_value(data, json.loads(lines[at]))) + "\n"
    elif how == "letters":
        cut = data.draw(st.integers(0, len(lines[at])))
        yield lines[at][:cut] + data.draw(TEXT) + lines[at][cut + data.draw(st.integers(0, 3)) :]
    elif how == "twice":
        yield from (lines[at], lines[at])
    yield from lines[at + 1 :]


def _with_another_value(data: st.DataObject, line: dict[str, Any]) -> dict[str, Any]:
    fields = line.get("row", line)
    name = data.draw(st.sampled_from(sorted(fields)))
    fields[name] = data.draw(AWKWARD | VALUES if isinstance(fields[name], str) else VALUES)
    return line


def test_a_mangled_file_is_imported_whole_or_refused_with_its_lines(
    lines: Lines, fresh: Callable[[], Database]
) -> None:
    @settings(max_examples=FILES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.data())
    def take(data: st.DataObject) -> None:
        sent = list(mangled(data, lines))
        with closing(fresh()) as db:
            try:
                club = import_club(db, sent)
            except ImportRefused as error:
                refused = error.refusals
            else:
                refused = []
                can_be_read(db, club)
            assert all(1 <= fault.line <= len(sent) and fault.sentence.encode() for fault in refused)
            assert bool(clubs(db)) != bool(refused)

    take()


def can_be_read(db: Database, club: str) -> None:
    """Every match and league can be added up, and nothing contradicts itself."""
    assert (faults_in_file(db), [*faults_in_record(db), *faults_in_every_chain(db)]) == ([], [])
    assert len(results(db, club)) == 1
    for league in leagues(db, club):
        season = open_season(db, club, league.id, date.max)
        assert season is not None
        _ = season.table


def assert_refused(fresh: Callable[[], Database], lines: Iterable[str]) -> None:
    with closing(fresh()) as db, pytest.raises(ImportRefused):
        import_club(db, lines)


def with_row(lines: Lines, table: str, row: dict[str, Any]) -> Lines:
    head = json.loads(lines[0])
    head["rows"] += 1
    return [json.dumps(head) + "\n", *lines[1:], json.dumps({"table": table, "row": row}) + "\n"]


def club_of(lines: Lines) -> str:
    return str(next(json.loads(line)["row"]["id"] for line in lines if '"table":"clubs"' in line))


@pytest.mark.parametrize("table", ["pins", "pin_attempts", "club_openings"])
def test_rows_that_no_export_holds_are_refused(
    lines: Lines, fresh: Callable[[], Database], table: str
) -> None:
    rows = {
        "pins": {"salt": "zz", "hash": "00", "made_at": "2026-11-21T20:00:00Z"},
        "pin_attempts": {"client": "", "failures": 1, "closed_until": 2**62},
        "club_openings": {},
    }
    assert_refused(fresh, with_row(lines, table, {"club": club_of(lines), **rows[table]}))


@pytest.mark.parametrize("id", ["..", "a/b", "", "\n", "A" * 22, "1" * 21, "0" * 22 + "\n", "u" * 22])
@pytest.mark.parametrize("table", ["clubs", "matches", "players"])
def test_ids_are_fit_for_a_url(lines: Lines, fresh: Callable[[], Database], table: str, id: str) -> None:
    old = next(json.loads(line)["row"]["id"] for line in lines if f'"table":"{table}"' in line)
    changed = [line.replace(json.dumps(old), json.dumps(id)) for line in lines]
    assert_refused(fresh, changed)


@pytest.mark.parametrize(("table", "column"), [("clubs", "version"), ("links", "generation")])
def test_numbers_leave_room_to_count_further(
    lines: Lines, fresh: Callable[[], Database], table: str, column: str
) -> None:
    changed = []
    for line in lines:
        value = json.loads(line)
        if value.get("table") == table:
            value["row"][column] = 2**63 - 1
        changed.append(json.dumps(value) + "\n")
    assert_refused(fresh, changed)


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("matches", "started_at", "garbage"),
        ("players", "made_at", ""),
        ("match_events", "entered_at", "2026-02-30T20:00:00Z"),
        ("match_events", "entered_at", "9999-12-31T23:59:59Z"),
        ("card_events", "entered_at", "2026-09-07T20:00:00"),
        ("fixtures", "day", "2026-13-07"),
        ("matches", "lead_draw", "garbage 6-4"),
        ("matches", "seat_draw", "garbage 6-4"),
        ("match_events", "reverts", 1),
        ("match_events", "reverts", 10**6),
        ("fixtures", "version", 7),
        ("card_events", "home_legs", 90),
        ("card_events", "lineup", f"{'0' * 22} v {'1' * 22}"),
    ],
)
def test_rows_that_no_page_could_show_are_refused(
    lines: Lines, fresh: Callable[[], Database], table: str, column: str, value: object
) -> None:
    """Even if the hashes fit: an undo that reverts itself would be an endless loop."""
    changed = [json.loads(line) for line in lines]
    for each in changed:
        if each.get("table") == table:
            each["row"][column] = value
    assert_refused(fresh, chained_anew(map(json.dumps, changed)))


def test_a_pair_without_its_players_is_refused(lines: Lines, fresh: Callable[[], Database]) -> None:
    head, *rows = (json.loads(line) for line in lines if '"table":"team_members"' not in line)
    left = [json.dumps(each) for each in (head | {"rows": len(rows)}, *rows)]
    assert_refused(fresh, left)


def test_an_entry_that_was_corrected_must_be_readable_as_well(
    lines: Lines, fresh: Callable[[], Database]
) -> None:
    changed = [json.loads(line) for line in lines]
    ends = [each["row"] for each in changed if each.get("table") == "round_ends"]
    min(ends, key=lambda row: row["version"])["ends"] = "garbage"
    assert_refused(fresh, chained_anew(map(json.dumps, changed)))
