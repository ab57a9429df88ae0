"""Whatever happens on an evening, in whatever order: the app and an independent model agree."""

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule
from sqlite_utils.utils import sqlite3

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.game import Game
from scorekeeper.services.clubs.club_results import club_record
from scorekeeper.services.matches.recording import correct as correct_entry
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.players import find_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import Meant, Play, Removal
from tests.durability.model_row import SET, Laid
from tests.durability.two_phones import DEAL, SEATS, TwoPhones
from tests.services.match import lay

RUNS = int(os.environ.get("SCOREKEEPER_MATCHES", "12"))
NAMES = st.sampled_from(("Ann", "Bob", "Éva", "O'Neill", "Zoë 🁡", "100 % sure?"))
TILES, PLACES = st.sampled_from(SET), st.sampled_from("LR")
Sum = tuple[int, int, int, int, int, int]  # played, won, legs for and against, points for and against


class Evening(TwoPhones):
    """Match after match of the same players: tiles entered one by one, renamed players, running tables."""

    def begin(self) -> None:
        super().begin()
        self.before: list[Sum] = getattr(self, "before", [(0, 0, 0, 0, 0, 0)] * 2)

    @precondition(lambda self: self.plays_are_entered and self.model.running)
    @rule(data=st.data(), leader=SEATS, tiles=st.integers(1, 4))
    def tiles_are_laid(self, data: st.DataObject, leader: int, tiles: int) -> None:
        seats = len(self.names)
        for _ in range(tiles):
            row = self.model.row()
            # Fewer tiles than a hand holds: chipping out with the last one is for other tests.
            if not self.model.running or not row.fitting() or len(row.tiles) == DEAL - 1:
                return
            seat = leader % seats if row.last is None else (row.last + 1) % seats
            laid = data.draw(st.sampled_from(row.fitting()))
            number = self.model.round_open
            assert self.enter(self.lay(seat, laid))
            self.model.enter(number, ("tile", seat, laid))

    @precondition(lambda self: self.plays_are_entered and self.model.running)
    @rule(seat=SEATS, laid=st.tuples(TILES, PLACES))
    def a_tile_is_tried(self, seat: int, laid: tuple[tuple[int, int], str]) -> None:
        tile, row, seats = (*laid[0], laid[1]), self.model.row(), len(self.names)
        if not row.may_lie(tile) or not row.is_turn_of(seat % seats, seats):
            with pytest.raises(RuleError):
                self.enter(self.lay(seat, tile))

    def lay(self, seat: int, laid: Laid) -> Play:
        low, high, place = laid
        return lay(self.at, seat % len(self.names), f"{high}-{low}", place)

    @precondition(lambda self: self.model.plays())
    @rule(data=st.data())
    def one_play_is_taken_out(self, data: st.DataObject) -> None:
        """Tiles entered after it may no longer fit anywhere, and then score nothing."""
        original = data.draw(st.sampled_from(self.model.plays()))
        standing = self.model.places[original].version
        assert self.send(
            lambda key, said: (
                correct_entry(
                    self.at.ask(self.db, key, said),
                    self.at.id,
                    Removal(),
                    original=original,
                    standing=Meant(standing),
                ).added
            )
        )
        self.model.correct(original, None)

    @rule(seat=SEATS, name=NAMES)
    def somebody_gets_another_name(self, seat: int, name: str) -> None:
        seat %= len(self.names)
        player = find_player(self.db, self.at.club, self.at.players[seat])
        assert player is not None
        if name in self.names and name != self.names[seat]:
            with pytest.raises(sqlite3.IntegrityError), writing(self.db):
                rename(
                    self.db,
                    self.at.club,
                    "player",
                    player,
                    self.at.author,
                    name=name,
                    name_key=name.casefold(),
                )
            return
        with writing(self.db):
            rename(
                self.db, self.at.club, "player", player, self.at.author, name=name, name_key=name.casefold()
            )
        self.names[seat] = name

    @precondition(lambda self: not self.model.running)
    @rule()
    def another_match(self) -> None:
        """The last match's result stays in the table; its acts are not sent again."""
        self.before = self.sums()
        card = self.at.state(self.db).card
        with writing(self.db, self.at.club):
            self.at = self.at.sit_down(self.db, card, pairs=self.pairs)
        self.sent.clear()
        self.begin()

    def sums(self) -> list[Sum]:
        """What the table says of each side."""
        model = self.model
        if model.winner is None or model.abandoned:
            return self.before
        new = [
            (1, int(model.winner == side), *pair(model.legs_won, side), *pair(model.points, side))
            for side in (0, 1)
        ]
        return [tuple(map(sum, zip(*both, strict=True))) for both in zip(self.before, new, strict=True)]

    @invariant()
    def the_tables_agree(self) -> None:
        """The cached results of the club, updated by changes only, agree with the model."""
        if not hasattr(self, "db"):
            return
        game = Game.FIVES if self.plays_are_entered else Game.DRAW
        with club_record(self.db, self.at.club) as club:
            newest, names = club.newest_first[0], dict(club.names)
            assert bool(club.running) == self.model.running
            tables = [club.table(kind, pairs=self.pairs) for kind in (None, game)]
            assert club.table(None, pairs=not self.pairs) == ()
        assert newest.match.id == self.at.id
        assert list(newest.sides) == [names[side] for side in newest.competitors] == self.side_names()
        wanted = {side: row for side, row in zip(newest.competitors, self.sums(), strict=True) if row[0]}
        for table in tables:
            assert {
                row.competitor: (
                    row.played, row.won, row.legs_for, row.legs_against, row.points_for, row.points_against
                )
                for row in table
            } == wanted  # fmt: skip


def pair(of_sides: tuple[int, int], side: int) -> tuple[int, int]:
    """A side's own and the other's."""
    return of_sides[side], of_sides[1 - side]


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=RUNS, stateful_step_count=30, suppress_health_check=[*HealthCheck]
)
