"""A match goes home in one QR code: everything of it, once, and in words where that cannot be."""

import os
import random
import secrets
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.presets import PRESETS
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.services.gate import Ask, Refused
from scorekeeper.services.matches.recording import abandon, record_event, undo
from scorekeeper.services.matches.starting import MatchSetup, change_setup, rematch
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import NoHandover, take_along, waiting
from scorekeeper.services.transfer.match_code import (
    DAMAGED,
    TOO_LONG,
    TooLong,
    address_of,
    code_of,
    is_code,
    read_code,
)
from scorekeeper.services.transfer.take_in import MINE, OWN, Taken, take_in
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import Hand, Meant, Penalty
from scorekeeper.store.matches.matches import matches
from tests.databases import make_database
from tests.services.match import EVENING, Match, blocked, fouled, out, play, start
from tests.services.transfer.handover import LATER, hand_over, sits_down_with_ann, sync, whole

PAGE = "https://scorekeeper.example.org/c/0123456789abcdefghjkmn/take-in"


def scanned(db: Database, club: str, code: str, choice: str = "", **answers: str) -> list[Taken]:
    """Somebody's phone has read the code, and adds what it holds."""
    with writing(db):
        ensure_device(db, club, "bar", LATER)
    id = read_code(db, club, code)["matches"][0]["id"]
    choices = {id: choice}
    return take_in(Ask(db, club, Author("bar", LATER)), read_code(db, club, code), answers, choices)


def record(at: Match, db: Database) -> list[object]:
    """All that counts of the match, and when it was entered."""
    state = at.state(db)
    events = [
        (e.version, e.original, e.round, e.reason, e.reverts, e.entered_at, e.body) for e in state.events
    ]
    seats = [(seat.player, seat.side) for seat in state.match.seats]
    return [events, seats, state.card, state.score.totals, state.match.started_at, state.match.first_leader]


def test_thirty_rounds_are_a_short_address(phone: Database, evening: Match) -> None:
    chance = random.Random(1)
    with writing(phone):
        four = [add_player(phone, evening.club, name, EVENING).id for name in ("Cyril", "Dot")]
        names = [*evening.players, *four]
        at = evening._replace(id="", players=names).sit_down(phone, evening.state(phone).card.but(target=99))
    for _ in range(30):
        seat = chance.randrange(4)
        pips = {other: chance.randint(1, 40) for other in range(4) if other != seat}
        at.record(phone, out(at, seat, pips), key=secrets.token_urlsafe(12))
    assert len(address_of(phone, PAGE, at.club, at.id)) < 900


def test_match_that_is_too_long_says_what_else_there_is(phone: Database, evening: Match) -> None:
    for _ in range(100):
        evening.record(phone, out(evening, 1, {0: 4}), key=secrets.token_urlsafe(12))
        evening.undo(phone)
    with pytest.raises(TooLong, match=TOO_LONG):
        address_of(phone, PAGE, evening.club, evening.id)


def test_new_match_with_a_new_player_is_added_once(db: Database, phone: Database, evening: Match) -> None:
    at = sits_down_with_ann(phone, evening, "Cy")
    at.record(phone, out(at, 1, {0: 4}))
    code = code_of(phone, at.club, at.id)
    assert [one.state for one in scanned(db, at.club, code)] == ["taken"]
    before = list(exported(db, at.club))
    assert [one.state for one in scanned(db, at.club, code)] == ["known"]
    assert list(exported(db, at.club)) == before, "a second scan adds nothing"
    assert record(at, db) == record(at, phone)
    assert [event.nickname for event in at.state(db).events] == ["Phone 2"]
    assert whole(db)


def test_what_was_scanned_is_not_doubled_by_a_sync(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    scanned(db, evening.club, code_of(phone, evening.club, evening.id))
    evening.undo(phone)
    evening.record(phone, out(evening, 0, {1: 7}))
    assert [one.state for one in sync(phone, db, evening.club)] == ["added"]
    assert waiting(phone, evening.club) == {}
    assert record(evening, db) == record(evening, phone)
    assert [e.key for e in evening.state(db).events] == [e.key for e in evening.state(phone).events]
    newest = code_of(phone, evening.club, evening.id)
    assert [one.state for one in scanned(db, evening.club, newest)] == ["known"]
    assert len(evening.state(db).events) == 4
    assert whole(db)
    assert whole(phone)


@pytest.mark.parametrize("choice", [MINE, OWN])
def test_where_both_have_played_on_the_code_asks_as_a_file_does(
    db: Database, phone: Database, evening: Match, choice: str
) -> None:
    evening.record(db, out(evening, 0, {1: 3}))
    evening.record(phone, out(evening, 1, {0: 4}))
    code = code_of(phone, evening.club, evening.id)
    (one,) = scanned(db, evening.club, code)
    assert one.state == "conflict"
    assert len(one.both) == 2
    assert scanned(db, evening.club, code, choice)[0].state in ("added", "taken")
    count = len(matches(db, evening.club))
    assert count == (2 if choice == OWN else 1)
    assert [one.state for one in hand_over(phone, db, evening.club, {evening.id: choice})] in (
        ["known"],
        ["ahead"],
    )
    assert len(matches(db, evening.club)) == count
    assert whole(db)


def test_rematch_comes_without_a_first_the_club_lacks(db: Database, phone: Database, evening: Match) -> None:
    with writing(phone):
        first = evening._replace(id="").sit_down(phone, evening.state(phone).card)
    second = rematch(first.ask(phone), first.id).answer
    assert [one.state for one in scanned(db, evening.club, code_of(phone, evening.club, second))] == ["taken"]
    assert evening._replace(id=second).state(db).match.rematch_of is None


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ("out", "tiles", "blocked", "foul", "play", "penalty", "undo", "correct", "setup", "abandon")
        ),
        st.integers(0, 3),
        st.integers(0, 40),
    ),
    max_size=30,
)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=40)


