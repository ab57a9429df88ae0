"""What one side did in a match, apart from who was the best of it."""

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.matches.honours import SideHonours, honours, honours_of
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import Adjustment, Play, RoundFacts
from tests.rules.reports import report

SIDES = (("Ann",), ("Bob",))
THREES = RuleCard.default("threes_fives", target=30)


def event(*events: tuple[int, int]) -> tuple[Play, ...]:
    return tuple(Play(side, points, SIDES[side][0]) for side, points in events)


def test_each_side_has_its_own_best() -> None:
    rounds = [RoundFacts(1, event((0, 8), (1, 6), (0, 8), (1, 4), (0, 6), (0, 8)))]
    score = replay(THREES, ("Ann", "Bob"), SIDES, rounds, "Ann")
    assert score.winner == 0
    assert honours_of(score, 0) == SideHonours(3, 8, 30, 0, 20, 0)
    assert honours_of(score, 1) == SideHonours(0, 6, 10, 0, 0, 0)


def test_points_given_void_or_too_late_are_no_honour() -> None:
    events = (*event((0, 8)), Adjustment(1, 20, "a gift"), *event((0, 8), (0, 8), (0, 8), (0, 6), (1, 8)))
    score = replay(THREES, ("Ann", "Bob"), SIDES, [RoundFacts(1, events)], "Ann")
    assert score.winner == 0
    assert honours_of(score, 0) == SideHonours(3, 8, 30, 0, 10, 12)
    assert honours_of(score, 1) == SideHonours(0, 0, 0, 0, 12, 0)


def test_a_whitewash_is_the_winners() -> None:
    score = replay(THREES.but(target=8), ("Ann", "Bob"), SIDES, [RoundFacts(1, event((1, 2), (1, 6)))], "Ann")
    assert honours_of(score, 1) == SideHonours(0, 6, 8, 1, 8, 0)
    assert honours_of(score, 0) == SideHonours(0, 0, 0, 0, 0, 0)


def test_a_single_round_to_nothing_is_no_whitewash() -> None:
    """Where one round or one play is the leg, every result is something to nothing."""
    score = replay(THREES.but(target=8), ("Ann", "Bob"), SIDES, [RoundFacts(1, event((1, 8)))], "Ann")
    assert honours_of(score, 1).whitewashes == 0
    for games, whitewashes in ((1, 0), (2, 1)):
        card = RuleCard.default("block", target=games)
        rounds = [
            RoundFacts(number, end=report({"Ann": 0, "Bob": 5}, out="Ann")) for number in range(1, games + 1)
        ]
        score = replay(card, ("Ann", "Bob"), SIDES, rounds, "Ann")
        assert score.winner == 0
        assert honours_of(score, 0).whitewashes == whitewashes
        assert [h.kind for h in honours(score)] == ["whitewash"] * whitewashes


def test_only_a_leg_that_was_won_is_a_comeback() -> None:
    """Bob was ten behind in the leg that Ann won, and four in the one that was his."""
    legs = [event((1, 4), (0, 8), (0, 6)), event((0, 4), (1, 8), (1, 6)), event((0, 8), (0, 6))]
    rounds = [RoundFacts(number, plays) for number, plays in enumerate(legs, start=1)]
    score = replay(THREES.but(target=14, legs=2), ("Ann", "Bob"), SIDES, rounds, "Ann")
    assert score.legs_won == (2, 1)
    assert [(honours_of(score, side).biggest_lead, honours_of(score, side).comeback) for side in (0, 1)] == [
        (14, 4),
        (10, 4),
    ]
