"""The league table: points, tie-breaks and their reasons; and what holds for any results."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.points import Adjustment, FixtureResult, PointsCard, points_of
from scorekeeper.rules.leagues.table import TieBreak, league_table, positions, verify_order
from tests.rules.leagues.tables import ALL, CARD, NAMES, TEAMS, order, played, table


def test_everybody_stands_in_the_table_before_the_first_match():
    rows = table([], *ALL)
    assert order(rows) == [(1, "bay"), (1, "crown"), (1, "railway"), (1, "lion")]
    assert {(row.played, row.points, row.reason, row.level_with, row.form) for row in rows} == {
        (0, 0, None, (), ())
    }


def test_level_teams_are_sorted_by_name_or_else_by_key():
    rows = league_table({team: team for team in TEAMS} | {"bay": "the Bay"}, [], CARD, ())
    assert [row.team for row in rows] == ["crown", "lion", "railway", "bay"]


def test_a_row_adds_up():
    results = [
        played("crown", "bay", 6, 3, points=(300, 250)),
        played("lion", "crown", 5, 4, day=2, points=(310, 280)),
        played("crown", "railway", 4, 4, 3),
    ]
    row = next(row for row in table(results, *ALL) if row.team == "crown")
    assert (row.played, row.won, row.drawn, row.lost, row.points) == (3, 1, 1, 1, 3)
    assert (row.legs_for, row.legs_against, row.leg_difference) == (14, 12, 2)
    assert (row.points_for, row.points_against) == (580, 560)
    assert row.form == ("W", "L", "D")


def test_every_draw_counts():
    rows = table([played("crown", "bay", 4, 4), played("bay", "crown", 4, 4), played("crown", "lion", 5, 4)])
    assert {row.team: row.drawn for row in rows} == {"crown": 2, "bay": 2, "lion": 0, "railway": 0}


def test_the_form_is_of_the_last_five_in_the_order_they_were_played():
    days = [(1, 6), (2, 6), (9, 3), (5, 6), (4, 6), (3, 6)]
    rows = table([played("crown", "bay", legs, 9 - legs, day) for day, legs in days])
    assert rows[0].form == ("W", "W", "W", "W", "L")


@pytest.mark.parametrize(
    ("results", "tie_break", "words"),
    [
        (
            [played("crown", "railway", 9, 0), played("bay", "lion", 8, 1)],
            TieBreak.LEG_DIFFERENCE,
            "above Bay Horse on leg difference, +9 to +7",
        ),
        (
            [played("crown", "railway", 5, 4), played("bay", "lion", 4, 4), played("bay", "lion", 4, 4)],
            TieBreak.LEG_DIFFERENCE,
            "above Bay Horse on leg difference, +1 to 0",
        ),
        (
            [played("crown", "railway", 5, 3), played("bay", "lion", 4, 2)],
            TieBreak.LEGS_WON,
            "above Bay Horse on legs won, 5 to 4",
        ),
        (
            [
                played("crown", "railway", 5, 4),
                played("bay", "lion", 4, 4),
                played("bay", "railway", 4, 4, day=2),
            ],
            TieBreak.WINS,
            "above Bay Horse on matches won, 1 to 0",
        ),
        (
            [played("bay", "crown", 4, 5), played("bay", "railway", 5, 4)],
            TieBreak.HEAD_TO_HEAD,
            "above Bay Horse on the matches between them, 2 to 0",
        ),
        (
            [
                played("crown", "railway", 5, 4, points=(310, 290)),
                played("bay", "lion", 5, 4, points=(280, 300)),
            ],
            TieBreak.POINTS_DIFFERENCE,
            "above Bay Horse on points difference, +20 to −20",
        ),
        (
            [
                played("crown", "railway", 5, 4),
                played("bay", "lion", 5, 4),
                played("bay", "crown", 3, 6, 9, play_off=True),
            ],
            TieBreak.PLAY_OFF,
            "above Bay Horse on the play-off, 1 to 0",
        ),
    ],
    ids=lambda value: value.value if isinstance(value, TieBreak) else None,
)
def test_a_place_decided_by_a_tie_break_says_so(results, tie_break, words):
    rows = {row.team: row for row in table(results, tie_break)}
    assert rows["crown"].reason.words(NAMES) == words
    assert rows["crown"].place == 1
    assert (rows["bay"].place == 2) == (rows["bay"].points == rows["crown"].points)


def test_the_first_tie_break_that_separates_them_is_the_reason():
    results = [played("crown", "railway", 5, 3), played("bay", "lion", 4, 2)]
    reason = table(results, TieBreak.LEG_DIFFERENCE, TieBreak.LEGS_WON)[0].reason
    assert reason.tie_break is TieBreak.LEGS_WON


def test_the_matches_between_them_are_only_those_among_the_level():
    # Crown, Bay and Lion have two points each; Crown beat Bay, Bay beat Lion, Lion beat Railway.
    results = [played("crown", "bay", 5, 4), played("bay", "lion", 5, 4), played("lion", "railway", 9, 0)]
    rows = table(results, TieBreak.HEAD_TO_HEAD)
    assert order(rows) == [(1, "bay"), (1, "crown"), (3, "lion"), (4, "railway")]
    assert rows[0].reason is None
    assert rows[1].reason.words(NAMES) == "above Red Lion on the matches between them, 2 to 0"


def test_teams_are_level_whoever_stands_between_them_by_name():
    results = [played("lion", "bay", 5, 4), played("bay", "railway", 5, 4)]
    rows = table(results, TieBreak.HEAD_TO_HEAD)
    assert order(rows)[:2] == [(1, "lion"), (2, "bay")]


def test_both_matches_between_them_count():
    results = [played("crown", "bay", 5, 4), played("bay", "crown", 4, 5)]
    results += [played("bay", "railway", 9, 0), played("bay", "lion", 9, 0)]
    first = table(results, TieBreak.HEAD_TO_HEAD)[0]
    assert (first.team, first.reason.words(NAMES)) == (
        "crown",
        "above Bay Horse on the matches between them, 4 to 0",
    )


@pytest.mark.parametrize(
    ("legs", "places"), [((6, 3), [1, 2]), ((3, 6), [2, 1]), ((4, 4), [1, 1])], ids=["home", "away", "level"]
)
def test_a_play_off_separates_only_if_somebody_wins_it(legs, places):
    results = [played("crown", "railway", 5, 4), played("bay", "lion", 5, 4)]
    results.append(played("crown", "bay", *legs, 9, play_off=True))
    rows = {row.team: row.place for row in table(results, TieBreak.PLAY_OFF)}
    assert [rows["crown"], rows["bay"]] == places


def test_inseparable_teams_share_the_place_and_the_table_says_with_whom():
    rows = table([played("crown", "bay", 5, 4), played("lion", "railway", 5, 4)], *ALL)
    assert order(rows) == [(1, "crown"), (1, "lion"), (3, "bay"), (3, "railway")]
    assert rows[0].level_words(NAMES) == "level with Red Lion"
    assert table([])[0].level_words(NAMES) == ""


def test_a_play_off_counts_nowhere_else():
    rows = table([played("crown", "bay", 5, 4, play_off=True)], *ALL)
    assert {row.played for row in rows} == {0}


def test_the_table_as_of_a_day_knows_nothing_later():
    results = [played("crown", "bay", 9, 0, day=1), played("bay", "crown", 9, 0, day=8)]
    assert table(results, as_of=7)[0].team == "crown"
    assert [row.played for row in table(results, as_of=0)] == [0, 0, 0, 0]


def test_positions_are_given_after_every_day_that_counted():
    results = [
        played("crown", "bay", 9, 0, 1),
        played("lion", "crown", 9, 0, 8),
        played("lion", "crown", 9, 0, 15),
    ]
    places = positions(NAMES, results, CARD, (TieBreak.LEG_DIFFERENCE,))
    assert places["crown"] == [1, 2, 2]
    assert places["lion"] == [3, 1, 1]


def test_results_of_teams_outside_the_league_do_not_count():
    assert {row.played for row in table([played("crown", "anchor", 9, 0)])} == {0}


@pytest.mark.parametrize(
    ("values", "result", "points"),
    [
        ({"win": 2, "draw": 0, "per_leg": 1}, played("a", "b", 6, 3), (8, 3)),
        ({"win": 3, "narrow_loss": 1}, played("a", "b", 4, 5), (1, 3)),
        ({"win": 3, "narrow_loss": 1}, played("a", "b", 6, 3), (3, 0)),
        ({"win": 2, "draw": 1}, played("a", "b", 4, 4), (1, 1)),
        ({"win": 2, "loss": 1}, played("a", "b", 2, 1), (2, 1)),
        ({"late_fines": (2,)}, played("a", "b", 6, 3), (2, 0)),
        ({"late_fines": (2,)}, played("a", "b", 6, 3, fines=(2, 0)), (0, 0)),
        ({"late_fines": (2,)}, played("a", "b", 3, 6, fines=(2, 0)), (-2, 2)),
        ({"late_fines": (2,)}, played("a", "b", 6, 3, fines=(0, 2)), (2, -2)),
        (
            {"per_leg": 1, "forfeit_for": 5, "forfeit_against": 4},
            played("a", "b", 4, 5, forfeited_by=0),
            (0, 7),
        ),
        ({"forfeit_fine": 3}, played("a", "b", 6, 0, forfeited_by=1, fines=(2, 0)), (2, -3)),
    ],
)
def test_a_match_is_worth_the_points_of_the_points_card(values, result, points):
    assert points_of(result, PointsCard(**values)) == points


def test_fines_are_shown_beside_the_points():
    card = PointsCard(late_fines=(1,), forfeit_fine=3)
    given = played("lion", "crown", 5, 0, forfeited_by=1, fines=(1, 1))  # nobody is late with a forfeit
    results = [played("crown", "bay", 9, 0, fines=(2, 0)), given]
    rows = {row.team: (row.points, row.fined) for row in table(results, card=card)}
    assert rows == {"crown": (-3, 5), "bay": (0, 0), "lion": (2, 0), "railway": (0, 0)}


def test_what_the_secretary_gave_or_took_counts_from_its_day_on():
    results = [played("crown", "bay", 9, 0, day=1), played("lion", "crown", 5, 4, day=9)]
    taken = [Adjustment("crown", -3, 5, "ineligible player"), Adjustment("stranger", 9, 1, "who?")]
    assert [row.points for row in table(results, as_of=4) if row.team == "crown"] == [2]
    row = next(row for row in table(results, adjustments=taken) if row.team == "crown")
    assert (row.points, row.adjusted, row.fined) == (-1, -3, 0)
    assert [row.points for row in table(results, adjustments=taken, as_of=4) if row.team == "crown"] == [2]
    twice = [*taken, Adjustment("crown", 1, 6, "appeal upheld")]
    row = next(row for row in table(results, adjustments=twice) if row.team == "crown")
    assert (row.points, row.adjusted) == (0, -2)
    places = positions(NAMES, results, CARD, (), taken)
    assert (places["crown"], places["bay"]) == ([1, 4], [2, 2])


def test_an_order_of_tie_breaks_is_checked():
    assert verify_order(["wins", "play_off"]) == (TieBreak.WINS, TieBreak.PLAY_OFF)
    for breaks, code, sentence in (
        (["wins", "play_off", "wins"], "tie_break_twice", "Tie-breaks: matches won is named twice."),
        (["coin"], "no_such_tie_break", "Tie-breaks: there is none called “coin”."),
    ):
        with pytest.raises(RuleError) as refused:
            verify_order(breaks)
        assert (refused.value.code, str(refused.value)) == (code, sentence)


RESULTS = st.builds(
    lambda pair, legs, points, day, ref, fault, late, off: FixtureResult(
        home=pair[0],
        away=pair[1],
        legs=legs,
        points=points,
        day=day,
        ref=str(ref),
        forfeited_by=fault,
        fines=late,
        play_off=off,
    ),
    st.permutations(TEAMS),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.tuples(st.integers(0, 99), st.integers(0, 99)),
    st.integers(1, 5),
    st.integers(0, 10**6),
    st.sampled_from([None, None, None, 0, 1]),
    st.sampled_from([(0, 0), (0, 0), (2, 0), (0, 3)]),
    st.booleans(),
)
RESULT_LISTS = st.lists(RESULTS, max_size=8, unique_by=lambda result: result.ref)


@settings(max_examples=50)
@given(RESULT_LISTS, st.permutations(ALL), st.randoms(use_true_random=False))
def test_the_order_of_entry_never_matters_and_everything_adds_up(results, breaks, random):
    rows = table(results, *breaks)
    assert table(random.sample(results, len(results)), *breaks) == rows
    counting = [result for result in results if not result.play_off]
    assert sum(row.played for row in rows) == 2 * len(counting)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.leg_difference for row in rows) == 0
    assert sum(row.points for row in rows) == sum(sum(points_of(result, CARD)) for result in counting)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@settings(max_examples=50)
@given(RESULT_LISTS, st.permutations(ALL))
def test_level_teams_either_have_a_reason_or_share_the_place(results, breaks):
    rows = table(results, *breaks)
    for above, below in pairwise(rows):
        if above.points > below.points:
            assert above.reason is None
        else:
            assert (above.reason is None) == (above.place == below.place)


@settings(max_examples=50)
@given(
    RESULT_LISTS,
    st.permutations(ALL),
    st.lists(
        st.builds(
            Adjustment,
            st.sampled_from([*TEAMS, "anchor"]),
            st.integers(-9, 9),
            st.integers(0, 40),
            st.just(""),
        ),
        max_size=3,
    ),
)
def test_positions_are_the_places_of_every_day_s_table(results, breaks, taken):
    days = sorted({result.day for result in results if not result.play_off})
    tables = [table(results, *breaks, as_of=day, adjustments=taken) for day in days]
    places = positions(NAMES, results, CARD, breaks, taken)
    assert places == {team: [[row.team for row in rows].index(team) + 1 for rows in tables] for team in TEAMS}
