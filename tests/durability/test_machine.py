"""Whatever two phones do in whatever order: the app and an independent model agree after every step (D20)."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorekeeper.book.acts import KeyUsed, Overtaken
from scorekeeper.book.mending import correct as correct_entry
from scorekeeper.book.mending import undo
from scorekeeper.book.record import record
from scorekeeper.book.telling import call_off, record_event, record_round
from scorekeeper.store import migrate, open_store
from scorekeeper.store.checkup import faults_in_file, faults_in_record
from scorekeeper.store.entries import RoundEnd
from tests.book.match import Match, out, play, start, ticket
from tests.durability.model import CALLED_OFF, Model

RUNS = int(os.environ.get("SCOREKEEPER_MATCHES", "60"))
SIDES = st.integers(0, 1)
PIPS = st.integers(1, 8).map(lambda five: 5 * five)
POINTS = st.sampled_from((5, 10, 15, 20))
# One match, or a leg of it, is a few rounds long.
TARGET = 60


class TwoPhones(RuleBasedStateMachine):
    """One match, entered by two phones; each keeps what it last saw, and may send it late or twice."""

    @initialize(family=st.sampled_from(("draw", "fives")), legs=st.sampled_from((1, 2)))
    def sit_down(self, family: str, legs: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
        migrate(self.folder / "scorekeeper.db")
        self.db = open_store(self.folder / "scorekeeper.db")
        self.at: Match = start(self.db, family, "Ann", "Bob", target=TARGET, legs=legs)
        self.model = Model(TARGET, legs, at_once=family == "fives")
        self.plays_are_told = family == "fives"
        self.sent: list[Callable[[str], bool]] = []
        self.keys = 0

    def teardown(self) -> None:
        if hasattr(self, "db"):
            self.db.close()
            shutil.rmtree(self.folder)

    def send(self, act: Callable[[str, str], bool]) -> bool:
        """Do it under a fresh key; what was stored can be sent again later."""
        self.keys += 1
        key = f"key {self.keys}"
        stored = act(key, "this")
        self.sent.append(lambda said: act(key, said))
        return stored

    def end_round(self, number: int, side: int, pips: int, made: int | None = None) -> bool:
        plays = () if made is None else (play(side, made),)
        return self.send(
            lambda key, said: record_round(
                self.db,
                self.at.at,
                self._out(side, pips),
                plays,
                round=number,
                reason="it was so",
                ticket=ticket(key, said),
                stamp=self.at.stamp,
            )
        )

    def _out(self, side: int, pips: int) -> RoundEnd:
        return out(self.at, side, {1 - side: pips})

    @rule(side=SIDES, pips=PIPS, made=st.none() | POINTS)
    def round_ends(self, side: int, pips: int, made: int | None) -> None:
        made = made if self.plays_are_told else None
        number = self.model.round_open
        if not self.model.running:
            with pytest.raises(Overtaken):
                self.end_round(number, side, pips, made)
            return
        assert self.end_round(number, side, pips, made)
        told = [("end", side, pips)] if made is None else [("play", side, made), ("end", side, pips)]
        self.model.tell(number, *told)

    @precondition(lambda self: self.model.running)
    @rule(side=SIDES, pips=PIPS, other=SIDES)
    def both_phones_end_it(self, side: int, pips: int, other: int) -> None:
        number = self.model.round_open
        assert self.end_round(number, side, pips)
        self.model.tell(number, ("end", side, pips))
        with pytest.raises(Overtaken):
            self.end_round(number, other, pips)

    @rule(ahead=st.integers(1, 3), side=SIDES, pips=PIPS)
    def a_round_too_far_on(self, ahead: int, side: int, pips: int) -> None:
        with pytest.raises(Overtaken):
            self.end_round(self.model.round_open + ahead, side, pips)

    @precondition(lambda self: self.plays_are_told and self.model.running)
    @rule(side=SIDES, points=POINTS)
    def somebody_scores(self, side: int, points: int) -> None:
        number, seen = self.model.round_open, self.model.entries
        assert self.send(
            lambda key, said: record_event(
                self.db,
                self.at.at,
                play(side, points),
                round=number,
                seen=seen,
                reason=None,
                ticket=ticket(key, said),
                stamp=self.at.stamp,
            )
        )
        self.model.tell(number, ("play", side, points))

    @precondition(lambda self: self.model.ends())
    @rule(data=st.data(), side=SIDES, pips=PIPS)
    def correct(self, data: st.DataObject, side: int, pips: int) -> None:
        root = data.draw(st.sampled_from(self.model.ends()))
        standing = self.model.places[root].version

        def act(key: str, said: str) -> bool:
            return correct_entry(
                self.db,
                self.at.at,
                self._out(side, pips),
                root=root,
                standing=standing,
                reason="misread",
                ticket=ticket(key, said),
                stamp=self.at.stamp,
            )

        assert self.send(act)
        self.model.correct(root, ("end", side, pips))
        with pytest.raises(Overtaken):
            act("another phone", "this")

    @precondition(lambda self: self.model.places)
    @rule(data=st.data())
    def strike(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted({place.round for place in self.model.places.values()})))
        assert self.at.strike(self.db, number) == self.model.strike(number)

    @precondition(lambda self: self.model.undoable)
    @rule()
    def take_back(self) -> None:
        act = self.at.book(self.db).last_act
        assert act is not None
        standing = act[-1].version
        assert self.send(
            lambda key, said: undo(
                self.db, self.at.at, standing, ticket=ticket(key, said), stamp=self.at.stamp
            )
        )
        self.model.undo()

    @rule()
    def give_up(self) -> None:
        number = self.model.round_open
        stored = call_off(
            self.db, self.at.at, ticket=ticket(f"off {self.model.entries}"), stamp=self.at.stamp
        )
        assert stored == self.model.running
        if stored:
            self.model.tell(number, CALLED_OFF)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def the_answer_got_lost(self, data: st.DataObject) -> None:
        """Any earlier message again: nothing is added, and other words under its key are refused."""
        again = data.draw(st.sampled_from(self.sent))
        assert again("this") is False
        with pytest.raises(KeyUsed):
            again("something else")

    @rule()
    def restart(self) -> None:
        self.db.close()
        assert migrate(self.folder / "scorekeeper.db") == []
        self.db = open_store(self.folder / "scorekeeper.db")

    @invariant()
    def they_agree(self) -> None:
        if not hasattr(self, "db"):
            return
        book, model = self.at.book(self.db), self.model
        assert len(book.entries) == book.match.version == model.entries
        state = book.state
        assert (state.totals, state.legs_won, state.winner) == (model.totals, model.legs_won, model.winner)
        assert (state.round_open, book.running) == (model.round_open, model.running)
        self.the_record_agrees(model.winner if not model.called_off else None)
        assert (faults_in_file(self.db), [*faults_in_record(self.db)]) == ([], [])

    def the_record_agrees(self, winner: int | None) -> None:
        """What is remembered of the club's matches, and brought up to date by what has changed only."""
        with record(self.db, self.at.club) as club:
            (line,) = club.newest_first
            assert bool(club.running) == self.model.running
            won = {standing.competitor: standing.won for standing in club.table(None, pairs=False)}
        assert (line.result.winner if line.result else None) == winner
        wins = {} if winner is None else {self.at.players[winner]: 1, self.at.players[1 - winner]: 0}
        assert won == wins


TestTwoPhones = TwoPhones.TestCase
TestTwoPhones.settings = settings(
    max_examples=RUNS, stateful_step_count=30, deadline=None, suppress_health_check=[*HealthCheck]
)
