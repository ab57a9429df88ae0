"""Forgetting a person: “Player 17” stands wherever the name stood, and what was scored stays.

This is the one case in which the record is rewritten, and only its words: no score, no date, no phone.
"""

import re

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.store.audit import Author, add_change
from scorekeeper.store.engine.versions import touch_names
from scorekeeper.store.players import Player, player_by_name_key

# Where somebody may have typed a name in passing.
_FREE_TEXT = {
    "audit_log": ("old", "new", "reason"),
    "match_events": ("reason",),
    "card_events": ("reason", "signed"),
    "adjustments": ("reason",),
    "devices": ("nickname",),
    "teams": ("name",),
    "squads": ("name", "name_key"),
    "leagues": ("name",),
}
_LONGEST = 30  # letters of a name, as the tables hold it


def forget_player(db: Database, club: str, player: Player, author: Author) -> str:
    """Take this person's name, and every name they had here before, out of the club; what stands there now.

    Within the caller's transaction, under the club's ``erasure_lock``.
    """
    placeholder = _stranger(db, club, player)
    names = {player.name, *_earlier_names(db, club, player.id)} - {placeholder}
    names |= {name_key(name) for name in names}
    for table, columns in _FREE_TEXT.items():
        for column in columns:
            _replace(db, club, (table, column), names, placeholder)
    db.execute(
        "UPDATE players SET name = ?, name_key = ? WHERE club = ? AND id = ?",
        [placeholder, name_key(placeholder), club, player.id],
    )
    add_change(db, club, ("player", player.id, "name"), None, placeholder, author)
    touch_names(db, club)
    return placeholder


def _stranger(db: Database, club: str, player: Player) -> str:
    """“Player” and the place in which they came to the club, or the next number nobody goes by."""
    (number,) = db.execute(
        "SELECT count(*) FROM players WHERE club = ? AND id <= ?", [club, player.id]
    ).fetchone()
    while player_by_name_key(db, club, f"player {number}"):
        number += 1
    return f"Player {number}"


def _earlier_names(db: Database, club: str, player: str) -> set[str]:
    rows = db.execute(
        "SELECT old, new FROM audit_log "
        "WHERE club = ? AND entity = 'player' AND entity_id = ? AND field = 'name'",
        [club, player],
    )
    return {name for row in rows.fetchall() for name in row if name}


def _replace(db: Database, club: str, where: tuple[str, str], names: set[str], placeholder: str) -> None:
    """Put the stranger in the place of these names as whole words, whatever their case."""
    table, column = where
    longest_first = sorted(names, key=len, reverse=True)
    words = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first), re.IGNORECASE)
    rows = db.execute(
        f"SELECT DISTINCT {column} FROM {table} WHERE club = ? AND {column} IS NOT NULL",  # nosec B608 # of _FREE_TEXT
        [club],
    ).fetchall()
    for (text,) in rows:
        if names and (without := words.sub(placeholder, text)) != text:
            kept = without[:_LONGEST] if column in ("name", "nickname") else without[:200]
            kept = name_key(kept) if column == "name_key" else kept
            db.execute(
                f"UPDATE {table} SET {column} = ? WHERE club = ? AND {column} = ?",  # nosec B608 # of _FREE_TEXT
                [kept, club, text],
            )
