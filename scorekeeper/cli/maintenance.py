"""``scorekeeper maintenance``: read-only mode, while something is done to the server, or to one club."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlite_utils import Database

from scorekeeper.cli.link import chosen
from scorekeeper.cli.main import place_option, prepare
from scorekeeper.services.clubs.maintenance import USUAL_WORDS, begin_read_only, end_read_only
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.clubs.read_only import WHOLE_INSTANCE

club_option = click.option("--club", "wanted", metavar="CLUB", help="Only this club: its name or id.")


@click.group()
def maintenance() -> None:
    """Refuse changes for a while: pages still work, phones keep their rounds and send them afterwards."""


@maintenance.command()
@place_option
@club_option
@click.argument("words", default=USUAL_WORDS)
def on(database: Path | str, wanted: str | None, words: str) -> None:
    """Start read-only mode; WORDS stand on every page, such as “Back at nine.”

    When the command ends, nothing more is stored.
    """
    prepare(database)
    with closing(open_store(database, patient=True)) as db:
        begin_read_only(db, words, datetime.now(UTC), _meant(db, wanted))
    click.echo(f"Nothing is changed until “scorekeeper maintenance off”. Phones say: {words}")


@maintenance.command()
@place_option
@club_option
def off(database: Path | str, wanted: str | None) -> None:
    """End read-only mode."""
    prepare(database)
    with closing(open_store(database, patient=True)) as db:
        end_read_only(db, _meant(db, wanted))
    click.echo("Changes are accepted again.")


def _meant(db: Database, wanted: str | None) -> str:
    return chosen(clubs(db), wanted).id if wanted else WHOLE_INSTANCE
