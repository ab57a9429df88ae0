"""What an act leaves behind stands in the way of none that follows, and is no fault to the doctor."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.services.cards.card_commands import reopen
from scorekeeper.services.cups import draw_bracket
from scorekeeper.services.leagues.secretary import drop_unplayed_fixture
from scorekeeper.services.leagues.teams import withdraw_or_drop_squad
from scorekeeper.store.engine.integrity import faults_in_file, faults_in_record
from tests.services.league import Secretary, idempotency_key

Begin = Callable[[str], Secretary]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins a league of four players; afterwards the doctor has nothing to say."""
    begun: list[Secretary] = []

    def league(preset: str) -> Secretary:
        begun.append(Secretary.of(tmp_path / "club.db", preset, ("Ann", "Bob", "Cy", "Dee")))
        return begun[-1]

    yield league
    for one in begun:
        assert one.season().table() is not None
        assert [*faults_in_file(one.db), *faults_in_record(one.db)] == []
        one.db.close()


def test_an_entrant_of_a_drawn_cup_without_days_withdraws(begin: Begin) -> None:
    cup = begin("singles_cup")
    draw_bracket(cup.ask, cup.league, [])
    withdraw_or_drop_squad(cup.ask, cup.league, cup.squad("Bob").id, "ill", withdrawn=True)
    assert cup.squad("Bob").withdrawn_on, "the bracket names it, so it stays"


def test_a_fixture_whose_card_was_reopened_unsigned_is_dropped(begin: Begin) -> None:
    league = begin("singles")
    league.draw_up(date(2026, 9, 7), twice=False)
    fixture = league.fixture_card().fixture.id
    ask = league.ask._replace(key=idempotency_key())
    assert not reopen(ask, fixture, "upside down").added
    drop_unplayed_fixture(league.ask, league.league, fixture)
    assert league.season().fixture_card(fixture) is None
