"""For any results: the league table adds up, gives its reasons, and does not depend on the order."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.leagues.points import Adjustment, FixtureResult, points_of
from scorekeeper.rules.leagues.table import positions
from tests.rules.leagues.tables import ALL, CARD, NAMES, TEAMS, table

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
RESULT_LISTS = st.lists(RESULTS, max_size=14, unique_by=lambda result: result.ref)


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


@given(RESULT_LISTS, st.permutations(ALL))
def test_level_teams_either_have_a_reason_or_share_the_place(results, breaks):
    rows = table(results, *breaks)
    for above, below in pairwise(rows):
        if above.points > below.points:
            assert above.reason is None
        else:
            assert (above.reason is None) == (above.place == below.place)


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
