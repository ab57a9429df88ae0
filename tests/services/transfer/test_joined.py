"""A match that goes on with others since somebody joined or left: handed over, and moved with its club."""

from pathlib import Path

from sqlite_utils import Database

from scorekeeper.services.matches.starting import MatchSetup, change_setup, goes_on_as
from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.services.transfer.handover_file import read_handover
from scorekeeper.services.transfer.take_in import take_in
from scorekeeper.store import open_store
from tests.databases import make_database
from tests.services.match import Match, out
from tests.services.transfer.handover import bar, file_of


def dot_joins(db: Database, match: Match) -> Match:
    state = match.state(db)
    setup = MatchSetup(state.card, ("Ann", "Bob", "Dot"))
    after = change_setup(match.ask(db), match.id, setup, seen=state.match.version).answer
    joined = match._replace(id=after)
    return joined._replace(players=[seat.player for seat in joined.state(db).match.seats])


def test_both_matches_are_handed_over_and_belong_together(
    db: Database, phone: Database, evening: Match
) -> None:
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
