"""A club’s results, kept or stored, equal freshly computed ones; and ratings follow from them."""

import compileall
import shutil
import subprocess
import sys
from operator import is_
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

import scorekeeper
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.services.clubs import club_results
from scorekeeper.services.clubs.club_results import (
    ClubResults,
    club_record,
    line_of,
    result_from,
    result_of,
    rules_fingerprint,
)
from scorekeeper.services.matches.recording import abandon
from scorekeeper.services.ratings import RatedResult, Rating, RatingHistory
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.players import find_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.versions import PageSubject, version_of
from scorekeeper.store.matches.matches import latest_card, stored_results
from tests.services.match import Match, out, start


def said(known: ClubResults) -> dict[str, Any]:
    """Everything that club results can answer."""
    return {
        "matches": known.newest_first,
        "running": known.running,
        "finished": known.finished(3),
        "names": known.names,
        "of": {name: known.of(name) for name in known.names},
        "families": known.games,
        "tables": [known.table(game, pairs=pairs) for game in (None, *Game) for pairs in (False, True)],
    }


def cached_page(db: Database, club: str) -> dict[str, Any]:
    with club_record(db, club) as known:
        return said(known)


def afresh(db: Database, club: str) -> dict[str, Any]:
    known = ClubResults()
    known.catch_up(db, club)
    return said(known)


