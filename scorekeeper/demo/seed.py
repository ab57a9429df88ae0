"""The demo club from nothing: its players, pairs and phones, and then its season, match by match."""

import json
from datetime import datetime, timedelta
from random import Random
from typing import cast

from sqlite_utils import Database

from scorekeeper.demo.recording import Keeper, Phone
from scorekeeper.demo.season import CLUB, PAIRS, PLAYERS, Booking, programme
from scorekeeper.names import name_key
from scorekeeper.store.clubs import add_club, clubs
from scorekeeper.store.devices import Device, ensure_device, find_device, rename_device
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches import add_match, match_versions
from scorekeeper.store.players import add_player, rename_team, team_of

# Ids of real phones are random signs without a dash, so these tell the demo's club from any other.
# The bar's phone is told the tiles and all that is known of a round, the snug's only the pips that count.
_PHONES = {"demo-bar": "Bar", "demo-snug": "Snug"}
_BAR = "demo-bar"
_DAWDLE = 240  # seconds: nobody sits down on the stroke


def fill(db: Database, seed: int = 7) -> str:
    """Add the demo club to a migrated database; its id. The same seed gives the same season, ids apart.

    Nobody sits at two tables at once: a match begins when its table and all who play in it are free.
    """
    chance = Random(seed)  # nosec B311 # shuffled tiles guard no secret
    season = list(programme())
    phones = [Phone(device, season[0][0]) for device in _PHONES]
    club, ids = _open_club(db, phones)
    free: dict[str, datetime] = {}
    latest = season[0][0]
    for start, table, booking in season:
        phone = phones[table]
        dawdled = start + timedelta(seconds=chance.randrange(_DAWDLE))
        latest = max(dawdled, latest, phone.clock, *(free.get(seat, start) for seat in booking.seats))
        phone.clock = latest
        _sit_down(db, club, booking, phone, ids, chance).play(chance)
        free |= dict.fromkeys(booking.seats, phone.clock)
    return club


def find_demo(db: Database) -> str | None:
    """The id of the demo club, where the database holds it."""
    return next((club.id for club in clubs(db) if find_device(db, club.id, _BAR)), None)


def is_whole(db: Database, club: str) -> bool:
    """Whether every match of the season was started: False after a fill that was interrupted."""
    return len(match_versions(db, club)) >= sum(1 for _ in programme())


def _open_club(db: Database, phones: list[Phone]) -> tuple[str, dict[str, str]]:
    """The club with nothing played yet, and its players' ids by letter."""
    by = phones[0].author
    with writing(db):
        club = add_club(db, CLUB, by.at).id
        for phone in phones:
            ensure_device(db, club, phone.device, by.at)
            made = cast(Device, find_device(db, club, phone.device))
            rename_device(db, club, made, _PHONES[phone.device], by)
        ids = {
            letter: add_player(db, club, name, name_key(name), by.at).id for letter, name in PLAYERS.items()
        }
        for pair, name in PAIRS.items():
            team = team_of(db, club, [ids[letter] for letter in pair], by.at)
            if name:
                rename_team(db, club, team, name, by)
    return club, ids


def _sit_down(
    db: Database, club: str, booking: Booking, phone: Phone, ids: dict[str, str], chance: Random
) -> Keeper:
    """Start the match; where no tile decides who leads, a draw does."""
    leader = chance.choice(booking.seats) if booking.card.lead_rule == "any" else None
    with writing(db):
        match = add_match(
            db,
            club,
            json.dumps(booking.card.to_dict()),
            [
                (ids[letter], side, _team(db, club, booking, side, ids, phone))
                for letter, side in zip(booking.seats, booking.sides, strict=True)
            ],
            first_leader=ids[leader] if leader else None,
            rematch_of=None,
            key=phone.idempotency_key().key,
            author=phone.author,
        )
    return Keeper(
        db,
        (club, match),
        booking,
        phone,
        in_tiles=phone.device == _BAR,
        ids={PLAYERS[letter]: ids[letter] for letter in booking.seats},
        sides={PLAYERS[letter]: side for letter, side in zip(booking.seats, booking.sides, strict=True)},
    )


def _team(
    db: Database, club: str, booking: Booking, side: int, ids: dict[str, str], phone: Phone
) -> str | None:
    members = [ids[letter] for letter, at in zip(booking.seats, booking.sides, strict=True) if at == side]
    return team_of(db, club, members, phone.author.at).id if len(members) > 1 else None
