"""What the secretary settles: points, fines, handicaps, withdrawals; and averages and line-ups."""

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.match_card import Lineup, MatchCard, has_named, out_of_turn
from scorekeeper.rules.leagues.points import Withdrawals, board_starts, late_fines, verify_adjustment
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.rules.matches.standings import Standing, ranked

CARDS = [(30, "c", "swan"), (10, "a", "swan"), (20, "b", "bay")]


def test_every_late_card_costs_the_same_without_a_second_rate():
    assert late_fines(CARDS, (), (3,)) == {"a": 3, "b": 3, "c": 3}


def test_the_second_offence_of_a_team_has_its_own_rate_in_the_order_of_days():
    # cd-dl.co.uk, rule E: 3 points, then 5.
    assert late_fines(CARDS, (), (3, 5)) == {"a": 3, "b": 3, "c": 5}


@pytest.mark.parametrize(
    ("steps", "fines"),
    [
        ((), [0, 0, 0, 0]),
        ((2,), [2, 2, 2, 2]),
        ((0, 5), [0, 5, 5, 5]),
        ((3, 4, 5), [3, 4, 5, 5]),
        ((3, 4, 5, 6, 7, 8), [3, 4, 5, 6]),  # Bolton: £3, rising by £1 to £8
    ],
)
def test_late_cards_cost_by_any_number_of_steps_and_the_last_goes_on(steps, fines):
    late = [(day, f"card {day}", "swan") for day in range(4)]
    assert [*late_fines(late, (), steps).values()] == fines


def test_a_waived_card_costs_nothing_and_is_no_offence():
    assert late_fines(CARDS, {"a"}, (3, 5)) == {"b": 3, "c": 3}


@pytest.mark.parametrize("points", [0, 100, -100])
def test_points_are_limited(points):
    with pytest.raises(RuleError, match=r"^Points: from 1 to 99, taken or given\.$") as refused:
        verify_adjustment(points, "ineligible player")
    assert refused.value.code == "bad_points"


def test_an_adjustment_says_why():
    with pytest.raises(RuleError, match=r"^Say why: the table shows it\.$") as refused:
        verify_adjustment(-3, "  ")
    assert refused.value.code == "no_reason"
    verify_adjustment(-3, "ineligible player")
    verify_adjustment(99, "appeal upheld")


POINTS = {"Lions": 3, "ann": 10, "bob": 5}


@pytest.mark.parametrize(
    ("home", "away", "starts"),
    [
        (("Crown", ["cy"]), ("Crown", ["dee"]), (0, 0)),
        (("Crown", ["ann"]), ("Lions", ["cy"]), (10, 3)),
        (("Lions", ["ann", "bob"]), ("Crown", ["bob"]), (18, 5)),
        (("Lions", []), ("Crown", ["bob"]), (3, 5)),
    ],
)
def test_a_side_starts_with_the_points_of_its_team_and_its_players(home, away, starts):
    assert board_starts((home, away), POINTS, 61) == starts


def test_nobody_starts_at_the_target():
    assert board_starts((("Crown", ["ann"]), ("Lions", ["ann", "bob"])), POINTS, 11) == (10, 10)
    assert board_starts((("Crown", ["ann"]), ("Lions", [])), POINTS, 1) == (0, 0)


ROUNDS = [(1, 10), (2, 20), (3, 30), (4, None), (4, 40)]
TEAMS = ("crown", "quiet")


def test_in_the_first_half_everything_is_void():
    gone = Withdrawals.of("halves", {"quiet": 29}, ROUNDS)
    assert [gone.voids(TEAMS, number) for number in (1, 2, 3, 4)] == [True] * 4
    assert gone.strikes("quiet")
    assert gone.forfeited_by(TEAMS, 1) is None


def test_in_the_second_half_the_first_one_stands():
    gone = Withdrawals.of("halves", {"quiet": 30}, ROUNDS)
    assert [gone.voids(TEAMS, number) for number in (1, 2, 3, 4)] == [False, False, True, True]
    assert not gone.strikes("quiet")
    assert gone.forfeited_by(TEAMS, 2) == 1
    assert gone.forfeited_by(TEAMS, 3) is None


def test_a_match_brought_forward_does_not_begin_the_second_half():
    rounds = [(1, 10), (1, 10), (2, 20), (2, 20), (3, 30), (3, 30), (4, 12), (4, 40)]
    assert Withdrawals.of("halves", {"quiet": 29}, rounds).strikes("quiet")
    assert not Withdrawals.of("halves", {"quiet": 30}, rounds).strikes("quiet")


