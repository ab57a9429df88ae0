"""Each kind of honour: who gets it, what counts, and its wording."""

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.honours import Honour, SideHonours, honours, honours_of, in_words
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import CountedPenalty, CountedPlay, RoundFacts
from tests.rules.reports import PAIRS, report

FOUR = ("Ann", "Bob", "Cy", "Dee")
THREES = RuleCard.default("threes_fives")


def state_of(card, *rounds):
    return replay(card, FOUR, PAIRS, rounds, "Ann")


def test_every_honour_names_whoever_made_it():
    plays = (
        CountedPlay(1, 8, "Bob"),
        CountedPlay(0, 6, "Ann"),
        CountedPlay(1, 8, "Dee"),
        CountedPlay(1, 9, "Dee", last_tile=True),
    )
    assert honours(
        state_of(THREES.but(target=25), RoundFacts(1, plays), RoundFacts(2, (CountedPlay(1, 8, "Bob"),)))
    ) == (
        Honour("Bob", "1 fifteen"),
        Honour("Dee", "2 fifteens"),
        Honour("Dee", "highest play 9"),
        Honour("Bob & Dee", "biggest round 25"),
    )


def test_an_honour_that_is_shared_is_told_once():
    plays = (CountedPlay(1, 8, "Bob"), CountedPlay(0, 6, "Ann"), CountedPlay(1, 8, "Dee"))
    found = honours(
        state_of(THREES.but(target=22), RoundFacts(1, plays), RoundFacts(2, (CountedPlay(0, 16, "Ann"),)))
    )
    assert "Bob and Dee: 1 fifteen" in in_words(found)


def test_a_pair_is_named_where_its_player_is_not_known():
    score = state_of(THREES.but(target=10), RoundFacts(1, (CountedPlay(0, 8), CountedPlay(0, 2))))
    assert [honour.words for honour in honours(score)] == [
        "Ann & Cy: 1 fifteen",
        "Ann & Cy: highest play 8",
        "Ann & Cy: biggest round 10",
        "Ann & Cy: whitewash, 10 to 0",
    ]


def test_nine_is_no_fifteen_without_a_bonus_and_seven_never_is():
    plays = (CountedPlay(0, 9, "Ann"), CountedPlay(0, 7, "Ann"))
    found = honours(state_of(THREES.but(last_tile_bonus=0), RoundFacts(1, plays)))
    assert found == (Honour("Ann", "highest play 9"), Honour("Ann & Cy", "biggest round 16"))
    found = honours(state_of(THREES, RoundFacts(1, plays[1:])))
    assert found == (Honour("Ann", "highest play 7"), Honour("Ann & Cy", "biggest round 7"))


def test_one_point_is_an_honour_and_none_is_not():
    found = honours(state_of(THREES, RoundFacts(1, (CountedPlay(0, 1, "Ann"),))))
    assert found == (Honour("Ann", "highest play 1"), Honour("Ann & Cy", "biggest round 1"))
    assert honours(state_of(THREES, RoundFacts(1, (CountedPlay(0, 0, "Ann"),)))) == ()
    assert honours(state_of(THREES)) == ()


def test_points_given_by_hand_make_no_round_bigger():
    events = (CountedPlay(0, 2, "Ann"), CountedPenalty(0, 20, "a gift"), CountedPenalty(1, 3, "a gift"))
    assert honours(state_of(THREES, RoundFacts(1, events)))[1:] == (Honour("Ann & Cy", "biggest round 2"),)


def test_rounds_that_count_as_games_are_not_compared():
    end = report({"Ann": 0, "Bob": 5, "Cy": 3, "Dee": 1}, pairs=True, out="Ann")
    score = state_of(RuleCard.default("block"), RoundFacts(1, end=end))
    assert honours_of(score, 0) == SideHonours(0, 0, 0, 0, 1, 0)
    assert honours_of(state_of(THREES), 0) == SideHonours(0, 0, 0, 0, 0, 0)


def test_whoever_has_an_honour_twice_is_named_once():
    twice = [Honour("Ann", "won a leg to nothing")] * 2
    assert in_words([*twice, Honour("Bob", "won a leg to nothing")]) == ["Ann and Bob: won a leg to nothing"]


SIDES = (("Ann",), ("Bob",))
TO_30 = RuleCard.default("threes_fives", target=30)


def event(*events: tuple[int, int]) -> tuple[CountedPlay, ...]:
    return tuple(CountedPlay(side, points, SIDES[side][0]) for side, points in events)


def test_each_side_has_its_own_best() -> None:
    rounds = [RoundFacts(1, event((0, 8), (1, 6), (0, 8), (1, 4), (0, 6), (0, 8)))]
    score = replay(TO_30, ("Ann", "Bob"), SIDES, rounds, "Ann")
    assert score.winner == 0
    assert honours_of(score, 0) == SideHonours(3, 8, 30, 0, 20, 0)
    assert honours_of(score, 1) == SideHonours(0, 6, 10, 0, 0, 0)


def test_points_given_void_or_too_late_are_no_honour() -> None:
    events = (*event((0, 8)), CountedPenalty(1, 20, "a gift"), *event((0, 8), (0, 8), (0, 8), (0, 6), (1, 8)))
    score = replay(TO_30, ("Ann", "Bob"), SIDES, [RoundFacts(1, events)], "Ann")
    assert score.winner == 0
    assert honours_of(score, 0) == SideHonours(3, 8, 30, 0, 10, 12)
    assert honours_of(score, 1) == SideHonours(0, 0, 0, 0, 12, 0)


def test_a_whitewash_is_the_winners() -> None:
    score = replay(TO_30.but(target=8), ("Ann", "Bob"), SIDES, [RoundFacts(1, event((1, 2), (1, 6)))], "Ann")
    assert honours_of(score, 1) == SideHonours(0, 6, 8, 1, 8, 0)
    assert honours_of(score, 0) == SideHonours(0, 0, 0, 0, 0, 0)


def test_a_single_round_to_nothing_is_no_whitewash() -> None:
    """Where one round or one play is the leg, every result is something to nothing."""
    score = replay(TO_30.but(target=8), ("Ann", "Bob"), SIDES, [RoundFacts(1, event((1, 8)))], "Ann")
    assert honours_of(score, 1).whitewashes == 0
    for games, whitewashes in ((1, 0), (2, 1)):
        card = RuleCard.default("block", target=games)
        rounds = [
            RoundFacts(number, end=report({"Ann": 0, "Bob": 5}, out="Ann")) for number in range(1, games + 1)
        ]
        score = replay(card, ("Ann", "Bob"), SIDES, rounds, "Ann")
        assert score.winner == 0
        assert honours_of(score, 0).whitewashes == whitewashes
        assert honours(score) == (Honour("Ann", "whitewash, 2 to 0"),) * whitewashes


def test_only_a_leg_that_was_won_is_a_comeback() -> None:
    """Bob was ten behind in the leg that Ann won, and four in the one that was his."""
    legs = [event((1, 4), (0, 8), (0, 6)), event((0, 4), (1, 8), (1, 6)), event((0, 8), (0, 6))]
    rounds = [RoundFacts(number, plays) for number, plays in enumerate(legs, start=1)]
    score = replay(TO_30.but(target=14, legs=2), ("Ann", "Bob"), SIDES, rounds, "Ann")
    assert score.legs_won == (2, 1)
    assert [(honours_of(score, side).biggest_lead, honours_of(score, side).comeback) for side in (0, 1)] == [
        (14, 4),
        (10, 4),
    ]
