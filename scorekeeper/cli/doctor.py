"""``scorekeeper doctor``: whether everything is sound, and what to do if it is not."""

from datetime import UTC, datetime
from pathlib import Path

import click

from scorekeeper.cli.backup import backups_option
from scorekeeper.cli.main import RefusedError, place_option
from scorekeeper.config import backups_folder
from scorekeeper.ops.doctor import examine


@click.command()
@place_option
@backups_option
def doctor(database: Path | str, backups: Path | None) -> None:
    """Look at the database, its record, disk, copies and key.

    Changes nothing, and may be asked while the server runs. The exit code is 3 where the record is at risk.
    """
    grave = 0
    for finding in examine(database, backups or backups_folder(database), datetime.now(UTC)):
        grave += finding.grave
        mark = "FAULT" if finding.grave else "note" if finding.advice else "good"
        click.echo(f"{mark:5}  {finding.words}" + (f"\n       {finding.advice}" if finding.advice else ""))
    if grave:
        raise RefusedError(f"{grave} faults were found in {database}.")
