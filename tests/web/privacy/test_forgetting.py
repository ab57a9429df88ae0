"""Forgetting a person, whatever their name, changes nobody else and leaves the club intact."""

import os
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.services.clubs.names import forget_player
from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.players import players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from tests.databases import make_database
from tests.services.league import EVENING, Secretary
from tests.services.match import out, start

HOSTILE = st.sampled_from(
    ("2", "1", "Foxes", "Hounds", "Bob", "0-0", "A", "x" * 30, "Nobby’s Oak Dominoes Club Te", "Player 2")
)
# A league's teams by their players; the last two names differ only in their thirtieth letter.
LONG = "Nobby’s Oak Dominoes Club Te "
SQUADS = {"Foxes": "Cy", "Hounds": "Di", f"{LONG}A": "Ed", f"{LONG}B": "Flo"}


def forgotten(folder: Path, names: list[str]) -> list[str]:
    """A club in which somebody was called all of this in turn and was forgotten; its file."""
    path = folder / "club.db"
    path.unlink(missing_ok=True)
    with closing(open_store(make_database(path))) as db:
        at = start(db, "draw", "Ann", "Bob", target=1000)
        at.record(db, out(at, 0, {1: 10}), reason="it took 2 rounds")
        Secretary.begin(db, at.club, "singles", SQUADS, EVENING)
        ann = next(player.id for player in players(db, at.club) if player.name == "Ann")
        for name in names:
            known = {player.id: player for player in players(db, at.club)}
            if name_key(name) not in {player.name_key for player in known.values()}:
                with writing(db, at.club):
                    rename(db, at.club, "player", known[ann], at.author, name=name, name_key=name_key(name))
        before = others(db)
        forget_player(at.ask(db), ann)
        assert others(db) == before
        assert (faults_in_file(db), [*faults_in_record(db), *faults_in_every_chain(db)]) == ([], [])
        return list(exported(db, at.club))


def others(db) -> list[tuple[object, ...]]:  # type: ignore[no-untyped-def]
    """Every stored text that is not about players."""
    return [
        *db.execute("SELECT name, name_key FROM squads ORDER BY id").fetchall(),
        *db.execute("SELECT name FROM leagues").fetchall(),
        *db.execute("SELECT old, new FROM audit_log WHERE entity <> 'player' ORDER BY id").fetchall(),
    ]


@settings(
    max_examples=100 if "SCOREKEEPER_EVERY" in os.environ else 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(HOSTILE | st.text(min_size=1, max_size=30), max_size=4))
@example(["Foxes", "Hounds", "Nobby"])
@example(["2"])
def test_a_club_that_has_forgotten_somebody_can_be_exported_and_imported(
    tmp_path: Path, names: list[str]
) -> None:
    good = []
    for name in names:
        try:
            good.append(parse_name(name))
        except NameFault:
            continue
    lines = forgotten(tmp_path, good)
    other = tmp_path / "other.db"
    other.unlink(missing_ok=True)
    with closing(open_store(make_database(other))) as db:
        club = import_club(db, lines)
        assert list(exported(db, club))[1:] == lines[1:]
        assert [*faults_in_record(db), *faults_in_every_chain(db)] == []


@pytest.mark.parametrize("name", ["2", "A"])
def test_a_number_or_letter_in_a_text_is_not_taken_for_a_name(tmp_path: Path, name: str) -> None:
    assert "it took 2 rounds" in "".join(forgotten(tmp_path, [name]))
