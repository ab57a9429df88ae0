"""Players and the pairs they form. A name is for display; the id identifies the player.

Somebody is forgotten by “Player 17” in the place of the name; what was scored stays. This is the one case in
which the record is rewritten, and only its words: no score, no date, no phone. What is known to be about the
person (the player, the pairs they are in, a team of them alone, former names) is called otherwise. In what
was typed in passing the name goes where it stands as a word of its own, unless somebody or something else
goes by it. A team or league that is called after somebody keeps its name: it is the team's, and a manager can
change it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.names import MAX_LIST, MAX_NAME, MAX_REASON, name_key
from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine import rows
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.versions import touch_names

# Where somebody may have typed a name in passing, and how much such a text may hold.
_TYPED = (
    ("audit_log", "reason", MAX_REASON),
    ("match_events", "reason", MAX_REASON),
    ("card_events", "reason", MAX_REASON),
    ("adjustments", "reason", MAX_REASON),
    ("proposals", "note", MAX_REASON),
    ("devices", "nickname", MAX_NAME),
)
# The names of all other players and pairs: where one occurs, it may mean them.
_OTHERS = (
    "SELECT name_key FROM players WHERE club = ? AND id <> ? UNION "
    "SELECT s.name_key FROM squads s WHERE s.club = ? AND NOT EXISTS (SELECT 1 FROM squad_players p "
    "WHERE p.club = s.club AND p.squad = s.id AND p.player = ?)"
)
_EARLIER = (
    "SELECT old, new FROM audit_log WHERE club = ? AND entity = 'player' AND entity_id = ? AND field = 'name'"
)
# At least two letters: “2” and “A” occur as words in other texts.
_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]")

Words = Callable[[str], str]


class Player(NamedTuple):
    """A player; the ``name_key`` of a name is what two names that look alike share."""

    id: str
    name: str
    name_key: str


class Pair(NamedTuple):
    """Two players who sit opposite each other, stored as a ``team``; without a name it goes by theirs."""

    id: str
    name: str | None
    members: tuple[str, ...]


def players(db: Database, club: str, most: int = 0, skip: int = 0) -> list[Player]:
    """Everybody in the club, those who played last first, then by name; ``most`` of them where it is given.

    Left out are players whose every seat was given to somebody else (a misspelt name), and deleted players
    who have not played since.
    """
    return rows.fetch(
        db,
        Player,
        "SELECT p.id, p.name, p.name_key FROM players p "
        "LEFT JOIN (SELECT player, max(match) AS latest FROM seats WHERE club = ? GROUP BY player) s "
        "ON s.player = p.id WHERE p.club = ? AND (s.latest IS NOT NULL OR NOT EXISTS "
        "(SELECT 1 FROM seat_changes c WHERE c.club = p.club AND c.old_player = p.id)) "
        "AND NOT EXISTS (SELECT 1 FROM unlisted_players u WHERE u.club = p.club AND u.player = p.id "
        "AND u.latest = coalesce(s.latest, '')) "
        f"ORDER BY s.latest DESC NULLS LAST, p.name_key {'LIMIT ? OFFSET ?' if most else ''}",  # nosec B608
        *(club, club, *([most, skip] if most else ())),
    )


def unlist_player(db: Database, club: str, player: Player, author: Author) -> None:
    """List this player no more until they sit down again; the audit log says who did it."""
    last = "SELECT coalesce(max(match), '') FROM seats WHERE club = ? AND player = ?"
    unlisted = {"club": club, "player": player.id, "latest": rows.value(db, last, club, player.id)}
    if rows.has(db, "unlisted_players", **unlisted):
        return
    rows.insert(db, "unlisted_players", **unlisted)
    add_change(db, club, ("player", player.id, "listed"), player.name, None, author)
    touch_names(db, club)


def in_squad(db: Database, club: str, player: str) -> bool:
    return rows.has(db, "squad_players", club=club, player=player)


def player_names(db: Database, club: str) -> dict[str, str]:
    return rows.pairs(db, "SELECT id, name FROM players WHERE club = ?", club)


def matches_of(db: Database, club: str, player: str) -> list[str]:
    return rows.column(db, "SELECT match FROM seats WHERE club = ? AND player = ?", club, player)


def find_player(db: Database, club: str, player: str) -> Player | None:
    return rows.find(db, Player, "players", club=club, id=player)


def player_by_name_key(db: Database, club: str, key: str) -> Player | None:
    return rows.find(db, Player, "players", club=club, name_key=key)


def add_player(db: Database, club: str, name: str, at: str) -> Player:
    """Add a player under a name that looks like nobody else's in the club."""
    player = Player(new_id(), name, name_key(name))
    add_player_as(db, club, player, at)
    return player


def add_player_as(db: Database, club: str, player: Player, at: str) -> None:
    """A player whom a phone has met, as they are known there."""
    rows.insert(db, "players", club=club, made_at=at, **player._asdict())


def ensure_player(db: Database, club: str, name: str, at: str) -> Player:
    """The player whose name looks like this one, created if the club has none."""
    return player_by_name_key(db, club, name_key(name)) or add_player(db, club, name, at)


def pairs_of(db: Database, club: str) -> list[Pair]:
    of_pair = "SELECT team, player FROM team_members WHERE club = ? ORDER BY team, player"
    members = rows.groups(db, str, of_pair, club)
    names = rows.pairs(db, "SELECT id, name FROM teams WHERE club = ? ORDER BY id", club)
    return [Pair(id, name, tuple(members[id])) for id, name in names.items()]


