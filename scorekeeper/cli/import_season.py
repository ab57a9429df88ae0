"""``scorekeeper import-season``: teams, or fixtures with past results, of a league from a spreadsheet."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import click
from sqlite_utils import Database

from scorekeeper.cli.link import chosen
from scorekeeper.cli.main import RefusedError, place_option, prepare
from scorekeeper.exchange.season_sheets import brings, decoded, take_over
from scorekeeper.services.clubs.names import register_device, rename_device
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_sheet import SheetRefused
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.clubs.devices import find_device
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.timestamps import club_day_of, timestamp

_DEVICE = "command-line"  # what the record knows this command by


@click.command("import-season")
@click.argument("file", type=click.File("rb"))
@place_option
@click.option("--club", "wanted", metavar="NAME", help="The club, where there are several: its name or id.")
@click.option("--league", metavar="NAME", help="The league, where there are several: its name or id.")
@click.option("--dry-run", is_flag=True, help="Say what would be imported, and store nothing.")
def import_season(
    file: BinaryIO, database: Path | str, wanted: str | None, league: str | None, dry_run: bool
) -> None:
    """Import teams, or fixtures with past results, from FILE, a spreadsheet saved as CSV.

    Every line is checked. If any is refused, each is named with its number and column, nothing is stored,
    and the exit code is 3. The first line names the columns, as the page for it in the app shows them.
    """
    prepare(database)
    with closing(open_store(database, patient=True)) as db:
        club, now = chosen(clubs(db), wanted).id, timestamp(datetime.now(UTC))
        season = _season(db, club, league, now)
        try:
            sheet, done = take_over(
                db, club, season, decoded(file.read()), _author(db, club, now), store=not dry_run
            )
        except SheetRefused as refused:
            raise RefusedError("\n".join([*map(str, refused.faults), "Nothing was stored."])) from refused
    for words in brings(sheet, done):
        click.echo(words)
    if sheet.left_out:
        click.echo(f"Columns ignored, because none here has that name: {', '.join(sheet.left_out)}.")
    if dry_run:
        click.echo("Nothing was stored.")


def _author(db: Database, club: str, now: str) -> Author:
    known = find_device(db, club, _DEVICE)
    author = register_device(db, club, _DEVICE, now)
    if known is None:
        rename_device(db, club, "The command line", author)
    return author


def _season(db: Database, club: str, wanted: str | None, now: str) -> Season:
    """The league of this name; raises RefusedError if there is none or more than one."""
    known = [league for league in leagues(db, club) if not league.closed]
    fitting = [league for league in known if wanted in (None, league.id, league.name, league.title)]
    season = open_season(db, club, fitting[0].id, club_day_of(now)) if len(fitting) == 1 else None
    if season is None:
        listed = "".join(f"\n  {league.id}  {league.title} {league.season}" for league in known)
        raise RefusedError(
            f"Say which league with --league, by its id where two have one name:{listed}"
            if known
            else "There is no open league in this club. Start one in the app."
        )
    return season
