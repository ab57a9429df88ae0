"""A match as one side has it, so that two versions can stand beside each other."""

from contextlib import suppress
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.transfer.club_rows import RowRefused, wait_with_references
from scorekeeper.store.transfer.handover_rows import Kept, Thread, add_to_thread, put_match


class SummaryEntry(NamedTuple):
    """One entry: what it says, which phone entered it, and when (UTC)."""

    words: str
    nickname: str
    at: str


class MatchSummary(NamedTuple):
    """Every side with its total, and the entries in their order."""

    totals: tuple[tuple[str, int], ...]
    entries: tuple[SummaryEntry, ...]


class _TakenBack(Exception):
    """Ends the transaction in which a match was only looked at."""


def summary_of(state: MatchState) -> MatchSummary:
    """The match as it is stored here."""
    entries = (
        SummaryEntry(state.words_of(event), event.nickname, event.entered_at) for event in state.events
    )
    return MatchSummary(tuple(zip(state.sides, state.score.totals, strict=True)), tuple(entries))


def summary_from_rows(db: Database, club: str, theirs: Kept) -> MatchSummary | None:
    """The match as a phone's file has it, or None where that cannot be read. Nothing is stored."""
    found = None
    unreadable = (ValueError, LookupError, TypeError, AttributeError)
    with suppress(_TakenBack, RowRefused, *unreadable), writing(db, club):
        wait_with_references(db)
        stand_in = new_id()
        row = theirs.head | {"id": stand_in, "key": stand_in, "rematch_of": None}
        setup = {table: [one | {"match": stand_in} for one in rows] for table, rows in theirs.setup.items()}
        put_match(db, row, setup, row["started_at"])
        events = {
            version: tuple((table, values | {"match": stand_in}) for table, values in rows)
            for version, rows in theirs.thread.events.items()
        }
        add_to_thread(db, club, Thread("match", stand_in, events))
        state = load_match(db, club, stand_in)
        found = summary_of(state) if state else None
        raise _TakenBack
    return found
