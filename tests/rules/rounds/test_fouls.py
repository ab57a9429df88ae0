"""A round that a foul ends: who wins it, what it counts, and who leads the next one."""

import pytest

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import RoundFacts
from tests.rules.played import A_B, FOUR, SIDES, state_of, won
from tests.rules.reports import PAIRS, codes, hands, report, validated

WON, PIPS, REPLAYED = {"foul": "won"}, {"foul": "pips"}, {"foul": "replayed"}


def foul(by=None, held=None, **facts):
    seats = {"players": A_B, "sides": SIDES} if held is None else {}
    return report(held or {}, event="foul", **({"out": by} if by else {}), **seats, **facts)


@pytest.mark.parametrize(
    ("game", "rules", "held", "points", "reason"),
    [
        ("block", WON, hands(4, 5), (1, 0), "Foul by Bob: Ann wins, 1 game"),
        ("block", PIPS, hands(4, 5), (1, 0), "Foul by Bob: Ann wins, 1 game"),
        ("draw", WON, hands(4, 5), (5, 0), "Foul by Bob: Ann wins, 5"),
        ("draw", WON, hands(4, "3-2 1-1"), (7, 0), "Foul by Bob: Ann wins, 5 + 2 = 7"),
        ("draw", PIPS, hands("1-0", ""), (0, 0), "Foul by Bob: Ann wins, 0"),
        ("fives", PIPS, hands(4, 13), (15, 0), "Foul by Bob: Ann wins, 13, rounded to 15"),
        ("threes_fives", WON, hands(4, 5), (0, 0), "Foul by Bob: Ann wins, nothing to score"),
    ],
)
def test_a_foul_gives_the_hand_or_its_pips_to_the_other_side(game, rules, held, points, reason):
    outcome = validated(held, game, rules, event="foul", out="Bob").outcome
    assert (outcome.winner, outcome.points, outcome.reason, outcome.out) == (0, points, reason, None)


@pytest.mark.parametrize(
    ("rules", "points", "reason"),
    [
        (WON, 13, "Foul by Bob: Ann & Cy win, 5 + 8 = 13"),
        (PIPS, 5, "Foul by Bob: Ann & Cy win, 5"),
        (WON | {"out_counts": "all_hands"}, 20, "Foul by Bob: Ann & Cy win, 13 + 7 = 20"),
        (PIPS | {"out_counts": "all_hands"}, 5, "Foul by Bob: Ann & Cy win, 5"),
    ],
)
def test_of_pairs_both_hands_count_or_the_culprits_alone(rules, points, reason):
    outcome = validated(hands(3, 5, 4, 8), "draw", rules, pairs=True, event="foul", out="Bob").outcome
    assert (outcome.points, outcome.reason) == ((points, 0), reason)


@pytest.mark.parametrize(
    ("rules", "wanting"),
    [
        (PIPS, ["Bob"]),
        (PIPS | {"out_counts": "all_hands"}, ["Bob"]),
        (WON, ["Bob", "Dee"]),
        (WON | {"out_counts": "all_hands"}, FOUR),
    ],
)
def test_after_a_foul_only_the_hands_that_count_are_asked_for(rules, wanting):
    said = {"pairs": True, "players": FOUR, "event": "foul", "out": "Bob"}
    missing = validated({}, "draw", rules, **said).problems
    assert [(each.code, *each.players) for each in missing] == [("hand_missing", name) for name in wanting]
    if rules == PIPS:
        assert validated({"Bob": 5}, "draw", rules, **said).outcome.points == (5, 0)
        assert validated({"Bob": 5, "Cy": 9}, "draw", rules, **said).outcome.points == (5, 0)


@pytest.mark.parametrize(("game", "rules", "asked"), [("draw", WON, True), ("block", WON, False)])
def test_hands_are_needed_only_where_they_count(game, rules, asked):
    card = RuleCard.default(game, **rules)
    none = replay(card, A_B, SIDES, [RoundFacts(1, end=foul("Bob"))])
    assert ("Enter what Bob still holds." in none.steps[0].words) == asked
    repeated = replay(card, A_B, SIDES, [RoundFacts(1, end=foul())])
    assert repeated.steps[0].words == "Foul: the hand is played again"


@pytest.mark.parametrize("lead_next", ["winner", "next_seat", "highest_double", "lot"])
def test_where_nobody_knows_whose_it_was_the_same_player_leads_again(lead_next):
    card = RuleCard.default("block", lead_next=lead_next, match_games=2, **WON)
    score = state_of(card, RoundFacts(1, end=foul()))
    assert (score.totals, score.lead.player, score.round_open) == ((0, 0), "Ann", 2)
    nobody = state_of(card, RoundFacts(1, end=foul()), first=None)
    assert nobody.lead.words == "The same player goes first again"
    # It is none of the rounds that were agreed.
    assert state_of(card, RoundFacts(1, end=foul()), won(2, "Bob", 3)).winner is None
    assert state_of(card, RoundFacts(1, end=foul()), won(2, "Bob", 3), won(3, "Bob", 3)).winner == 1


def test_after_a_foul_the_other_side_leads_as_after_any_win():
    card = RuleCard.default("draw", lead_next="winner", **WON)
    end = report(hands(6, 5, 4, 8), pairs=True, event="foul", out="Bob")
    score = replay(card, FOUR, PAIRS, [RoundFacts(1, end=end)], "Dee")
    assert score.lead.words == "Ann & Cy won: Cy goes first"
    assert state_of(card, RoundFacts(1, end=foul("Ann", hands(6, 5)))).lead.player == "Bob"
    end = report({"Bob": 5, "Dee": 8}, pairs=True, players=FOUR, event="foul", out="Bob")
    score = replay(card, FOUR, PAIRS, [RoundFacts(1, end=end)], "Dee")
    assert (score.lead.player, score.lead.words) == (None, "Ann & Cy go first"), "their hands are not known"


def test_of_more_than_two_sides_nobody_can_say_which_other_one_wins():
    assert codes(validated(hands(1, 2, 3), "draw", WON, event="foul", out="Bob")) == ["foul_not_agreed"]
    repeated = validated(hands(1, 2, 3), "draw", REPLAYED, event="foul").outcome
    assert (repeated.replayed, repeated.winner, repeated.points) == (True, None, (0, 0, 0))


def test_a_hand_that_is_played_again_is_shared_by_nobody():
    outcome = validated(hands(4, 4), "draw", WON | {"tie": "split"}, event="foul").outcome
    assert (outcome.points, outcome.tie, outcome.sum) == ((0, 0), False, "")


def test_a_tile_that_would_have_fitted_is_no_doubt_where_it_was_the_foul():
    said = {"event": "foul", "out": "Bob", "ends": (1, 3), "boneyard": 0}
    assert validated(hands("6-6", "5-4"), "draw", WON, **said).problems == ()


def test_hdddcl_gives_the_hand_away():
    """Its rule 4, with “culprit unknown: replayed, same drop”."""
    assert BY_KEY["hdddcl"].rules.card.kinds[0].rule_card.foul == "won"
