"""``scorekeeper link``: a club's link, for an operator whose phones have all lost access."""

from contextlib import closing
from pathlib import Path

import click
from sqlite_utils import Database

from scorekeeper.cli.main import RefusedError, place_option, prepare
from scorekeeper.config import secret_key
from scorekeeper.ops.network import local_addresses, phone_address, show_qr
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import Club, clubs
from scorekeeper.store.clubs.links import ROLES, generations


def default_address() -> str:
    """The address at which a phone in this network finds a server started without options."""
    return f"http://{phone_address(local_addresses())}:8000"


@click.command()
@place_option
@click.option("--role", type=click.Choice(ROLES), required=True, help="What the link lets people do.")
@click.option("--club", "wanted", metavar="NAME", help="The club, where there are several: its name or id.")
@click.option(
    "--address",
    default=default_address,
    show_default="this computer’s, port 8000",
    help="Where phones find it.",
)
def link(database: Path | str, role: str, wanted: str | None, address: str) -> None:
    """Print a club's link as it is now, with its QR code.

    It is the same link the club's settings show, so nothing that worked before stops working. Anyone
    who sees it gets in: a manager makes a new one in the settings.
    """
    prepare(database)
    with closing(open_store(database)) as db:
        show_link(db, database, chosen(clubs(db), wanted), role, address)


def show_link(db: Database, database: Path | str, club: Club, role: str, address: str) -> None:
    """Print the club's link for this role, with its QR code where a person is looking."""
    generation = generations(db, club.id)[role]
    url = address.rstrip("/") + join_path(
        club.id, link_secret(secret_key(database), club.id, role, generation)
    )
    click.echo(url)
    show_qr(url)


def chosen(known: list[Club], wanted: str | None) -> Club:
    """The club of this name or id; raises RefusedError if there is none or more than one."""
    fitting = [club for club in known if wanted in (None, club.id, club.name)]
    if len(fitting) == 1:
        return fitting[0]
    listed = "".join(f"\n  {club.id}  {club.name}" for club in known)
    if not known:
        raise RefusedError("There is no club yet. The link that “scorekeeper serve” prints opens one.")
    raise RefusedError(f"Say which club with --club, by its id where two have one name:{listed}")
