"""The gate: every act comes through it, whatever the door it came in by.

An act is declared where it is done, with ``@act``: what it is done to, who may, towards which limit of the
hour it counts. Called, it opens the one write transaction and reads under that lock what the act decides on;
a page's view of half a second ago decides nothing. How to declare one: docs/architecture.md.

What a phone and a club may create in an hour is far above any honest evening, to stop floods: anybody with
the score link can make up entries, and names and matches stay. The counts are in the database: a restart
forgets none.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar, cast

from sqlite_utils import Database

from scorekeeper.rules.text import counted
from scorekeeper.store.clubs.access import ROLES, ensure_device, known_before, see_device
from scorekeeper.store.clubs.audit import Author, DoneAct, add_act, count_acts, find_act
from scorekeeper.store.clubs.clubs import Admission, Club, find_admission
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues.captains import captained_teams
from scorekeeper.store.matches.matches import entries_of_club

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

REUSED = "This page has saved something else already. Look at the {of}, then enter it again."
SIGNED_OUT = "The club’s manager has signed this phone out. Ask for the link to come in again."
ENDED = "This phone’s link has been ended. Ask for the new one."
AT_THE_CLUB = (
    "This is a copy of the club: matches, cards and new players go home from here, and nothing else. Change "
    "that at the club; this phone takes it over when both are brought up to date."
)
_HOUR = len("2026-11-21T20")


class Refused(Exception):
    """The act cannot be done; ``str(error)`` says why, ``field`` names what was typed wrong.

    ``status`` and ``code`` are what programs go by.
    """

    status, code = 422, "refused"

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class Barred(Refused):
    status, code = 403, "role"


class Missing(Refused, LookupError):
    status, code = 404, "not_found"

    def __init__(self, what: str) -> None:
        super().__init__(f"There is no such {what} here, or no longer.")


def there(found: T | None, what: str) -> T:
    if found is None:
        raise Missing(what)
    return found


class Superseded(Refused):
    """What the act would replace is no longer what its page had shown."""

    status, code = 409, "conflict"


class Closed(Refused):
    """What the act would change is closed: a season in the archive, or a card that both have signed."""

    status, code = 423, "locked"


class KeyReused(Refused):
    """This key came before with other content."""

    code = "key_used"


class IdempotencyKey(NamedTuple):
    """What a phone sends with an act: its key, and a fingerprint of the act's content."""

    key: str
    fingerprint: str

    def of_parts(self, count: int) -> list[str]:
        """The keys of so many entries of one act: ``k``, ``k:1``, ``k:2``."""
        return [self.key, *(f"{self.key}:{n}" for n in range(1, count))][:count]


class Ask(NamedTuple):
    """Who asks for an act; made by the door, from the cookie or the token; only ``seats`` were sent."""

    db: Database
    club: str
    author: Author
    role: str = "manage"
    generation: int | None = None  # of the link that gave ``role``; none for a captain or on the server
    key: IdempotencyKey | None = None  # with one the act is done once however often it is sent
    captain: bool = False  # a phone that came in by a team's link
    seats: str = ""  # who sat where on the page of a match, as it says; empty where nothing was said

    def may(self, role: str) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)


@dataclass(frozen=True, slots=True)
class Act(Generic[T]):
    """An act being done: ``on`` is what it is done to, as read under the lock."""

    ask: Ask
    on: T

    @property
    def db(self) -> Database:
        return self.ask.db

    @property
    def club(self) -> str:
        return self.ask.club

    @property
    def author(self) -> Author:
        return self.ask.author

    @property
    def key(self) -> IdempotencyKey:
        """The key that what is entered bears; a new one where the act came without."""
        return self.ask.key or IdempotencyKey(new_id(), "")


class Done(NamedTuple, Generic[R]):
    """What the act answers; not ``new`` where an earlier request with this key had done it."""

    answer: R
    new: bool

    @property
    def added(self) -> bool:
        """Whether this very request has entered something: it was not sent again, nor agreed with another."""
        return self.new and bool(self.answer)


