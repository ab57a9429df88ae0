"""Properties of every legal round, and an independent referee: the ``dominoes`` package."""

import os
import random
from dataclasses import replace

import dominoes
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import play_through, validate
from scorekeeper.rules.tiles.tile import Tile, TileSet, pip_range
from scorekeeper.rules.tiles.topology import connected, cross_possible, layout_problems, odd_numbers
from tests.rules.random_rounds import TABLES, Played, played_round
from tests.rules.reports import report

SEEDS = st.integers(min_value=0, max_value=10_000_000)
# ``make test-long`` plays 2000.
ROUNDS = int(os.environ.get("SCOREKEEPER_ROUNDS", "100"))


@pytest.mark.parametrize("table", range(len(TABLES)), ids=str)
def test_a_legal_round_is_never_refused_at_any_table(table):
    for seed in range(table, 4 * len(TABLES), len(TABLES)):
        played = played_round(seed)
        assert validate(played.report, played.card).problems == ()


@settings(max_examples=ROUNDS, derandomize=True)
@given(SEEDS, SEEDS)
def test_whatever_is_true_of_every_legal_round(seed, other):
    played = played_round(seed)
    assert_never_refused_however_little_is_entered(played)
    assert_all_tiles_add_up_to_the_set(played)
    assert_a_block_goes_to_strictly_the_fewest(played)
    assert_it_replays_to_its_layout(played)
    assert_its_layout_can_lie(played.report)
    mistype(played, other)


def assert_never_refused_however_little_is_entered(played: Played) -> None:
    event = played.report
    pips = {name: sum(tile.pips for tile in hand) for name, hand in event.hands.items()}
    counts = {name: len(hand) for name, hand in event.hands.items()}
    reports = [
        event,
        replace(event, layout=None, spinner=event.layout.spinner),
        replace(event, layout=None, ends=None),
        replace(event, layout=None, ends=None, boneyard=None, leader=None, lead_tile=None),
        replace(event, hands={}, pips=pips, tile_counts=counts),
    ]
    found = [validate(report, played.card) for report in reports]
    assert [validation.problems for validation in found] == [()] * len(reports)
    assert len({(one.outcome.winner, one.outcome.points, one.outcome.tie) for one in found}) == 1


def assert_all_tiles_add_up_to_the_set(played: Played) -> None:
    held = [tile for hand in played.report.hands.values() for tile in hand]
    everything = [*held, *played.report.layout.tiles, *played.boneyard]
    assert sorted(everything) == sorted(played.card.tile_set.tiles)
    assert sum(tile.pips for tile in everything) == played.card.tile_set.pips


def assert_a_block_goes_to_strictly_the_fewest(played: Played) -> None:
    outcome = validate(played.report, played.card).outcome
    if outcome.event == "blocked" and outcome.winner is not None:
        others = [pips for side, pips in enumerate(outcome.side_pips) if side != outcome.winner]
        assert outcome.side_pips[outcome.winner] < min(others)
    assert [points for side, points in enumerate(outcome.points) if side != outcome.winner and points] == []


def assert_it_replays_to_its_layout(played: Played) -> None:
    event = replace(played.report, deal=played.card.deal_for(len(played.report.players)))
    repeated = play_through(event, played.card, played.moves, played.boneyard)
    assert (repeated.problems, repeated.layout, repeated.out) == ((), event.layout, event.out)


def assert_its_layout_can_lie(report: RoundReport) -> None:
    layout = report.layout
    assert list(layout_problems(layout)) == []
    assert connected(layout.tiles)
    if layout.spinner is None:
        ends = {end.number for end in layout.ends}
        assert set(odd_numbers(layout.tiles)) == (ends if len(ends) == 2 else set())
    else:
        assert cross_possible(layout.tiles, layout.spinner, [end.number for end in layout.ends])


def mistype(played: Played, other: int) -> None:
    """One tile of a hand becomes any other: an answer, and a fault unless it lay in the boneyard."""
    names = [name for name, hand in played.report.hands.items() if hand]
    if not names:
        return
    name = names[other % len(names)]
    hand = played.report.hands[name]
    wrong = Tile.of(other % 9, other // 9 % 9)
    changed = {**played.report.hands, name: (wrong, *hand[1:])}
    validation = validate(replace(played.report, hands=changed), played.card)
    if wrong not in played.boneyard:
        assert bool(validation.problems) == (wrong != hand[0])


@given(st.sampled_from([6, 9, 12]), st.data())
def test_pips_of_any_tiles_lie_in_their_range(highest, data):
    tiles = data.draw(st.lists(st.sampled_from(TileSet(highest).tiles), unique=True, max_size=20))
    low, high = pip_range(highest, len(tiles))
    assert low <= sum(tile.pips for tile in tiles) <= high


@given(st.integers(0, 99), st.integers(0, 99))
def test_a_tile_is_written_and_read_back(a, b):
    assert Tile.parse(str(Tile.of(a, b))) == Tile.of(b, a)


NAMES = ("Ann", "Bob", "Cy", "Dee")
# The referee counts the winner’s partner too and takes nothing off; it plays four hands of seven in pairs.
CARD = RuleCard.default("block", deal=7, scoring="pips", out_counts="all_hands", block_minus_own=False)


def played_game(seed):
    random.seed(seed)
    game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    return game


def our_validation(game):
    held = {
        name: " ".join(f"{tile.first}-{tile.second}" for tile in hand)
        for name, hand in zip(NAMES, game.hands, strict=True)
    }
    ends = (game.board.left_end(), game.board.right_end())
    out = NAMES[game.result.player] if game.result.won else None
    facts = {"out": out} if out else {}
    return validate(report(held, pairs=True, ends=ends, boneyard=0, lead_tile=Tile.of(6, 6), **facts), CARD)


def test_the_referee_and_the_rules_agree():
    for seed in range(250):
        game = played_game(seed)
        validation = our_validation(game)
        assert validation.problems == ()
        # The referee's points are the first pair's, below 0 where the other pair won, 0 for a tie.
        first, second = validation.outcome.points
        assert game.result.points == first - second
        assert validation.outcome.tie == (validation.outcome.winner is None)
