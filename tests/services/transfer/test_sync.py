"""A club and its copy in a phone, brought up to date both ways, in parts; and who is who."""

import pytest
from sqlite_utils import Database

from scorekeeper.services.clubs.administration import rename_club
from scorekeeper.services.clubs.names import merge_players, rename_player
from scorekeeper.services.gate import ACTS, Barred
from scorekeeper.services.matches.starting import MatchSetup, SetupRefused, change_setup
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import NotCopied, read_handover, take_along, waiting
from scorekeeper.services.transfer.merging import Asked
from scorekeeper.services.transfer.take_in import MINE, OWN, take_in
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.clubs.players import add_player, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_club
from scorekeeper.store.matches.matches import matches
from tests.services.match import EVENING, Match, out, start
from tests.services.transfer.handover import fetch, file_of, hand_over, sits_down_with_ann, sync, whole

LATER = 10**14  # than every version


def same(phone: Database, db: Database, club: str) -> bool:
    """Whether both have the same record, and it is sound."""
    assert [*faults_in_club(phone, club)] == [*faults_in_club(db, club)] == []
    return record(phone, club) == record(db, club) and not waiting(phone, club)


def record(db: Database, club: str) -> dict[str, object]:
    found = {match.id: Match(club, match.id, [], "") for match in matches(db, club)}
    states = {id: match.state(db) for id, match in found.items()}
    return {"people": sorted(one.name for one in players(db, club))} | {
        id: (
            [seat.name for seat in state.match.seats],
            [event.key for event in state.events],
            state.score.totals,
        )
        for id, state in states.items()
    }


def test_what_cannot_come_home_is_not_done_in_a_copy(phone: Database, evening: Match) -> None:
    ask = evening.ask(phone)
    for done in (
        lambda: rename_club(ask, evening.club, "The Anchor"),
        lambda: rename_player(ask, evening.players[0], "Anne"),
    ):
        with pytest.raises(Barred, match="This is a copy of the club"):
            done()
    home = {name for name, act in ACTS.items() if act.comes_home}
    assert "recording.record_round" in home
    assert not {name for name, act in ACTS.items() if act.role == "manage"} & home


def test_a_match_that_the_club_has_is_not_set_up_anew_in_a_copy(phone: Database, evening: Match) -> None:
    state = evening.state(phone)
    setup = MatchSetup(state.card.but(target=99), ("Ann", "Bob"))
    with pytest.raises(SetupRefused, match="The club has this match already"):
        change_setup(evening.ask(phone), evening.id, setup, seen=state.match.version)


def test_the_phone_takes_what_the_club_has_alone(db: Database, phone: Database, evening: Match) -> None:
    sync(phone, db, evening.club)
    match = sits_down_with_ann(db, evening, "Cy")
    match.record(db, out(match, 1, {0: 6}))
    rename_player(evening.ask(db), evening.players[1], "Bobby")
    rename_club(evening.ask(db), evening.club, "The Anchor")
    news = "".join(exported(db, evening.club, LATER))
    assert evening.id not in news
    fetch(phone, db, evening.club)
    assert same(phone, db, evening.club)
    club = find_club(phone, evening.club)
    assert club is not None
    assert club.name == "The Anchor"


def test_people_merged_at_the_club_are_one_in_the_copy(db: Database, phone: Database, evening: Match) -> None:
    match = sits_down_with_ann(db, evening, "Robert")
    robert = match.players[1]
    match.record(db, out(match, 1, {0: 6}))
    sync(phone, db, evening.club)
    merge_players(evening.ask(db), robert, evening.players[1])
    match.record(phone, out(match._replace(players=[evening.players[0], robert]), 1, {0: 4}))
    (one,) = sync(phone, db, evening.club)
    assert one.state == "conflict", "the club has changed who plays"
    assert [one.state for one in sync(phone, db, evening.club, {match.id: OWN})] == ["taken"]
    assert same(phone, db, evening.club)


def test_a_new_player_of_the_phone_becomes_the_clubs(db: Database, phone: Database, evening: Match) -> None:
    match = sits_down_with_ann(phone, evening, "Cy")
    theirs = match.players[1]
    match.record(phone, out(match, 1, {0: 3}))
    with writing(db):
        ours = add_player(db, evening.club, "cy", EVENING).id
    with pytest.raises(NotCopied, match="Hand over first"):
        fetch(phone, db, evening.club)
    hand_over(phone, db, evening.club, **{theirs: "same"})
    match.record(phone, out(match, 0, {1: 2}))  # before the copy knows
    fetch(phone, db, evening.club)
    assert [seat.player for seat in match.state(phone).match.seats] == [evening.players[0], ours]
    assert whole(phone)
    sync(phone, db, evening.club)
    assert same(phone, db, evening.club)


@pytest.fixture
def both_went_on(db: Database, phone: Database, evening: Match) -> Match:
    """Ann wins a round at the club, Bob two on the phone."""
    evening.record(db, out(evening, 0, {1: 2}))
    for _ in range(2):
        evening.record(phone, out(evening, 1, {0: 4}))
    (one,) = sync(phone, db, evening.club)
    assert one.state == "conflict"
    assert evening.state(phone).score.totals == (1, 2), "it stays on the phone"
    return evening


def test_mine_takes_the_place_of_the_clubs(db: Database, phone: Database, both_went_on: Match) -> None:
    match = both_went_on
    (one,) = hand_over(phone, db, match.club, {match.id: MINE})
    assert one.state == "added"
    assert match.state(db).score.totals == (1, 2)
    match.record(phone, out(match, 0, {1: 9}))  # before the copy knows
    assert [one.state for one in sync(phone, db, match.club)] == ["added"]
    assert match.state(db).score.totals == (2, 2)
    assert same(phone, db, match.club)
    assert sync(phone, db, match.club) == []


def test_mine_as_a_match_of_its_own(db: Database, phone: Database, both_went_on: Match) -> None:
    match = both_went_on
    (one,) = hand_over(phone, db, match.club, {match.id: OWN})
    assert one.state == "taken"
    match.record(phone, out(match, 0, {1: 9}))  # before the copy knows
    assert [one.state for one in sync(phone, db, match.club)] == ["added"], "it is not asked again"
    assert sorted(
        Match(match.club, one.id, [], "").state(db).score.totals for one in matches(db, match.club)
    ) == [(2, 0), (2, 2)]
    assert same(phone, db, match.club)


def test_a_copy_is_not_put_in_the_place_of_what_was_begun_here(db: Database, evening: Match) -> None:
    with pytest.raises(NotCopied, match="begun on this phone"):
        take_along(db, exported(db, evening.club))


def test_a_file_that_begins_after_the_copy_is_refused(db: Database, evening: Match, phone: Database) -> None:
    before = record(phone, evening.club)
    with pytest.raises(NotCopied, match="Something is missing"):
        take_along(phone, exported(db, evening.club, LATER))
    assert record(phone, evening.club) == before


def test_is_this_your_cy(db: Database, phone: Database, evening: Match) -> None:
    """Both sides have added a Cy meanwhile. It is asked once, and remembered."""
    match = sits_down_with_ann(phone, evening, "Cy")
    theirs = match.players[1]
    match.record(phone, out(match, 1, {0: 3}))
    with writing(db):
        ours = add_player(db, evening.club, "cy", EVENING).id
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
    match = sits_down_with_ann(phone, evening, "Cy")
    theirs = match.players[1]
    with writing(db):
        add_player(db, evening.club, "Cy", EVENING)
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
    assert [seat.pair for seat in match.state(db).match.seats] == [
        seat.pair for seat in first.state(db).match.seats
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
