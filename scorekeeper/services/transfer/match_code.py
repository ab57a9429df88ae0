"""A match as a code: its entries as they were made, in so few signs that one QR code holds them.

What the club knows anyway is left out, and what follows from the rest. All of it counts as entered by the
phone that opens the code, as with a file.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.services.transfer.handover_file import NoHandover, checked_rows
from scorekeeper.services.transfer.merging import KEY_BYTES, SHORT, key_in_short
from scorekeeper.store.clubs.players import player_names
from scorekeeper.store.transfer.club_rows import Row, Rows
from scorekeeper.store.transfer.handover_rows import HANDED_OVER, called, read_head, read_kept
from scorekeeper.timestamps import moment_of, timestamp

FORMAT = "match1."  # how a code begins
MOST_SIGNS = 1200  # of the whole address: a camera still reads that from a phone's screen
DAMAGED = "This code is damaged, or from another version of the app. Nothing was stored."
TOO_LONG = "This match is too long for one QR code: bring this phone and the club up to date instead."
_CODE = re.compile(r"match\d+\.")
_MOST_BYTES = 100_000  # that a code may unfold to
_SUM = 6  # bytes of the checksum
_PHONE = "code"  # in the place of whoever opens the code
_COLUMNS = {
    "matches": ("id", "started_at", "card", "first_leader", "rematch_of", "lead_draw", "seat_draw"),
    "seats": ("seat", "player", "side"),
    "match_events": ("kind", "round", "part", "entered_at", "original", "reverts", "reason"),
    "round_ends": ("version", "event", "out_player", "leader", "ends", "boneyard", "lead_tile"),
    "hands": ("version", "player", "pips", "tiles", "held"),
    "plays": ("version", "kind", "side", "last_tile", "player", "points", "shown", "tile", "place"),
    "penalties": ("version", "side", "points"),
    "awards": ("version", "side"),
    "seat_changes": ("number", "old_player", "new_player", "changed_at"),
    "earlier_setups": (
        *("number", "version", "card", "seats", "seat_changes", "changed_at", "first_leader"),
    ),
}
_RISING = ("seat", "round", "entered_at", "version", "number")  # said by how much more than in the row before
_USUAL = (  # what most codes hold, so that it costs next to nothing
    b'removal,abandonment,penalty,draw,tile,blocked,6-6 5-5 4-4 3-3 2-1 0-0,{"game":"fives",'
    b'"name":"Straight dominoes to 250","target":250,"legs":3,"exact":true},{"game":"threes_fives",'
    b'"name":"Fives-and-Threes 61"},{"game":"draw","name":"Draw to 100"},"ends","key","key",[15,10,5,8,20],'
    b'{"game":"block","name":"English pub Block"}],null,null,null,null,null],[[0,1,1,1],["p0","p1","p2",'
    b'"p3"],[0,1,0,1]],[0,1,2,3]],[["round","round","round","round","round","round","round","round"],'
    b"[1,1,1,1,1,1,1,1,1,1,1,1,1,1],null,[120,90,[0,0,0,0,0,0,0,0,0,0,0,0],null,null],"
    b'[[1,1,1,1,1,1,1,1,1,1,1],["out","out","out","out","out","out","out"],["p0","p1","p1","p0"],'
    b'null,null,null,null],[[1,0,0,1,0,0,1,0,0],["p1","p2","p3","p0","p2","p3","p0","p1","p2","p3"],[4,'
)
_BY_PHONES = ("match_events", "seat_changes", "earlier_setups")


class TooLong(Exception):
    """The match does not fit in one code; ``str(error)`` says what else there is."""


def is_code(text: str) -> bool:
    """Whether this is the code of a match, of this or another version, and no file."""
    return _CODE.match(text) is not None


def address_of(db: Database, page: str, club: str, match: str) -> str:
    """The address that brings this match to the club whose ``page`` it opens. Raises ``TooLong``."""
    address = f"{page}#{code_of(db, club, match)}"
    if len(address) > MOST_SIGNS:
        raise TooLong(TOO_LONG)
    return address


def code_of(db: Database, club: str, match: str) -> str:
    kept = read_kept(db, club, "match", match)
    names = player_names(db, club)
    ids = sorted(kept.words & names.keys())
    short = _Shorthand(kept.head["started_at"], {id: f"p{n}" for n, id in enumerate(ids)})
    rows: Rows = {table: [] for table in _COLUMNS}
    for table, row in kept.rows:
        rows[table].append(row)
    columns = [short.columns(table, rows[table]) for table in _COLUMNS]
    text = json.dumps([[[id, names[id]] for id in ids], *columns], ensure_ascii=False, separators=(",", ":"))
    keys = b"".join(key_in_short(row["key"])[0] for row in rows["match_events"])
    packer = zlib.compressobj(9, wbits=-15, zdict=_USUAL)
    packed = packer.compress(text.encode()) + packer.flush() + keys
    whole = _sum([*_rows(club, json.loads(text), keys)]) + packed
    return FORMAT + base64.urlsafe_b64encode(whole).decode().rstrip("=")


def read_code(db: Database, club: str, code: str) -> Rows:
    """What a code brings to this club, as a file would. Raises ``NoHandover``."""
    try:
        whole = base64.urlsafe_b64decode(code.strip().removeprefix(FORMAT) + "==")
        unpacker = zlib.decompressobj(wbits=-15, zdict=_USUAL)
        text = unpacker.decompress(whole[_SUM:], _MOST_BYTES)
        rows = [*_rows(club, json.loads(text), unpacker.unused_data)]
    except (zlib.error, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        rows = []
    if not rows or _sum(rows) != whole[:_SUM]:
        raise NoHandover(DAMAGED)
    brought = checked_rows(db, club, [json.dumps({"table": table, "row": row}) for table, row in rows])
    for match in brought["matches"]:
        if match["rematch_of"] and not read_head(db, club, "match", match["rematch_of"]):
            match["rematch_of"] = None  # the match that it repeats may come later, or never
    return brought


class _Shorthand(NamedTuple):
    """How rows are written in short: times since the match was ``begun``, people by their numbers."""

    begun: str
    people: Mapping[str, str]

    def columns(self, table: str, rows: Sequence[Row]) -> list[list[Any] | None]:
        """What these rows say, column by column; nothing for one that says nothing."""
        short = [self._in_short(table, row) for row in rows]
        for before, row in reversed([*pairwise(short)]):
            row.update({name: row[name] - before[name] for name in _RISING if name in _COLUMNS[table]})
        columns = ([row[name] for row in short] for name in _COLUMNS[table])
        return [None if all(value is None for value in values) else values for values in columns]

    def rows(self, table: str, columns: Sequence[Sequence[Any] | None]) -> Iterator[Row]:
        before = dict.fromkeys(_RISING, 0)
        for values in zip_longest(*(column or () for column in columns)):
            row = dict(zip(_COLUMNS[table], values, strict=True))
            before |= {name: row[name] + before[name] for name in _RISING if name in row}
            full = self._called(row | {name: before[name] for name in _RISING if name in row})
            if "card" in full:
                full["card"] = json.dumps(RuleCard.from_dict(full["card"]).to_dict())
            for name in {"entered_at", "changed_at"} & full.keys():
                full[name] = timestamp(moment_of(self.begun) + timedelta(seconds=full[name]))
            yield full

    def _in_short(self, table: str, row: Row) -> Row:
        short = self._called(row)
        if table == "match_events":
            short |= {
                "original": row["version"] - row["original"],
                "part": key_in_short(row["key"])[1] or None,
            }
            short["reverts"] = row["reverts"] and row["version"] - row["reverts"]
        if "card" in row:
            short["card"] = _settings(row["card"])
        moments = {"entered_at", "changed_at"} & row.keys()
        return short | {name: int(_seconds(row[name]) - _seconds(self.begun)) for name in moments}

    def _called(self, row: Row) -> Row:
        return row | called({name: value for name, value in row.items() if name != "reason"}, self.people)


def _rows(club: str, value: Any, keys: bytes) -> Iterator[tuple[str, Row]]:
    people, *columns = value
    (id,), (begun,), *_ = columns[0]
    full = _Shorthand(begun, {f"p{n}": player for n, (player, _) in enumerate(people)})
    for player, name in people:
        yield (
            "players",
            {"club": club, "id": player, "name": name, "name_key": name_key(name), "made_at": begun},
        )
    own, by = {"club": club, "match": id}, {"device": _PHONE}
    for table, of_table in zip(_COLUMNS, columns, strict=True):
        for version, row in enumerate(full.rows(table, of_table), 1):
            if table == "matches":
                row |= {"club": club, "key": id, "version": len(keys) // KEY_BYTES} | by
            elif table == "match_events":
                key = keys[KEY_BYTES * (version - 1) : KEY_BYTES * version].hex()
                row |= {"version": version, "original": version - row["original"], "fingerprint": HANDED_OVER}
                row["reverts"] = row["reverts"] and version - row["reverts"]
                row["key"] = f"{SHORT}{key}{row.pop('part') or ''}"
            yield table, row | (by if table in _BY_PHONES else {}) | (own if table != "matches" else {})


def _sum(rows: Sequence[tuple[str, Row]]) -> bytes:
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).digest()[:_SUM]


def _seconds(at: str) -> float:
    return moment_of(at).timestamp()


def _settings(card: str) -> dict[str, Any]:
    """Those settings of a card that are not its game's usual ones."""
    values = json.loads(card)
    usual = RuleCard.default(values["game"]).to_dict()
    return {name: value for name, value in values.items() if name == "game" or value != usual.get(name)}
