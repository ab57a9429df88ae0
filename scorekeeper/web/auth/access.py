"""Access control: the check before every club’s page, by the browser’s ``passes``."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, cast

from flask import abort, g, redirect, request, url_for

from scorekeeper.ops.wsgi import ADMITTED, ASKED_AHEAD
from scorekeeper.services.clubs.administration import join_path, role_of
from scorekeeper.services.gate import ENDED, SIGNED_OUT, Ask, IdempotencyKey, Refused, Subject
from scorekeeper.services.matches.subject import verify_match_open
from scorekeeper.store.clubs.access import ROLES, has_pin
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Admission, Club, find_admission
from scorekeeper.store.clubs.hosting import in_place_of, moved_to
from scorekeeper.store.leagues.captains import captained_teams
from scorekeeper.store.matches.matches import match_generation
from scorekeeper.web.auth.passes import CAPTAIN, Pass, grant, link_secret, match_pass, pass_of, place_key
from scorekeeper.web.http import changes
from scorekeeper.web.http.answers import drop_copies
from scorekeeper.web.http.db import get_db, now

_CLOSED = "This club’s pages are for those who have its link. Ask for it at the bar."
_MISSING = {
    "watch": "This page is for those who have the club’s link.",
    "score": "This phone may watch, but not score. Open the club’s score link on it first.",
    "manage": "That is for the club’s manager. Open the manage link on this phone first.",
}


class Visitor(NamedTuple):
    club: Club
    role: str
    device: str | None  # the phone's id, None for a mere watcher
    nickname: str | None = None  # of the phone, None before it has entered anything
    generation: int | None = None  # of the link that gave the role
    captain: bool = False  # came in by a team's link
    copied: bool = False  # the club is a phone's copy
    ended: str = ""  # why the role that this phone had is over, for one that still may watch

    def may(self, role: str) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)


def visitor_of(club: str) -> Visitor | None:
    """The visitor of this club, which may be in the trash; None if they have no access."""
    found = _look_up(club)
    return _visitor_from(found) if found else None


def _look_up(club: str) -> Admission | None:
    """The club with what stands there of this browser's pass; raises ``Moved`` where it has moved away."""
    held = pass_of(club)
    found = find_admission(get_db(), club, held.role, held.device)
    changes.note_read_only(found.read_only if found else None)
    if found and found.read_only and (address := moved_to(get_db(), club)):
        raise changes.Moved(address, _way_in(found))
    return found


def _way_in(found: Admission) -> str:
    """Where this phone comes in at the club's new address: by the link it came in by here, or as it asks."""
    known = _visitor_from(found)
    held = pass_of(found.club.id)
    if known is None or known.role != held.role:
        return request.full_path.rstrip("?")
    secret = link_secret(found.club.id, held.role, held.generation)
    phone = link_secret(found.club.id, role_of("phone", held.device or ""), 1)
    return f"{join_path(found.club.id, secret)}?phone={phone}"


def verify_not_moved(club: str) -> None:
    """Raise ``Moved`` where the club has moved away; for an address that says itself who may come in."""
    if address := moved_to(get_db(), club):
        raise changes.Moved(address, request.full_path.rstrip("?"))


def _visitor_from(found: Admission) -> Visitor | None:
    """Who the pass makes of this browser there; None if it has no access."""
    club = found.club
    held = Pass() if found.ended else pass_of(club.id)
    if held.role in ROLES and found.generation == held.generation:
        phone = (held.device, found.nickname) if held.role != "watch" else (None, None)
        return Visitor(club, held.role, *phone, held.generation, copied=found.copied)
    if held.role == CAPTAIN and captained_teams(get_db(), club.id, held.device):
        return Visitor(club, "score", held.device, found.nickname, captain=True)
    if not club.watched_by_anyone:
        return None
    watched = pass_of(club.id).role in ("", "watch")
    return Visitor(club, "watch", None, ended="" if watched else SIGNED_OUT if found.ended else ENDED)


