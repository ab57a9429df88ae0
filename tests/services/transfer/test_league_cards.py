"""A league card taken along, filled in and signed without the server, and handed over."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.services.cards.board_commands import start_board
from scorekeeper.services.gate import LIMITS, Barred, TooMany
from scorekeeper.services.leagues.captains import CAPTAINS_ONLY
from scorekeeper.services.leagues.cups import date_round, draw_bracket
from scorekeeper.services.leagues.fixture_commands import Occasion
from scorekeeper.services.leagues.season_commands import archive_season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.matches.recording import abandon
from scorekeeper.services.matches.starting import (
    MatchSetup,
    SetupRefused,
    change_setup,
    start_match,
    undo_setup,
)
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import read_handover, take_along, waiting
from scorekeeper.services.transfer.take_in import SIGN_HERE, take_in
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import count_acts
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_every_chain
from scorekeeper.store.leagues.card_events import BoardEntry, Live, Sent, add_card_events
from scorekeeper.store.leagues.leagues import NewFixture, add_fixtures
from tests.chains import chained_anew
from tests.databases import make_database
from tests.services.league import Secretary
from tests.services.transfer.handover import LATER, bar, fetch, file_of, hand_over


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Secretary]:
    secretary = Secretary.of(tmp_path / "club.db", "leek", ("Anchor", "Bell"))
    secretary.draw_up(date(2026, 9, 7))
    yield secretary
    secretary.db.close()


@pytest.fixture
def phone(club: Secretary, tmp_path: Path) -> Iterator[Secretary]:
    with closing(open_store(make_database(tmp_path / "phone.db"))) as db:
        take_along(db, exported(club.db, club.club))
        yield Secretary(db, club.club, club.league, club.author)


def table(db: Database, secretary: Secretary) -> object:
    season = open_season(db, secretary.club, secretary.league, secretary.today)
    assert season is not None
    return season.table


def test_card_comes_home_once_and_is_signed_at_the_club(club: Secretary, phone: Secretary) -> None:
    before = table(club.db, club)
    phone.report_all(phone.card(), {1, 2, 3, 4, 5, 6})
    with pytest.raises(Barred, match="This is a copy of the club"):
        phone.sign(phone.card(), 0)
    phone.db.execute("DELETE FROM handovers WHERE entity = 'club'")  # a file that somebody has made
    for side in (0, 1):
        phone.sign(phone.card(), side)
    fixture = phone.card().fixture.id
    assert list(waiting(phone.db, phone.club)) == [("card", fixture)]
    (one,) = hand_over(phone.db, club.db, club.club)
    assert (one.entity, one.state, one.words) == ("card", "added", SIGN_HERE)
    card = club.card()
    assert card.complete
    assert card.signatures == (None, None), "a file signs for nobody"
    assert {(event.device, event.entered_at) for event in card.events} == {("bar", LATER)}
    assert table(club.db, club) == table(phone.db, phone) != before
    assert waiting(phone.db, phone.club) == {}
    assert hand_over(phone.db, club.db, club.club) == []
    assert [*faults_in_every_chain(club.db)] == []


def test_what_a_card_brings_counts_towards_the_hours_limit(club: Secretary, phone: Secretary) -> None:
    """A file may hold thousands of entries of one card."""
    phone.report_all(phone.card(), {1, 2, 3})
    with writing(club.db):
        count_acts(club.db, club.club, "handed_entry", "bar", LATER, LIMITS["handed_entry"].phone - 1)
    with pytest.raises(TooMany, match="rounds and plays brought home"):
        hand_over(phone.db, club.db, club.club)
    assert club.card().events == ()


def test_the_same_card_again_adds_nothing_even_once_signed(club: Secretary, phone: Secretary) -> None:
    phone.report_all(phone.card(), {1, 2, 3})
    lines = file_of(phone.db, phone.club)
    hand_over(phone.db, club.db, club.club)
    for side in (0, 1):
        club.sign(club.card(), side)
    events = club.card().events
    (one,) = take_in(bar(club.db, club.club), read_handover(club.db, club.club, lines), {})
    assert (one.state, club.card().events) == ("known", events)


@pytest.mark.parametrize("by", ["signed", "archived"])
def test_a_closed_card_takes_nothing_from_a_file(club: Secretary, phone: Secretary, by: str) -> None:
    phone.report_all(phone.card(), {1, 2, 3})
    if by == "signed":
        club.report_all(club.card(), {4, 5, 6})
        for side in (0, 1):
            club.sign(club.card(), side)
    else:
        archive_season(club.ask, club.league, archived=True)
    events = club.card().events
    (one,) = hand_over(phone.db, club.db, club.club)
    assert one.state in ("refused", "conflict")
    assert club.card().events == events


def test_a_file_gives_no_right_that_its_phone_has_not(club: Secretary, phone: Secretary) -> None:
    """Whoever has the score link hands over a card in a league where captains’ phones alone enter."""
    club.set_rules(captains_only=True)
    phone.report_all(phone.card(), {1, 2, 3})
    handover = read_handover(club.db, club.club, file_of(phone.db, phone.club))
    (one,) = take_in(bar(club.db, club.club, "score"), handover, {})
    assert (one.state, one.words) == ("refused", CAPTAINS_ONLY)
    assert club.card().events == ()


def test_a_file_gives_no_board_away_and_names_nobody_too_early(club: Secretary, phone: Secretary) -> None:
    phone.report_all(phone.card(), {1, 2, 3})
    rows = [json.loads(line) for line in file_of(phone.db, phone.club)]
    honest = read_handover(club.db, club.club, map(json.dumps, rows))
    next(row["row"] for row in rows if row.get("table") == "card_events")["reason"] = "banned"
    ruled = read_handover(club.db, club.club, chained_anew(map(json.dumps, rows)))
    score = bar(club.db, club.club, "score")
    (one,) = take_in(score, ruled, {})
    assert (one.state, "ruled by the manager" in one.words) == ("refused", True)
    club.set_rules(names="sealed")
    (one,) = take_in(score, honest, {})
    assert (one.state, "Line-ups are sealed" in one.words) == ("refused", True)
    assert club.card().events == ()
    (one,) = take_in(bar(club.db, club.club), honest, {})
    assert (one.state, club.card().complete) == ("added", True)


@pytest.mark.parametrize(
    ("names", "board", "said"),
    [
        (("Ann", "Bob"), 1, "a player is not in the team’s squad"),
        (("Ann", "Bob", "Cy"), 1, "between two sides"),
        (("Anchor 1", "Bell 1"), 31, "not a 31"),
    ],
)
def test_a_board_takes_no_match_that_could_not_be_started_on_it(
    club: Secretary, phone: Secretary, names: tuple[str, ...], board: int, said: str
) -> None:
    """A match of three on a board would stop the league’s pages."""
    match = start_match(phone.ask, "", MatchSetup(RuleCard.default(Game.BLOCK), names)).answer
    with writing(phone.db):
        fixture = phone.card().fixture
        add_card_events(phone.db, phone.club, fixture, [Live(board, match)], Sent("key", ""), phone.author)
    taken, refused = hand_over(phone.db, club.db, club.club)
    assert (taken.state, refused.state) == ("taken", "refused")
    assert said in refused.words
    assert club.card().events == ()


def test_a_board_that_was_a_match_before_keeps_its_players(club: Secretary, phone: Secretary) -> None:
    """Who sat there before need be in no squad."""
    card = RuleCard.default(Game.BLOCK)
    match = start_match(phone.ask, "", MatchSetup(card, ("Guest", "Bell 1"))).answer
    change_setup(phone.ask, match, MatchSetup(card, ("Anchor 1", "Bell 1")), seen=0)
    with writing(phone.db):
        fixture = phone.card().fixture
        add_card_events(phone.db, phone.club, fixture, [Live(1, match)], Sent("key", ""), phone.author)
    assert [one.state for one in hand_over(phone.db, club.db, club.club)] == ["taken", "added"]
    with pytest.raises(SetupRefused, match="on its match card"):
        undo_setup(club.score, match, 1)


def test_a_match_is_the_board_of_one_card_only(club: Secretary, phone: Secretary) -> None:
    """Else what one card has signed would be open on the other one."""
    first = phone.card().fixture
    with writing(club.db):
        played_off = NewFixture(3, first.home, first.away, "2026-10-05", "play_off")
        add_fixtures(club.db, club.club, club.league, [played_off], club.author)
    fetch(phone.db, club.db, club.club)
    match = start_match(phone.ask, "", MatchSetup(RuleCard.default(Game.BLOCK), ("Anchor 1", "Bell 1")))
    with writing(phone.db):
        for number in (0, -1):
            fixture, on = phone.card(number).fixture, Live(1, match.answer)
            add_card_events(phone.db, phone.club, fixture, [on], Sent("key", ""), phone.author)
    cards = [one for one in hand_over(phone.db, club.db, club.club) if one.entity == "card"]
    assert [one.state for one in cards] == ["added", "refused"]
    assert "its match is another board’s already" in cards[-1].words


@pytest.mark.parametrize(
    "change",
    [
        *({"reason": "x" * 300}, {"side": 5}, {"home_points": 1}, {"home_points": 1000, "away_points": 0}),
        *({"home_legs": 90}, {"lineup": "x v y"}),
    ],
)
@pytest.mark.parametrize("twice", [False, True])
def test_a_board_that_no_page_sends_is_refused_in_words(
    club: Secretary, phone: Secretary, change: dict[str, object], *, twice: bool
) -> None:
    """Also where another entry of the same board follows it."""
    phone.report_all(phone.card(), {1, 2, 3})
    if twice:
        phone.report_all(phone.card(), {4, 5, 6})
    rows = [json.loads(line) for line in file_of(phone.db, phone.club)]
    next(row["row"] for row in rows if row.get("table") == "card_events").update(change)
    handover = read_handover(club.db, club.club, chained_anew(map(json.dumps, rows)))
    (one,) = take_in(bar(club.db, club.club), handover, {})
    assert (one.state, one.words != "") == ("refused", True)
    assert club.card().events == ()


def test_card_filled_in_on_both_sides_is_a_conflict(club: Secretary, phone: Secretary) -> None:
    home, away = (tuple(player for player, _ in team.players[:1]) for team in club.card().teams)
    club.report(club.card(), BoardEntry(1, None, home, away, (1, 0)))
    phone.report(phone.card(), BoardEntry(1, None, home, away, (0, 1)))
    (one,) = hand_over(phone.db, club.db, club.club)
    assert (one.entity, one.state) == ("card", "conflict")
    assert (club.card().legs, phone.card().legs) == ((1, 0), (0, 1))
    assert list(waiting(phone.db, phone.club)) == [("card", one.id)]


def test_a_cups_card_that_comes_home_sets_the_next_round_anew(tmp_path: Path) -> None:
    club = Secretary.of(tmp_path / "club.db", "singles_cup", ("Ann", "Bob", "Cy", "Dee"))
    draw_bracket(club.ask, club.league, [])
    date_round(club.ask, club.league, 1, Occasion(date(2026, 9, 7)))
    for number in (0, 1):
        club.report_all(club.card(number), {1})
    date_round(club.ask, club.league, 2, Occasion(date(2026, 11, 30)))
    with closing(club.db), closing(open_store(make_database(tmp_path / "phone.db"))) as db:
        take_along(db, exported(club.db, club.club))
        phone = Secretary(db, club.club, club.league, club.author)
        phone.report_all(phone.card(0), set())
        (one,) = hand_over(db, club.db, club.club)
        winners = {card.facts.teams[card.legs[1] > card.legs[0]] for card in club.season().cards[:2]}
        assert (one.state, {*club.card(2).facts.teams}) == ("added", winners)


def test_what_a_phone_brings_of_a_board_begun_at_the_club_shows_on_its_card(
    club: Secretary, phone: Secretary
) -> None:
    home, away = (tuple(player for player, _ in team.players[:1]) for team in club.card().teams)
    club.report(club.card(), BoardEntry(1, None, home, away))
    match = start_board(club.ask, club.card().fixture.id, 1).answer
    fetch(phone.db, club.db, club.club)
    abandon(phone.ask, match)
    assert club.card().boards[0].at_table
    assert [one.state for one in hand_over(phone.db, club.db, club.club)] == ["added"]
    assert not club.card().boards[0].at_table
