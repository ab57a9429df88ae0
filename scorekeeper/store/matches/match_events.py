"""Match events: what was entered for a match, one after the other, never changed.

Beside them, hands that players entered on their own phones before the scorer ended the round.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.rows import fetch, groups, insert, update, value
from scorekeeper.store.engine.seals import Facts, link
from scorekeeper.store.engine.versions import touch
from scorekeeper.store.matches.matches import MatchRef, Reading, readings

# The result of a match that is a board of a match card also changes the league's pages.
_RAISE = (
    "UPDATE matches SET version = ?, chain = ?, changed = ? WHERE club = ? AND id = ? RETURNING "
    "(SELECT f.league FROM card_events e JOIN fixtures f ON f.club = e.club AND f.id = e.fixture "
    "WHERE e.club = matches.club AND e.match = matches.id LIMIT 1)"
)


class Hand(NamedTuple):
    """What one player held at the end: its tiles (``"6-4 2-1"``), or only its pips and perhaps how many."""

    player: str
    tiles: str | None
    pips: int | None
    held: int | None = None


class RoundEnd(NamedTuple):
    """How a round ended, as it was claimed. Open ends are written ``"3 3"``, a tile ``"6-4"``."""

    event: str
    out_player: str | None  # of a foul: whose it was, None where nobody knows or it does not matter
    ends: str | None
    boneyard: int | None
    leader: str | None
    lead_tile: str | None
    hands: tuple[Hand, ...] = ()

    @property
    def went_out(self) -> str | None:
        return self.out_player if self.event == "out" else None


class Play(NamedTuple):
    """One event inside a round.

    ``kind`` says how it was entered: a points key, the open ends as they were shown, a tile and the place
    it went to, a tile drawn, or a knock. Only a key's points are a fact; the others' are worked out.
    """

    kind: str
    side: int
    player: str | None
    points: int | None
    shown: str | None
    tile: str | None
    place: str | None
    last_tile: int


class Penalty(NamedTuple):
    """Points given to a side, or taken where negative, by hand and with a reason."""

    side: int
    points: int


class Removal(NamedTuple):
    """Takes the entry at its root out of the count."""


class Abandonment(NamedTuple):
    """The match was given up: without a result, or to the side ``winner`` where somebody retired."""

    winner: int | None = None


EventBody = RoundEnd | Play | Penalty | Removal | Abandonment
_KINDS = {RoundEnd: "round", Play: "play", Penalty: "penalty", Removal: "removal", Abandonment: "abandonment"}


class MatchEvent(NamedTuple):
    """One thing that was entered, with the phone that entered it and when."""

    version: int  # numbers it within the match
    original: int  # the version in whose place it stands; its own where it is new
    round: int
    reason: str | None
    key: str
    fingerprint: str  # detects a key that is used again for something else
    reverts: int | None  # the version that an undo takes back
    entered_at: str
    device: str
    nickname: str
    body: EventBody

    @property
    def mark(self) -> str:
        return self.key[:6]


class Meant(NamedTuple):
    """The entry that an act means, as a page shows it; ``mark`` begins its key, where the page told that.

    A club that was put back numbers anew, so another phone's entry may have the version by now.
    """

    version: int
    mark: str = ""

    def names(self, event: MatchEvent) -> bool:
        return event.version == self.version and event.key.startswith(self.mark)


class NewMatchEvent(NamedTuple):
    """An event before it has its version; ``original`` and ``reverts`` as ``MatchEvent`` has them."""

    body: EventBody
    round: int
    key: str
    fingerprint: str
    original: int | None = None
    reason: str | None = None
    reverts: int | None = None


def add_events(
    db: Database, club: str, match: str, new: Iterable[NewMatchEvent], author: Author
) -> str | None:
    """Add these to the match, within the caller's transaction; the league of which it is a board, if any."""
    last = "SELECT version, chain FROM matches WHERE club = ? AND id = ?"
    version, chain = db.execute(last, [club, match]).fetchone()
    for event in new:
        version += 1
        kind, original = _KINDS[type(event.body)], event.original or version
        said = (event.key, event.fingerprint, event.reverts, author.at, author.device)
        rows = _rows(event.body)
        chain = link(chain, [("match_events", match, version, original, kind, event.round, *said), *rows])
        db.execute(
            "INSERT INTO match_events (club, match, version, original, kind, round, reason, key, "
            "fingerprint, reverts, entered_at, device, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [club, match, version, original, kind, event.round, event.reason, *said, chain],
        )
        for table, *values in rows:
            marks = ", ".join("?" * (3 + len(values)))
            db.execute(f"INSERT INTO {table} VALUES ({marks})", [club, match, version, *values])  # nosec B608 # ours
    changed = touch(db, club)
    (league,) = db.execute(_RAISE, [version, chain, changed, club, match]).fetchone()
    if league:
        update(db, "leagues", {"club": club, "id": league}, version=changed)
    return cast(str | None, league)


