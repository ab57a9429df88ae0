"""Card events: what was entered for a fixture's match card; only added, never changed.

Whom captains named as the best of the other team stands beside them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.rows import column, delete, fetch_one, groups, insert, update, value
from scorekeeper.store.engine.seals import facts_of, link
from scorekeeper.store.leagues.leagues import Fixture, touch_league

MARK = 12  # letters at the end of what a captain signs for: the fingerprint of the boards
_SECRETARY = "manage"  # the role of a phone that signs in a captain's place
# What an event of one kind or another says; of most kinds just what the body has.
_SAID = (
    *("kind", "board", "side", "lineup", "home_legs", "away_legs", "home_points", "away_points"),
    *("conceded", "match", "signed"),
)
# What may be done on a match's page hangs on the signatures of its card.
_BOARDS = (
    "UPDATE matches SET changed = ? WHERE club = ? AND id IN "
    "(SELECT match FROM card_events WHERE club = ? AND fixture = ?)"
)
_ENTRIES = (
    "SELECT e.fixture, e.version, e.reason, e.key, e.fingerprint, e.entered_at, d.nickname, d.id, s.role, "
    f"{', '.join(f'e.{name}' for name in _SAID)} "  # nosec B608 # this module's words
    "FROM card_events e JOIN devices d ON d.club = e.club AND d.id = e.device "
    "LEFT JOIN signers s ON s.club = e.club AND s.fixture = e.fixture AND s.version = e.version "
    "WHERE e.club = ? "
)


class BoardEntry(NamedTuple):
    """A board as one captain tells it, or both at one phone; what is not known yet is None."""

    board: int
    side: int | None  # 0 home, 1 away, None: both
    home: tuple[str, ...]
    away: tuple[str, ...]
    legs: tuple[int, int] | None = None
    points: tuple[int, int] | None = None
    conceded: bool = False  # the loser gave it away


class Live(NamedTuple):
    """A match was started on this board; its legs are the board's result."""

    board: int
    match: str


class Signature(NamedTuple):
    """A captain signs for the result."""

    side: int
    signed: str  # the result in words as it then stood
    secretary: bool = False  # whose phone did it in the captain's place


class Reopening(NamedTuple):
    """The manager unlocks a signed card; every signature before it is void."""


class Forfeit(NamedTuple):
    """Team ``side`` does not fulfil the fixture; None: it is to be played after all."""

    side: int | None


class Protest(NamedTuple):
    """The captain of ``side`` protests against a signed card; None: the secretary says that it stands."""

    side: int | None


CardEventBody = BoardEntry | Live | Signature | Reopening | Forfeit | Protest
_BODIES: dict[str, Any] = {
    "board": BoardEntry,
    "live": Live,
    "signature": Signature,
    "reopening": Reopening,
    "forfeit": Forfeit,
    "protest": Protest,
}
_KINDS = {body: kind for kind, body in _BODIES.items()}


class CardEvent(NamedTuple):
    """One event: ``version`` numbers it within its fixture, ``nickname`` is the phone that entered it."""

    version: int
    reason: str | None
    key: str
    fingerprint: str
    entered_at: str
    nickname: str
    device: str
    body: CardEventBody


class Sent(NamedTuple):
    """What came along with what was entered; a ``fingerprint`` detects a key that is used again."""

    key: str
    fingerprint: str
    reason: str | None = None


