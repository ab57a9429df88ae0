"""Who leads the next round."""

from __future__ import annotations

import pytest

from scorekeeper.rules.matches.events import Play, RoundFacts
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.rounds.lead import Lead
from tests.rules.claims import PAIRS, claim
from tests.rules.played import A_B, DRAW, FIVES, FOUR, SIDES, THREES, out, state_of


@pytest.mark.parametrize(
    ("card", "end", "leader", "words"),
    [
        (DRAW, claim({"Ann": 6, "Bob": 6}), "Bob", "Bob leads"),
        (DRAW, claim({"Ann": 6, "Bob": 6}), None, "The same player leads again"),
        (DRAW, claim({"Ann": 7, "Bob": 6}), "Ann", "Bob leads"),
        (DRAW.but(lead_next="lot"), claim({"Ann": 7, "Bob": 6}), "Ann", "Draw for the lead"),
        (DRAW.but(lead_next="lot"), out("Ann", 4), "Bob", "Ann leads"),
        (THREES, out("Ann", 4), "Ann", "Bob leads"),
        (THREES, out("Ann", 4), None, "The next player to the left leads"),
    ],
)
def test_who_leads_next(card, end, leader, words):
    assert state_of(card, RoundFacts(1, end=end, leader=leader), first=None).lead.words == words


def test_a_pair_that_took_the_block_is_led_by_the_lighter_hand():
    end = claim({"Ann": 5, "Bob": 20, "Cy": 3, "Dee": 9}, pairs=True)
    state = state_of(DRAW.but(target=99), RoundFacts(1, end=end), players=FOUR, sides=PAIRS)
    assert (state.lead.player, state.lead.words) == ("Cy", "Ann and Cy lead: Cy begins")


@pytest.mark.parametrize(
    ("card", "players", "sides", "player", "words"),
    [
        (FIVES, A_B, SIDES, "Ann", "Ann leads"),
        (FIVES, FOUR, PAIRS, None, "Ann and Cy lead"),
        (THREES.but(target=50, exact=False), FOUR, PAIRS, "Bob", "Bob leads"),
        (FIVES.but(lead_next="highest_double"), A_B, SIDES, None, "Draw for the lead"),
    ],
)
def test_a_leg_won_in_mid_round_leaves_a_lead(card, players, sides, player, words):
    card = card.but(legs=2)
    state = replay(card, players, sides, [RoundFacts(1, (Play(0, 50),))], "Ann")
    assert (state.legs_won, state.totals, state.lead) == ((1, 0), (0, 0), Lead(player, words))
