"""Access control: capability links, the cookies they issue, and the check before every club's page.

A link's secret is derived from its generation (``services.clubs.administration``). Raising the
generation ends the link and every cookie it gave.
"""

import hmac
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, cast

from flask import abort, current_app, g, redirect, request, session, url_for

from scorekeeper.ops.wsgi import ADMITTED, ASKED_AHEAD
from scorekeeper.services.clubs.administration import come_along, join_path, role_of
from scorekeeper.services.clubs.administration import link_secret as secret_of
from scorekeeper.services.gate import SIGNED_OUT, Ask, IdempotencyKey, Refused, Subject
from scorekeeper.services.matches.subject import verify_unsealed
from scorekeeper.store.clubs.access import ROLES, former_phone, generations, is_ended, is_former_link
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Admission, Club, find_admission
from scorekeeper.store.clubs.hosting import in_place_of, moved_to
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues.captains import captained_teams
from scorekeeper.store.matches.matches import match_generation
from scorekeeper.web.http.csrf import check_csrf, knows_who_asks
from scorekeeper.web.http.db import get_db, now
from scorekeeper.web.http.headers import drop_copies, keep_no_copy
from scorekeeper.web.http.read_only import Moved, note_read_only, refuse_while_read_only

CAPTAIN = "captain"  # a pass by a team's link: it scores as long as that link stands, and for that team
_PASSES = ("watch", CAPTAIN, "score", "manage")
_MATCHES_HELD = 8  # single matches that a cookie may name: enough for a guest's evening
_CLOSED = "This club’s pages are for those who have its link. Ask for it at the bar."
_MISSING = {
    "watch": "This page is for those who have the club’s link.",
    "score": "This phone may watch, but not score. Open the club’s score link on it first.",
    "manage": "That is for the club’s manager. Open the manage link on this phone first.",
}


def link_secret(club: str, role: str, generation: int) -> str:
    """The secret in the club's link for this role; a page that it is made for is not kept."""
    keep_no_copy()
    return secret_of(current_app.config["SECRET_KEY"], club, role, generation)


def keys() -> list[bytes]:
    """The secret key, and the one that it has replaced for as long as both count."""
    return [current_app.config["SECRET_KEY"], *current_app.config["SECRET_KEY_FALLBACKS"]]


def role_of_secret(club: str, secret: str) -> tuple[str, int] | None:
    """The role and generation that this secret grants in the club; None if it grants nothing."""
    links = generations(get_db(), club).items()
    return next((link for link in links if opens(club, *link, secret)), None)


def opens(club: str, role: str, generation: int | str, secret: str) -> bool:
    """Whether this is the secret of the club's link for this role, made here or where the club was before."""
    keep_no_copy()
    ours = [secret_of(key, club, role, generation) for key in keys()]
    return any(hmac.compare_digest(one.encode(), secret.encode()) for one in ours) or is_former_link(
        get_db(), club, secret, role, generation
    )


def phone_that_moved(club: str, role: str, generation: int) -> str | None:
    """The id that this phone had at the club's former address, which gave it a secret to come in by once."""
    secret = request.args.get("phone", "")
    device = former_phone(get_db(), club, secret)
    if device is None or request.method != "GET" or is_ended(get_db(), club, device):
        return None
    ask = Ask(get_db(), club, Author(device, now()), role, generation)
    return device if come_along(ask, club, secret).answer else None


class Visitor(NamedTuple):
    """The visitor: their role in the club, and the id of their phone (None for a mere watcher).

    ``nickname`` is what the phone is called, None before it has entered anything; ``generation`` that of the
    link which gave the role; a ``captain`` came in by a team's. ``copied``: the club is a phone's copy.
    """

    club: Club
    role: str
    device: str | None
    nickname: str | None = None
    generation: int | None = None
    captain: bool = False
    copied: bool = False

    def may(self, role: str) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)


class _ClubPass(NamedTuple):
    """What this browser's cookie holds of a club: a role, that role's generation, and the phone's id."""

    role: str = ""
    generation: int = 0
    device: str | None = None


def grant(club: str, role: str, generation: int, device: str | None = None) -> None:
    """Write the role into this browser's cookie; a role already held is never made smaller.

    ``device`` is the phone's id where the club knows it already; a new one is made where it does not.
    """
    before = _standing_pass(club)
    device = before.device or device or new_id()
    standing = before.role in ROLES and before.generation == generations(get_db(), club)[before.role]
    if standing or (before.role == CAPTAIN and captained_teams(get_db(), club, device)):
        held = before._replace(device=device)
        role, generation, _ = max(held, _ClubPass(role, generation), key=lambda one: _PASSES.index(one.role))
    session.permanent = True
    session["clubs"] = {**session.get("clubs", {}), club: [role, generation, device]}


def known_device(club: str) -> str:
    """The id under which this browser is known in the club, once it was granted something there."""
    return _standing_pass(club).device or new_id()


def _standing_pass(club: str) -> _ClubPass:
    """The browser's pass; none of a phone that a manager has signed out, which comes in as a new one."""
    held = _pass_of(club)
    return _ClubPass() if held.device and is_ended(get_db(), club, held.device) else held


