"""``scorekeeper backup`` and ``scorekeeper restore``: copying the database, and restoring a copy."""

from datetime import UTC, datetime
from pathlib import Path

import click

from scorekeeper.cli.erase import tidy_clubs
from scorekeeper.cli.main import RefusedError, database_option, prepare
from scorekeeper.config import backups_folder
from scorekeeper.store.engine.backup import DAYS, WEEKS, back_up, rotate
from scorekeeper.store.engine.backup import restore as put_back
from scorekeeper.store.engine.errors import EngineError, StoreError

backups_option = click.option(
    "--backups",
    type=click.Path(file_okay=False, path_type=Path),
    show_default="SCOREKEEPER_BACKUPS, or “backups” beside the database",
    help="Folder that holds the copies; best on another disk.",
)


@click.command()
@database_option
@backups_option
def backup(database: Path, backups: Path | None) -> None:
    """Copy the database while it is being used.

    The copy is checked before it counts. The newest of each of the last seven days and of each of the last
    four weeks is kept, older ones are deleted. The secret key is not copied: keep it apart, without it no
    link and no phone gets in again. Clubs that were deleted thirty days ago are erased at last,
    and each of the others is copied for its own manager.
    """
    folder = backups or backups_folder(database)
    try:
        now = datetime.now(UTC)
        made = back_up(database, folder, now)
        click.echo(f"Copied to {made}.")
        for gone in rotate(folder, now, made):
            click.echo(f"Deleted {gone.name}: there are newer ones of {DAYS} days and {WEEKS} weeks.")
        tidy_clubs(database)
    except StoreError as error:
        raise RefusedError(str(error)) from error
    except (OSError, EngineError) as error:
        raise RefusedError(f"No copy was made: {error}.") from error


@click.command()
@click.argument("copy", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.option("--force", is_flag=True, help="Move the present database aside, under another name.")
def restore(copy: Path, database: Path, force: bool) -> None:
    """Replace the database with COPY, checked first and brought to this version.

    Stop the server first. The present database is never deleted.
    """
    try:
        aside = put_back(copy, database, datetime.now(UTC), replace=force)
    except StoreError as error:
        raise RefusedError(str(error)) from error
    except OSError as error:
        raise RefusedError(f"Nothing was restored: {error}.") from error
    if aside:
        click.echo(f"The previous database is now {aside}.")
    for step in prepare(database):
        click.echo(f"Applied {step}.")
    click.echo(f"{database} was restored from {copy}.")
    click.echo(
        "All its links, PINs and phones were revoked, so that none revoked since the copy comes back. "
        "“scorekeeper link --role manage” prints the manager’s new one."
    )
