"""The demo club from nothing: its players, pairs and phones, then its season; and the command for it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import click
from sqlite_utils import Database

from scorekeeper.cli.club import stored
from scorekeeper.cli.main import RefusedError, database_option
from scorekeeper.demo.season import CLUB, ENDS, PAIRS, PLAYERS, Booking, Keeper, Phone, programme
from scorekeeper.services.clubs.club_results import results
from scorekeeper.services.clubs.hosting import open_club
from scorekeeper.services.clubs.names import enter_players, name_pair, rename_device
from scorekeeper.services.gate import Ask
from scorekeeper.services.matches.starting import MatchSetup, start_match
from scorekeeper.store.clubs.access import find_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.clubs.players import pairs_of, players
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.timestamps import club_day_of

# Ids of real phones are random characters without a dash, so these identify the demo's club.
# The bar's phone enters the tiles and all that is known of a round, the snug's only the pips that count.
_PHONES = {"demo-bar": "Bar", "demo-snug": "Snug"}
_BAR = "demo-bar"
_DAWDLE = 240  # seconds: nobody starts exactly on time


def fill(db: Database, seed: int = 7, later: timedelta = timedelta()) -> str:
    """Add the demo club to a migrated database; its id. The same seed gives the same season, ids apart.

    Nobody sits at two tables at once: a match begins when its table and all who play in it are free. The
    whole season is ``later`` than the programme has it.
    """
    chance = Random(seed)  # nosec B311 # shuffled tiles guard no secret
    season = [(start + later, table, booking) for start, table, booking in programme()]
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


def _open_club(db: Database, phones: list[Phone]) -> tuple[str, dict[str, str]]:
    """The club with nothing played yet, and its players' ids by letter."""
    by = phones[0].author
    club = open_club(db, CLUB, by.at).id
    ask = Ask(db, club, by)
    for phone in phones:
        rename_device(Ask(db, club, Author(phone.device, by.at)), club, _PHONES[phone.device])
    ids = enter_players(ask, club, PLAYERS).answer
    for pair, name in PAIRS.items():
        if name:
            name_pair(ask, club, [ids[letter] for letter in pair], name)
    return club, ids


def _sit_down(
    db: Database, club: str, booking: Booking, phone: Phone, ids: dict[str, str], chance: Random
) -> Keeper:
    by_tile = booking.card.lead_rule != "any"
    leader = None if by_tile else booking.seats.index(chance.choice(booking.seats))
    names = tuple(PLAYERS[letter] for letter in booking.seats)
    setup = MatchSetup(booking.card, names, pairs=booking.pairs, first_leader=leader)
    match = start_match(phone.asks(db, club), "", setup).answer
    return Keeper(
        db,
        MatchRef(club, match),
        booking,
        phone,
        in_tiles=phone.device == _BAR,
        ids={PLAYERS[letter]: ids[letter] for letter in booking.seats},
        sides={PLAYERS[letter]: side for letter, side in zip(booking.seats, booking.sides, strict=True)},
    )


@click.command()
@database_option
@click.option(
    "--seed", type=int, default=7, show_default=True, help="Number that decides how every tile is dealt."
)
def demo(database: Path, seed: int) -> None:
    """Fill a database with a made-up club and its season.

    Everything in it was played with shuffled tiles under the rules; the same seed gives the same season, and
    it ends now, with a match still being played. A database that holds a club of its own is left alone.
    """
    with stored(database, make=True) as db:
        if _there_already(db, database):
            click.echo(f"{CLUB} is in {database} already; nothing was changed.")
            return
        click.echo(_made(db, fill(db, seed, datetime.now(UTC) - ENDS)))
        click.echo(f"“scorekeeper serve --database {database}” shows it.")


def _there_already(db: Database, database: Path) -> bool:
    """Whether the demo club is there; RefusedError where something else, or half of it, stands in its way."""
    found = next((club.id for club in clubs(db) if find_device(db, club.id, _BAR)), None)
    if found is None and clubs(db):
        raise RefusedError(
            f"{database} holds a club already, and the demo would stand beside it. Nothing was changed; "
            "name another file with --database."
        )
    if found is not None and len(results(db, found)) < sum(1 for _ in programme()):
        raise RefusedError(
            f"{database} holds only a part of the demo, which was interrupted. Delete it and try again."
        )
    return found is not None


def _made(db: Database, club: str) -> str:
    found = results(db, club)
    running = sum(line.running for line in found)
    first, last = (club_day_of(line.match.started_at) for line in (found[-1], found[0]))
    return (
        f"{CLUB}: {len(players(db, club))} players, {len(pairs_of(db, club))} pairs, {len(found)} matches "
        f"from {first} to {last}, {running} of them still running."
    )
