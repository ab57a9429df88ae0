"""Ids sort by the time they were made, and no two are the same."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.store.engine.ids import _signs, new_id


def test_a_thousand_ids_differ() -> None:
    made = [new_id() for _ in range(1000)]
    assert len(set(made)) == 1000
    assert {len(id) for id in made} == {22}
    assert all(id.isalnum() and id == id.lower() for id in made)


def test_later_ids_sort_later_also_in_one_millisecond() -> None:
    made = [new_id() for _ in range(1000)]
    assert made == sorted(made)


@given(st.integers(0, 2**45 - 1), st.integers(0, 2**45 - 1))
def test_times_sort_as_they_are_written(one: int, other: int) -> None:
    assert (one < other) == (_signs(one, 9) < _signs(other, 9))