def _guest_of_match(club: Club, match: str | None) -> Visitor | None:
    """The visitor who may watch this one match, by its own link; None if they may not."""
    held = match_pass(club.id, match) if match else None
    if held and match and match_generation(get_db(), club.id, match) == held:
        return Visitor(club, "watch", None)
    return None


def visitor() -> Visitor:
    return cast(Visitor, g.visitor)


def club_here() -> dict[str, Any]:
    """What the templates of a club's pages all know without being told."""
    if not g.get("visitor"):
        return {}
    club, ended = visitor().club, visitor().ended
    return {"club": club, "signed_out": ended, "to_pin": bool(ended) and has_pin(get_db(), club.id)}


def is_copy() -> bool:
    """Whether the page is of a phone's copy of a club, where only what goes home is offered."""
    return "visitor" in g and g.visitor is not None and g.visitor.copied


def admit(club: str, role: str, match: str | None = None) -> Club:
    """The club of this id, for a visitor who may ``role``; everybody else gets a 403 or 404."""
    found = _look_up(club)
    if found is None or found.deleted:
        _lead_to_new_club(found)
        drop_copies()
        abort(404, "There is no club here.")
    g.visitor = _visitor_from(found) or _guest_of_match(found.club, match)
    request.environ[ADMITTED] = g.visitor is not None and g.visitor.generation is not None
    if g.visitor is None:
        drop_copies()
        abort(403, SIGNED_OUT if found.ended else _CLOSED)
    if not g.visitor.may(role):
        held = pass_of(club)
        past = held.role in ROLES and found.generation != held.generation
        if found.ended or past or held.role == CAPTAIN:  # the link has ended
            drop_copies()
        abort(403, SIGNED_OUT if found.ended else _MISSING[role])
    return found.club


def watch_if_closed(club: Club, match: str) -> None:
    """See the match as whoever watches it, where this phone may change nothing of it."""
    if visitor().may("score"):
        try:
            verify_match_open(asks(club), match)
        except Refused:
            g.visitor = visitor()._replace(role="watch", device=None, captain=False)


def _lead_to_new_club(found: Admission | None) -> None:
    """Send the phone that brought another club into the place of this one there, as its manager."""
    phone = found and _visitor_from(found)
    if not found or not phone or not phone.may("manage"):
        return
    moved = in_place_of(get_db(), found.club.id, place_key(found.club.id))
    if moved and moved.device == phone.device:
        grant(moved.club, "manage", moved.generation, moved.device)
        abort(redirect(url_for("clubs.show", club=moved.club), 303))


def needs(
    role: str, of: Subject[Any] | None = None, *, always: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let only those through who may ``role``; ``always``: also while changes are refused.

    The view is called with the club itself and what it is ``of``, not their ids. No form is read before.
    """

    def gate(view: Callable[..., Any]) -> Callable[..., Any]:
        shown = called_with(of, view)

        @changes.knows_who_asks
        @wraps(view)
        def through(club: str, **rest: Any) -> Any:
            found = admit(club, role, rest.get("match"))
            if not always:
                changes.refuse_while_read_only()
            if ASKED_AHEAD in request.environ:
                return "", 204
            changes.check_csrf()
            return shown(found, **rest)

        return through

    return gate


def called_with(of: Subject[Any] | None, view: Callable[..., Any]) -> Callable[..., Any]:
    """The view, which is called with what it is ``of``, found by its id in the address."""
    if of is None:
        return view

    @wraps(view)
    def shown(club: Club, **rest: Any) -> Any:
        look = Ask(get_db(), club.id, Author(visitor().device or "", now()), visitor().role)
        return view(club, of.read(look, rest.pop(of.name)), **rest)

    return shown


def asks(club: Club, key: IdempotencyKey | None = None) -> Ask:
    """Who asks for an act: this phone, or this program, in the role that its link gave it."""
    role, device = visitor().role, visitor().device
    if device is None:
        abort(403, _MISSING["score"])
    author, seats = Author(device, now()), request.form.get("seats", "")
    return Ask(get_db(), club.id, author, role, visitor().generation, key, visitor().captain, seats)
