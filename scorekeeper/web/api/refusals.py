"""How the interface answers an act that was refused: what a service raises, as problem details."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from flask import Response

from scorekeeper.names import NameFault
from scorekeeper.rules.errors import RuleError
from scorekeeper.services.cards.card_commands import MatchCardError
from scorekeeper.services.clubs.merging import DeletionRefused, MergeRefused
from scorekeeper.services.clubs.names import NameTaken
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season_commands import ReasonMissing
from scorekeeper.services.matches.changing import SetupRefused
from scorekeeper.services.matches.idempotency import Conflict, KeyReused, RuleViolation
from scorekeeper.web.api.parsing import Unreadable
from scorekeeper.web.http.negotiation import problem, rule_errors

T = TypeVar("T")

# What is refused in one sentence: the status, and the code to go by.
_REFUSED: dict[type[Exception], tuple[int, str]] = {
    NameTaken: (409, "name_taken"),
    MergeRefused: (409, "merge"),
    DeletionRefused: (409, "has_played"),
    SetupRefused: (409, "setup"),
    KeyReused: (422, "key_used"),
    NameFault: (422, "form"),
    ReasonMissing: (422, "reason"),
    MatchCardError: (422, "card"),
    RuleError: (422, "rules"),
}


class Missing(Exception):
    """There is no such thing; ``str(error)`` names it."""


def found(value: T | None, what: str) -> T:
    """The value; raises ``Missing`` where there is none of this kind in the club."""
    if value is None:
        raise Missing(f"There is no such {what} in this club.")
    return value


def explained(view: Callable[..., Response]) -> Callable[..., Response]:
    """The view, with everything that an act can raise answered as the problem it is."""

    @wraps(view)
    def through(*place: Any, **rest: Any) -> Response:
        try:
            return view(*place, **rest)
        except Unreadable as unreadable:
            return unreadable.answer
        except Missing as missing:
            return problem(404, str(missing), "not_found")
        except LookupError as error:
            if type(error) is not LookupError:  # a KeyError is a fault of ours
                raise
            return problem(404, "There is no such entry in this club.", "not_found")
        except RuleViolation as refused:
            return rule_errors(refused.validation)
        except LeagueError as refused:
            return problem(422, str(refused), "league", errors={refused.field: [str(refused)]})
        except Conflict as error:
            theirs = error.theirs.version if error.theirs else None
            return problem(409, str(error), "conflict", theirs=theirs)
        except tuple(_REFUSED) as refused:
            status, code = next(answer for kind, answer in _REFUSED.items() if isinstance(refused, kind))
            return problem(status, str(refused), code)

    return through
