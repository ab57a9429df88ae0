"""No sequence of acts falls: each is done or refused in words; then the league can be read, and be moved."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.names import NameFault
from scorekeeper.rules.errors import RuleError
from scorekeeper.services.gate import ACTS, Declared, Refused, TooMany
from scorekeeper.services.leagues.season_import import SheetRefused
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import find_club
from tests.databases import make_database
from tests.services.test_gate import ACT, PRESET, Said, begin

IN_WORDS = (Refused, RuleError, NameFault, TooMany, SheetRefused)
# An act as its page would ask for it now, or (from 1 on) as it was asked some acts of this kind ago.
STEPS = st.lists(st.tuples(st.sampled_from(sorted(ACT)), st.integers(0, 2)), max_size=12)
PRESETS = st.sampled_from(["singles", *sorted({*PRESET.values()})])


def fell_in_an_act(error: BaseException) -> bool:
    """Whether this came out of an act, not out of a test that looks for what is not there now."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code is not Declared.__call__.__code__:
        trace = trace.tb_next
    return trace is not None


def attempted(what: Callable[[], Any]) -> Any:
    """What this comes to; None where it is refused, or there is nothing to do it to."""
    try:
        return what()
    except IN_WORDS:
        return None
    except Exception as error:
        if fell_in_an_act(error):
            raise
        return None


def play_through(preset: str, steps: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        here = begin(Path(folder) / "club.db", preset)
        with closing(here.db):
            asked: dict[str, list[Said]] = {}
            for name, ago in steps:
                earlier = asked.setdefault(name, [])
                said = earlier[-ago] if 0 < ago <= len(earlier) else attempted(lambda: ACT[name](here))  # noqa: B023
                if said is None:
                    continue
                earlier.append(said)
                subject, first, more = said
                attempted(lambda: ACTS[name](here.ask, subject, *first, **more))  # noqa: B023
                season = open_season(here.db, here.club, here.league, here.today)
                if season:  # it is not deleted
                    _ = season.table, season.unsettled, [card.done for card in season.cards]
            with closing(open_store(make_database(Path(folder) / "moved.db"))) as moved:
                if find_club(here.db, here.club):  # it is not in the trash
                    import_club(moved, exported(here.db, here.club))


@settings(max_examples=12, deadline=None)
@given(PRESETS, STEPS)
def test_no_sequence_of_acts_falls(preset: str, steps: list[tuple[str, int]]) -> None:
    play_through(preset, steps)


@pytest.mark.long
@settings(max_examples=600, deadline=None)
@given(PRESETS, STEPS)
def test_no_sequence_of_acts_falls_in_hundreds(preset: str, steps: list[tuple[str, int]]) -> None:
    play_through(preset, steps)
