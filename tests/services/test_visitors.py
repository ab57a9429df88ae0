"""Every declared act by everybody who might ask, on an open season, an archived one and a signed card."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import pytest

from scorekeeper.services.cards.card_commands import BROUGHT, forfeit
from scorekeeper.services.clubs.administration import end_phone
from scorekeeper.services.gate import ACTS, ENDED, SIGNED_OUT, Ask, Barred, Closed
from scorekeeper.services.leagues.captains import accept_link, renew_link
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season_commands import archive_season
from scorekeeper.services.transfer.take_in import MINE
from scorekeeper.store.clubs.access import ROLES, generations, revoke_link
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import tables_of_clubs
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import BoardEntry, Live, Sent, add_card_events
from scorekeeper.store.leagues.leagues import Fixture, touch_league
from tests.services.league import Secretary
from tests.services.test_gate import ACT, EMPTY, PRESET, Said, begin, tried

NOT_WHAT_WAS_DONE = {"hourly_counts", "devices"}  # the gate counts who came, and when
# An archived season is taken out again, followed or gone on from; links and phones do not belong to it alone.
DONE_IN_THE_ARCHIVE = {
    f"season_commands.{name}" for name in ("archive_season", "next_season", "next_seasons")
}
DONE_IN_THE_ARCHIVE |= {
    "squads.follow_team",
    "captains.renew_link",
    "captains.set_captain_pin",
    "starting.rematch",
}
LEAGUE = {"league", "fixture"}


def stored(here: Secretary) -> str:
    """A fingerprint of all that the instance holds."""
    tables = sorted(set(tables_of_clubs()) - NOT_WHAT_WAS_DONE)
    rows = [sorted(map(str, here.db.execute(f"SELECT * FROM {table}").fetchall())) for table in tables]  # noqa: S608
    return sha256(str(rows).encode()).hexdigest()


def phone(here: Secretary, name: str) -> Author:
    return Author(name, here.author.at)


def asking(here: Secretary, name: str, role: str) -> Ask:
    """A phone that came in by the role's link as it is now."""
    standing = generations(here.db, here.club)[role]
    return here.ask._replace(author=phone(here, name), role=role, generation=standing)


def of_role(role: str) -> Callable[[Secretary], Ask]:
    return lambda here: asking(here, f"a phone that may {role}", role)


def of_an_ended_link(here: Secretary) -> Ask:
    ask = asking(here, "late", "manage")
    with writing(here.db):
        revoke_link(here.db, here.club, "manage", here.author)
    return ask


def of_an_ended_phone(here: Secretary) -> Ask:
    ask = asking(here, "lost", "manage")
    ACTS["names.rename_device"](ask, here.club, "Lost")
    end_phone(here.ask, "lost")
    return ask


def captain(here: Secretary, squad: int) -> Ask:
    team = here.season().squads[squad].id
    renew_link(here.ask, here.league, team, 0)
    ask = Ask(here.db, here.club, phone(here, f"captain {squad}"), "watch", captain=False)
    accept_link(ask, here.league, team, 1)
    return ask._replace(role="score", captain=True)


def of_an_ended_captain(here: Secretary) -> Ask:
    ask = captain(here, 1)
    renew_link(here.ask, here.league, here.season().squads[1].id, 1)
    return ask


MAY_NOTHING = {
    "a link that was ended": (of_an_ended_link, ENDED),
    "a phone that was ended": (of_an_ended_phone, SIGNED_OUT),
    "a captain whose link was ended": (of_an_ended_captain, ENDED),
}

WHO_ENTERS: dict[str, Callable[[Secretary], Ask]] = {
    "scorer": of_role("score"),
    "home captain": lambda here: captain(here, 0),
    "away captain": lambda here: captain(here, 1),
    "another team’s captain": lambda here: captain(here, 2),
    "secretary": of_role("manage"),
}


@pytest.fixture
def here(tmp_path: Any, request: pytest.FixtureRequest) -> Any:
    secretary = begin(tmp_path / "club.db", PRESET.get(request.param, "singles"))
    yield request.param, secretary
    secretary.db.close()


def done(ask: Ask, name: str, said: Said) -> object:
    return tried(ACTS[name], ask, said)


@pytest.mark.parametrize("here", sorted(ACT), indirect=True)
def test_who_may_not_is_told_and_nothing_is_stored(here: tuple[str, Secretary]) -> None:
    name, secretary = here
    said = ACT[name](secretary)
    trashed = ACTS[name].on.trashed
    asks = {role: of_role(role)(secretary) for role in ROLES[: ROLES.index(ACTS[name].role)]}
    sentence_for = dict.fromkeys(asks, "needs one that may")
    for who, (make, sentence) in MAY_NOTHING.items() if not trashed else ():
        asks[who], sentence_for[who] = make(secretary), sentence
    before = stored(secretary)
    for who, ask in asks.items():
        answer = done(ask, name, said)
        assert isinstance(answer, Barred), (who, answer)
        assert sentence_for[who] in str(answer), who
        assert stored(secretary) == before, who


def test_what_is_done_even_to_what_is_closed_is_listed_here() -> None:
    subjects = LEAGUE | {"match"}
    assert {
        n for n, act in ACTS.items() if act.on.name in subjects and act.even_closed
    } == DONE_IN_THE_ARCHIVE


@pytest.mark.parametrize(
    "here", sorted(name for name, act in ACTS.items() if act.on.name in LEAGUE), indirect=True
)
def test_a_season_in_the_archive_stays_as_it_is(here: tuple[str, Secretary]) -> None:
    name, secretary = here
    said = ACT[name](secretary)
    archive_season(secretary.ask, secretary.league, archived=True)
    before = stored(secretary)
    answer = done(secretary.ask, name, said)
    if name not in DONE_IN_THE_ARCHIVE:
        assert isinstance(answer, Closed)
        assert stored(secretary) == before


