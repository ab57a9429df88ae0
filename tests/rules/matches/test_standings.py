"""The table: results in, places out."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.matches.standings import Record, Result, RunningTable

NAMES = ("Ann", "Bob", "Cy", "Dee")


def result(one, other, winner, legs=(1, 0), points=(100, 60)):
    return Result((one, other), winner, legs, points)


def table(results):
    running = RunningTable()
    for each in results:
        running.enter(each)
    return running.standings()


def test_wins_come_first_then_legs_then_points_then_names():
    rows = table(
        [
            result("Bob", "Ann", 0),
            result("Cy", "Dee", 0, points=(100, 90)),
            result("Ann", "Zoe", None, (1, 1), (80, 80)),
        ]
    )
    places = [(row.place, row.competitor) for row in rows]
    assert places == [(1, "Bob"), (2, "Cy"), (3, "Zoe"), (4, "Dee"), (5, "Ann")]
    ann = rows[-1]
    assert (ann.played, ann.won, ann.drawn, ann.lost) == (2, 0, 1, 1)
    assert (ann.legs_for, ann.legs_against, ann.leg_difference) == (1, 2, -1)
    assert (ann.points_for, ann.points_against) == (140, 180)


def test_those_who_are_level_stand_by_what_they_are_called_not_by_their_ids():
    running = RunningTable()
    running.enter(result("1", "2", None, (1, 1), (80, 80)))
    called = {"1": "zoe", "2": "ann"}
    assert [row.competitor for row in running.standings(lambda one: called[one])] == ["2", "1"]


def test_a_table_of_many_results_adds_them_up():
    sides = [
        ("Ann", "Bob", 0),
        ("Bob", "Ann", 1),
        ("Ann", "Bob", None),
        ("Bob", "Ann", 0),
        ("Bob", "Ann", None),
    ]
    rows = table([result(*one) for one in sides])
    rows = {row.competitor: (row.won, row.drawn, row.lost) for row in rows}
    assert rows == {"Ann": (2, 2, 1), "Bob": (1, 2, 2)}


def test_legs_separate_those_who_won_equally_often():
    rows = table([result("Bob", "Cy", 0, (2, 0), (1, 0)), result("Ann", "Dee", 0, (2, 1), (9, 0))])
    assert [row.competitor for row in rows][:2] == ["Bob", "Ann"]


def test_equals_share_their_place_in_the_order_of_their_names():
    rows = table([result("Cy", "Dee", 0), result("Ann", "Bob", 0)])
    assert [(row.place, row.competitor) for row in rows] == [(1, "Ann"), (1, "Cy"), (3, "Bob"), (3, "Dee")]


RESULTS = st.builds(
    lambda pair, winner, legs, points: Result(tuple(pair), winner, legs, points),
    st.permutations(NAMES).map(lambda order: order[:2]),
    st.sampled_from([0, 1, None]),
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.tuples(st.integers(0, 99), st.integers(0, 99)),
)


@given(st.lists(RESULTS, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_entry_never_matters_and_margins_cancel(results, random):
    rows = table(results)
    assert table(random.sample(results, len(results))) == rows
    assert sum(row.points_for - row.points_against for row in rows) == 0
    assert sum(row.leg_difference for row in rows) == 0
    assert sum(row.won for row in rows) == sum(event.winner is not None for event in results)


@given(st.lists(RESULTS, max_size=6), st.lists(RESULTS, max_size=6))
def test_a_result_taken_out_again_leaves_no_trace(kept, corrected):
    once, later = RunningTable(), RunningTable()
    for each in kept:
        once.enter(each)
    for each in [*corrected, *kept]:
        later.enter(each)
    for each in corrected:
        later.remove(each)
    assert later.standings() == once.standings()


def test_legs_are_worth_a_column_only_where_a_match_had_more_than_one() -> None:
    single = table([Result(("Ann", "Bob"), 0, (1, 0), (25, 10))])
    best_of_three = table([Result(("Ann", "Bob"), 0, (2, 1), (25, 10))])
    assert not any(row.plays_legs for row in single)
    assert all(row.plays_legs for row in best_of_three)


def test_two_seasons_added_are_what_all_their_results_make():
    first, second = result("Ann", "Bob", 0), result("Bob", "Ann", None, (1, 1), (80, 70))
    both, season, another = Record(), Record(), Record()
    for record, entered in ((both, first), (both, second), (season, first), (another, second)):
        record.enter(entered, entered.sides.index("Ann"))
    season.add(another)
    assert season == both


def test_a_share_is_in_whole_per_cent_and_nobody_has_one_of_nothing():
    assert [Record(played=3, won=won).share for won in range(4)] == [0, 33, 67, 100]
    assert Record().share == 0
