"""New players of the same name on a phone and in the club: who is who is asked once."""

import pytest
from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import read_handover, take_along
from scorekeeper.services.transfer.merging import Asked
from scorekeeper.services.transfer.take_in import take_in
from scorekeeper.store.clubs.players import add_player, players
from scorekeeper.store.engine.connection import writing
from tests.services.match import EVENING, Match, out, start
from tests.services.transfer.handover import file_of, hand_over, whole


def test_is_this_your_cy(db: Database, phone: Database, evening: Match) -> None:
    """Both sides have added a Cy meanwhile. It is asked once, and remembered."""
    with writing(phone):
        theirs = add_player(phone, evening.club, "Cy", name_key("Cy"), EVENING).id
        match = evening._replace(id="", players=[evening.players[0], theirs])
        match = match.sit_down(phone, evening.state(phone).card)
    match.record(phone, out(match, 1, {0: 3}))
    with writing(db):
        ours = add_player(db, evening.club, "cy", name_key("cy"), EVENING).id
    with pytest.raises(Asked) as asked:
        hand_over(phone, db, evening.club)
    (question,) = asked.value.questions
    assert (question.alias, question.name, question.theirs) == (theirs, "Cy", "cy")
    assert [one.state for one in hand_over(phone, db, evening.club, **{theirs: "same"})] == ["taken"]
    assert [seat.player for seat in match.state(db).match.seats] == [evening.players[0], ours]
    match.record(phone, out(match, 0, {1: 6}))
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["added"]
    assert len(players(db, evening.club)) == 3
    assert whole(db)  # though the same person has another id on the phone
    assert whole(phone)


def test_another_cy_gets_another_name(db: Database, phone: Database, evening: Match) -> None:
    with writing(phone):
        theirs = add_player(phone, evening.club, "Cy", name_key("Cy"), EVENING).id
        match = evening._replace(id="", players=[evening.players[0], theirs])
        match = match.sit_down(phone, evening.state(phone).card)
    with writing(db):
        add_player(db, evening.club, "Cy", name_key("Cy"), EVENING)
    with pytest.raises(Asked) as asked:
        hand_over(phone, db, evening.club, **{theirs: "Ann"})
    assert asked.value.questions[0].fault == "Somebody here is called Ann already."
    assert [one.state for one in hand_over(phone, db, evening.club, **{theirs: "Cy Two"})] == ["taken"]
    assert [seat.name for seat in match.state(db).match.seats] == ["Ann", "Cy Two"]


def test_pairs_are_the_clubs_own(db: Database, phone: Database) -> None:
    first = start(db, "block", "Ann", "Bob", "Cy", "Di", pairs=True)
    take_along(phone, exported(db, first.club))
    with writing(phone):
        match = first._replace(id="").sit_down(phone, first.state(phone).card, pairs=True)
    hand_over(phone, db, first.club)
    assert [seat.team for seat in match.state(db).match.seats] == [
        seat.team for seat in first.state(db).match.seats
    ]


def test_nobody_is_their_own_partner(db: Database, phone: Database) -> None:
    first = start(db, "block", "Ann", "Bob", "Cy", "Di", pairs=True)
    take_along(phone, exported(db, first.club))
    with writing(phone):
        first._replace(id="").sit_down(phone, first.state(phone).card, pairs=True)
    twice = [line.replace(first.players[2], first.players[0]) for line in file_of(phone, first.club)]
    taken = take_in(first.ask(db), read_handover(db, first.club, twice), {})
    assert [(one.state, one.words) for one in taken] == [
        ("refused", "It cannot be stored: somebody sits there twice.")
    ]
