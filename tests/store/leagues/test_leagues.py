"""Leagues, squads, fixtures and match cards come back as they were entered, and nothing entered is lost."""

import pytest
from sqlite_utils.utils import sqlite3

from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import (
    Forfeit,
    Reopening,
    Sent,
    add_card_events,
    league_card_events,
)
from scorekeeper.store.leagues.leagues import (
    NewFixture,
    add_fixtures,
    add_league,
    find_fixture,
    find_league,
    leagues,
)
from scorekeeper.store.leagues.squads import add_squad, change_squad, squads
from scorekeeper.store.leagues.squads import enter as enter_team
from tests.store.conftest import seat


@pytest.fixture
def league(db, crown):
    """A league of Crown with two squads of one: Ann's and Bob's."""
    with writing(db):
        made = add_league(db, crown.club, "Winter", "2026", "{}", crown.author)
        for name, player in zip(("Ales", "Bitters"), crown.players, strict=True):
            add_squad(db, crown.club, made, name, [player], crown.author)
    return made


def draw_up(db, crown, league, *days):
    home, away = (squad.id for squad in squads(db, crown.club, league))
    with writing(db):
        new = [NewFixture(number, home, away, day) for number, day in enumerate(days, 1)]
        return add_fixtures(db, crown.club, league, new, crown.author)


def enter(db, crown, fixture, *entered, key="t1", reason=None):
    with writing(db):
        found = find_fixture(db, crown.club, fixture)
        add_card_events(db, crown.club, found, entered, Sent(key, "said", reason), crown.author)


def test_a_team_is_entered_into_a_league_once_and_one_name_is_one_team(db, crown, league):
    ales, _ = squads(db, crown.club, league)
    with pytest.raises(sqlite3.IntegrityError), writing(db):
        enter_team(db, crown.club, league, ales, crown.author)
    with pytest.raises(sqlite3.IntegrityError), writing(db):
        add_squad(db, crown.club, league, "ales", [], crown.author)
    assert len(squads(db, crown.club, league)) == 2


def test_who_plays_for_a_team_from_when_to_when_is_kept(db, crown, league):
    ann, bob = crown.players
    ales, _ = squads(db, crown.club, league)
    for day, players in (
        ("2026-11-21", ()),
        ("2026-11-21", ((ann, "Ann"),)),
        ("2026-12-01", ((bob, "Bob"),)),
    ):
        author = crown.author._replace(at=f"{day}T20:00:00Z")
        known = squads(db, crown.club, league)[0]
        change_squad(db, crown.club, known, known._replace(players=players), author)
    kept = "SELECT player, left_on FROM squad_players WHERE squad = ? ORDER BY joined_on"
    assert db.execute(kept, [ales.id]).fetchall()[-1] == (bob, None)
    assert all(left for player, left in db.execute(kept, [ales.id]).fetchall() if player == ann)


def test_a_key_is_stored_once(db, crown, league):
    (fixture,) = draw_up(db, crown, league, "2026-11-24")
    enter(db, crown, fixture, Forfeit(0), Forfeit(1))
    with pytest.raises(sqlite3.IntegrityError):
        enter(db, crown, fixture, Forfeit(1))
    assert [event.key for event in league_card_events(db, crown.club, league)[fixture]] == ["t1", "t1:1"]


@pytest.mark.parametrize("act", ["UPDATE card_events SET reason = 'x'", "DELETE FROM card_events"])
def test_card_entries_are_only_added_to(db, crown, league, act):
    (fixture,) = draw_up(db, crown, league, "2026-11-24")
    enter(db, crown, fixture, Forfeit(0))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(act)


def test_a_reopening_needs_a_reason(db, crown, league):
    (fixture,) = draw_up(db, crown, league, "2026-11-24")
    with pytest.raises(sqlite3.IntegrityError):
        enter(db, crown, fixture, Reopening())


@pytest.mark.usefixtures("crown")
def test_leagues_are_kept_apart_by_club(db, league):
    anchor = seat(db, "The Anchor")
    assert leagues(db, anchor.club) == []
    assert find_league(db, anchor.club, league) is None
    assert squads(db, anchor.club, league) == []
    assert changes(db, anchor.club, [league]) == []
