"""Every declared act from two phones in the same instant, and twice from one: done once, or refused."""

import importlib
import pkgutil
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import scorekeeper.services
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.services.clubs.administration import trash_club
from scorekeeper.services.clubs.names import enter_players, name_pair, rename_device
from scorekeeper.services.gate import ACTS, Ask, Barred, IdempotencyKey, KeyReused, Refused
from scorekeeper.services.leagues.captains import renew_link, send_reminders_to
from scorekeeper.services.leagues.cups import draw_bracket
from scorekeeper.services.leagues.fixture_commands import Occasion, RoundDates
from scorekeeper.services.leagues.season_commands import adjust_points, change_league, start_division
from scorekeeper.services.leagues.season_import import FixtureLine, TeamLine
from scorekeeper.services.leagues.squads import withdraw_or_drop_squad
from scorekeeper.services.matches.recording import record_round, undo
from scorekeeper.services.matches.starting import MatchSetup, change_setup, start_match
from scorekeeper.services.matches.subject import read_match
from scorekeeper.services.transfer.handover_file import handover_lines, read_handover
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import keep_former_link, revoke_link
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import find_club, tables_of_clubs
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.seals import TABLES
from scorekeeper.store.leagues.captains import Proposal
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.leagues.leagues import Fixture, NewFixture
from scorekeeper.store.matches.match_events import Hand, Meant, Penalty, Removal
from scorekeeper.store.matches.matches import match_generation
from scorekeeper.store.transfer.club_rows import everything_of
from scorekeeper.store.transfer.handover_rows import SETUP as SETUP_ROWS
from scorekeeper.store.transfer.handover_rows import Kept, thread_of
from tests.at_once import at_once
from tests.services.league import Secretary
from tests.services.match import Match, out, play

for module in pkgutil.walk_packages(scorekeeper.services.__path__, "scorekeeper.services."):
    importlib.import_module(module.name)

DAY, FIRST, SITE = date(2027, 5, 3), date(2026, 9, 7), "https://scores.example.org"
PLAYED = Occasion(DAY, "20:00")
BESIDE = {"audit_log", "hourly_counts", "devices", "acts", "clubs"}  # who did it, not what was done
Said = tuple[str, tuple[Any, ...], dict[str, Any]]


def drawn_up(here: Secretary) -> Secretary:
    here.draw_up(FIRST, twice=False)
    return here


def fixture(here: Secretary) -> str:
    return drawn_up(here).card().fixture.id


def home(here: Secretary) -> str:
    return here.season().squads[0].id


def late(here: Secretary) -> str:
    here.set_rules(points={**BY_KEY["singles"].rules.points.to_dict(), "late_fines": [1], "late_days": 1})
    here.draw_up(date(2026, 8, 3), twice=False)
    here.report_all(here.card(), {1})
    for side in (0, 1):
        here.sign(here.card(), side)
    return here.card().fixture.id


def reminded(here: Secretary) -> str:
    return str(send_reminders_to(here.ask, here.club, home(here), "ann@example.org", SITE).answer)


def asked(here: Secretary) -> str:
    reminded(here)
    return str(here.db.execute("SELECT asked FROM mail_addresses").fetchone()[0])


def first_division(here: Secretary) -> str:
    change_league(here.ask, here.league, **rules(here), division="One")
    return here.league


def second_division(here: Secretary) -> str:
    return start_division(here.ask, first_division(here), "Two").answer


def given(here: Secretary) -> str:
    adjust_points(here.ask, here.league, home(here), 2, "referee")
    return here.season().adjustments[0].id


def proposed(here: Secretary) -> str:
    fixture = here.card().fixture.id
    ACTS["card_commands.propose_day"](here.ask, fixture, Proposal("", 0, "2027-05-04", None, None, None))
    return str(here.db.execute("SELECT id FROM proposals").fetchone()[0])


def with_handicaps(here: Secretary) -> dict[str, int]:
    here.set_rules(handicaps=True)
    return {home(here): 5}


def named(here: Secretary) -> tuple[str, int, str]:
    here.set_rules(best_player=True)
    here.report_all(here.card(), {1})
    card = here.card()
    return card.fixture.id, 0, card.teams[1].players[0][0]


def rules(here: Secretary) -> dict[str, Any]:
    season = here.season()
    return {"name": "Winter", "season": "2028", "rules": season.rules.but(squad=9), "reason": None}


