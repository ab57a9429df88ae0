"""``scorekeeper export`` and ``import``: a club as a file, and back."""

from pathlib import Path
from typing import TextIO

import click

from scorekeeper.cli.club import club_option, opened, stored, whole_file
from scorekeeper.cli.main import RefusedError, place_option
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.store.engine.connection import reading

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
