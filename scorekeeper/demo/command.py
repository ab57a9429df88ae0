"""The command that fills a database with the demo club."""

from pathlib import Path

import click
from sqlite_utils import Database

from scorekeeper.cli.main import RefusedError, database_option, prepare
from scorekeeper.demo.season import CLUB
from scorekeeper.demo.seed import fill, find_demo, is_whole
from scorekeeper.services.clubs.club_results import results
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.clubs.players import players, teams
from scorekeeper.store.engine.connection import open_store
from scorekeeper.timestamps import club_day_of


@click.command()
@database_option
@click.option(
    "--seed", type=int, default=7, show_default=True, help="Number that decides how every tile is dealt."
)
def demo(database: Path, seed: int) -> None:
    """Fill a database with a made-up club and its season.

    Everything in it was played with shuffled tiles under the rules; the same seed gives the same season.
    A database that holds a club of its own is left alone.
    """
    prepare(database, make=True)
    db = open_store(database)
    try:
        if _there_already(db, database):
            click.echo(f"{CLUB} is in {database} already; nothing was changed.")
            return
        click.echo(_made(db, fill(db, seed)))
        click.echo(f"“scorekeeper serve --database {database}” shows it.")
    finally:
        db.close()


def _there_already(db: Database, database: Path) -> bool:
    """Whether the demo club is there; RefusedError where something else, or half of it, stands in its way."""
    found = find_demo(db)
    if found is None and clubs(db):
        raise RefusedError(
            f"{database} holds a club already, and the demo would stand beside it. Nothing was changed; "
            "name another file with --database."
        )
    if found is not None and not is_whole(db, found):
        raise RefusedError(
            f"{database} holds only a part of the demo, which was interrupted. Delete it and try again."
        )
    return found is not None


def _made(db: Database, club: str) -> str:
    """What the club has now, in one line."""
    found = results(db, club)
    running = sum(line.running for line in found)
    first, last = (club_day_of(line.match.started_at) for line in (found[-1], found[0]))
    return (
        f"{CLUB}: {len(players(db, club))} players, {len(teams(db, club))} pairs, {len(found)} matches "
        f"from {first} to {last}, {running} of them still running."
    )
