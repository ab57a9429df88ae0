"""A match entered by two phones beside its independent model: their acts, and whether both agree."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorekeeper.services.gate import KeyReused
from scorekeeper.services.matches.recording import abandon, record_event, record_round, undo
from scorekeeper.services.matches.recording import correct as correct_entry
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store import migrate, open_store
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from scorekeeper.store.matches.match_events import Meant, Play, RoundEnd
from tests.databases import make_database
from tests.durability.model import CALLED_OFF, Entered, Model
from tests.services.match import Match, out, play, start

SIDES = st.integers(0, 1)
SEATS = st.integers(0, 3)  # in a match of two, seat 2 is seat 0 again
PIPS = st.integers(5, 25)
HANDS = st.lists(PIPS, min_size=4, max_size=4)
POINTS = st.sampled_from((5, 10, 15, 20))
# One match, or a leg of it, is a few rounds long.
TARGET = 60
DEAL = 7


class TwoPhones(RuleBasedStateMachine):
    """One match entered by two phones; each acts on what it last saw, and may send late or twice."""

    @initialize(game=st.sampled_from(("draw", "fives")), legs=st.sampled_from((1, 2)), pairs=st.booleans())
    def sit_down(self, game: str, legs: int, pairs: bool) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
        self.db = open_store(make_database(self.folder / "scorekeeper.db"))
        self.names = ["Ann", "Bob", "Cy", "Di"] if pairs else ["Ann", "Bob"]
        self.plays_are_entered, self.pairs = game == "fives", pairs
        card: dict[str, object] = {"target": TARGET, "legs": legs, "deal": DEAL, "spinner": "none"}
        self.at: Match = start(self.db, game, *self.names, pairs=pairs, **card)
        self.begin()
        self.sent: list[Callable[[str], bool]] = []
        self.keys = 0

    def begin(self) -> None:
        """The model of a match in which nothing was entered yet."""
        card = self.at.state(self.db).card
        rounded_to = 5 if self.plays_are_entered else 1
        self.model = Model(TARGET, card.legs, at_once=self.plays_are_entered, rounded_to=rounded_to)

    def teardown(self) -> None:
        if hasattr(self, "db"):
            self.db.close()
            shutil.rmtree(self.folder)

    def send(self, act: Callable[[str, str], bool]) -> bool:
        """Send it under a new key; what was stored or agreed can be sent again later."""
        self.keys += 1
        key = f"key {self.keys}"
        stored = act(key, "this")
        self.sent.append(lambda said: act(key, said))
        return stored

    def end_round(self, number: int, seat: int, pips: list[int], made: int | None = None) -> bool:
        plays = () if made is None else (play(seat % 2, made),)
        return self.send(
            lambda key, said: (
                record_round(
                    self.at.ask(self.db, key, said),
                    self.at.id,
                    self.chip_out(seat, pips),
                    plays,
                    round=number,
                    reason="it was so",
                ).added
            )
        )

    def others(self, seat: int, pips: list[int]) -> dict[int, int]:
        """The hands of everybody else."""
        players = len(self.names)
        return {holder: pips[holder] for holder in range(players) if holder != seat % players}

    def chip_out(self, seat: int, pips: list[int]) -> RoundEnd:
        return out(self.at, seat % len(self.names), self.others(seat, pips))

    def ended(self, seat: int, pips: list[int]) -> Entered:
        return self.model.chip_out(seat, self.others(seat, pips))

    @rule(seat=SEATS, pips=HANDS, made=st.none() | POINTS)
    def round_ends(self, seat: int, pips: list[int], made: int | None) -> None:
        made = made if self.plays_are_entered else None
        number = self.model.round_open
        if not self.model.running:
            with pytest.raises(Conflict):
                self.end_round(number, seat, pips, made)
            return
        assert self.end_round(number, seat, pips, made)
        plays: list[Entered] = [] if made is None else [("play", seat % 2, made)]
        self.model.enter(number, *plays, self.ended(seat, pips))

    @precondition(lambda self: self.model.running)
    @rule(seat=SEATS, pips=HANDS, other=SEATS)
    def both_phones_end_it(self, seat: int, pips: list[int], other: int) -> None:
        number = self.model.round_open
        assert self.end_round(number, seat, pips)
        self.model.enter(number, self.ended(seat, pips))
        # Who chipped out matters: two partners make the same points, but these are different results.
        if other % len(self.names) == seat % len(self.names):
            assert not self.end_round(number, other, pips), "the same result is agreed"
            return
        with pytest.raises(Conflict):
            self.end_round(number, other, pips)

    @rule(ahead=st.integers(1, 3), seat=SEATS, pips=HANDS)
    def a_round_too_far_on(self, ahead: int, seat: int, pips: list[int]) -> None:
        with pytest.raises(Conflict):
            self.end_round(self.model.round_open + ahead, seat, pips)

    @precondition(lambda self: self.plays_are_entered and self.model.running)
    @rule(side=SIDES, points=POINTS)
    def somebody_scores(self, side: int, points: int) -> None:
        number = self.model.round_open
        assert self.enter(play(side, points))
        self.model.enter(number, ("play", side, points))

    def enter(self, entered: Play) -> bool:
        """Enter this in the open round from a phone that is up to date."""
        number, seen = self.model.round_open, self.model.events
        return self.send(
            lambda key, said: (
                record_event(
                    self.at.ask(self.db, key, said), self.at.id, entered, round=number, seen=seen, reason=None
                ).added
            )
        )

    @precondition(lambda self: self.model.ends())
    @rule(data=st.data(), seat=SEATS, pips=HANDS)
    def correct(self, data: st.DataObject, seat: int, pips: list[int]) -> None:
        original = data.draw(st.sampled_from(self.model.ends()))
        standing = self.model.places[original].version

        def to(seat: int, key: str, said: str) -> bool:
            return correct_entry(
                self.at.ask(self.db, key, said),
                self.at.id,
                self.chip_out(seat, pips),
                original=original,
                standing=Meant(standing),
                reason="misread",
            ).added

        assert self.send(lambda key, said: to(seat, key, said))
        self.model.correct(original, self.ended(seat, pips))
        assert not self.send(lambda key, said: to(seat, key, said)), "the same correction is agreed"
        with pytest.raises(Conflict):
            self.send(lambda key, said: to(seat + 1, key, said))

    @precondition(lambda self: self.model.places)
    @rule(data=st.data())
    def strike(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted({place.round for place in self.model.places.values()})))
        assert self.at.strike(self.db, number) == self.model.strike(number)

    @precondition(lambda self: self.model.undoable)
    @rule()
    def take_back(self) -> None:
        act = self.at.state(self.db).last_act
        assert act is not None
        standing = Meant(act[-1].version)
        assert self.send(lambda key, said: undo(self.at.ask(self.db, key, said), self.at.id, standing).added)
        self.model.undo()

    @precondition(lambda self: self.model.running or self.model.abandoned)
    @rule()
    def abandon(self) -> None:
        number = self.model.round_open
        assert self.call_off() == self.model.running, "a second phone agrees"
        if self.model.running:
            self.model.enter(number, CALLED_OFF)

    @precondition(lambda self: not self.model.running and not self.model.abandoned)
    @rule()
    def abandon_what_is_over(self) -> None:
        with pytest.raises(Conflict):
            self.call_off()

    def call_off(self) -> bool:
        return self.send(lambda key, said: abandon(self.at.ask(self.db, key, said), self.at.id).added)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def the_answer_got_lost(self, data: st.DataObject) -> None:
        """Send an earlier message again: nothing is added, and other content under its key is refused."""
        repeated = data.draw(st.sampled_from(self.sent))
        assert repeated("this") is False
        with pytest.raises(KeyReused):
            repeated("something else")

    @rule()
    def restart(self) -> None:
        self.db.close()
        assert migrate(self.folder / "scorekeeper.db") == []
        self.db = open_store(self.folder / "scorekeeper.db")

    @invariant()
    def they_agree(self) -> None:
        if not hasattr(self, "db"):
            return
        state, model = self.at.state(self.db), self.model
        assert len(state.events) == state.match.version == model.events
        score = state.score
        assert (score.totals, score.legs_won, score.winner) == (model.totals, model.legs_won, model.winner)
        assert (score.round_open, state.running) == (model.round_open, model.running)
        assert state.sides == tuple(self.side_names())
        assert faults_in_file(self.db) == []
        assert [*faults_in_record(self.db), *faults_in_every_chain(self.db)] == []

    def side_names(self) -> list[str]:
        return [" & ".join(self.names[side::2]) for side in (0, 1)]
