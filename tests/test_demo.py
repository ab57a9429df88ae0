"""The demo club: a season that could have been played, the same one every time."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from sqlite_utils import Database

from scorekeeper.cli.main import main
from scorekeeper.demo import fill
from scorekeeper.demo.playing import Table, play_round
from scorekeeper.demo.season import PAIRS, PLAYERS
from scorekeeper.rules.cards.game import Family
from scorekeeper.rules.cards.presets import PRESETS
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.matches.standings import RunningTable
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.services.clubs.club_results import results
from scorekeeper.services.matches.match_state import MatchBook, open_book
from scorekeeper.store import migrate, open_store, writing
from scorekeeper.store.clubs import add_club, clubs
from scorekeeper.store.match_events import RoundEnd, Void
from scorekeeper.store.matches import matches
from scorekeeper.store.players import players, teams

TUESDAY, FRIDAY = 1, 4
TABLES = (
    "clubs",
    "devices",
    "players",
    "teams",
    "matches",
    "seats",
    "entries",
    "round_ends",
    "hands",
    "plays",
)


def filled(path: Path, seed: int = 7) -> Database:
    """A database at this path with the demo in it, written without waiting for the disk."""
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
def books(crown: Database) -> list[MatchBook]:
    """Every match in the order they were started."""
    club = clubs(crown)[0].id
    found = [open_book(crown, club, match.id) for match in reversed(matches(crown, club))]
    return [book for book in found if book is not None]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["demo", *arguments])


def plain(db: Database) -> dict[str, list[str]]:
    """The tables with names in the place of ids, each sorted: what two fills may be compared by."""
    names = {
        row[0]: row[1] for row in db.execute("SELECT id, name FROM players UNION SELECT id, name FROM clubs")
    }
    names |= {row[0]: row[1] for row in db.execute("SELECT id, key FROM matches")}
    names |= {
        row[0]: " & ".join(sorted(names[player] for player in row[1].split()))
        for row in db.execute("SELECT id, members FROM teams")
    }
    return {
        noun: sorted(
            str([" ".join(sorted(names.get(word, word) for word in str(cell).split(" "))) for cell in row])
            for row in db.execute(f"SELECT * FROM {noun}")  # noqa: S608 - names of our own tables
        )
        for noun in TABLES
    }


# What is in it


def test_eight_players_and_their_four_pairs(crown: Database) -> None:
    club = clubs(crown)[0]
    names = {player.id: player.name for player in players(crown, club.id)}
    together = {frozenset(names[player] for player in team.members) for team in teams(crown, club.id)}
    assert club.name == "The Crown"
    assert sorted(names.values()) == sorted(PLAYERS.values())
    assert together == {frozenset(PLAYERS[letter] for letter in pair) for pair in PAIRS}


def test_every_preset_and_every_family_is_played(books: list[MatchBook]) -> None:
    assert 35 <= len(books) <= 45
    assert {book.card.name for book in books} == {preset.name for preset in PRESETS}
    assert {book.card.family for book in books} == set(Family)
    assert {len(book.match.seats) for book in books if book.card.family is Family.DRAW} == {2, 3, 4}
    assert {(book.card.family, len(book.sides)) for book in books} >= {(Family.BLOCK, 5), (Family.BLOCK, 2)}


def test_matches_with_legs_and_over_agreed_rounds(books: list[MatchBook]) -> None:
    in_legs = [book for book in books if book.card.legs > 1]
    agreed = [book for book in books if book.card.match_games]
    assert [max(book.state.legs_won) for book in in_legs] == [2]
    assert [book.state.round_open - 1 for book in agreed] == [agreed[0].card.match_games]


def test_a_round_was_corrected_and_another_undone(books: list[MatchBook]) -> None:
    later = [entry for book in books for entry in book.entries if entry.root != entry.version]
    assert sorted(type(entry.told).__name__ for entry in later) == ["RoundEnd", "Void"]
    for entry in later:
        book = next(book for book in books if entry in book.entries)
        assert isinstance(book.entries[entry.root - 1].told, RoundEnd)
        assert book.state.finished
    undone = next(book for book in books if any(isinstance(entry.told, Void) for entry in book.entries))
    assert [entry.round for entry in undone.counting] == list(range(1, undone.state.round_open))


def test_one_match_was_called_off_and_the_last_one_runs(books: list[MatchBook]) -> None:
    assert [book.called_off for book in books].count(True) == 1
    assert [book.running for book in books] == [False] * (len(books) - 1) + [True]
    open_round = books[-1].rounds[books[-1].state.round_open]
    assert sum(play.points for play in open_round.account.heard) > 0
    assert all(book.state.winner is not None for book in books if not (book.running or book.called_off))


def test_hands_are_told_as_tiles_at_the_bar_and_as_pips_in_the_snug(books: list[MatchBook]) -> None:
    ways = {
        (entry.nickname, hand.tiles is not None)
        for book in books
        for entry in book.counting
        if isinstance(entry.told, RoundEnd)
        for hand in entry.told.hands
        if hand.pips != 0 and hand.tiles != "0-0"
    }
    assert ways == {("Bar", True), ("Snug", False)}


# Is it true


def test_nothing_in_it_is_doubted_by_the_judge(books: list[MatchBook]) -> None:
    ends = [
        (book, entry.told) for book in books for entry in book.counting if isinstance(entry.told, RoundEnd)
    ]
    doubts = [problem for book, end in ends for problem in book.judge(end).problems]
    assert doubts == []
    assert Counter(end.event for _, end in ends)["blocked"] > 20


def test_totals_are_the_counted_steps_added_up_and_end_at_the_target(books: list[MatchBook]) -> None:
    for book in books:
        last_leg = [step for step in book.state.steps if step.leg == max(1, len(book.state.legs))]
        if not book.running:
            summed = tuple(map(sum, zip(*(step.delta for step in last_leg), strict=True)))
            assert summed == book.state.totals
        if book.state.finished and book.card.match_games is None:
            best = max(book.state.totals)
            most = book.card.target + (0 if book.card.exact else 100)
            assert book.card.target <= best <= most
            assert all(total < book.card.target for total in book.state.totals if total != best)


def test_the_table_counts_every_finished_match_once(crown: Database) -> None:
    lines = [line for line in results(crown, clubs(crown)[0].id) if line.result]
    singles = [line.result for line in lines if line.result and len(line.match.seats) == len(line.sides)]
    table = RunningTable()
    for result in singles:
        table.enter(result)
    rows = table.standings()
    assert sum(row.won for row in rows) == len(singles)
    assert len(rows) == len(PLAYERS)
    assert all(row.played >= 5 for row in rows)


# Is it believable


def test_it_is_played_on_league_evenings_by_people_who_sit_at_one_table_at_a_time(
    books: list[MatchBook],
) -> None:
    busy: dict[str, datetime] = {}
    for book in books:
        times = [datetime.fromisoformat(book.match.started_at)]
        times += [datetime.fromisoformat(entry.entered_at) for entry in book.entries]
        assert times == sorted(times)
        assert times[0].weekday() in (TUESDAY, FRIDAY)
        assert times[0].replace(hour=20, minute=0) <= times[0]
        assert times[-1] <= times[0].replace(hour=22, minute=30)
        assert all(busy.get(seat.player, times[0]) <= times[0] for seat in book.match.seats)
        busy |= {seat.player: times[-1] for seat in book.match.seats}
        assert times[-1] - times[0] >= timedelta(minutes=5)
    starts = [book.match.started_at for book in books]
    assert starts == sorted(starts)


def test_the_same_seed_gives_the_same_season_and_another_one_does_not(
    crown: Database, tmp_path: Path
) -> None:
    again, other = filled(tmp_path / "again.db"), filled(tmp_path / "other.db", seed=8)
    try:
        assert plain(again) == plain(crown)
        assert plain(other)["hands"] != plain(crown)["hands"]
    finally:
        again.close()
        other.close()


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_round_by_chance_keeps_every_tile_and_ends_for_a_reason(preset: object) -> None:
    card: RuleCard = preset.card  # type: ignore[attr-defined]
    names, sides = ("Ann", "Bob", "Cy", "Di"), (("Ann", "Cy"), ("Bob", "Di"))
    for seed in range(30):
        played = play_round(Table(card, names, sides, (0, 0)), None, Random(seed))
        left = [tile for hand in played.hands.values() for tile in hand]
        assert sorted([*left, *played.boneyard, *played.layout.tiles]) == sorted(card.tile_set.tiles)
        if played.out is None:
            assert not any(played.layout.moves(tile) for tile in left)
        else:
            finishers = ("Ann", "Cy") if played.out in sides[0] else ("Bob", "Di")
            out = finishers if card.both_must_chip_out else (played.out,)
            assert not any(played.hands[name] for name in out)
        assert isinstance(played.layout, Layout)


# The command


def test_the_command_says_what_it_made_and_does_not_make_it_twice(tmp_path: Path) -> None:
    path = tmp_path / "new" / "demo.db"
    first, again = run("--database", str(path)), run("--database", str(path), "--seed", "8")
    assert first.exit_code == again.exit_code == 0
    assert "The Crown: 8 players, 4 pairs, 40 matches" in first.output
    assert f"scorekeeper serve --database {path}" in first.output
    assert "already" in again.output
    db = open_store(path)
    assert len(clubs(db)) == 1
    assert len(matches(db, clubs(db)[0].id)) == 40
    db.close()


def test_it_leaves_a_real_club_alone(tmp_path: Path) -> None:
    path = tmp_path / "real.db"
    migrate(path)
    db = open_store(path)
    with writing(db):
        add_club(db, "The Crown", "2026-01-06T20:00:00Z")
    result = run("--database", str(path))
    assert result.exit_code == 3
    assert "holds a club already" in result.output
    assert matches(db, clubs(db)[0].id) == []
    db.close()