def test_a_season_without_days_has_no_second_half():
    assert Withdrawals.of("halves", {"quiet": 30}, [(1, None)]).strikes("quiet")
    assert Withdrawals.of("halves", {"quiet": 30}, []).strikes("quiet")


def test_the_middle_round_of_an_odd_number_belongs_to_the_second_half():
    gone = Withdrawals.of("halves", {"quiet": 25}, [(1, 10), (2, 20), (3, 30)])
    assert (gone.half, gone.second_half) == (1, 20)
    assert Withdrawals.of("halves", {}, []).half == 0
    assert not gone.strikes("quiet")


def test_in_a_season_of_two_rounds_the_first_one_stands():
    assert not Withdrawals.of("halves", {"quiet": 20}, [(1, 10), (2, 20)]).strikes("quiet")


def test_void_strikes_the_team_and_kept_leaves_it_in_the_table():
    assert Withdrawals("void", {"quiet": 1}).strikes("quiet")
    assert not Withdrawals("void", {"quiet": 1}).strikes("crown")
    assert not Withdrawals("kept", {"quiet": 1}).strikes("quiet")


def test_who_left_and_when():
    gone = Withdrawals("kept", {"quiet": 7, "crown": 5})
    assert gone.gone(TEAMS) == (0, 1)
    assert gone.left_on(TEAMS) == 5
    assert gone.left_on(("swan", "bay")) is None
    assert not gone.voids(("swan", "bay"), 1)


def of(name, played, won, legs):
    return Standing(played=played, won=won, legs_for=legs, competitor=name)


SEASON = (of("Ann", 20, 15, 10), of("Bob", 4, 4, 9), of("Cy", 10, 8, 5))


@pytest.mark.parametrize(
    ("least", "above", "below"),
    [
        (0, ["Ann", "Cy", "Bob"], []),  # by boards won
        (1, ["Bob", "Cy", "Ann"], []),  # by average
        (4, ["Bob", "Cy", "Ann"], []),
        (5, ["Cy", "Ann"], ["Bob"]),
        (20, ["Ann"], ["Bob", "Cy"]),
        (21, [], ["Bob", "Cy", "Ann"]),
    ],
)
def test_who_has_played_enough_is_ranked_by_average(least, above, below):
    assert tuple([line.competitor for line in lines] for lines in ranked(SEASON, least)) == (above, below)


def test_equal_averages_go_by_boards_then_legs_then_as_they_came():
    lines = [of("Di", 2, 1, 0), of("Eve", 4, 2, 0), of("Flo", 4, 2, 3), of("Gus", 2, 1, 0)]
    assert [line.competitor for line in ranked(lines, 2)[0]] == ["Flo", "Eve", "Di", "Gus"]


@pytest.mark.parametrize(
    ("first", "home", "away", "refused"),
    [
        (None, (), ("Bob",), None),
        (0, (), ("Bob",), "Crown name their players first."),
        (0, ("Ann",), ("Bob",), None),
        (0, ("Ann",), (), None),
        (0, (), (), None),
        (1, ("Ann",), (), "Lion name their players first."),
        (1, (), ("Bob",), None),
    ],
)
def test_a_league_says_who_names_first(first, home, away, refused):
    assert out_of_turn(Lineup(home, away), first, ("Crown", "Lion")) == refused


BOTH = Lineup(("a", "b"), ("c", "d"))


@pytest.mark.parametrize(
    ("lineups", "given", "named"),
    [
        ({}, (), (False, False)),
        ({1: BOTH, 2: BOTH, 3: BOTH}, (), (True, True)),
        ({1: BOTH, 2: BOTH}, (), (False, False)),
        ({1: BOTH, 2: BOTH}, (3,), (True, True)),
        ({1: BOTH, 2: BOTH, 3: Lineup(("a", "b"), ("c",))}, (), (True, False)),
        ({1: BOTH, 2: Lineup((), ("c", "d")), 3: BOTH}, (), (False, True)),
    ],
)
def test_a_side_has_named_once_every_board_has_its_players_or_is_given_away(lineups, given, named):
    card = BY_KEY["hdddcl"].rules.card
    assert has_named(card, lineups, given) == named


def test_one_of_a_pair_is_enough_where_half_a_pair_may_play():
    card, alone = BY_KEY["hdddcl"].rules.card, dict.fromkeys((1, 2, 3), Lineup(("a",), ("c",)))
    assert has_named(card, alone, ()) == (False, False)
    assert has_named(MatchCard(kinds=card.kinds, half_pairs=True), alone, ()) == (True, True)