def final(here: Secretary) -> Secretary:
    for squad in here.season().squads[2:]:
        withdraw_or_drop_squad(here.ask, here.league, squad.id, None, withdrawn=True)
    return drawn(here)


def drawn(here: Secretary) -> Secretary:
    draw_bracket(here.ask, here.league, [])
    return here


def fixture_line(here: Secretary) -> list[FixtureLine]:
    first, second, *_ = here.season().squads
    return [FixtureLine(2, "", 1, DAY, None, first.name, second.name, None)]


def new_fixture(here: Secretary) -> NewFixture:
    first, second, *_ = here.season().squads
    return NewFixture(9, first.id, second.id, DAY.isoformat())


def at_table(here: Secretary) -> Match:
    """A game of Fives and Threes in which nothing was entered."""
    id = start_match(here.ask, "", SETUP).answer
    players = [seat.player for seat in read_match(here.ask, id).match.seats]
    return Match(here.club, id, players, here.author.device)


def played(here: Secretary) -> Match:
    at = at_table(here)
    record_round(here.ask, at.id, out(at, 0, {1: 10}), round=1, reason=None)
    return at


def undone(here: Secretary) -> Match:
    at = played(here)
    undo(here.ask, at.id, Meant(1))
    return at


def changed(here: Secretary) -> Match:
    at = at_table(here)
    change_setup(here.ask, at.id, replace(SETUP, names=("Ann", "Cy")), seen=0)
    return at


def handed_over(here: Secretary) -> Said:
    played(here)
    club = read_handover(here.db, here.club, handover_lines(here.db, find_club(here.db, here.club)))
    (row,) = club["matches"]
    events = [(table, one) for table in TABLES["match"] for one in club[table]]
    setup = {table: club[table] for table in SETUP_ROWS}
    return "", (Kept(thread_of("match", row["id"], events), row, setup), ""), {}


SETUP = MatchSetup(RuleCard.default("fives"), ("Ann", "Bob"))


def filled(here: Secretary, *numbers: int) -> Fixture:
    drawn_up(here)
    here.report(here.card(), *(first_board(here) if numbers else ()))
    return here.card().fixture


def first_board(here: Secretary) -> list[BoardEntry]:
    home, away = ((team.players[0][0],) for team in here.card().teams)
    return [BoardEntry(1, None, home, away)]


def complete(here: Secretary) -> Fixture:
    drawn_up(here).report_all(here.card(), {1})
    return here.card().fixture


def signed(here: Secretary) -> Fixture:
    complete(here)
    here.sign(here.card(), 0)
    return here.card().fixture


def protested(here: Secretary) -> Fixture:
    here.set_rules(protest=24)
    signed(here)
    here.sign(here.card(), 1)
    return here.card().fixture


def alone(here: Secretary) -> str:
    """Somebody who has never played."""
    return str(enter_players(here.ask, here.club, {"g": "Gus"}).answer["g"])


def pair(here: Secretary) -> str:
    ids = enter_players(here.ask, here.club, {"a": "Ann", "b": "Bob"}).answer
    name_pair(here.ask, here.club, ids.values(), "The Bones")
    return str(here.db.execute("SELECT id FROM teams").fetchone()[0])


def trashed(here: Secretary) -> str:
    trash_club(here.ask, here.club)
    return here.club


def another_phone(here: Secretary) -> str:
    rename_device(here.ask._replace(author=Author("snug", here.author.at)), here.club, "Snug")
    return "snug"


def secret_of_a_phone(here: Secretary) -> str:
    with writing(here.db):
        keep_former_link(here.db, here.club, "a phone’s secret", "phone snug", 1)
    return "a phone’s secret"


def captains_link(here: Secretary) -> str:
    renew_link(here.ask, here.league, home(here))
    return here.club


