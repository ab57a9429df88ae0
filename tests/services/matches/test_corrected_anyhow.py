"""However a round was corrected, it counts like the same round entered right at once.

Matches of all four games, singles and pairs, under house rules, are entered wrong and then put right by a
random walk of corrections, undos, deleted and forgotten plays. Their score is that of a match entered right.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.scoring import Step
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.services.matches.recording import add_play, correct, record_event
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import Meant, Play, Removal, RoundEnd
from tests.services.match import Match, blocked, fouled, out, play, start

NAMES = ("Ann", "Bob", "Cy", "Di")
HOUSE_RULES: dict[str, list[dict[str, Any]]] = {
    "block": [
        {},
        {"foul": "won"},
        {"foul": "pips", "scoring": "pips", "target": 60},
        {"scoring": "pips", "target": 60, "tie": "split"},
    ],
    "draw": [
        {},
        {"foul": "replayed", "match_games": 2},
        {"target": 60, "block_minus_own": False},
        {"legs": 2, "target": 40},
        {"match_games": 3},
    ],
    "fives": [{}, {"target": 60}, {"exact": True, "target": 60}, {"divide_by_five": True, "target": 20}],
    "threes_fives": [
        {},
        {"target": 15},
        {"target": 20, "legs": 2},
        {"last_tile_bonus": 0, "target": 15},
        {"block_low_bonus": 1, "target": 15},
        {"both_must_chip_out": False, "target": 31},
        {"match_games": 3},
        {"foul": "won", "target": 15},
    ],
}


@dataclass(frozen=True)
class Said:
    """A round as it was played or said: its plays (side and points), who is out, what each holds, the last
    tile's points; ``foul`` ended it, of this seat or of nobody (-1)."""

    plays: tuple[tuple[int, int], ...]
    out: int | None
    pips: tuple[int, ...]
    last: int
    foul: int | None = None


@dataclass(frozen=True)
class Table:
    """A card, the seats, and the rounds as they were first said and as they were."""

    card: RuleCard
    pairs: bool
    seats: int
    wrong: tuple[Said, ...]
    right: tuple[Said, ...]

    def start(self, db: Database) -> Match:
        begun = start(db, self.card.game.value, *NAMES[: self.seats])
        with writing(db):
            return begun.sit_down(db, self.card, pairs=self.pairs)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    game = draw(st.sampled_from(sorted(HOUSE_RULES)))
    card = RuleCard.default(game, **draw(st.sampled_from(HOUSE_RULES[game])))
    pairs = draw(st.booleans())
    seats = 4 if pairs else draw(st.integers(2, 3))
    plays = play_values(card) if card.game.scores_in_play else ()

    def said() -> Said:
        sides = st.integers(0, (2 if pairs else seats) - 1)
        made = draw(st.lists(st.tuples(sides, st.sampled_from(plays)), max_size=3)) if plays else []
        holds = draw(st.tuples(*[st.integers(1, 12)] * seats))
        gone = draw(st.one_of(st.none(), st.integers(0, seats - 1)))
        last = draw(st.sampled_from((0, *plays)))
        known = card.foul_between(2 if pairs else seats)
        if known == "none" or not draw(st.booleans()):
            return Said(tuple(made), gone, holds, last)
        by = -1 if known == "replayed" else draw(st.integers(-1, seats - 1))
        return Said(tuple(made), None, holds, last, by)

    count = draw(st.integers(1, 3))
    return Table(card, pairs, seats, tuple(said() for _ in range(count)), tuple(said() for _ in range(count)))


def end_of(at: Match, table: Table, said: Said) -> RoundEnd:
    held = {seat: pips for seat, pips in enumerate(said.pips) if seat != said.out}
    if table.pairs and table.card.both_must_chip_out and said.out is not None:
        held[(said.out + 2) % 4] = 0
    if said.foul is not None:
        return fouled(at, None if said.foul < 0 else said.foul, held)
    return blocked(at, held) if said.out is None else out(at, said.out, held)


def last_of(at: Match, table: Table, said: Said) -> tuple[Play, ...] | None:
    if table.card.game.value != "threes_fives" or said.out is None:
        return None
    if not said.last:
        return ()
    made = play(side_of(table, said.out), said.last + table.card.last_tile_bonus, last_tile=True)
    return (made._replace(player=at.players[said.out]),)


def side_of(table: Table, seat: int) -> int:
    return seat % 2 if table.pairs else seat


def enter(db: Database, at: Match, table: Table, number: int, said: Said) -> None:
    with suppress(Conflict):
        for side, points in said.plays:
            record_event(at.ask(db), at.id, play(side, points), round=number, reason=None)
        at.record(
            db, end_of(at, table, said), *(last_of(at, table, said) or ()), round=number, reason="so it was"
        )


def put_right(db: Database, at: Match, table: Table, number: int, said: Said) -> None:
    """Correct everything in the round that is not as it was."""
    standing = [event for event in at.state(db).counting if event.round == number]
    if not standing:
        enter(db, at, table, number, said)
        return
    plays = [e for e in standing if isinstance(e.body, Play) and not e.body.last_tile]
    for event, (side, points) in zip(plays, said.plays, strict=False):
        at.correct(db, event.original, play(side, points))
    for event in plays[len(said.plays) :]:
        correct(at.ask(db), at.id, Removal(), original=event.original, standing=Meant(event.version))
    ends = [event for event in standing if isinstance(event.body, RoundEnd)]
    entered, last = end_of(at, table, said), last_of(at, table, said)
    for event in ends:
        at.correct(db, event.original, entered, reason="so it was", last_play=last)
    for side, points in said.plays[len(plays) :]:
        seen = at.state(db).match.version
        add_play(at.ask(db), at.id, play(side, points), round=number, seen=seen)
    if not ends:
        # A leg that was won by a play in it may be open again.
        enter(db, at, table, number, Said((), said.out, said.pips, said.last, said.foul))


def counted(at: Match, db: Database) -> tuple[object, ...]:
    """What the score says, without what came after the win."""
    score = at.state(db).score

    def said(step: Step) -> tuple[object, ...]:
        return step.kind, step.round, step.leg, step.side, step.points, step.delta, step.totals, step.words

    steps = [said(step) for step in score.steps if step.counted]
    return score.totals, score.legs_won, score.winner, score.drawn, steps


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables(), st.data())
def test_a_match_put_right_counts_as_entered_right(db: Database, table: Table, data: st.DataObject) -> None:
    right, wrong = table.start(db), table.start(db)
    for number, said in enumerate(table.right, start=1):
        enter(db, right, table, number, said)
    for number, said in enumerate(table.wrong, start=1):
        enter(db, wrong, table, number, said)
    entered = sorted({event.round for event in wrong.state(db).counting})
    for _ in range(data.draw(st.integers(0, 6))):
        number = data.draw(st.sampled_from(entered)) if entered else 1
        anything = data.draw(st.sampled_from([*table.wrong, *table.right]))
        with suppress(RuleError):
            put_right(db, wrong, table, number, anything)
        if data.draw(st.booleans()):
            wrong.undo(db)
    for number, said in enumerate(table.right, start=1):
        put_right(db, wrong, table, number, said)
    assert counted(wrong, db) == counted(right, db)
