"""``scorekeeper move``: from the file of one machine to a database server."""

from contextlib import closing
from pathlib import Path

import click

from scorekeeper.cli.main import RefusedError, database_option, prepare
from scorekeeper.config import data_dir
from scorekeeper.store import StoreError, open_store
from scorekeeper.store.engine.connection import is_postgres
from scorekeeper.store.engine.errors import Retryable
from scorekeeper.store.engine.locks import nobody_serving
from scorekeeper.store.transfer import move as carrying


@click.command()
@database_option
@click.option("--to", "url", metavar="URL", required=True, help="postgresql://user@host/database, empty.")
def move(database: Path, url: str) -> None:
    """Carry every club to PostgreSQL, and prove that all of it is there.

    The file is only read and stays as it is. Stop the server first; afterwards start it with the new
    address in SCOREKEEPER_DATABASE.
    """
    if not is_postgres(url):
        raise click.BadParameter("it begins with postgresql://", param_hint="--to")
    try:
        prepare(database)
        prepare(url)
        with nobody_serving(database):
            rows = _moved(database, url)
    except (StoreError, Retryable) as error:
        raise RefusedError(str(error)) from error
    click.echo(f"{rows} rows are there as they are here. Nothing was taken out of {database}.")
    click.echo(
        f"Copy {data_dir(database) / 'secret_key'} to every server, so that links and cookies keep working."
    )


def _moved(database: Path, url: str) -> int:
    """The number of rows carried from the one to the other, with a bar that shows how far it is."""
    with closing(open_store(database)) as source, closing(open_store(url, patient=True)) as target:
        # Every row is counted twice: once when it is carried, once when it is compared.
        length = 2 * carrying.rows_to_move(source)
        with click.progressbar(length=length, label="Moving") as bar:
            return carrying.move(source, target, bar.update)