EMPTY = BoardEntry(1, None, (), ())
# What each act is asked with; all of it may come again.
ACT: dict[str, Callable[[Secretary], Said]] = {
    "administration.rename_club": lambda h: (h.club, ("The Bell",), {}),
    "administration.restore_trashed": lambda h: (trashed(h), (), {}),
    "administration.revoke_link": lambda h: (h.club, ("score", 1), {}),
    "administration.revoke_match_link": lambda h: (
        lambda at: (h.club, (at.id, match_generation(h.db, h.club, at.id)), {})
    )(at_table(h)),
    "administration.set_out_word": lambda h: (h.club, ("went out",), {}),
    "administration.set_watched_by_anyone": lambda h: (h.club, (False,), {}),
    "administration.trash_club": lambda h: (h.club, (), {}),
    "copies.put_club_back": lambda h: (
        h.club,
        (
            everything_of(h.db, h.club),
            h.author.at,
            Path(h.db.execute("PRAGMA database_list").fetchone()[2]),
        ),
        {},
    ),
    "names.delete_player": lambda h: (alone(h), (), {}),
    "names.enter_players": lambda h: (h.club, ({"g": "Gus"},), {}),
    "names.erase_name": lambda h: (at_table(h).players[0], (), {}),
    "names.merge_players": lambda h: (lambda at: (at.players[0], (alone(h),), {}))(played(h)),
    "names.name_pair": lambda h: (h.club, (at_table(h).players, "The Bones"), {}),
    "names.rename_device": lambda h: (h.club, ("Bar",), {}),
    "names.rename_player": lambda h: (at_table(h).players[0], ("Anna",), {}),
    "names.rename_pair": lambda h: (pair(h), (None,), {}),
    "administration.come_along": lambda h: (h.club, (secret_of_a_phone(h),), {}),
    "administration.end_phone": lambda h: (another_phone(h), (), {}),
    "administration.reset_limits": lambda h: (h.club, (), {}),
    "administration.forgive_tries": lambda h: (h.club, (), {}),
    "administration.set_pin": lambda h: (h.club, ("204060",), {}),
    "captains.accept_link": lambda h: (captains_link(h), (home(h), 1), {}),
    "season_commands.adjust_points": lambda h: (h.league, (home(h), -2, "no referee"), {}),
    "season_commands.give_handicaps": lambda h: (h.league, (with_handicaps(h),), {}),
    "season_commands.take_back_adjustment": lambda h: (h.league, (given(h), "a mistake"), {}),
    "season_commands.waive_fine": lambda h: (h.league, (late(h), "snow"), {}),
    "card_commands.name_best_player": lambda h: (lambda at, side, player: (at, (side, player), {}))(
        *named(drawn_up(h))
    ),
    "starting.change_setup": lambda h: (at_table(h).id, (replace(SETUP, names=("Ann", "Cy")),), {"seen": 0}),
    "starting.undo_setup": lambda h: (changed(h).id, (1,), {}),
    "recording.add_play": lambda h: (played(h).id, (play(0, 5),), {"round": 1, "seen": 1}),
    "recording.correct": lambda h: (played(h).id, (Removal(),), {"original": 1, "standing": Meant(1)}),
    "recording.correct_end": lambda h: (
        lambda at: (at.id, (out(at, 1, {0: 5}),), {"original": 1, "standing": Meant(1)})
    )(played(h)),
    "recording.delete_round": lambda h: (played(h).id, (1,), {}),
    "recording.redo": lambda h: (undone(h).id, (Meant(2),), {}),
    "recording.undo": lambda h: (played(h).id, (Meant(1),), {}),
    "recording.abandon": lambda h: (played(h).id, (), {"winner": 1}),
    "recording.record_event": lambda h: (
        at_table(h).id,
        (Penalty(0, 5),),
        {"round": 1, "seen": 0, "reason": "late"},
    ),
    "recording.record_round": lambda h: (
        lambda at: (at.id, (out(at, 0, {1: 10}),), {"round": 1, "reason": None})
    )(at_table(h)),
    "recording.report_hand": lambda h: (lambda at: (at.id, (Hand(at.players[0], None, 12),), {"round": 1}))(
        at_table(h)
    ),
    "starting.rematch": lambda h: (played(h).id, (), {}),
    "starting.start_match": lambda _: ("", (SETUP,), {}),
    "board_commands.draw_boards": lambda h: (fixture(h), (), {}),
    "board_commands.rule_ineligible": lambda h: (
        lambda at: (at.id, (h.card().boards[0].lineup.home[0], "banned"), {})
    )(complete(h)),
    "board_commands.sign_on": lambda h: (fixture(h), (0, "Zoe"), {}),
    "board_commands.save_boards": lambda h: (filled(h).id, (first_board(h),), {"was": [EMPTY]}),
    "board_commands.start_board": lambda h: (filled(h, 1).id, (1,), {}),
    "captains.send_reminders_to": lambda h: (h.club, (home(h), "ann@example.org", SITE), {}),
    "captains.confirm_address": lambda h: (h.club, (home(h), asked(h)), {}),
    "captains.end_reminders": lambda h: (h.club, (reminded(h), "ann@example.org"), {}),
    "captains.make_links": lambda h: (h.club, (), {}),
    "captains.renew_link": lambda h: (h.league, (home(h), 0), {}),
    "captains.set_captain_pin": lambda h: (h.league, (home(h), "204060"), {}),
    "cups.date_round": lambda h: (drawn(h).league, (1, PLAYED), {}),
    "cups.set_finals": lambda h: (final(h).club, (PLAYED,), {}),
    "cups.draw_bracket": lambda h: (h.league, ([],), {"seen": h.season().seen}),
    "cups.draw_groups": lambda h: (
        (h.set_rules(format="groups", groups=2, through=1), h.league)[1],
        ([], RoundDates(DAY, 7)),
        {"twice": False, "seen": h.season().seen},
    ),
    "ladders.challenge": lambda h: (h.league, ((h.season().squads[1].id, home(h)), PLAYED), {}),
    "ladders.set_order": lambda h: (h.league, (["Dee", "Ann"],), {}),
    "card_commands.answer_day": lambda h: (fixture(h), (proposed(h), "accepted"), {}),
    "card_commands.propose_day": lambda h: (
        fixture(h),
        (Proposal("", 0, "2027-05-04", None, None, None),),
        {},
    ),
    "season_commands.archive_season": lambda h: (h.league, (), {"archived": True}),
    "season_commands.delete_league": lambda h: (h.club, (drawn_up(h).league,), {}),
    "season_commands.change_league": lambda h: (h.league, (), {**rules(h), "seen": h.season().rules_seen}),
    "fixture_commands.draw_up_late": lambda h: (drawn_up(h).league, (home(h),), {}),
    "season_commands.start_division": lambda h: (first_division(h), ("Two",), {}),
    "season_commands.put_above": lambda h: (second_division(h), (h.league,), {}),
    "season_commands.next_season": lambda h: (h.league, ("2028",), {}),
    "season_commands.next_seasons": lambda h: (h.league, (0,), {"season": "2028", "confirmed": ""}),
    "season_commands.start_league": lambda h: (h.club, ("New", "1", BY_KEY["leek"].rules), {}),
    "season_import.take_over_sheet": lambda h: (
        h.league,
        ([TeamLine(2, "", "Gus", "Gus", (None, None))], fixture_line(h), []),
        {"store": True},
    ),
    "fixture_commands.draw_up_fixtures": lambda h: (
        h.league,
        (RoundDates(DAY, 7, [DAY]),),
        {"twice": False, "seen": h.season().seen},
    ),
    "fixture_commands.drop_unplayed_fixture": lambda h: (h.league, (fixture(h),), {}),
    "fixture_commands.keep_free": lambda h: (h.league, ([DAY],), {}),
    "fixture_commands.place_fixture": lambda h: (h.league, (new_fixture(h),), {}),
    "fixture_commands.push_back": lambda h: (
        drawn_up(h).league,
        (FIRST, 7, "snow"),
        {"seen": h.season().plan_seen},
    ),
    "fixture_commands.release_day": lambda h: (h.league, (DAY.isoformat(),), {}),
    "card_commands.forfeit": lambda h: (filled(h).id, (0, "no show"), {}),
    "card_commands.reopen": lambda h: (signed(h).id, ("upside down",), {}),
    "card_commands.sign": lambda h: (complete(h).id, (0,), {"shown": h.card().wording}),
    "merging.meet": lambda _: ("", ([], {}), {}),
    "take_in.take_in_match": handed_over,
    "take_in.take_in_card": lambda h: (fixture(h), ([], ""), {}),
    "card_commands.protest": lambda h: (protested(h).id, (1, "a leg was miscounted"), {}),
    "squads.enter_squad": lambda h: (h.league, ("", "Gus"), {}),
    "squads.enter_teams": lambda h: (h.league, ([home(h)],), {}),
    "squads.follow_team": lambda h: (h.league, (home(h),), {}),
    "squads.withdraw_or_drop_squad": lambda h: (h.league, (home(h), "too few"), {"withdrawn": True}),
}
# The acts that are not done in a league of singles.
PRESET = {
    **dict.fromkeys(("board_commands.sign_on", "captains.make_links"), "leek"),
    **dict.fromkeys(
        ("cups.date_round", "cups.set_finals", "cups.draw_bracket", "cups.draw_groups"), "singles_cup"
    ),
    **dict.fromkeys(("ladders.challenge", "ladders.set_order"), "ladder"),
}
# Each phone's own, or what two may want twice: there the key of one phone tells its taps apart.
ADDS = {
    "captains.accept_link",
    "squads.follow_team",
    "season_commands.adjust_points",
    "card_commands.propose_day",
    "recording.report_hand",
    "starting.rematch",
    "starting.start_match",
}