def pair_of(db: Database, club: str, members: Iterable[str], at: str) -> Pair:
    """The pair that these players form; made when they first sit down together."""
    together = tuple(sorted(members))
    key = " ".join(together)
    formed = "SELECT id, name FROM teams WHERE club = ? AND members_key = ?"
    if known := rows.fetch_one(db, lambda id, name: Pair(id, name, together), formed, club, key):
        return known
    pair = Pair(new_id(), None, together)
    rows.insert(db, "teams", club=club, id=pair.id, name=None, members_key=key, made_at=at)
    for player in together:
        rows.insert(db, "team_members", club=club, team=pair.id, player=player)
    return pair


def with_pairs(
    db: Database, club: str, seats: Sequence[tuple[str, int]], at: str
) -> list[tuple[str, int, str | None]]:
    """These ``(player, side)``, each with the pair that the players of the side form where they are two."""
    sides: dict[int, list[str]] = {}
    for player, side in seats:
        sides.setdefault(side, []).append(player)
    formed = {side: pair_of(db, club, who, at).id for side, who in sides.items() if len(who) > 1}
    return [(player, side, formed.get(side)) for player, side in seats]


def forget_player(db: Database, club: str, player: Player, author: Author) -> str:
    """Take this person's names from the club, under its ``erasure_lock``; the placeholder."""
    number = rows.value(db, "SELECT count(*) FROM players WHERE club = ? AND id <= ?", club, player.id)
    while player_by_name_key(db, club, f"player {number}"):
        number += 1
    placeholder = f"Player {number}"  # by the order of joining, or the next that is not taken
    earlier = db.execute(_EARLIER, [club, player.id]).fetchall()
    called = {player.name, *(name for row in earlier for name in row if name)} - {placeholder}
    names, taken = set(map(name_key, called)), rows.column(db, _OTHERS, club, player.id, club, player.id)
    own = {name for name in called if name_key(name) not in taken}
    words = _words(own | set(map(name_key, own)), placeholder)
    for typed in _TYPED:
        _rewrite(db, typed, "club = ?", [club], words)
    _forget_pairs(db, club, player, words)
    _forget_squads(db, club, player, names, placeholder)
    own_name = "entity = 'player' AND entity_id = ? AND field = 'name'"
    _rewrite_log(db, club, own_name, [player.id], lambda _: placeholder)
    listed = _listed(names, placeholder)
    _rewrite_log(db, club, "entity = 'squad' AND field = 'players'", [], listed, MAX_LIST)
    _rewrite_log(db, club, "entity = 'device' AND field = 'nickname'", [], words)
    at = {"club": club, "id": player.id}
    rows.update(db, "players", at, name=placeholder, name_key=name_key(placeholder))
    add_change(db, club, ("player", player.id, "name"), None, placeholder, author)
    touch_names(db, club)
    return placeholder


def _forget_pairs(db: Database, club: str, player: Player, words: Words) -> None:
    """Rename the pairs that they played in, as far as the names contain theirs."""
    played = "SELECT team FROM team_members WHERE club = ? AND player = ?"
    for pair in rows.column(db, played, club, player.id):
        _rewrite(db, ("teams", "name", MAX_NAME), "club = ? AND id = ?", [club, pair], words)
        _rewrite_log(db, club, "entity = 'team' AND entity_id = ? AND field = 'name'", [pair], words)


def _forget_squads(db: Database, club: str, player: Player, names: set[str], placeholder: str) -> None:
    """Who enters a league alone is there a team of one, called as they are."""
    played = (
        "SELECT DISTINCT s.id, s.name_key FROM squads s JOIN squad_players p "
        "ON p.club = s.club AND p.squad = s.id WHERE s.club = ? AND p.player = ?"
    )
    for squad, key in rows.pairs(db, played, club, player.id).items():
        rows.delete(db, "mail_addresses", club=club, squad=squad)  # perhaps theirs
        if key in names:
            taken = rows.column(db, "SELECT name_key FROM squads WHERE club = ?", club)
            free, number = placeholder, 2
            while name_key(free) in taken:
                free, number = f"{placeholder} ({number})", number + 1
            rows.update(db, "squads", {"club": club, "id": squad}, name=free, name_key=name_key(free))
        but_players = "entity = 'squad' AND entity_id = ? AND field <> 'players'"
        _rewrite_log(db, club, but_players, [squad], _listed(names, placeholder))


def _words(names: set[str], placeholder: str) -> Words:
    """Replaces these names by the placeholder where they stand as whole words, in any case."""
    clear = sorted(filter(_LETTERS.search, names), key=len, reverse=True)
    if not clear:
        return lambda text: text
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in clear), re.IGNORECASE)
    return lambda text: pattern.sub(placeholder, text)


def _listed(names: set[str], placeholder: str) -> Words:
    return lambda text: ", ".join(
        placeholder if name_key(each) in names else each for each in text.split(", ")
    )


def _rewrite_log(
    db: Database, club: str, about: str, values: list[str], words: Words, longest: int = MAX_NAME
) -> None:
    """Rewrite what was, and what is since, in the log's lines about this."""
    for end in ("old", "new"):
        _rewrite(db, ("audit_log", end, longest), f"club = ? AND {about}", [club, *values], words)


def _rewrite(
    db: Database, where: tuple[str, str, int], condition: str, values: list[str], words: Words
) -> None:
    table, said, longest = where
    known = f"SELECT DISTINCT {said} FROM {table} WHERE {condition} AND {said} IS NOT NULL"  # nosec B608 # ours
    for text in rows.column(db, known, *values):
        if (without := words(text)) != text:
            db.execute(
                f"UPDATE {table} SET {said} = ? WHERE {condition} AND {said} = ?",  # nosec B608 # ours
                [without[:longest].strip(), *values, text],
            )