@pytest.mark.parametrize(
    "here",
    sorted(name for name, act in ACTS.items() if act.on.name == "match" and not act.even_closed),
    indirect=True,
)
@pytest.mark.parametrize("by", ["signed", "archived"])
def test_a_board_of_what_is_closed_stays_as_it_is(here: tuple[str, Secretary], by: str) -> None:
    name, secretary = here
    said = ACT[name](secretary)
    fixture = signed_card(secretary)
    with writing(secretary.db):
        live = [Live(1, said[0])]
        add_card_events(secretary.db, secretary.club, fixture, live, Sent("live", ""), secretary.author)
    if by == "archived":
        secretary.reopen(secretary.card(), "upside down")
        archive_season(secretary.ask, secretary.league, archived=True)
    before = stored(secretary)
    answer = done(secretary.ask, name, said)
    assert isinstance(answer, Closed)
    assert by.removesuffix("d") in str(answer)
    assert stored(secretary) == before


# What is entered for a card is held by its signatures; the rest by something else, or by nothing.
HELD_BY_SIGNATURES: dict[str, Callable[[FixtureCard], tuple[tuple[Any, ...], dict[str, Any]]]] = {
    "board_commands.draw_boards": lambda _: ((), {}),
    "board_commands.save_boards": lambda card: (([result(card)],), {"was": [EMPTY]}),
    "board_commands.rule_ineligible": lambda card: ((players(card, 0)[0][0], "banned"), {}),
    "board_commands.sign_on": lambda _: ((0, "Zoe"), {}),
    "board_commands.start_board": lambda _: ((1,), {}),
    "card_commands.forfeit": lambda _: ((1, "no show"), {}),
    "card_commands.sign": lambda card: ((0,), {"shown": card.wording}),
    "take_in.take_in_card": lambda card: (([row_of(card)], MINE), {}),
}
NOT_HELD = {
    "card_commands.name_best_player",
    "card_commands.answer_day",
    "card_commands.propose_day",
    "card_commands.protest",
    "card_commands.reopen",
}


def result(card: FixtureCard) -> BoardEntry:
    return BoardEntry(2, None, *players(card, 1), (card.boards[1].kind.rule_card.legs, 0))


def players(card: FixtureCard, board: int) -> list[tuple[str, ...]]:
    seats = card.boards[board].kind.seats
    of_board = slice(board * seats, (board + 1) * seats)
    return [tuple(player for player, _ in team.players[of_board]) for team in card.teams]


def row_of(card: FixtureCard) -> dict[str, Any]:
    """The same result as a phone’s file has it."""
    board = result(card)
    legs = {"home_legs": board.legs and board.legs[0], "away_legs": 0}
    of = {"board": 2, "side": None, "lineup": f"{' '.join(board.home)} v {' '.join(board.away)}", **legs}
    none = {"home_points": None, "away_points": None, "conceded": 0, "match": None, "signed": None}
    return {"kind": "board", "version": 9, "key": "from a phone", "reason": None, **of, **none}


@pytest.fixture
def forfeited(tmp_path: Any) -> Iterator[Secretary]:
    """A card that was forfeited and signed by both, with nobody but the players of its first board."""
    here = Secretary.of(tmp_path / "club.db", "leek", ("Fox", "Elk", "Owl"))
    here.set_rules(sign_on=True)
    here.draw_up(here.today, twice=False)
    here.report(here.card(), BoardEntry(1, None, *players(here.card(), 0)))
    forfeit(here.ask, here.card().fixture.id, 0, "no show")
    for side in (0, 1):
        here.sign(here.card(), side, secretary=True)
    yield here
    here.db.close()


def test_what_signatures_hold_is_said_of_every_act_on_a_card() -> None:
    assert {
        name for name, act in ACTS.items() if act.on.name == "fixture"
    } == HELD_BY_SIGNATURES.keys() | NOT_HELD


@pytest.mark.parametrize("name", sorted(HELD_BY_SIGNATURES))
def test_a_signed_card_stays_as_it_is_until_it_is_reopened(forfeited: Secretary, name: str) -> None:
    card = forfeited.card()
    said = card.fixture.id, *HELD_BY_SIGNATURES[name](card)
    asks = {who: make(forfeited) for who, make in WHO_ENTERS.items()}
    before = stored(forfeited)
    for who, ask in asks.items():
        done(ask, name, said)
        assert stored(forfeited) == before, who
    forfeited.reopen(card, "upside down")
    before = stored(forfeited)
    assert done(asks["secretary"], name, said).answer, "only the signatures were in its way"
    assert stored(forfeited) != before


def test_a_result_of_a_spreadsheet_is_not_signed(forfeited: Secretary) -> None:
    other = forfeited.card(1)
    with writing(forfeited.db):
        forfeited.db.execute(
            "UPDATE fixtures SET home_legs = 5, away_legs = 4 WHERE id = ?", [other.fixture.id]
        )
        touch_league(forfeited.db, forfeited.club, forfeited.league)
    said = HELD_BY_SIGNATURES["card_commands.sign"](forfeited.card(1))
    before = stored(forfeited)
    assert BROUGHT in str(done(forfeited.ask, "card_commands.sign", (other.fixture.id, *said)))
    assert stored(forfeited) == before


def signed_card(here: Secretary) -> Fixture:
    if not here.season().cards:
        here.draw_up(here.today, twice=False)
    if not any(board.reports for board in here.card().boards):
        here.report_all(here.card(), {1})
    for side in (0, 1):
        if not here.card().signatures[side]:
            here.sign(here.card(), side, secretary=True)
    assert here.card().locked
    return here.card().fixture
