"""So many times within so many seconds, each phone by itself."""

from scorekeeper.web.http.rate_limit import RateLimit


def test_a_phone_may_ask_so_often_and_then_waits_until_the_first_is_long_ago() -> None:
    now = [100.0]
    limit = RateLimit(2, 60, clock=lambda: now[0])
    assert [limit.wait("ann") for _ in range(3)] == [0, 0, 60]
    assert limit.wait("bob") == 0
    now[0] += 45
    assert limit.wait("ann") == 15
    now[0] += 15
    assert [limit.wait("ann") for _ in range(3)] == [0, 0, 60]