def add_card_events(
    db: Database, club: str, fixture: Fixture, body: Iterable[CardEventBody], sent: Sent, author: Author
) -> None:
    """Add these under one key, within the caller's transaction."""
    version, chain = fixture.version, fixture.chain
    key, fingerprint, reason = sent
    for number, one in enumerate(body):
        version += 1
        columns = {
            **{"club": club, "fixture": fixture.id, "version": version, "kind": _KINDS[type(one)]},
            **_columns(one),
            **{"reason": reason, "key": f"{key}:{number}" if number else key, "fingerprint": fingerprint},
            **{"entered_at": author.at, "device": author.device},
        }
        proxy = isinstance(one, Signature) and one.secretary
        signers = [facts_of("signers", {"role": _SECRETARY})] if proxy else []
        columns["chain"] = chain = link(chain, [facts_of("card_events", columns), *signers])
        insert(db, "card_events", **columns)
        for _, role in signers:
            db.execute("INSERT INTO signers VALUES (?, ?, ?, ?)", [club, fixture.id, version, role])
    update(db, "fixtures", {"club": club, "id": fixture.id}, version=version, chain=chain)
    db.execute(_BOARDS, [touch_league(db, club, fixture.league), club, club, fixture.id])


def _columns(body: CardEventBody) -> dict[str, Any]:
    if not isinstance(body, BoardEntry):
        return {name: said for name, said in body._asdict().items() if name != "secretary"}
    home_legs, away_legs = body.legs or (None, None)
    home_points, away_points = body.points or (None, None)
    lineup = f"{' '.join(body.home)} v {' '.join(body.away)}"
    return {
        **{"board": body.board, "side": body.side, "lineup": lineup},
        **{"home_legs": home_legs, "away_legs": away_legs},
        **{"home_points": home_points, "away_points": away_points, "conceded": int(body.conceded)},
    }


def league_card_events(
    db: Database, club: str, league: str, only: Sequence[str] = ()
) -> dict[str, list[CardEvent]]:
    """What was entered by fixture, for all of the league or ``only`` for a few of them."""
    wanted = ", ".join("?" * len(only)) or "SELECT id FROM fixtures WHERE club = ? AND league = ?"

    def event(*row: Any) -> CardEvent:
        *about, role = row[:8]
        return CardEvent._make((*about, body_of(dict(zip(_SAID, row[8:], strict=True)), role)))

    entries = f"{_ENTRIES}AND e.fixture IN ({wanted}) ORDER BY e.fixture, e.version"  # nosec B608 # ours
    return groups(db, event, entries, club, *(only or (club, league)))


def last_signed(db: Database, club: str, most: int) -> list[str]:
    """The fixtures whose cards were signed last, the newest first."""
    signed = (
        "SELECT fixture FROM card_events WHERE club = ? AND kind = 'signature' GROUP BY fixture "
        "ORDER BY max(entered_at) DESC, fixture LIMIT ?"
    )
    return column(db, signed, club, most)


def board_of_match(db: Database, club: str, match: str) -> tuple[str, int] | None:
    last = "SELECT fixture, board FROM card_events WHERE club = ? AND match = ? ORDER BY version DESC LIMIT 1"
    return cast(tuple[str, int] | None, db.execute(last, [club, match]).fetchone())


class BoardStatus(NamedTuple):
    """Whether the season of a board is in the archive, whether both have signed its card, and who plays."""

    archived: bool
    signed: bool
    home: str
    away: str


def status_of_board(db: Database, club: str, match: str) -> BoardStatus | None:
    """That of the board that this match is, None where it is none.

    While both signatures stand nothing on the card can change, so both are for the same words then, and only
    then; a card that is unlocked takes new ones.
    """
    return fetch_one(
        db,
        BoardStatus,
        "SELECT l.closed, (SELECT count(DISTINCT s.side) = 2 "
        "AND count(DISTINCT substr(s.signed, length(s.signed) - ?)) = 1 "
        "FROM card_events s WHERE s.club = e.club AND s.fixture = e.fixture AND s.kind = 'signature' "
        "AND s.version > COALESCE((SELECT max(r.version) FROM card_events r WHERE r.club = e.club "
        "AND r.fixture = e.fixture AND r.kind = 'reopening'), 0) "
        "AND NOT EXISTS (SELECT 1 FROM card_events n WHERE n.club = s.club AND n.fixture = s.fixture "
        "AND n.kind = 'signature' AND n.side = s.side AND n.version > s.version)), f.home, f.away "
        "FROM card_events e JOIN fixtures f ON f.club = e.club AND f.id = e.fixture "
        "JOIN leagues l ON l.club = f.club AND l.id = f.league WHERE e.club = ? AND e.match = ? LIMIT 1",
        *(MARK - 1, club, match),
    )


