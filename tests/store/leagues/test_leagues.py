"""Leagues, squads, fixtures and match cards come back as they were entered, and nothing entered is lost."""

import pytest
from sqlite_utils.utils import sqlite3

from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import (
    BoardEntry,
    Forfeit,
    Live,
    Reopening,
    Sent,
    Signature,
    add_card_events,
    board_of_match,
    league_card_events,
)
from scorekeeper.store.leagues.fixtures import (
    NewFixture,
    add_fixtures,
    change_fixture,
    drop_fixture,
    find_fixture,
    fixtures,
)
from scorekeeper.store.leagues.leagues import (
    add_league,
    find_league,
    leagues,
    set_closed,
    set_name,
    set_rules,
)
from scorekeeper.store.leagues.squads import add_squad, change_squad, drop_squad, squads, withdraw_squad
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


def test_a_league_comes_back(db, crown, league):
    found = find_league(db, crown.club, league)
    assert (found.name, found.season, found.closed) == ("Winter", "2026", 0)
    assert leagues(db, crown.club) == [found]
    assert find_league(db, crown.club, "nowhere") is None


def test_changes_of_a_league_are_in_the_audit_log_with_their_reason(db, crown, league):
    found = find_league(db, crown.club, league)
    set_rules(db, crown.club, found, '{"win": 3}', crown.author, "voted on Monday")
    set_name(db, crown.club, found, "Summer", "2026", crown.author)
    set_closed(db, crown.club, found, True, crown.author)
    now = find_league(db, crown.club, league)
    assert (now.rules, now.name, now.closed) == ('{"win": 3}', "Summer", 1)
    assert now.version > found.version
    entered = [
        (change.field, change.old, change.new, change.reason) for change in changes(db, crown.club, [league])
    ]
    assert entered == [
        ("closed", "0", "1", None),
        ("name", "Winter", "Summer", None),
        ("rules", "{}", '{"win": 3}', "voted on Monday"),
    ]
    assert changes(db, crown.club, ["nobody"]) == []


def test_a_squad_changes_its_name_and_players_and_can_withdraw(db, crown, league):
    ann, bob = crown.players
    ales, bitters = squads(db, crown.club, league)
    assert ales.players == ((ann, "Ann"),)
    change_squad(db, crown.club, bitters, bitters._replace(players=()), crown.author)
    change_squad(
        db,
        crown.club,
        ales,
        ales._replace(name="Porters", name_key="porters", players=((ann, "Ann"), (bob, "Bob"))),
        crown.author,
    )
    withdraw_squad(db, crown.club, league, bitters, "2026-10-06", "no captain", crown.author)
    bitters, porters = squads(db, crown.club, league)
    assert porters.players == ((ann, "Ann"), (bob, "Bob"))
    assert (porters.name, bitters.withdrawn_on) == ("Porters", "2026-10-06")
    drop_squad(db, crown.club, league, bitters, crown.author)
    assert [squad.name for squad in squads(db, crown.club, league)] == ["Porters"]


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


def test_fixtures_stand_by_round_and_can_be_moved_or_dropped(db, crown, league):
    first, second = draw_up(db, crown, league, "2026-11-24", None)
    found = find_fixture(db, crown.club, first)
    assert [fixture.id for fixture in fixtures(db, crown.club, league)] == [first, second]
    moved = NewFixture(3, found.away, found.home, "2026-12-01")
    change_fixture(db, crown.club, found, moved, "snow", crown.author)
    drop_fixture(db, crown.club, find_fixture(db, crown.club, second), crown.author)
    assert [fixture[2:6] for fixture in fixtures(db, crown.club, league)] == [moved[:4]]
    entered = [
        (change.field, change.old, change.new, change.reason) for change in changes(db, crown.club, [first])
    ]
    assert ("day", "2026-11-24", "2026-12-01", "snow") in entered
    assert find_fixture(db, crown.club, second) is None


@pytest.mark.parametrize(
    "entered",
    [
        BoardEntry(1, 0, ("a",), ("b",), (2, 1), (61, 40)),
        BoardEntry(2, 1, ("a", "c"), (), None),
        Signature(1, "6–3"),
        Reopening(),
        Forfeit(0),
        Forfeit(None),
    ],
    ids=lambda entered: type(entered).__name__,
)
def test_what_was_entered_of_a_card_comes_back(db, crown, league, entered):
    (fixture,) = draw_up(db, crown, league, "2026-11-24")
    enter(db, crown, fixture, entered, reason="because")
    entered_of_league = league_card_events(db, crown.club, league)
    (event,) = entered_of_league[fixture]
    assert (event.body, event.reason, event.nickname, event.version) == (entered, "because", "Phone 1", 1)
    assert entered_of_league.keys() == {fixture}


def test_a_match_knows_the_board_it_is_played_for(db, crown, league):
    (fixture,) = draw_up(db, crown, league, "2026-11-24")
    enter(db, crown, fixture, Live(4, crown.match))
    assert board_of_match(db, crown.club, crown.match) == (fixture, 4)
    assert board_of_match(db, crown.club, "another") is None


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
def test_leagues_are_sealed_by_club(db, league):
    anchor = seat(db, "The Anchor")
    assert leagues(db, anchor.club) == []
    assert find_league(db, anchor.club, league) is None
    assert squads(db, anchor.club, league) == []
    assert changes(db, anchor.club, [league]) == []