class Subject(NamedTuple, Generic[T]):
    """What acts are done to, and what every act on it asks."""

    name: str
    read: Callable[[Ask, str], T]  # under the lock; raises ``Missing``
    verify: Callable[[Ask, T], None] | None = None  # raises, for a season in the archive say
    # Where a record bears the keys of what was entered in it: the fingerprint of one. An act that answers
    # True has entered something there, and its key is kept nowhere else.
    entered: Callable[[T, str], str | None] | None = None
    trashed: bool = False  # it is a club in the trash


@dataclass(eq=False)
class Declared(Generic[T, P, R]):
    does: Callable[Concatenate[Act[T], P], R]
    on: Subject[T]
    role: str
    counts: str | None
    even_closed: bool
    comes_home: bool

    def __post_init__(self) -> None:
        self.name = f"{self.does.__module__.rpartition('.')[2]}.{self.does.__name__}"
        update_wrapper(self, self.does)

    def __call__(self, ask: Ask, subject: str, /, *said: P.args, **more: P.kwargs) -> Done[R]:
        """Do it to this subject, once for the key of who asks. Raises ``Refused`` or ``TooMany``."""
        with writing(ask.db, ask.club):
            found = _verify_who(ask, self.role)
            if found.copied and not self.comes_home:
                raise Barred(AT_THE_CLUB)
            if before := self.first_answer(ask, subject):
                return before
            if found.deleted != self.on.trashed:
                raise Missing("club")
            on = self.on.read(ask, subject)
            earlier = self.on.entered(on, ask.key.key) if ask.key and self.on.entered else None
            if ask.key and earlier is not None:
                self._verify_same(earlier, ask.key)
                return Done(cast(R, True), new=False)
            if self.on.verify and not self.even_closed:
                self.on.verify(ask, on)
            if self.counts:
                count_act(ask, self.counts)
            answer = self.does(Act(ask, on), *said, **more)
            if ask.key and not (self.on.entered and answer is True):
                done = DoneAct(self.name, ask.key.fingerprint, json.dumps(answer))
                add_act(ask.db, ask.club, self._place(subject), ask.key.key, done, ask.author)
            return Done(answer, new=True)

    def first_answer(self, ask: Ask, subject: str) -> Done[R] | None:
        """What was answered when this key came before, whatever has become of the subject since; or None.

        Raises ``KeyReused`` where it came with other content.
        """
        before = find_act(ask.db, ask.club, self._place(subject), ask.key.key) if ask.key else None
        if before is None or ask.key is None:
            return None
        self._verify_same(before.fingerprint, ask.key)
        return Done(json.loads(before.answer), new=False)

    def _place(self, subject: str) -> str:
        return f"{self.on.name} {subject}"

    def _verify_same(self, fingerprint: str, key: IdempotencyKey) -> None:
        if fingerprint != key.fingerprint:
            raise KeyReused(REUSED.format(of=self.on.name))


def act(
    on: Subject[T], role: str, counts: str | None, *, even_closed: bool = False, comes_home: bool = False
) -> Callable[[Callable[Concatenate[Act[T], P], R]], Declared[T, P, R]]:
    """Declare an act on this subject that ``role`` may do; ``even_closed`` passes the subject's ``verify``.

    ``counts`` None: the act itself counts what it adds. What it answers is kept with its key, so it has to
    be a value of JSON. ``comes_home``: a phone that holds a copy of the club may do it too, for it goes to
    the club with what is handed over; everything else is done at the club.
    """

    def declare(does: Callable[Concatenate[Act[T], P], R]) -> Declared[T, P, R]:
        declared = Declared(does, on, role, counts, even_closed, comes_home)
        ACTS[declared.name] = declared
        return declared

    return declare


ACTS: dict[str, Declared[Any, ..., Any]] = {}


