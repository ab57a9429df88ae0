"""Files whose content somebody has changed on purpose, under hashes that fit again."""

import base64
import json
import random
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlite_utils import Database

from scorekeeper.services.transfer import match_code
from scorekeeper.services.transfer.match_code import FORMAT, code_of
from tests.chains import chained_anew

Row = dict[str, Any]

STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, 99, 10**12, 2**63, 1.5, float("nan"), [], {}, [[]] * 3),
    *(
        "",
        " ",
        "\0",
        "\ud800",
        "é" * 5000,
        "x" * 41,
        "<script>alert(1)</script>",
        '"><img src=x>',
        "Ann\u202e",
    ),
    *("1970-01-01T00:00:00Z", "2099-12-31T23:59:59Z", "2026-02-30T20:00:00Z", "2026-09-07", "25:61"),
    *("manage", "score", "captain", "signature", "reopening", "forfeit", "live", "board", "round", "removal"),
    *("out", "blocked", "foul", "6-6", "7-7", "[]", "{}", "v", " v ", "key:1", "handed_over"),
)


def forged(chance: random.Random, lines: Sequence[str], foreign: Sequence[str], most: int = 3) -> list[str]:
    """The file with up to ``most`` changes, rows counted and hashed anew; ``foreign`` are other files."""
    head, *values = map(json.loads, lines)
    others = [line for line in map(json.loads, foreign) if "row" in line]
    for _ in range(chance.randint(1, most)):
        chance.choice(_FORGERIES)(chance, values, others)
        if chance.random() < 0.05:
            head[chance.choice([*head])] = chance.choice((*STRANGE, *range(5)))
    if "rows" in head and chance.random() < 0.98:
        head["rows"] = len(values)
    text = [json.dumps(value) + "\n" for value in (head, *values)]
    with suppress(AttributeError, KeyError, TypeError):  # nothing to be linked
        text = chained_anew(text)
    return text


