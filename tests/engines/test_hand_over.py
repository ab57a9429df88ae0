"""A phone hands over to a club on either engine; the phone itself has a file."""

from collections.abc import Callable

import pytest
from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.transfer.handover_file import read_handover
from scorekeeper.services.transfer.people import Asked
from scorekeeper.services.transfer.take_in import Taken, take_in
from scorekeeper.store.clubs.players import add_player, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.transfer.handover_rows import handed_over_by
from tests.chains import chained_anew
from tests.services.match import EVENING, Match, out
from tests.services.transfer.handover import LATER, bar, file_of


def hand_over(
    phone: Database, db: Database, club: str, spoil: Callable[[str], str] = str, **answers: str
) -> list[Taken]:
    """Hand over everything that waits, through the file; ``spoil`` alters every line on the way."""
    lines = chained_anew(spoil(line) for line in file_of(phone, club))
    return take_in(bar(db, club), read_handover(db, club, lines), answers)


def test_match_goes_on_and_comes_home(db: Database, phone: Database, evening: Match) -> None:
    evening.record(phone, out(evening, 1, {0: 4}))
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["added"]
    assert [one.state for one in hand_over(phone, db, evening.club)] == ["known"]
    ours, theirs = evening.state(db).events, evening.state(phone).events
    assert [event.nickname for event in ours] == ["Phone 1", "Phone 2"], "by who hands it over"
    brought = tuple(
        event._replace(nickname=its.nickname, device=its.device)
        for event, its in zip(ours, theirs, strict=True)
    )
    assert brought == theirs
    assert evening.state(db).score.totals == evening.state(phone).score.totals == (1, 1)
    ((_, at),) = handed_over_by(db, evening.club, "match", evening.id)
    assert at == LATER


def test_new_match_with_somebody_both_have_met(db: Database, phone: Database, evening: Match) -> None:
    with writing(phone):
        theirs = add_player(phone, evening.club, "Cy", name_key("Cy"), EVENING).id
        match = evening._replace(id="", players=[evening.players[0], theirs])
        match = match.sit_down(phone, evening.state(phone).card)
    match.record(phone, out(match, 1, {0: 3}))
    with writing(db, evening.club):
        ours = add_player(db, evening.club, "cy", name_key("cy"), EVENING).id
    with pytest.raises(Asked):
        hand_over(phone, db, evening.club)
    (taken,) = hand_over(phone, db, evening.club, **{theirs: "same"})
    assert taken.state == "taken"
    assert [seat.player for seat in match.state(db).match.seats] == [evening.players[0], ours]
    assert len(players(db, evening.club)) == 3