def divisions_of_matches(db: Database, club: str, matches: Sequence[str]) -> dict[str, str]:
    """The division of each of these matches that is a board of a league with divisions."""
    fixtures = fixtures_of_matches(db, club, matches)
    return {match: fixture.division for match, fixture in fixtures.items() if fixture.division}


class BoardFixture(NamedTuple):
    """The fixture on whose card a match is a board: its league, its division or ``""``, and its teams."""

    league: str
    division: str
    teams: tuple[str, str]

    @property
    def title(self) -> str:
        return f"{self.league}, {self.division}" if self.division else self.league


def fixtures_of_matches(db: Database, club: str, matches: Sequence[str]) -> dict[str, BoardFixture]:
    """The fixture of each of these matches that is a league's board."""
    if not matches:
        return {}
    fixtures = (
        "SELECT DISTINCT e.match, l.name, l.division, h.name, a.name FROM card_events e "
        "JOIN fixtures f ON f.club = e.club AND f.id = e.fixture "
        "JOIN leagues l ON l.club = f.club AND l.id = f.league "
        "JOIN squads h ON h.club = f.club AND h.id = f.home "
        "JOIN squads a ON a.club = f.club AND a.id = f.away "
        f"WHERE e.club = ? AND e.match IN ({', '.join('?' * len(matches))})"  # nosec B608
    )
    rows = db.execute(fixtures, [club, *matches]).fetchall()
    return {
        match: BoardFixture(league, division, (home, away)) for match, league, division, home, away in rows
    }


def body_of(row: Mapping[str, Any], role: str | None = None) -> CardEventBody:
    """What this row of the table says; ``role`` is that of a signer who is no captain."""
    body: Any = _BODIES[row["kind"]]
    said = {name: row[name] for name in body._fields if name in _SAID}
    if body is Signature:
        return Signature(**said, secretary=role == _SECRETARY)
    if body is BoardEntry:
        home, away = (tuple(players.split()) for players in row["lineup"].split(" v ", 1))
        legs = None if row["home_legs"] is None else (row["home_legs"], row["away_legs"])
        points = None if row["home_points"] is None else (row["home_points"], row["away_points"])
        return BoardEntry(row["board"], row["side"], home, away, legs, points, bool(row["conceded"]))
    return cast(CardEventBody, body(**said))


def best_players(db: Database, club: str, league: str) -> dict[str, dict[int, str]]:
    """The players named, by fixture and by the side whose captain named them."""
    named = (
        "SELECT b.fixture, b.side, b.player FROM best_players b "
        "JOIN fixtures f ON f.club = b.club AND f.id = b.fixture WHERE b.club = ? AND f.league = ?"
    )
    by_fixture = groups(db, lambda side, player: (side, player), named, club, league)
    return {fixture: dict(players) for fixture, players in by_fixture.items()}


def set_best_player(
    db: Database, club: str, fixture: Fixture, side: int, player: str | None, author: Author
) -> None:
    """The captain of this side names this player, or nobody (None); the record says that, but no name."""
    at = {"club": club, "fixture": fixture.id, "side": side}
    known = "SELECT player FROM best_players WHERE club = ? AND fixture = ? AND side = ?"
    if value(db, known, *at.values()) == player:
        return
    delete(db, "best_players", **at)
    if player:
        insert(db, "best_players", **at, player=player, made_at=author.at, device=author.device)
    whose = ("home", "away")[side]
    words = f"named by {whose}" if player else f"nobody named by {whose}"
    add_change(db, club, ("fixture", fixture.id, "best player"), None, words, author)
    touch_league(db, club, fixture.league)