def forget(club: str) -> None:
    session["clubs"] = {id: kept for id, kept in session.get("clubs", {}).items() if id != club}


def visitor_of(club: str) -> Visitor | None:
    """The visitor of this club, which may be in the trash; None if they have no access."""
    found = _admission(club)
    return _admitted(found) if found else None


def _admission(club: str) -> Admission | None:
    held = _pass_of(club)
    found = find_admission(get_db(), club, held.role, held.device)
    note_read_only(found.read_only if found else None)
    if found and found.read_only and (address := moved_to(get_db(), club)):
        raise Moved(address, _way_in(found))
    return found


def _way_in(found: Admission) -> str:
    """Where this phone comes in at the club's new address: by the link it came in by here, or as it asks."""
    known = _admitted(found)
    held = _pass_of(found.club.id)
    if known is None or known.role != held.role:
        return request.full_path.rstrip("?")
    secret = link_secret(found.club.id, held.role, held.generation)
    phone = link_secret(found.club.id, role_of("phone", held.device or ""), 1)
    return f"{join_path(found.club.id, secret)}?phone={phone}"


def refuse_where_it_was(club: str) -> None:
    """Raise ``Moved`` where the club has moved away; for an address that says itself who may come in."""
    if address := moved_to(get_db(), club):
        raise Moved(address, request.full_path.rstrip("?"))


def _pass_of(club: str) -> _ClubPass:
    return _ClubPass(*session.get("clubs", {}).get(club, ()))


def _admitted(found: Admission) -> Visitor | None:
    club = found.club
    held = _ClubPass() if found.ended else _pass_of(club.id)
    if held.role in ROLES and found.generation == held.generation:
        phone = (held.device, found.nickname) if held.role != "watch" else (None, None)
        return Visitor(club, held.role, *phone, held.generation, copied=found.copied)
    if held.role == CAPTAIN and captained_teams(get_db(), club.id, held.device):
        return Visitor(club, "score", held.device, found.nickname, captain=True)
    return Visitor(club, "watch", None) if club.watched_by_anyone else None


def grant_match(club: str, match: str, generation: str) -> None:
    """Write a match into this browser's cookie, with its club and its link's generation."""
    others = [held for held in session.get("matches", []) if held[:2] != [club, match]]
    session.permanent = True
    session["matches"] = [*others, [club, match, generation]][-_MATCHES_HELD:]


def _guest_of(club: Club, match: str | None) -> Visitor | None:
    """The visitor who may watch this one match, by its own link; None if they may not."""
    held = next((held for held in session.get("matches", []) if held[:2] == [club.id, match]), None)
    if held and match and match_generation(get_db(), club.id, match) == held[2]:
        return Visitor(club, "watch", None)
    return None


def visitor() -> Visitor:
    return cast(Visitor, g.visitor)


def club_here() -> dict[str, Club]:
    """What the templates of a club's pages all know without being told."""
    return {"club": visitor().club} if g.get("visitor") else {}


def is_copy() -> bool:
    """Whether the page is of a phone's copy of a club, where only what goes home is offered."""
    return "visitor" in g and g.visitor is not None and g.visitor.copied


def admit(club: str, role: str, match: str | None = None) -> Club:
    """The club of this id, for a visitor who may ``role``; everybody else gets a 403 or 404."""
    found = _admission(club)
    if found is None or found.deleted:
        _follow(found)
        drop_copies()
        abort(404, "There is no club here.")
    g.visitor = _admitted(found) or _guest_of(found.club, match)
    request.environ[ADMITTED] = g.visitor is not None and g.visitor.generation is not None
    if g.visitor is None:
        drop_copies()
        abort(403, SIGNED_OUT if found.ended else _CLOSED)
    if not g.visitor.may(role):
        held = _pass_of(club)
        past = held.role in ROLES and found.generation != held.generation
        if found.ended or past or held.role == CAPTAIN:  # the link has ended
            drop_copies()
        abort(403, SIGNED_OUT if found.ended else _MISSING[role])
    return found.club


def watch_sealed(club: Club, match: str) -> None:
    """See the match as whoever watches it, where this phone may change nothing of it."""
    if visitor().may("score"):
        try:
            verify_unsealed(asks(club), match)
        except Refused:
            g.visitor = visitor()._replace(role="watch", device=None, captain=False)


def place_key(club: str) -> str:
    """Under which a club is found that takes this one's place."""
    return secret_of(current_app.config["SECRET_KEY"], club, "in place of", 1)


def _follow(found: Admission | None) -> None:
    """Send the phone that brought another club into the place of this one there, as its manager."""
    phone = found and _admitted(found)
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

        @knows_who_asks
        @wraps(view)
        def through(club: str, **rest: Any) -> Any:
            found = admit(club, role, rest.get("match"))
            if not always:
                refuse_while_read_only()
            if ASKED_AHEAD in request.environ:
                return "", 204
            check_csrf()
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
    return Ask(get_db(), club.id, Author(device, now()), role, visitor().generation, key, visitor().captain)
