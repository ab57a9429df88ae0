"""``scorekeeper export``, ``import`` and ``import-season``: a club as a file and back; a league's sheet."""

from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, TextIO

import click
from sqlite_utils import Database

from scorekeeper.cli.club import club_option, not_one, opened, stored, whole_file
from scorekeeper.cli.main import RefusedError, place_option
from scorekeeper.exchange.season_import import brings, decoded, take_over
from scorekeeper.services.clubs.names import rename_device
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_import import SheetRefused
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.store.clubs.access import COMMAND_LINE, find_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import reading
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.timestamps import club_day_of, timestamp

_MOST_SHOWN = 100  # refused lines; who has more wants to correct the file, not to read on


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default="-")
@place_option
@club_option
def export(file: Path, database: Path | str, wanted: str | None) -> None:
    """Write everything of a club to FILE, one JSON line a row.

    The file can be imported into another Scorekeeper, which then shows the same pages. It holds no link's
    secret: “scorekeeper link” prints new ones there.
    """
    with opened(database, wanted) as (db, club), reading(db):
        lines = list(exported(db, club.id))
    with whole_file(file) as out:
        out.writelines(lines)


@click.command("import")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@place_option
@click.option(
    "--with-links", is_flag=True, help="Its links open it here, too. Only for a file of one whom you trust."
)
def import_(file: TextIO, database: Path | str, with_links: bool) -> None:
    """Take a club from FILE, as “scorekeeper export” wrote it.

    It is taken whole or not at all: every line that is refused is named with its number and the reason,
    and then nothing is stored and the exit code is 3.
    """
    try:
        lines = file.readlines()
        with stored(database, make=True) as db:
            club = import_club(db, lines, with_links=with_links)
    except UnicodeDecodeError as error:
        raise RefusedError("The file is not text in UTF-8. Nothing was stored.") from error
    except ImportRefused as refused:
        raise RefusedError(_report(refused)) from refused
    click.echo(f"Imported the club. “scorekeeper link --role manage --club {club}” prints its link.")
    click.echo("PINs are in no file: where it had some, its manager sets them anew in its settings.")


def _report(refused: ImportRefused) -> str:
    lines = [f"Line {line}: {sentence}" for line, sentence in refused.refusals[:_MOST_SHOWN]]
    more = len(refused.refusals) - len(lines)
    if more:
        lines.append(f"And {more} more lines.")
    return "\n".join([*lines, "Nothing was stored."])


@click.command("import-season")
@click.argument("file", type=click.File("rb"))
@place_option
@club_option
@click.option("--league", metavar="NAME", help="The league, where there are several: its name or id.")
@click.option("--dry-run", is_flag=True, help="Say what would be imported, and store nothing.")
def import_season(
    file: BinaryIO, database: Path | str, wanted: str | None, league: str | None, dry_run: bool
) -> None:
    """Import teams, or fixtures with past results, from FILE, a spreadsheet as .xlsx or CSV.

    Every line is checked. If any is refused, each is named with its number and column, nothing is stored,
    and the exit code is 3. A line names the columns, as the page for it in the app shows them.
    """
    now = timestamp(datetime.now(UTC))
    with opened(database, wanted) as (db, club):
        season, ask = _season(db, club.id, league, now), asks_at_terminal(db, club.id, now)
        try:
            sheet, done = take_over(ask, season, decoded(file.read()), store=not dry_run)
        except SheetRefused as refused:
            raise RefusedError("\n".join([*map(str, refused.faults), "Nothing was stored."])) from refused
    for words in brings(done):
        click.echo(words)
    if sheet.left_out:
        click.echo(f"Columns ignored: {', '.join(sheet.left_out)}.")
    if dry_run:
        click.echo("Nothing was stored.")


def asks_at_terminal(db: Database, club: str, now: str) -> Ask:
    """Who types at this machine, as a manager of the club."""
    ask = Ask(db, club, Author(COMMAND_LINE, now))
    if find_device(db, club, COMMAND_LINE) is None:
        rename_device(ask, club, "The command line")
    return ask


def _season(db: Database, club: str, wanted: str | None, now: str) -> Season:
    """The league of this name; raises RefusedError if there is none or more than one."""
    known = [league for league in leagues(db, club) if not league.closed]
    fitting = [league for league in known if wanted in (None, league.id, league.name, league.title)]
    season = open_season(db, club, fitting[0].id, club_day_of(now)) if len(fitting) == 1 else None
    if season is None:
        if not known:
            raise RefusedError("There is no open league in this club. Start one in the app.")
        listed = [f"{league.id}  {league.title} {league.season}" for league in fitting or known]
        raise not_one("league", wanted, listed, fitting)
    return season
