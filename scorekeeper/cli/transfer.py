"""``scorekeeper export`` and ``scorekeeper import``: a club as a file, and back into another instance."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

import click

from scorekeeper.cli.link import chosen
from scorekeeper.cli.main import RefusedError, place_option, prepare
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.connection import reading

_MOST_SHOWN = 100  # refused lines; who has more wants to correct the file, not to read on

progress_option = click.option("--progress", is_flag=True, help="Show how far it has come.")


@click.command()
@click.argument("file", type=click.File("w", encoding="utf-8", lazy=True), default="-")
@place_option
@click.option("--club", "wanted", metavar="NAME", help="The club, where there are several: its name or id.")
@progress_option
def export(file: TextIO, database: Path | str, wanted: str | None, progress: bool) -> None:
    """Write everything of a club to FILE, one JSON line a row.

    The file can be imported into another Scorekeeper, which then shows the same pages. It holds no link's
    secret: ``scorekeeper link`` prints new ones there.
    """
    prepare(database)
    with closing(open_store(database, patient=True)) as db:
        club = chosen(clubs(db), wanted)
        with reading(db):
            lines = list(exported(db, club.id))
    for line in shown(progress, "Exporting")(lines):
        file.write(line)


@click.command("import")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@place_option
@progress_option
def import_(file: TextIO, database: Path | str, progress: bool) -> None:
    """Take a club from FILE, as ``scorekeeper export`` wrote it.

    It is taken whole or not at all: every line that is refused is named with its number and the reason,
    and then nothing is stored and the exit code is 3.
    """
    prepare(database, make=True)
    try:
        lines = file.readlines()
    except UnicodeDecodeError as error:
        raise RefusedError("The file is not text in UTF-8. Nothing was stored.") from error
    with closing(open_store(database, patient=True)) as db:
        try:
            club = import_club(db, lines, shown(progress, "Importing"))
        except ImportRefused as refused:
            raise RefusedError(_report(refused)) from refused
    click.echo(f"Imported the club. “scorekeeper link --role manage --club {club}” prints its link.")
    click.echo("PINs are in no file: where it had some, its manager sets them anew in its settings.")


def shown(progress: bool, label: str) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """Hands items on, with a bar on standard error if it is asked for."""

    def through(items: Iterable[Any]) -> Iterator[Any]:
        if not progress:
            yield from items
            return
        with click.progressbar(list(items), label=label, file=sys.stderr) as bar:
            yield from bar

    return through


def _report(refused: ImportRefused) -> str:
    lines = [f"Line {line}: {sentence}" for line, sentence in refused.refusals[:_MOST_SHOWN]]
    more = len(refused.refusals) - len(lines)
    if more:
        lines.append(f"And {more} more lines.")
    return "\n".join([*lines, "Nothing was stored."])
