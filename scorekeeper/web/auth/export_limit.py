"""How often a club may be exported. Reading stores nothing, so each process counts for itself."""

from scorekeeper.services.clubs.limits import LIMITS, TooMany
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.http.rate_limit import RateLimit

_HOUR = 3600
_LIMIT = LIMITS["export"]
_by_phone, _by_club = RateLimit(_LIMIT.phone, _HOUR), RateLimit(_LIMIT.club, _HOUR)


def count_export(club: Club) -> None:
    """Count one export by the visitor; ``TooMany`` past the limits of an hour."""
    if wait := _by_phone.wait(f"{club.id} {visitor().device}"):
        raise TooMany("phone", _LIMIT.phone, _LIMIT.words, wait)
    if wait := _by_club.wait(club.id):
        raise TooMany("club", _LIMIT.club, _LIMIT.words, wait)