def _rows(body: EventBody) -> list[Facts]:
    """What was entered, as rows: each its table and what stands in it behind the event's own key."""
    match body:
        case RoundEnd():
            *end, hands = body
            return [("round_ends", *end), *(("hands", *hand) for hand in hands)]
        case Play():
            *play, last_tile = body
            return [("plays", *play, int(last_tile))]
        case Penalty():
            return [("penalties", *body)]
        case Abandonment(winner=int()):
            return [("awards", *body)]
        case _:
            return []


def events(db: Database, club: str, match: str, since: int = 0) -> list[MatchEvent]:
    """What was entered for the match after its version ``since``, in order, what was taken back among it."""
    held = (
        "SELECT version, player, tiles, pips, held FROM hands WHERE club = ? AND match = ? AND version > ? "
        "ORDER BY version, player"
    )
    hands = groups(db, Hand, held, club, match, since)

    def event(*row: Any) -> MatchEvent:
        return MatchEvent._make((*row[:10], _body(row[10], row[11:], hands.get(row[0], ()))))

    found = fetch(
        db,
        event,
        "SELECT e.version, e.original, e.round, e.reason, e.key, e.fingerprint, e.reverts, "
        "e.entered_at, e.device, d.nickname, "
        "e.kind, r.event, r.out_player, r.ends, r.boneyard, r.leader, r.lead_tile, "
        "p.kind, p.side, p.player, p.points, p.shown, p.tile, p.place, p.last_tile, n.side, n.points, a.side "
        "FROM match_events e JOIN devices d ON d.club = e.club AND d.id = e.device "
        "LEFT JOIN round_ends r ON r.club = e.club AND r.match = e.match AND r.version = e.version "
        "LEFT JOIN plays p ON p.club = e.club AND p.match = e.match AND p.version = e.version "
        "LEFT JOIN penalties n ON n.club = e.club AND n.match = e.match AND n.version = e.version "
        "LEFT JOIN awards a ON a.club = e.club AND a.match = e.match AND a.version = e.version "
        "WHERE e.club = ? AND e.match = ? AND e.version > ? ORDER BY e.version",
        *(club, match, since),
    )
    read = readings(db, club, match)
    return [event._replace(body=_read_as(event, read)) for event in found] if read else found


def _read_as(event: MatchEvent, read: Sequence[Reading]) -> EventBody:
    """What was entered, of the players who sit in these seats now, and the sides that they make."""
    body = event.body
    _, now, sides = next(one for one in read if one.version is None or event.version <= one.version)

    def who(player: str | None) -> str | None:
        return now.get(player or "", player)

    def of(side: int) -> int:
        return sides[side] if side < len(sides) else side

    if isinstance(body, Play):
        return body._replace(side=of(body.side), player=who(body.player))
    if isinstance(body, Penalty):
        return body._replace(side=of(body.side))
    if isinstance(body, Abandonment) and body.winner is not None:
        return Abandonment(of(body.winner))
    if isinstance(body, RoundEnd):
        hands = tuple(hand._replace(player=now.get(hand.player, hand.player)) for hand in body.hands)
        return body._replace(out_player=who(body.out_player), leader=who(body.leader), hands=hands)
    return body


def _body(kind: str, entered: Sequence[Any], hands: Sequence[Hand]) -> EventBody:
    event, out_player, ends, boneyard, leader, lead_tile, *play, fined, fine, winner = entered
    match kind:
        case "round":
            return RoundEnd(event, out_player, ends, boneyard, leader, lead_tile, tuple(hands))
        case "play":
            return Play(*play)
        case "penalty":
            return Penalty(fined, fine)
        case "removal":
            return Removal()
        case _:
            return Abandonment(winner)


def counting(body: Iterable[MatchEvent]) -> list[MatchEvent]:
    """The newest entry of every root, in the order of the roots and without those taken out."""
    newest: dict[int, MatchEvent] = {}
    for event in body:
        newest[event.original] = event
    return [event for _, event in sorted(newest.items()) if not isinstance(event.body, Removal)]


class ReportedHand(NamedTuple):
    """The newest hand that a player entered of a round, and the phone it was entered on."""

    hand: Hand
    nickname: str


def add_reported_hand(
    db: Database, at: MatchRef, round: int, hand: Hand, *, key: str, author: Author
) -> None:
    """Add this hand, within the caller's transaction."""
    number = value(
        db, "SELECT coalesce(max(number), 0) + 1 FROM reported_hands WHERE club = ? AND match = ?", *at
    )
    said = {"round": round, "player": hand.player, "tiles": hand.tiles, "pips": hand.pips, "key": key}
    entered = {"entered_at": author.at, "device": author.device}
    insert(db, "reported_hands", **at._asdict(), number=number, **said, **entered)
    touch(db, at.club)


def reported_hands(db: Database, club: str, match: str) -> dict[tuple[int, str], ReportedHand]:
    """The hands that players reported themselves, by round and player."""
    reported = (
        "SELECT o.round, o.player, o.tiles, o.pips, d.nickname FROM reported_hands o "
        "JOIN devices d ON d.club = o.club AND d.id = o.device "
        "WHERE o.club = ? AND o.match = ? ORDER BY o.number"
    )
    return {
        (round, player): ReportedHand(Hand(player, tiles, pips), nickname)
        for round, player, tiles, pips, nickname in db.execute(reported, [club, match]).fetchall()
    }
