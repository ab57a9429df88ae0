"""A cache is bounded in entries and, where their weight is given, in bytes."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.lru_cache import LRUCache


def test_the_most_recently_used_entries_stay() -> None:
    cache = LRUCache[int, int](2)
    for key in (1, 2):
        cache.keep(key, key)
    cache.find(1)
    cache.keep(3, 3)
    assert [cache.find(key) for key in (1, 2, 3)] == [1, None, 3]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2000))))
def test_the_total_weight_never_exceeds_the_limit(given: list[tuple[int, int]]) -> None:
    cache = LRUCache[int, int](100, most_bytes=5000, weigh=lambda _key, value: value)
    last = {}
    for key, weight in given:
        cache.keep(key, weight)
        last[key] = weight
        held = [cache.find(key) or 0 for key in last]
        assert sum(held) <= 5000
        assert max(held) <= 5000 / 16, "one of them would push out all the others"