def attempt(db: Database, at: Match, kind: str, seat: int, number: int, words: str) -> None:
    """Somebody enters this, if the rules let them."""
    state, many = at.state(db), len(at.players)
    at = at._replace(players=[seat.player for seat in state.match.seats])
    seat, others = seat % many, [n for n in range(many) if n != seat % many]
    pips = {n: number + n for n in others}
    if kind == "out":
        at.record(db, out(at, seat, pips), reason=words)
    elif kind == "tiles":
        tiles = ("6-4", "5-5 2-1", "0-0")
        hands = tuple(Hand(at.players[n], text, None) for n, text in zip(others, tiles, strict=False))
        at.record(db, out(at, seat, {})._replace(hands=hands, leader=at.players[seat]), reason=words)
    elif kind == "blocked":
        at.record(db, blocked(at, pips | {seat: number}, ends="3 3", boneyard=2), reason=words)
    elif kind == "foul":
        at.record(db, fouled(at, None if number % 3 == 0 else seat, pips | {seat: number}), reason=words)
    elif kind in ("play", "penalty"):
        side = seat % len(state.sides)
        body = play(side, 5 * (number % 5)) if kind == "play" else Penalty(side, number - 20)
        record_event(at.ask(db, f"key {number}"), at.id, body, round=state.score.round_open, reason=words)
    elif kind == "undo" and state.last_act:
        undo(at.ask(db), at.id, Meant(state.last_act[-1].version))
    elif kind == "correct" and state.counting:
        at.correct(
            db, state.counting[number % len(state.counting)].original, out(at, seat, pips), reason=words
        )
    elif kind == "setup":
        names = tuple(seat.name for seat in state.match.seats)
        new = next(name for n in range(9) if (name := f"Eve {number + n}") not in names)
        setup = MatchSetup(state.card, (*names[1:], new), len(state.sides) < many, first_leader=0)
        change_setup(at.ask(db), at.id, setup, seen=state.match.version)
    elif kind == "abandon":
        abandon(at.ask(db), at.id, winner=number % 2 or None)


@settings(max_examples=60 if "SCOREKEEPER_EVERY" in os.environ else 20)
@given(
    card=st.sampled_from([preset.card.but(foul=how) for preset in PRESETS for how in ("none", "pips")]),
    names=st.sampled_from((("Ann", "Bob"), ("Ann", "Bob", "Cy"), ("Ann", "Bob", "Cy", "Di"))),
    pairs=st.booleans(),
    steps=STEPS,
    words=WORDS,
)
def test_any_match_comes_as_it_was_entered(
    card: RuleCard, names: tuple[str, ...], pairs: bool, steps: list[tuple[str, int, int]], words: str
) -> None:
    with TemporaryDirectory() as folder, closing(opened(folder, "club")) as db:
        club = start(db, "block", *names)
        with closing(opened(folder, "phone")) as phone:
            take_along(phone, exported(db, club.club))
            with writing(phone):
                at = club._replace(id="").sit_down(phone, card, pairs=pairs and len(names) == 4)
            for kind, seat, number in steps:
                with suppress(Refused, RuleError):
                    attempt(phone, at, kind, seat, number, words)
            code = code_of(phone, at.club, at.id)
            for state in ("taken", "known"):
                (one,) = scanned(db, at.club, code)
                assert one.state == state, one.words
            assert record(at, db) == record(at, phone)
            assert code_of(db, at.club, at.id) == code, "and goes on as it came"


def opened(folder: str, name: str) -> Database:
    db = open_store(make_database(Path(folder) / f"{name}.db"))
    db.execute("PRAGMA synchronous = OFF")
    return db


def test_code_damaged_or_of_another_club_says_so(db: Database, phone: Database, evening: Match) -> None:
    code, other = code_of(phone, evening.club, evening.id), start(db, "block", "Ann", "Bob")
    wrong = ["match1.", "match2.AAAA", "match1.%%", "match1." + "A" * 5000, "match1.é"]
    for at in range(7, 150, 6):
        wrong += [code[:at], code[:at] + ("B" if code[at] == "A" else "A") + code[at + 1 :]]
    for club, text in ((other.club, code), *((evening.club, text) for text in wrong)):
        assert is_code(text)
        with pytest.raises(NoHandover, match=DAMAGED):
            read_code(db, club, text)
