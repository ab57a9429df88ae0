"""``scorekeeper backup``, ``restore`` and ``doctor``: copies, and whether all is sound."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import click
from sqlite_utils import Database

from scorekeeper.cli.club import chosen
from scorekeeper.cli.main import RefusedError, database_option, in_words, place_option, prepare
from scorekeeper.config import backups_folder, mail_settings, secret_key
from scorekeeper.exchange.messages import captains_reminder, secretarys_reminder
from scorekeeper.ops.doctor import examine
from scorekeeper.ops.mail import NotSent, send
from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.administration import link_secret, role_of
from scorekeeper.services.clubs.hosting import UNUSED_DAYS, believed_time, empty_trash, note_run, sweep_unused
from scorekeeper.services.clubs.names import rename_device
from scorekeeper.services.gate import Ask, Refused
from scorekeeper.services.leagues.captains import claim, confirmed, note_refused
from scorekeeper.services.leagues.seasons import open_county
from scorekeeper.services.transfer.copies import restore_club
from scorekeeper.store.clubs.access import COMMAND_LINE, find_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import TRASH_DAYS, Club, clubs
from scorekeeper.store.clubs.hosting import read_only_words
from scorekeeper.store.engine.backup import DAYS, MONTHS, OLDEST, WEEKS, back_up, leftovers, rotate, verify
from scorekeeper.store.engine.connection import open_store
from scorekeeper.store.engine.errors import EngineError, StoreError, fault_of_disk
from scorekeeper.store.engine.migrate import up_to_date
from scorekeeper.store.engine.places import Folder, Place, second_place
from scorekeeper.store.leagues.captains import SECRETARY, open_proposals
from scorekeeper.store.transfer.erasure import erase_in_copies, known_as_erased
from scorekeeper.store.transfer.restore import restore as put_back
from scorekeeper.timestamps import time_zone, timestamp

backups_option = click.option(
    "--backups",
    type=click.Path(file_okay=False, path_type=Path),
    show_default="SCOREKEEPER_BACKUPS, or “backups” beside the database",
    help="Folder that holds the copies; best on another disk.",
)


@click.command()
@place_option
@backups_option
def backup(database: Path | str, backups: Path | None) -> None:
    """Copy the database while it is being used, and erase what is due.

    “scorekeeper serve” does this every night by itself. The copy is checked before it counts, its record too.
    The newest of each of the last seven days, four weeks and twelve months is kept; others are deleted, and
    what a migration or a restore put aside three weeks ago. The secret key is not copied: keep it apart,
    without it no link and no phone gets in again.

    Clubs that were deleted thirty days ago are erased at last, and so, by way of the trash, are those that
    anybody opened and nobody used. What is erased, or forgotten, is erased in copies of more than a week too.
    Where a mail server is named, captains and secretaries get reminders, each once. A database server has
    backups of its own: there this is all that is done.
    """
    now, missed, fault = datetime.now(UTC), None, None
    believed = now - OLDEST  # where nobody can say, no copy is deleted
    try:
        believed = tidy_clubs(database, now)
    except (StoreError, EngineError) as error:
        if not (isinstance(database, Path) and database.exists()):
            raise  # there is nothing to copy
        fault = error
    if isinstance(database, Path):
        missed = _copy(database, backups or backups_folder(database), now, believed)
    else:
        click.echo("Copies of the database are its server’s own to make.")
    if fault:
        raise RefusedError(f"Deleted clubs were not erased: {str(fault).rstrip('.')}.") from fault
    if mail_settings().server:
        with closing(open_store(database, patient=True)) as db:
            for words in send_reminders(db, secret_key(database), believed.astimezone(time_zone()).date()):
                click.echo(words, err=True)
    if missed:
        raise RefusedError(missed)


def _copy(database: Path, folder: Path, now: datetime, believed: datetime) -> str | None:
    """Copy, and rotate by the time that can be ``believed``; what failed beside it, if anything did."""
    second = second_place()
    failed, mark = _keep_promise(database, folder, second, believed)
    try:
        made = back_up(database, folder, now)
    except OSError as error:
        raise RefusedError(f"No copy was made: {in_words(error)}.") from error
    except EngineError as error:
        raise RefusedError(f"No copy was made: {fault_of_disk(error, folder) or error}.") from error
    click.echo(f"Copied to {made}.")
    for gone in rotate(Folder(folder), believed, made.name):
        click.echo(f"Deleted {gone}: {DAYS} days, {WEEKS} weeks and {MONTHS} months are kept.")
    if second:
        try:
            second.put(made, made.name, mark)
            rotate(second, believed, made.name)
            click.echo(f"Copied to {second} as well.")
        except OSError as error:
            failed.append(f"The copy did not reach {second}: {error.strerror}. It is in {folder}.")
    return " ".join(failed) or None


def _keep_promise(
    database: Path, folder: Path, second: Place | None, believed: datetime
) -> tuple[list[str], str]:
    """Whatever becomes of tonight’s copy: no other holds anybody for longer than it may.

    What failed, and by what a copy is known that holds nothing of what is erased.
    """
    failed, mark = list[str](), ""
    folders = {folder, *([second.path] if isinstance(second, Folder) else [])}
    places = [*([Folder(folder)] if folder.exists() else []), *([second] if second else [])]
    try:
        for left in {left for each in folders for left in leftovers(database, each, believed)}:
            left.unlink()
            click.echo(f"Deleted {left.name}.")
        with closing(open_store(database)) as db:
            erased = known_as_erased(db)
        mark = erased.mark
        for place in places:
            failed += erase_in_copies(place, erased, folder, believed)
    except (StoreError, EngineError, OSError) as error:
        failed.append(f"Old copies were not looked into: {str(error).rstrip('.')}.")
    return failed, mark


def tidy_clubs(database: Path | str, now: datetime) -> datetime:
    """Sweep unused clubs, erase those long in the trash; say what is not as every night.

    The time by which that was done, which is not ``now`` where the clock may have jumped.
    """
    with closing(open_store(database, patient=True)) as db:
        if not up_to_date(db):
            raise StoreError("The database is not of this version. Run “scorekeeper migrate”.")
        note_run(db, now)
        believed = believed_time(db, now)
        if believed < now:
            click.echo(
                "Nothing is erased for a week: no copy was made for a long time after "
                f"{believed.day} {believed:%B %Y}. If this machine’s clock is wrong, set it right."
            )
        else:
            for club in sweep_unused(db, now):
                click.echo(f"Put club {club} into the trash, which nobody used for {UNUSED_DAYS} days.")
        for club in empty_trash(db, believed):
            click.echo(f"Erased club {club}, which was deleted {TRASH_DAYS} days ago.")
    return believed


@click.command()
@click.argument("copy", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.option("--force", is_flag=True, help="Move the present database aside, under another name.")
@click.option("--club", help="Put back only this club, by name or id; the server may run.")
def restore(copy: Path, database: Path, force: bool, club: str | None) -> None:
    """Replace the database with COPY, checked first and brought to this version.

    Stop the server first. The present database is never deleted. Links, phones and names stay as they are in
    it, where it can say so; otherwise every link and PIN ends, so that none comes back that has ended since.
    With --club that club alone becomes what it was then; the server may run.
    """
    if club:
        _restore_club(copy, database, club)
        return
    try:
        aside, links_go_on = put_back(copy, database, datetime.now(UTC), replace=force)
    except OSError as error:
        raise RefusedError(f"Nothing was restored: {in_words(error)}.") from error
    if aside:
        click.echo(f"The previous database is now {aside}.")
    for step in prepare(database):
        click.echo(f"Applied {step}.")
    click.echo(f"{database} was restored from {copy}.")
    if links_go_on:
        click.echo("Links, phones and names are as they were in it.")
    else:
        click.echo(
            "All its links, PINs and phones were revoked, so that none revoked since the copy comes back. "
            "“scorekeeper link --role manage” prints the manager’s new one."
        )


def _restore_club(copy: Path, database: Path, wanted: str) -> None:
    now = timestamp(datetime.now(UTC))
    verify(copy)
    with closing(open_store(database)) as db:
        club = chosen(db, wanted)
        try:
            restore_club(asks_at_terminal(db, club.id, now), database, copy, now)
        except Refused as error:
            raise RefusedError(f"Nothing was put back. {error}") from error
    click.echo(f"{club.name} is as it was in {copy}. What was there before is a copy beside {database}.")


def asks_at_terminal(db: Database, club: str, now: str) -> Ask:
    """Who types at this machine, as a manager of the club."""
    ask = Ask(db, club, Author(COMMAND_LINE, now))
    if find_device(db, club, COMMAND_LINE) is None:
        rename_device(ask, club, "The command line")
    return ask


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
        raise RefusedError(f"{counted(grave, 'fault')} found in {database}.")


def send_reminders(db: Database, key: bytes, today: date) -> Iterator[str]:
    """Send each captain and secretary what is new for them; in words, whatever did not go.

    What could not be sent is not sent later: nobody hears anything twice.
    """
    for club in clubs(db):
        if not read_only_words(db, club.id):
            yield from _of_club(db, club, key, today)


def _of_club(db: Database, club: Club, key: bytes, today: date) -> Iterator[str]:
    known = confirmed(db, club.id, today)
    if not known:
        return
    county = open_county(db, club.id, today)
    proposals = {
        id: one for of_league in open_proposals(db, club.id).values() for id, one in of_league.items()
    }
    for one in known:
        squad, since = one.squad, date.fromisoformat(one.sent_until)
        at = f"{one.server}/c/{club.id}"
        if squad == SECRETARY:
            mail = secretarys_reminder(county, proposals, since, at)
        else:
            mail = captains_reminder(county, proposals, squad, since, at)
        if mail is None or not claim(db, club.id, one, today):
            continue
        secret = link_secret(key, club.id, role_of("reminders", squad), one.address)
        ends = f"{at}/reminders/{squad or 'desk'}/{secret}"
        text = "\n\n".join([*mail.paragraphs, f"-- \n{club.name}. No more of these mails: {ends}"])
        try:
            send(one.address, mail.subject, f"{text}\n", ends)
        except NotSent as error:
            note_refused(db, club.id, one, str(error))
            yield f"A reminder was not sent. {error}"
