"""A second phone that sends the same has agreed: its key is stored, and a resend brings nothing back."""

from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import forfeit, reopen, sign
from scorekeeper.services.gate import Ask, IdempotencyKey, KeyReused
from scorekeeper.services.matches.recording import abandon, delete_round
from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.store import open_store
from tests.databases import make_database
from tests.services.league import EVENING, Secretary
from tests.services.match import Match, out, start
from tests.store.conftest import Table

FIRST, AGREED = "the first phone", "the second phone"


@pytest.fixture
def undone(db: Database) -> Match:
    """A match whose first round two phones have entered and one has then undone."""
    at = start(db, "draw", "Ann", "Bob")
    assert at.record(db, out(at, 0, {1: 10}), round=1, key=FIRST)
    assert not at.record(db, out(at, 0, {1: 10}), round=1, key=AGREED)
    at.undo(db)
    return at


def test_a_round_that_was_agreed_and_undone_does_not_come_back(db: Database, undone: Match) -> None:
    assert not undone.record(db, out(undone, 0, {1: 10}), round=1, key=AGREED)
    assert undone.state(db).score.totals == (0, 0)
    with pytest.raises(KeyReused):
        undone.record(db, out(undone, 0, {1: 20}), round=1, key=AGREED, said="something else")


def test_nor_after_the_club_has_moved_to_another_server(db: Database, undone: Match, tmp_path: Path) -> None:
    with closing(open_store(make_database(tmp_path / "elsewhere.db"))) as elsewhere:
        import_club(elsewhere, exported(db, undone.club))
        assert not undone.record(elsewhere, out(undone, 0, {1: 10}), round=1, key=AGREED)
        assert undone.state(elsewhere).score.totals == (0, 0)


def test_what_two_have_abandoned_or_deleted_stays_restored(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}))

    def give_up(key: str) -> bool:
        return abandon(at.ask(db, key), at.id).added

    def delete(key: str) -> bool:
        return delete_round(at.ask(db, key), at.id, 1).added

    assert (give_up(FIRST), give_up(AGREED)) == (True, False)
    at.undo(db)
    assert not give_up(AGREED)
    assert at.state(db).running
    assert (delete("one"), delete("other")) == (True, False)
    at.record(db, out(at, 0, {1: 12}), round=1)
    assert not delete("other")
    assert at.state(db).score.totals == (12, 0)


def test_a_card_signed_reopened_or_forfeited_by_two_keeps_its_later_state(db: Database, crown: Table) -> None:
    teams = {name: "\n".join(f"{name} {n}" for n in range(1, 7)) for name in ("Anchor", "Bell")}
    league = Secretary.begin(db, crown.club, "hdddcl", teams, EVENING)
    league.draw_up(date(2026, 9, 7))
    league.report_all(league.fixture_card(), {1})
    fixture, shown = league.fixture_card().fixture.id, league.fixture_card().wording

    def by(key: str, said: str) -> Ask:
        return league.ask._replace(key=IdempotencyKey(key, said))

    def signed(key: str) -> bool:
        sign(by(key, "sign"), fixture, 0, shown=shown)
        return bool(league.fixture_card().signatures[0])

    def signed_after_opening(key: str) -> bool:
        reopen(by(key, "open"), fixture, "upside down")
        return bool(league.fixture_card().signatures[0])

    def walked_over(key: str, side: int | None = 0) -> bool:
        forfeit(by(key, f"{side}"), fixture, side, "no show")
        return league.fixture_card().forfeited_by is not None

    assert signed("signed by one")
    assert signed("signed by another")
    assert not signed_after_opening("opened by one")
    assert not signed_after_opening("opened by another")
    assert not signed("signed by another"), "it was agreed, and the card has been opened since"
    assert signed("signed anew")
    assert signed_after_opening("opened by another"), "it was agreed, and the card has been signed since"
    assert not signed_after_opening("opened once more")
    assert walked_over("walked over")
    assert walked_over("walked over on another phone")
    assert not walked_over("taken back", None)
    assert not walked_over("walked over on another phone"), "it was agreed, and has been taken back since"
