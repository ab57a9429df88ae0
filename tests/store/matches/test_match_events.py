"""What an entry may say: tests/engines/test_contract.py has them read back, and never changed."""

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import Hand, RoundEnd, add_events, events
from scorekeeper.store.matches.matches import matches
from tests.store.conftest import FIVE, Table, new_event


def add(db: Database, at: Table, *new: object) -> None:
    with writing(db):
        add_events(db, at.club, at.match, new, at.author)  # type: ignore[arg-type]


def round_end(at: Table, **more: object) -> RoundEnd:
    ann, bob = at.players
    given = {
        "event": "out",
        "out_player": ann,
        "ends": "3 5",
        "boneyard": 2,
        "leader": bob,
        "lead_tile": "6-6",
    }
    absent = dict.fromkeys(RoundEnd._fields, None)
    return RoundEnd(**{**absent, "hands": (Hand(bob, "6-4 2-1", None),), **given, **more})


def test_an_entry_raises_the_versions_of_its_match_and_club(db: Database, crown: Table) -> None:
    before = find_club(db, crown.club)
    add(db, crown, new_event(FIVE, "a"), new_event(FIVE, "b"))
    assert [(match.id, match.version) for match in matches(db, crown.club)] == [(crown.match, 2)]
    after = find_club(db, crown.club)
    assert before is not None
    assert after is not None
    assert after.version > before.version


@pytest.mark.parametrize(
    "wrong",
    [{"out_player": "nobody"}, {"leader": "nobody"}, {"hands": (Hand("nobody", None, 5),)}],
    ids=["who chipped out", "who led", "whose hand"],
)
def test_a_fact_without_its_player_is_not_stored(
    db: Database, crown: Table, wrong: dict[str, object]
) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        add(db, crown, new_event(round_end(crown, **wrong)))
    assert events(db, crown.club, crown.match) == []


def test_a_foul_is_somebodys_or_nobodys(db: Database, crown: Table) -> None:
    culprit = crown.players[0]
    add(db, crown, new_event(round_end(crown, event="foul"), "a"))
    add(db, crown, new_event(round_end(crown, event="foul", out_player=None), "b"))
    found = [event.body for event in events(db, crown.club, crown.match)]
    assert [(end.event, end.out_player, end.went_out) for end in found if isinstance(end, RoundEnd)] == [
        ("foul", culprit, None),
        ("foul", None, None),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"event": "lost"},
        {"out_player": None},
        {"event": "blocked"},
        {"boneyard": -1},
        {"boneyard": "banana"},
        {"hands": "both"},
        {"hands": "neither"},
    ],
    ids=str,
)
def test_a_fact_that_contradicts_itself_is_not_stored(
    db: Database, crown: Table, wrong: dict[str, object]
) -> None:
    hands = {"both": (Hand(crown.players[1], "6-4", 10),), "neither": (Hand(crown.players[1], None, None),)}
    if "hands" in wrong:
        wrong = {"hands": hands[str(wrong["hands"])]}
    with pytest.raises(sqlite3.IntegrityError, match=r"CHECK|cannot store"):
        add(db, crown, new_event(round_end(crown, **wrong)))
    assert events(db, crown.club, crown.match) == []


def test_a_correction_must_refer_to_an_existing_entry(db: Database, crown: Table) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        add(db, crown, new_event(FIVE, "a", original=7))


def test_a_phone_that_is_not_known_enters_nothing(db: Database, crown: Table) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), writing(db):
        add_events(db, crown.club, crown.match, [new_event(FIVE)], Author("outsider", crown.author.at))
    assert events(db, crown.club, crown.match) == []
