"""``scorekeeper move``: from the file of one machine to a database server, and back."""

from contextlib import ExitStack, closing
from pathlib import Path

import click

from scorekeeper.cli.main import RefusedError, place_option, prepare
from scorekeeper.config import data_dir, is_url
from scorekeeper.store import StoreError, open_store
from scorekeeper.store.engine.connection import is_postgres
from scorekeeper.store.engine.errors import Retryable
from scorekeeper.store.engine.locks import nobody_serving
from scorekeeper.store.transfer import move as carrying


@click.command()
@place_option
@click.option(
    "--to",
    "target",
    metavar="PLACE",
    required=True,
    help="postgresql://user@host/database, or a file; without clubs.",
)
def move(database: Path | str, target: str) -> None:
    """Copy every club to another database, and check that all of it arrived.

    From a file to PostgreSQL, or back. What is moved is only read and stays as it is. Stop the server first;
    afterwards start it with the new place in SCOREKEEPER_DATABASE.
    """
    if is_url(target) and not is_postgres(target):
        raise click.BadParameter("it begins with postgresql://, or is a file", param_hint="--to")
    there = target if is_url(target) else Path(target)
    try:
        prepare(database)
        prepare(there, make=True)
        rows = _moved(database, there)
    except (StoreError, Retryable) as error:
        raise RefusedError(str(error)) from error
    click.echo(f"{rows} rows were copied and compared. {database} is unchanged.")
    click.echo(
        f"Copy {data_dir(database) / 'secret_key'} to every server, so that links and cookies keep working."
    )


def _moved(database: Path | str, target: Path | str) -> int:
    """The number of rows carried from the one to the other, with a bar that shows how far it is."""
    with ExitStack() as held:
        for place in {database, target}:
            if isinstance(place, Path):
                held.enter_context(nobody_serving(place))
        source = held.enter_context(closing(open_store(database, patient=True)))
        there = held.enter_context(closing(open_store(target, patient=True)))
        # Every row is counted twice: once when it is carried, once when it is compared.
        with click.progressbar(length=2 * carrying.rows_to_move(source), label="Moving") as bar:
            return carrying.move(source, there, bar.update)