def test_every_act_is_tried() -> None:
    assert ACTS.keys() == ACT.keys()


@cache
def _begun(preset: str) -> tuple[bytes, Secretary]:
    """A league of pubs, and beside it one of this preset: the file, and its secretary."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        pubs = Secretary.of(path, "leek", ("Fox", "Elk"))
        teams = {one: one for one in ("Ann", "Bob", "Cy", "Dee")}
        made = Secretary.begin(pubs.db, pubs.club, preset, teams, pubs.author.at)
        made.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        made.db.close()
        return path.read_bytes(), made


def begin(path: Path, preset: str) -> Secretary:
    """The league of four in which acts are done, in a file of its own here."""
    begun, made = _begun(preset)
    path.write_bytes(begun)
    db = open_store(path)
    db.execute("PRAGMA synchronous = OFF")
    return replace(made, db=db)


@pytest.fixture
def here(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, Path, Secretary]]:
    path = tmp_path / "club.db"
    secretary = begin(path, PRESET.get(request.param, "singles"))
    yield request.param, path, secretary
    secretary.db.close()


def counted(path: Path) -> dict[str, int]:
    with closing(open_store(path)) as db:
        tables = [table for table in tables_of_clubs() if table not in BESIDE]
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}  # noqa: S608


def tried(act: Callable[..., Any], ask: Ask, said: Said) -> object:
    subject, first, more = said
    try:
        return act(ask, subject, *first, **more)
    except Refused as refused:
        return refused


@pytest.mark.parametrize("here", sorted(ACT), indirect=True)
def test_two_phones_in_the_same_instant(here: tuple[str, Path, Secretary], tmp_path: Path) -> None:
    name, path, secretary = here
    said, act = ACT[name](secretary), ACTS[name]
    secretary.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    once = tmp_path / "once.db"
    shutil.copy(path, once)
    with closing(open_store(once)) as db:
        done = tried(act, secretary.ask._replace(db=db), said)
    assert not isinstance(done, Refused), done
    with closing(open_store(path)) as one, closing(open_store(path)) as other:
        asks = [
            secretary.ask._replace(db=db, author=Author(f"phone-{number}", secretary.author.at))
            for number, db in enumerate((one, other))
        ]
        answers = at_once(*(partial(tried, act, ask, said) for ask in asks))
    assert all(str(answer).strip() for answer in answers), "refused in words"
    if name not in ADDS:
        assert counted(path) == counted(once), "nothing is there twice"


@pytest.mark.parametrize("here", sorted(ACT), indirect=True)
def test_one_phone_twice_with_its_key(here: tuple[str, Path, Secretary]) -> None:
    name, path, secretary = here
    said, act = ACT[name](secretary), ACTS[name]
    ask = secretary.ask._replace(key=IdempotencyKey("tap", "said"))
    first = tried(act, ask, said)
    before = counted(path)
    second = tried(act, ask, said)
    assert (first.answer, second.new) == (second.answer, False)  # type: ignore[attr-defined]
    assert counted(path) == before
    with pytest.raises(KeyReused):
        act(ask._replace(key=IdempotencyKey("tap", "something else")), said[0], *said[1], **said[2])


def test_a_phone_whose_link_was_ended_a_moment_ago_does_nothing(tmp_path: Path) -> None:
    with closing(Secretary.of(tmp_path / "club.db", "singles", ("Ann", "Bob")).db) as db:
        (club,) = db.execute("SELECT id FROM clubs").fetchone()
        (league,) = db.execute("SELECT id FROM leagues").fetchone()
        ask = Ask(db, club, Author("phone", "2026-09-07T22:00:00Z"), "manage", 1)
        renew_link(ask, league, str(db.execute("SELECT id FROM squads").fetchone()[0]))
        with writing(db):
            revoke_link(db, club, "manage", ask.author)
        with pytest.raises(Barred, match="ended"):
            adjust_points(ask, league, "x", 1, "why")
        with pytest.raises(Barred, match="may score"):
            adjust_points(ask._replace(role="score"), league, "x", 1, "why")