def test_cached_results_equal_fresh_ones(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    acts = (
        lambda: at.record(db, out(at, 0, {1: 60})),
        lambda: at.correct(db, 1, out(at, 1, {0: 55})),
        lambda: at.correct(db, 1, out(at, 1, {0: 20})),
        lambda: at.undo(db),
        lambda: at.undo(db),
        lambda: at.undo(db),
        lambda: abandon(at.ask(db), at.id).added,
    )
    for act in acts:
        act()
        assert cached_page(db, at.club) == afresh(db, at.club)


def test_a_new_name_is_shown_on_every_old_match(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    at.record(db, out(at, 0, {1: 60}))
    cached_page(db, at.club)
    ann = find_player(db, at.club, at.players[0])
    assert ann is not None
    with writing(db):
        rename(db, at.club, "player", ann, at.author, name="Anna", name_key="anna")
    assert cached_page(db, at.club)["matches"][0].sides == ("Anna", "Bob")
    assert cached_page(db, at.club) == afresh(db, at.club)


def test_a_restored_backup_is_not_answered_from_the_newer_cache(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    older = path.with_name("older.db")
    db.execute("VACUUM INTO ?", [str(older)])
    at.record(db, out(at, 0, {1: 60}))
    assert cached_page(db, at.club)["running"] == []
    copy = open_store(older)
    assert len(cached_page(copy, at.club)["running"]) == 1
    copy.close()
    db.close()
    shutil.move(older, path)
    back = open_store(path)
    assert len(cached_page(back, at.club)["running"]) == 1
    back.close()


def test_no_query_scans_a_table_or_other_clubs(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    at.record(db, out(at, 0, {1: 60}))
    asked: list[str] = []
    db.conn.set_trace_callback(asked.append)
    cached_page(db, at.club)
    at.state(db)
    version_of(db, PageSubject("match", *at.at))
    latest_card(db, at.club)
    at.correct(db, 1, out(at, 1, {0: 55}))
    db.conn.set_trace_callback(None)
    assert len(asked) > 15
    for query in asked:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()]
        scans = [step for step in plan if step.startswith("SCAN") and "VALUES" not in step]
        assert not scans, (query, plan)


def test_matches_of_the_same_people_by_the_same_rules_share_both(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    at.sit_down(db, RuleCard.default("draw", target=50))
    with club_record(db, at.club) as known:
        one, other = (line.match for line in known.newest_first)
    assert one.card is other.card
    assert all(map(is_, one.seats, other.seats))


ANN_BEATS_BOB = RatedResult((("ann",), ("bob",)), (1, 2))


def ratings(results: list[RatedResult]) -> dict[str, Rating]:
    return RatingHistory().followed_by(results).ratings()


def test_the_winner_rises_and_the_loser_falls_by_as_much():
    found = ratings([ANN_BEATS_BOB])
    assert found["ann"].strength > 25 > found["bob"].strength
    assert found["ann"].strength + found["bob"].strength == pytest.approx(50, abs=0.1)


def test_the_more_is_known_the_smaller_the_uncertainty():
    few, many = ratings([ANN_BEATS_BOB]), ratings([ANN_BEATS_BOB] * 20)
    assert 0 < many["ann"].within < few["ann"].within < 2 * 25 / 3


def test_a_draw_between_equals_moves_nobody():
    found = ratings([RatedResult((("ann",), ("bob",)), (1, 1))])
    assert found["ann"].strength == found["bob"].strength == 25


def test_partners_rise_together_and_five_sides_are_ranked():
    found = ratings([RatedResult((("ann", "bob"), ("cy", "dee")), (2, 1))])
    assert found["ann"][1:] == found["bob"][1:]
    assert found["cy"].strength > found["ann"].strength
    five = ratings([RatedResult((("a",), ("b",), ("c",), ("d",), ("e",)), (3, 1, 2, 5, 4))])
    assert sorted(five, key=lambda player: -five[player].strength) == ["b", "c", "a", "e", "d"]


@given(st.lists(st.permutations(["ann", "bob", "cy"]), max_size=10))
def test_everybody_who_met_somebody_is_rated_and_nobody_else(orders):
    found = ratings([RatedResult(((first,), (second,)), (1, 2)) for first, second, _ in orders])
    assert set(found) == {player for order in orders for player in order[:2]}


ORDERS = st.lists(
    st.permutations(["ann", "bob", "cy"]).map(lambda who: RatedResult(((who[0],), (who[1],)), (1, 2))),
    max_size=8,
)


@given(ORDERS, ORDERS, ORDERS)
def test_a_history_followed_by_other_meetings_is_as_if_begun_with_them(begun, before, now):
    followed = RatingHistory().followed_by(begun + before).followed_by(begun + now)
    anew = RatingHistory().followed_by(begun + now)
    assert followed == anew
    assert followed.line("ann") == anew.line("ann")
    newest = {who: rating.shown for who, rating in anew.ratings().items()}
    assert newest == {who: anew.line(who)[-1] for who in newest}  # the table's number, and the player's own
    assert len(anew.line("ann")) == sum("ann" in side for meeting in begun + now for side in meeting.sides)


@pytest.fixture(autouse=True)
def every_line_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_results, "_WORTH_STORING", 1)


def opened(db: Database, club: str) -> ClubResults:
    """The club's results as after a start, with every result line stored."""
    fresh = ClubResults()
    fresh.catch_up(db, club)
    fresh.store(db, club)
    return fresh


def finished(db: Database, **card: object) -> Match:
    at = start(db, "draw", "Ann", "Bob", target=50, **card)
    at.record(db, out(at, 0, {1: 60}))
    return at


@pytest.mark.parametrize("card", [{}, {"legs": 2}, {"match_games": 1}])
def test_a_line_equals_a_replay(db: Database, card: dict[str, object]) -> None:
    at = finished(db, **card)
    found = result_of(at.state(db))
    assert result_from(at.state(db).match, line_of(found)) == found or found.running


def test_a_match_that_was_called_off_has_a_line_without_a_result(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    abandon(at.ask(db), at.id)
    first = opened(db, at.club).newest_first
    assert stored_results(db, at.club, rules_fingerprint())
    assert opened(db, at.club).newest_first == first
    assert first[0].result is None


def test_after_a_start_no_finished_match_is_replayed(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    at = finished(db)
    before = opened(db, at.club)
    monkeypatch.setattr(club_results, "build_state", None)
    after = opened(db, at.club)
    assert after.newest_first == before.newest_first
    assert after.table(None, pairs=False) == before.table(None, pairs=False)


def test_a_correction_voids_the_line_and_a_new_name_does_not(db: Database) -> None:
    at = finished(db)
    opened(db, at.club)
    ann = find_player(db, at.club, at.players[0])
    assert ann is not None
    with writing(db):
        rename(db, at.club, "player", ann, at.author, name="Anna", name_key="anna")
    assert list(stored_results(db, at.club, rules_fingerprint())) == [at.id]
    assert opened(db, at.club).newest_first[0].sides == ("Anna", "Bob")
    at.correct(db, 1, out(at, 1, {0: 55}))
    assert stored_results(db, at.club, rules_fingerprint()) == {}
    assert opened(db, at.club).newest_first[0].winner == 1


def test_lines_follow_from_the_rules_and_from_what_reads_facts_by_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = list[str]()
    read_bytes = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: (read.append(path.stem), read_bytes(path))[1])
    rules_fingerprint.__wrapped__()
    assert {"score", "outcome", "match_rounds", "match_state", "club_results"} <= {*read}


def test_on_a_phone_which_has_no_source_they_follow_from_the_rules_too(tmp_path: Path) -> None:
    copy = tmp_path / "scorekeeper"
    shutil.copytree(Path(scorekeeper.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(copy, quiet=1, legacy=True)
    for source in copy.rglob("*.py"):
        source.unlink()

    def fingerprint() -> str:
        asked = "from scorekeeper.services.clubs.club_results import rules_fingerprint as of; print(of())"
        return subprocess.check_output([sys.executable, "-c", asked], cwd=tmp_path, text=True)

    before = fingerprint()
    with (copy / "rules/text.pyc").open("ab") as module:
        module.write(b"changed")
    assert len(before.strip()) == 16
    assert fingerprint() != before


def test_lines_of_other_rules_are_ignored_and_all_may_be_deleted(db: Database) -> None:
    at = finished(db)
    first = opened(db, at.club).newest_first
    db.execute("UPDATE match_results SET edition = 'older', line = 'nonsense'")
    assert opened(db, at.club).newest_first == first
    db.execute("DELETE FROM match_results")
    assert opened(db, at.club).newest_first == first


def test_a_match_of_legs_is_scored_in_legs_with_all_its_points(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50, legs=2)
    for seat, left, score, legs in ((0, 60, (0, 0), "1–0"), (1, 30, (0, 30), "1–0"), (1, 40, (0, 0), "1–1")):
        at.record(db, out(at, seat, {1 - seat: left}))
        line = result_of(at.state(db))
        assert line.title == f"Draw to 50, legs {legs}", "while it runs, with the points of its leg"
        assert line.score == score
    at.record(db, out(at, 0, {1: 55}))
    line = result_of(at.state(db))
    assert (line.score, line.winner, line.title) == ((2, 1), 0, "Draw to 50")
    assert line.result is not None
    assert line.result.points == (115, 70)
