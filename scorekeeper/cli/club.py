"""``scorekeeper club``: the clubs of an instance, for whoever runs it."""

import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from scorekeeper.cli.link import chosen, default_address, show_link
from scorekeeper.cli.main import RefusedError, place_option, prepare
from scorekeeper.names import NameFault, parse_name
from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.hosting import close_club
from scorekeeper.services.clubs.opening import open_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.clubs.usage import rows_of_club, usage_of_clubs
from scorekeeper.timestamps import club_day_of, local_time, timestamp


@click.group()
def club() -> None:
    """Open, list and close the clubs of this instance."""


@club.command()
@place_option
@click.argument("name")
@click.option(
    "--address",
    default=default_address,
    show_default="this computer’s, port 8000",
    help="Where phones find this instance.",
)
def add(database: Path | str, name: str, address: str) -> None:
    """Open a club and print its manager’s link with its QR code."""
    prepare(database, make=True)
    try:
        clean = parse_name(name, "The club’s name")
    except NameFault as fault:
        raise RefusedError(str(fault)) from fault
    with closing(open_store(database)) as db:
        opened = open_club(db, clean, timestamp(datetime.now(UTC)))
        show_link(db, database, opened, "manage", address)


@club.command("list")
@place_option
def list_clubs(database: Path | str) -> None:
    """List the clubs, the one used last first."""
    prepare(database)
    with closing(open_store(database)) as db:
        for used in usage_of_clubs(db):
            last = f"last match {club_day_of(used.last_match_at)}" if used.last_match_at else "never used"
            matches = f"{counted(used.matches, 'match', 'matches')}"
            opened = f"opened {local_time(used.opened_at).date()}"
            click.echo(f"{used.club}  {used.name}  {opened}, {last}, {matches}")


@club.command()
@place_option
@click.argument("wanted", metavar="CLUB")
@click.option("--yes", is_flag=True, help="Do not ask.")
def close(database: Path | str, wanted: str, yes: bool) -> None:
    """Put CLUB (its name or id) into the trash: hidden at once, erased after thirty days."""
    prepare(database)
    with closing(open_store(database)) as db:
        found = chosen(clubs(db), wanted)
        if not yes and not click.confirm(f"Close {found.name}?", default=False):
            sys.exit(1)
        close_club(db, found, datetime.now(UTC))
    click.echo(f"Closed {found.name}. Its manager can take it back within thirty days.")


@club.command()
@place_option
@click.argument("wanted", metavar="CLUB")
def size(database: Path | str, wanted: str) -> None:
    """Print how many rows CLUB (its name or id) has in each table."""
    prepare(database)
    with closing(open_store(database)) as db:
        found = chosen(clubs(db), wanted)
        counts = rows_of_club(db, found.id)
    for table, count in counts.items():
        click.echo(f"{count:>9}  {table}")
    click.echo(f"{sum(counts.values()):>9}  rows of {found.name} in all")