def forged_code(chance: random.Random, db: Database, club: str, match: str) -> str:
    """The code of this match with up to three values changed, under a checksum that fits."""
    code = code_of(db, club, match)
    whole = base64.urlsafe_b64decode(code.removeprefix(FORMAT) + "==")
    unpacker = zlib.decompressobj(wbits=-15, zdict=match_code._USUAL)
    value, keys = json.loads(unpacker.decompress(whole[match_code._SUM :])), unpacker.unused_data
    for _ in range(chance.randint(1, 3)):
        place = value
        while (inner := [one for one in place if isinstance(one, list) and one]) and chance.random() < 0.9:
            place = chance.choice(inner)
        place[chance.randrange(len(place))] = chance.choice((*STRANGE, *place, *range(-2, 4)))
    if chance.random() < 0.2:
        keys = keys[: chance.randrange(len(keys))] + keys[: chance.choice((0, match_code.KEY_BYTES))]
    packer = zlib.compressobj(9, wbits=-15, zdict=match_code._USUAL)
    packed = packer.compress(json.dumps(value).encode()) + packer.flush() + keys
    total = bytes(match_code._SUM)
    with suppress(ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # it cannot be read
        total = match_code._sum([*match_code._rows(club, value, keys)])
    return FORMAT + base64.urlsafe_b64encode(total + packed).decode().rstrip("=")


def _of(values: list[Any], chance: random.Random) -> Row:
    rows = [value["row"] for value in values if isinstance(value["row"], dict) and value["row"]]
    return chance.choice(rows) if rows else {"": ""}


def _value(chance: random.Random, values: list[Any], others: list[Any]) -> None:
    """One value becomes a strange one, or what stands in that column elsewhere, or anything in the files."""
    row, pool = _of(values, chance), chance.choice((values, others))
    name = chance.choice([*row])
    alike = [one["row"][name] for one in pool if isinstance(one["row"], dict) and name in one["row"]]
    kind = type(row[name])
    strange = [one for one in STRANGE if isinstance(one, kind)] if chance.random() < 0.9 else []
    row[name] = chance.choice(chance.choice((strange or STRANGE, alike or STRANGE)))


def _id(chance: random.Random, values: list[Any], others: list[Any]) -> None:
    """Whatever is called one thing is called another, throughout the file."""
    old, new = ([v for v in _of(p, chance).values() if isinstance(v, str) and v] for p in (values, others))
    if old and new:
        text = json.dumps(values).replace(json.dumps(chance.choice(old)), json.dumps(chance.choice(new)))
        values[:] = json.loads(text)


def _field(chance: random.Random, values: list[Any], _: list[Any]) -> None:
    """A field is missing, or there is one that nobody knows."""
    row = _of(values, chance)
    if chance.random() < 0.5:
        del row[chance.choice([*row])]
    else:
        row[chance.choice(("role", "admin", "club", "device", "chain", "1; --"))] = chance.choice(STRANGE)


def _gone(chance: random.Random, values: list[Any], _: list[Any]) -> None:
    if values:
        del values[chance.randrange(len(values))]


def _table_gone(chance: random.Random, values: list[Any], _: list[Any]) -> None:
    if values:
        table = chance.choice(values)["table"]
        values[:] = [value for value in values if value["table"] != table]


def _doubled(chance: random.Random, values: list[Any], _: list[Any]) -> None:
    """A line twice, as it is or with another value."""
    if values:
        another = json.loads(json.dumps(chance.choice(values)))
        values.insert(chance.randrange(len(values) + 1), another)
        if chance.random() < 0.7:
            row = _of([another], chance)
            row[chance.choice([*row])] = chance.choice(STRANGE)


def _brought(chance: random.Random, values: list[Any], others: list[Any]) -> None:
    """A line of another file, of a table that may have no place here."""
    known = {value["table"] for value in values}
    near = [line for line in others if line["table"] in known]
    line = json.loads(json.dumps(chance.choice(near if near and chance.random() < 0.8 else others)))
    if chance.random() < 0.8 and "club" in line["row"]:
        line["row"]["club"] = _of(values, chance).get("club")
    values.insert(chance.randrange(len(values) + 1), line)


def _event(chance: random.Random, values: list[Any], _: list[Any]) -> None:
    """One more entry in a match or on a card: a signature, a forfeit, a result, a removal."""
    rows: dict[str, list[Row]] = {}
    for value in values:
        if isinstance(value["row"], dict):
            rows.setdefault(value["table"], []).append(value["row"])
    of, head = chance.choice((("fixture", "fixtures"), ("match", "matches")))
    table = "card_events" if of == "fixture" else "match_events"
    if not rows.get(table) or not rows.get(head):
        return
    row, begun = dict(chance.choice(rows[table])), chance.choice(rows[head])
    if chance.random() < 0.5 and table == "card_events":
        row[of] = begun.get("id")
    known = [
        one["version"] for one in rows[table] if one.get(of) == row[of] and type(one.get("version")) is int
    ]
    row |= {"key": f"forged-{chance.getrandbits(40)}", "version": len(known) + chance.choice((1,) * 9 + (3,))}
    if table == "card_events":
        kinds = _entries_of_a_card(chance, rows)
        row |= dict.fromkeys({name for said in kinds.values() for name in said}) | {"reason": "so it was"}
        row["kind"] = chance.choice([*kinds])
        row |= kinds[row["kind"]]
        if chance.random() < 0.2:
            signer = {name: row.get(name) for name in ("club", "fixture", "version")} | {"role": "manage"}
            values.append({"table": "signers", "row": signer})
    else:
        row["kind"] = chance.choice(("removal", "round", "abandonment", "penalty", "draw"))
        row |= {"original": row["version"], "reverts": chance.choice((None, *known))}
    for one in rows[head]:
        if one.get("id") == row[of] and chance.random() < 0.9:
            one["version"] = row["version"]
    values.append({"table": table, "row": row})


def _entries_of_a_card(chance: random.Random, rows: dict[str, list[Row]]) -> dict[str, Row]:
    """What each kind of entry says, of players and matches of the file: no door may have let it in."""
    players, matches = ([row.get("id") for row in rows.get(table, [{}])] for table in ("players", "matches"))
    board, side = chance.choice((1, 2, 3, 9, 31)), chance.choice((0, 1, None))
    names = [" ".join(map(str, chance.choices(players, k=chance.randint(0, 3)))) for _ in range(2)]
    home, away = chance.choice(((1, 0), (0, 2), (2, 2), (90, 1), (None, None)))
    said = {"board": board, "side": side, "lineup": " v ".join(names), "conceded": chance.randint(0, 1)}
    return {
        "board": said | {"home_legs": home, "away_legs": away, "home_points": away, "away_points": home},
        "live": {"board": board, "match": chance.choice(matches)},
        "signature": {
            "side": side,
            "signed": chance.choice(("6–0", *(row.get("signed") for row in rows["card_events"]))),
        },
        "reopening": {},
        "forfeit": {"side": side},
        "protest": {"side": side},
    }


def _shuffled(chance: random.Random, values: list[Any], _: list[Any]) -> None:
    chance.shuffle(values)


def _junk(chance: random.Random, values: list[Any], _: list[Any]) -> None:
    """A line that is no row at all."""
    values.append(
        {
            "table": chance.choice(("pins", "links", "clubs", "sqlite_master", 1)),
            "row": chance.choice(STRANGE),
        }
    )


_Forgery = Callable[[random.Random, list[Any], list[Any]], None]
_FORGERIES: tuple[_Forgery, ...] = (
    *((_value,) * 8),
    *(_id, _id, _event, _event, _event, _gone, _gone, _doubled, _doubled, _brought, _brought),
    *(_field, _table_gone, _shuffled, _junk),
)
