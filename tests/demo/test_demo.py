"""The demo club: a believable season, the same one every time."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from sqlite_utils import Database

from scorekeeper.cli.main import main
from scorekeeper.demo.command import fill
from scorekeeper.demo.playing import play_round
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.presets import PRESETS
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import add_club, clubs
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import RoundEnd
from scorekeeper.store.matches.matches import matches

TUESDAY, FRIDAY = 1, 4
TABLES = (
    "clubs",
    "devices",
    "players",
    "teams",
    "matches",
    "seats",
    "match_events",
    "round_ends",
    "hands",
    "plays",
)


def filled(path: Path, seed: int = 7) -> Database:
    """A database at this path with the demo in it, written without syncing."""
    migrate(path)
    db = open_store(path)
    db.execute("PRAGMA synchronous = OFF")
    fill(db, seed)
    return db


@pytest.fixture(scope="module")
def crown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    db = filled(tmp_path_factory.mktemp("demo") / "crown.db")
    yield db
    db.close()


@pytest.fixture(scope="module")
def states(crown: Database) -> list[MatchState]:
    """Every match in the order they were started."""
    club = clubs(crown)[0].id
    found = [load_match(crown, club, match.id) for match in reversed(matches(crown, club))]
    return [state for state in found if state is not None]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["demo", *arguments])


OWN = re.compile(r"[0-9a-f]{64}|\b[0-9]{13}\b|\b[0-9]{4}-?[0-9]{2}-?[0-9]{2}(T[0-9:]{8}Z)?\b")


def plain(db: Database) -> dict[str, list[str]]:
    """The tables with names instead of ids, each sorted, so that two runs can be compared.

    The chain's hashes, which depend on the ids, are left out, and times as well: the command's ends now.
    """
    names = {
        row[0]: row[1] for row in db.execute("SELECT id, name FROM players UNION SELECT id, name FROM clubs")
    }
    names |= {row[0]: row[1] for row in db.execute("SELECT id, key FROM matches")}
    names |= {
        row[0]: " & ".join(sorted(names[player] for player in row[1].split()))
        for row in db.execute("SELECT id, members_key FROM teams")
    }

    def readable(cell: object) -> str:
        return " ".join(sorted(OWN.sub("", names.get(word, word)) for word in str(cell).split(" ")))

    return {
        entity: sorted(
            str([readable(cell) for cell in row])
            for row in db.execute(f"SELECT * FROM {entity}")  # noqa: S608 - names of our own tables
        )
        for entity in TABLES
    }


# What is in it


def test_every_preset_and_every_family_is_played(states: list[MatchState]) -> None:
    assert 35 <= len(states) <= 45
    assert {state.card.name for state in states} == {preset.name for preset in PRESETS}
    assert {state.card.game for state in states} == set(Game)
    assert {len(state.match.seats) for state in states if state.card.game is Game.DRAW} == {2, 3, 4}
    assert {(state.card.game, len(state.sides)) for state in states} >= {(Game.BLOCK, 5), (Game.BLOCK, 2)}


# Is it true


def test_no_round_of_the_demo_is_doubtful(states: list[MatchState]) -> None:
    ends = [
        (state, event.body)
        for state in states
        for event in state.counting
        if isinstance(event.body, RoundEnd)
    ]
    doubts = [problem for state, end in ends for problem in state.validate_end(end).problems]
    assert doubts == []
    assert Counter(end.event for _, end in ends)["blocked"] > 20


def test_totals_are_the_counted_steps_added_up_and_end_at_the_target(states: list[MatchState]) -> None:
    for state in states:
        last_leg = [step for step in state.score.steps if step.leg == max(1, len(state.score.legs))]
        if not state.running:
            summed = tuple(map(sum, zip(*(step.delta for step in last_leg), strict=True)))
            assert summed == state.score.totals
        if state.score.finished and state.card.match_games is None:
            best = max(state.score.totals)
            most = state.card.target + (0 if state.card.exact else 100)
            assert state.card.target <= best <= most
            assert all(total < state.card.target for total in state.score.totals if total != best)


# Is it believable


def test_it_is_played_on_league_evenings_by_people_who_sit_at_one_table_at_a_time(
    states: list[MatchState],
) -> None:
    busy: dict[str, datetime] = {}
    for state in states:
        times = [datetime.fromisoformat(state.match.started_at)]
        times += [datetime.fromisoformat(event.entered_at) for event in state.events]
        assert times == sorted(times)
        assert times[0].weekday() in (TUESDAY, FRIDAY)
        assert times[0].replace(hour=20, minute=0) <= times[0]
        assert times[-1] <= times[0].replace(hour=22, minute=30)
        assert all(busy.get(seat.player, times[0]) <= times[0] for seat in state.match.seats)
        busy |= {seat.player: times[-1] for seat in state.match.seats}
        assert times[-1] - times[0] >= timedelta(minutes=5)
    starts = [state.match.started_at for state in states]
    assert starts == sorted(starts)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_round_by_chance_keeps_every_tile_and_ends_for_a_reason(preset: object) -> None:
    card: RuleCard = preset.card  # type: ignore[attr-defined]
    sides = (("Ann", "Cy"), ("Bob", "Di"))
    for seed in range(30):
        played = play_round(card, sides, (0, 0), None, Random(seed))
        left = [tile for hand in played.hands.values() for tile in hand]
        assert sorted([*left, *played.boneyard, *played.state.layout.tiles]) == sorted(card.tile_set.tiles)
        if played.out is None:
            assert not any(played.state.layout.moves(tile) for tile in left)
        else:
            finishers = ("Ann", "Cy") if played.out in sides[0] else ("Bob", "Di")
            out = finishers if card.both_must_chip_out else (played.out,)
            assert not any(played.hands[name] for name in out)
        assert isinstance(played.state.layout, Layout)


# The command


def test_the_command_makes_the_same_season_each_time_and_says_so_but_not_twice(
    crown: Database, tmp_path: Path
) -> None:
    path = tmp_path / "new" / "demo.db"
    first, repeated = run("--database", str(path)), run("--database", str(path), "--seed", "8")
    assert first.exit_code == repeated.exit_code == 0
    assert "The Crown: 8 players, 4 pairs, 40 matches" in first.output
    assert f"scorekeeper serve --database {path}" in first.output
    assert "already" in repeated.output
    with closing(open_store(path)) as db:
        assert len(clubs(db)) == 1
        assert len(matches(db, clubs(db)[0].id)) == 40
        assert plain(db) == plain(crown)
        ((entered,),) = db.execute("SELECT max(entered_at) FROM match_events")
        assert timedelta() < datetime.now(UTC) - datetime.fromisoformat(entered) < timedelta(minutes=30)


def test_it_leaves_a_real_club_alone(tmp_path: Path) -> None:
    path = tmp_path / "real.db"
    migrate(path)
    with closing(open_store(path)) as db:
        with writing(db):
            add_club(db, "The Crown", "2026-01-06T20:00:00Z")
        result = run("--database", str(path))
        assert result.exit_code == 3
        assert "holds a club already" in result.output
        assert matches(db, clubs(db)[0].id) == []
    db.close()