def _verify_who(ask: Ask, role: str) -> Admission:
    """The link of who asks stands, and its role may do this; a phone is registered by its first act."""
    found = there(find_admission(ask.db, ask.club, ask.role, ask.author.device), "club")
    standing = not ask.captain or captained_teams(ask.db, ask.club, ask.author.device)
    if ask.generation not in (None, found.generation) or not standing:
        raise Barred(ENDED)
    if found.ended:
        raise Barred(SIGNED_OUT)
    if not ask.may(role):
        raise Barred(f"This phone may {ask.role}; that needs one that may {role}.")
    if found.nickname is None:
        count_act(ask, "phone")
        ensure_device(ask.db, ask.club, ask.author.device, ask.author.at)
    as_role = "captain" if ask.captain else ask.role
    if found.seen != f"{as_role} {ask.author.at[:_HOUR]}":
        see_device(ask.db, ask.club, ask.author.device, as_role, ask.author.at)
    return found


def _club(ask: Ask, _: str) -> Club:
    return there(find_admission(ask.db, ask.club, ask.role, None), "club").club


CLUB = Subject("club", _club)
TRASHED = Subject("club", _club, trashed=True)


class Limit(NamedTuple):
    """What is counted, and how much of it a phone and a whole club may make in one hour of the clock."""

    words: str
    phone: int
    club: int


# A pub's busiest league night has ten tables: a match in ten minutes each is 60 an hour, by ten phones.
LIMITS = {
    "match": Limit("matches started", 120, 600),  # each brings five new names at most
    "entry": Limit("rounds and plays", 2000, 20000),  # a play every other second, all the hour
    "correction": Limit("corrections", 300, 1500),
    "hand": Limit("hands sent in", 300, 3000),
    "name": Limit("names changed or added", 200, 600),
    "card": Limit("entries on match cards", 600, 3000),
    "league": Limit("changes to leagues", 300, 900),  # a whole season is drawn up in one
    "phone": Limit("new phones", 300, 300),
    "link": Limit("links and settings changed", 60, 120),
    "restoring": Limit("times that a copy was put back", 6, 6),  # each keeps a copy of what was there before
    "file": Limit("files from phones", 600, 2400),  # an evening comes home in parts
    "handed": Limit("matches brought home", 2000, 6000),
    "handed_entry": Limit("rounds and plays brought home", 60_000, 200_000),  # some 20 MB at the most
    "export": Limit("exports", 60, 200),
}


# A match and each entry in it counts: some 500 MB. A county plays a tenth of it in a year.
MOST_OF_A_CLUB = 1_000_000


class TooMany(Exception):
    """More than is allowed in an hour; ``str(error)`` says so, ``wait`` is in how many seconds it goes on."""

    def __init__(self, who: str, most: int, words: str, wait: int) -> None:
        minutes = counted(-(-wait // 60), "minute")
        super().__init__(
            f"{most} {words} by this {who} in one hour are the most allowed. Try again in {minutes}."
        )
        self.wait = wait


def count_act(ask: Ask, kind: str, acts: int = 1) -> None:
    """Count an act of this kind, or so many, within its own transaction: one that fails is not counted.

    Raises ``TooMany`` past ``LIMITS``. What new phones have used up for the club stops no phone that was
    known before this hour, nor what all have used up one that may manage: whoever opens the score link
    again and again does not stop the evening, nor the manager who ends those phones. A club that holds
    ``MOST_OF_A_CLUB`` takes no further match, and goes on with those it has.
    """
    if kind in ("match", "handed") and entries_of_club(ask.db, ask.club) >= MOST_OF_A_CLUB:
        raise Refused(
            f"This club holds {MOST_OF_A_CLUB} entries, and takes no further match. Begin a new club."
        )
    limit = LIMITS[kind]
    device, at = ask.author
    by_phone, by_club = count_acts(ask.db, ask.club, kind, device, at, acts)
    rest_of_hour = 3600 - int(at[14:16]) * 60 - int(at[17:19])  # seconds
    if by_phone > limit.phone:
        raise TooMany("phone", limit.phone, limit.words, rest_of_hour)
    if ask.may("manage") or by_club <= limit.club:
        return
    if not known_before(ask.db, ask.club, device, at[:_HOUR]):
        raise TooMany("club", limit.club, limit.words, rest_of_hour)
