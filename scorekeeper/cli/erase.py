"""``scorekeeper erase``: what is to be done every night, beside a backup."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from scorekeeper.cli.main import RefusedError, place_option
from scorekeeper.services.clubs.erasure import empty_trash
from scorekeeper.services.clubs.hosting import UNUSED_DAYS, sweep_unused
from scorekeeper.services.transfer.nightly_copies import copy_clubs
from scorekeeper.store.clubs.trash import TRASH_DAYS
from scorekeeper.store.engine.connection import open_store
from scorekeeper.store.engine.errors import EngineError, StoreError


@click.command()
@place_option
def erase(database: Path | str) -> None:
    """Erase the clubs that were deleted thirty days ago, sweep those that nobody used, and copy the others.

    A club that anybody opened on the front page and nobody used within thirty days goes into the trash first.
    The copy of each club is for its own manager, who finds it in the club's settings.

    “scorekeeper backup” does this as well, after its copy. A database server has backups of its own: there
    this has to be asked for every night.
    """
    try:
        tidy_clubs(database)
    except (StoreError, EngineError) as error:
        raise RefusedError(str(error)) from error


def tidy_clubs(database: Path | str) -> None:
    """Sweep unused clubs, erase those long in the trash, copy the others; say what is not as every night."""
    with closing(open_store(database, patient=True)) as db:
        for club in sweep_unused(db, datetime.now(UTC)):
            click.echo(f"Put club {club} into the trash, which nobody used for {UNUSED_DAYS} days.")
        for club in empty_trash(db, datetime.now(UTC)):
            click.echo(f"Erased club {club}, which was deleted {TRASH_DAYS} days ago.")
        for club in copy_clubs(db, datetime.now(UTC)).too_big:
            click.echo(f"Club {club} is too big for a copy: “scorekeeper export” has no limit.")
