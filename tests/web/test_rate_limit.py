"""A number of requests per period, for each phone."""

from scorekeeper.web.auth.rate_limit import RateLimit


def test_a_phone_over_the_limit_waits_until_its_oldest_request_expires() -> None:
    now = [100.0]
    limit = RateLimit(2, 60, clock=lambda: now[0])
    assert [limit.wait("ann") for _ in range(3)] == [0, 0, 60]
    assert limit.wait("bob") == 0
    now[0] += 45
    assert limit.wait("ann") == 15
    now[0] += 15
    assert [limit.wait("ann") for _ in range(3)] == [0, 0, 60]
