"""Who leads: the first round by lot, and the next."""

import pytest

from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import CountedPlay, RoundFacts
from scorekeeper.rules.rounds.lead import Lead, highest_drawn, seats_drawn
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.played import A_B, DRAW, FIVES, FOUR, SIDES, THREES, out, state_of
from tests.rules.reports import PAIRS, report


@pytest.mark.parametrize(
    ("card", "end", "leader", "words"),
    [
        (DRAW, report({"Ann": 6, "Bob": 6}), "Bob", "Bob goes first"),
        (DRAW, report({"Ann": 6, "Bob": 6}), None, "The same player goes first again"),
        (DRAW, report({"Ann": 7, "Bob": 6}), "Ann", "Bob goes first"),
        (DRAW.but(lead_next="lot"), report({"Ann": 7, "Bob": 6}), "Ann", "Draw a tile to see who goes first"),
        (DRAW.but(lead_next="lot"), out("Ann", 4), "Bob", "Ann goes first"),
        (THREES, out("Ann", 4), "Ann", "Bob goes first"),
        (THREES, out("Ann", 4), None, "The next player to the left goes first"),
    ],
)
def test_who_leads_next(card, end, leader, words):
    assert state_of(card, RoundFacts(1, end=end, leader=leader), first=None).lead.words == words


def test_a_pair_that_took_the_block_is_led_by_the_lighter_hand():
    end = report({"Ann": 5, "Bob": 20, "Cy": 3, "Dee": 9}, pairs=True)
    score = state_of(DRAW.but(target=99), RoundFacts(1, end=end), players=FOUR, sides=PAIRS)
    assert (score.lead.player, score.lead.words) == ("Cy", "Ann & Cy won: Cy goes first")


@pytest.mark.parametrize(
    ("card", "players", "sides", "player", "words"),
    [
        (FIVES, A_B, SIDES, "Ann", "Ann goes first"),
        (FIVES, FOUR, PAIRS, None, "Ann & Cy go first"),
        (THREES.but(target=50, exact=False), FOUR, PAIRS, "Bob", "Bob goes first"),
        (FIVES.but(lead_next="highest_double"), A_B, SIDES, None, "Draw a tile to see who goes first"),
    ],
)
def test_a_leg_won_in_mid_round_leaves_a_lead(card, players, sides, player, words):
    card = card.but(legs=2)
    score = replay(card, players, sides, [RoundFacts(1, (CountedPlay(0, 50),))], "Ann")
    assert (score.legs_won, score.totals, score.lead) == ((1, 0), (0, 0), Lead(player, words))


@pytest.mark.parametrize(
    ("players", "sides", "changes", "out", "first", "words"),
    [
        (A_B, SIDES, {}, ["Ann"], "Ann", "Bob goes first"),
        (A_B, SIDES, {"target": 40}, ["Bob", "Ann", "Ann"], "Ann", "Bob goes first"),  # Bob began none
        (A_B, SIDES, {}, ["Ann", "Bob"], "Ann", "Draw a tile to see who goes first"),
        (A_B, SIDES, {"legs": 3}, ["Ann", "Bob"], "Ann", "Ann goes first"),
        (FOUR, PAIRS, {}, ["Cy"], "Dee", "Ann & Cy go first"),
        (A_B, SIDES, {}, ["Bob"], None, "Whoever did not begin the last leg goes first"),
        ("ABC", [("A",), ("B",), ("C",)], {}, ["A"], "B", "A goes first"),  # of three as in any other round
    ],
)
def test_the_other_side_begins_the_next_leg_where_the_card_says_so(
    players, sides, changes, out, first, words
):
    """Leek 5: the loser of the draw has the drop in the second game, and a third is drawn for."""
    card = DRAW.but(**{"target": 20, "legs": 2, "lead_leg": "other_side", **changes})
    held = {winner: {name: 0 if name == winner else 20 for name in players} for winner in out}
    ends = [report(held[winner], out=winner, pairs=sides is PAIRS) for winner in out]
    rounds = [RoundFacts(number, end=end) for number, end in enumerate(ends, 1)]
    assert replay(card, players, sides, rounds, first).lead.words == words


def test_the_lead_goes_on_to_the_left_all_round_the_table():
    """It takes more than two players: with two, the left and the right neighbour are the same."""
    end = report(dict(zip("ABC", (0, 5, 7), strict=True)), out="A")
    rounds = [RoundFacts(n, end=end) for n in range(1, 4)]
    sides = [(name,) for name in "ABC"]
    states = [replay(THREES, "ABC", sides, rounds[:played], "A") for played in range(4)]
    assert [score.lead.player for score in states] == [*"ABCA"]
    assert all(step.counted for step in states[-1].steps), "each of the rounds stands"


@pytest.mark.parametrize(
    ("drawn", "place"),
    [([(2, 1), (6, 6), (6, 5)], 1), ([(5, 4), (6, 3), (2, 1)], 1), ([(0, 0), (1, 0)], 1)],
    ids=["heaviest", "higher end", "blank"],
)
def test_the_heaviest_tile_drawn_goes_first(drawn, place):
    assert highest_drawn([Tile.of(*halves) for halves in drawn]) == place


FOUR = ["2-1", "6-6", "5-4", "6-3"]  # equal totals: 6-3 before 5-4


@pytest.mark.parametrize(
    ("drawn", "pairs", "seats"),
    [(FOUR, False, [1, 3, 2, 0]), (FOUR, True, [1, 2, 3, 0]), (["1-0", "2-0", "0-0"], False, [1, 0, 2])],
    ids=["clockwise by weight", "the two highest opposite each other", "three"],
)
def test_the_heaviest_sits_first_and_in_pairs_plays_with_the_next(drawn, pairs, seats):
    assert seats_drawn([Tile.parse(tile) for tile in drawn], pairs=pairs) == seats
