"""The clubs of an instance: their links, each as a file and back, all in another database, read-only mode."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TextIO

import click
from sqlite_utils import Database

from scorekeeper.cli.main import PORT, DatabasePlace, RefusedError, in_words, place_option, prepare
from scorekeeper.config import key_path, public_address, put_key, secret_key
from scorekeeper.names import NameFault, parse_name
from scorekeeper.ops.network import found_at, show_qr
from scorekeeper.rules.text import counted
from scorekeeper.services.clubs import hosting
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.services.transfer import club_file
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.access import ROLES, generations
from scorekeeper.store.clubs.clubs import Club, clubs
from scorekeeper.store.clubs.hosting import WHOLE_INSTANCE, moved_to, rows_of_club, usage_of_clubs
from scorekeeper.store.engine.connection import reading
from scorekeeper.store.engine.locks import nobody_serving, whole
from scorekeeper.store.transfer import club_rows
from scorekeeper.timestamps import club_day_of, local_time, timestamp

club_argument = click.argument("wanted", metavar="CLUB")
club_option = click.option(
    "--club", "wanted", metavar="NAME", help="The club, where there are several: its name or id."
)


def address(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    """The address of an instance as it was typed, checked; without a slash at its end."""
    if value is not None and not club_file.is_address(value):
        raise click.BadParameter("write it like https://scores.example.org, without a path")
    return (value or "").rstrip("/")


address_option = click.option(
    "--address",
    callback=address,
    show_default=f"its name for https, or this computer’s number with the port that the server has or last "
    f"had, {PORT} before its first start",
    help="Where phones find this instance.",
)


@click.command()
@place_option
@click.option("--role", type=click.Choice(ROLES), required=True, help="What the link lets people do.")
@club_option
@address_option
def link(database: Path | str, role: str, wanted: str | None, address: str) -> None:
    """Print a club's link as it is now, with its QR code.

    It is the same link the club's settings show, so nothing that worked before stops working. Anyone
    who sees it gets in: a manager makes a new one in the settings.
    """
    with opened(database, wanted) as (db, found):
        show_link(db, database, found, role, address)


def show_link(db: Database, database: Path | str, club: Club, role: str, address: str) -> None:
    """Print the club's link for this role, with its QR code where a person is looking."""
    generation = generations(db, club.id)[role]
    at = address or public_address() or found_at(database, PORT)
    url = at + join_path(club.id, link_secret(secret_key(database), club.id, role, generation))
    click.echo(url)
    show_qr(url)


@contextmanager
def stored(database: Path | str, *, make: bool = False) -> Iterator[Database]:
    """The database, brought up to date, or made where ``make`` says so."""
    prepare(database, make=make)
    with closing(open_store(database, patient=True)) as db:
        yield db


@contextmanager
def opened(database: Path | str, wanted: str | None) -> Iterator[tuple[Database, Club]]:
    """The database, brought up to date, and the club of this name or id in it, as ``chosen`` finds it."""
    with stored(database) as db:
        yield db, chosen(db, wanted)


def chosen(db: Database, wanted: str | None) -> Club:
    """The club of this name or id; raises RefusedError if there is none or more than one."""
    known = clubs(db)
    fitting = [club for club in known if wanted in (None, club.id, club.name)]
    if len(fitting) == 1:
        return fitting[0]
    if not known:
        raise RefusedError("There is no club yet. The link that “scorekeeper serve” prints opens one.")
    if wanted is None:
        why = "Say which club with --club"
    elif fitting:
        why = f"More than one club is called “{wanted}”. Say its id"
    else:
        why = f"There is no club “{wanted}”. There is"
    listed = (f"{club.id}  {club.name}" for club in fitting or known)
    raise RefusedError("\n  ".join([f"{why}:", *listed]))


@contextmanager
def whole_file(place: Path) -> Iterator[IO[str]]:
    """Where to write what is to be at this place, once all of it is on the disk; nothing half stays there.

    “-” is standard output.
    """
    if str(place) == "-" or (place.exists() and not place.is_file()):  # a device, or another program
        with click.open_file(str(place), "w", encoding="utf-8") as file:
            yield file
        return
    with whole(place.resolve()) as draft, draft.open("w", encoding="utf-8") as file:
        yield file


@click.group()
def club() -> None:
    """Open, list, move and close the clubs of this instance."""


@club.command()
@place_option
@click.argument("name")
@address_option
def add(database: Path | str, name: str, address: str) -> None:
    """Open a club and print its manager’s link with its QR code."""
    try:
        clean = parse_name(name, "The club’s name")
    except NameFault as fault:
        raise RefusedError(str(fault)) from fault
    with stored(database, make=True) as db:
        opened = hosting.open_club(db, clean, timestamp(datetime.now(UTC)))
        show_link(db, database, opened, "manage", address)


@club.command("list")
@place_option
def list_clubs(database: Path | str) -> None:
    """List the clubs, the one used last first."""
    with stored(database) as db:
        for used in usage_of_clubs(db):
            last = f"last match {club_day_of(used.last_match_at)}" if used.last_match_at else "never used"
            matches = f"{counted(used.matches, 'match', 'matches')}"
            opened = f"opened {local_time(used.opened_at).date()}"
            click.echo(f"{used.club}  {used.name}  {opened}, {last}, {matches}")


@club.command()
@place_option
@club_argument
@click.option("--yes", is_flag=True, help="Do not ask.")
def close(database: Path | str, wanted: str, yes: bool) -> None:
    """Put CLUB (its name or id) into the trash: hidden at once, erased after thirty days."""
    with opened(database, wanted) as (db, found):
        if not yes and not click.confirm(f"Close {found.name}?", default=False):
            sys.exit(1)
        hosting.close_club(db, found, datetime.now(UTC))
    click.echo(f"Closed {found.name}. Its manager can restore it within thirty days.")


@club.command()
@place_option
@club_argument
def size(database: Path | str, wanted: str) -> None:
    """Print how many rows CLUB (its name or id) has in each table."""
    with opened(database, wanted) as (db, found):
        counts = rows_of_club(db, found.id)
    for table, count in counts.items():
        click.echo(f"{count:>9}  {table}")
    click.echo(f"{sum(counts.values()):>9}  rows of {found.name} in all")


@club.command()
@place_option
@club_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def leave(database: Path | str, wanted: str, file: Path) -> None:
    """Write CLUB (its name or id) to FILE for another instance, and accept no more changes to it here.

    FILE is for “scorekeeper import” there; the links that open the club today open it there, too. Phones keep
    what they enter meanwhile. “scorekeeper maintenance off --club” ends this.
    """
    with opened(database, wanted) as (db, found):
        left = False
        try:
            with whole_file(file) as lines:
                club_file.begin_leaving(db, secret_key(database), found.id, datetime.now(UTC))
                left = True
                lines.writelines(club_file.exported(db, found.id))
        except OSError as error:
            if not left:
                raise
            raise RefusedError(
                f"{in_words(error)}. {found.name} accepts no more changes here all the same: write it again, "
                f"or end this with “scorekeeper maintenance off --club {found.id}”."
            ) from error
    click.echo(
        f"{found.name} accepts no more changes here. Once it is imported elsewhere: "
        f"scorekeeper club forward {found.id} https://its.new.address"
    )


@club.command()
@place_option
@club_argument
@click.argument("address", callback=address)
def forward(database: Path | str, wanted: str, address: str) -> None:
    """Send the phones and links of CLUB (its name or id), which has left, to its new ADDRESS.

    This lasts as long as the club is stored here, read-only.
    """
    with opened(database, wanted) as (db, found):
        if not club_file.forward(db, found.id, address):
            raise RefusedError(f"{found.name} still accepts changes here. First run scorekeeper club leave")
    click.echo(f"Visitors to {found.name} are now sent to {address}.")


@click.command()
@place_option
@click.option(
    "--to",
    "target",
    metavar="PLACE",
    type=DatabasePlace(dir_okay=False, path_type=Path),
    required=True,
    help="postgresql://user@host/database, or a file; without clubs.",
)
def move(database: Path | str, target: Path | str) -> None:
    """Copy every club to another database, and check that all of it arrived.

    From a file to PostgreSQL, or back. What is moved is only read and stays as it is. Stop the server first;
    afterwards start it with the new place in SCOREKEEPER_DATABASE.
    """
    prepare(database)
    _bring_key(database, target)
    prepare(target)
    rows = _moved(database, target)
    click.echo(f"{rows} rows were copied and compared. {database} is unchanged.")
    click.echo(f"Its secret key is {key_path(target)}: copy that file to every further server of it.")


def _bring_key(database: Path | str, target: Path | str) -> None:
    """Put the secret key where the target’s servers look for it, so that links and cookies keep working.

    Only once the target answers, and has no clubs and no key of its own.
    """
    key, path = secret_key(database), key_path(target)
    if path.exists() and path.read_bytes() != key:
        raise RefusedError(f"There is another secret key at {path}. Move it aside; nothing was changed.")
    migrate(target)
    with closing(open_store(target)) as there:
        club_rows.refuse_clubs(there)
    if not path.exists():
        put_key(path, key)


def _moved(database: Path | str, target: Path | str) -> int:
    """The number of rows carried from the one to the other, with a bar that shows how far it is."""
    with ExitStack() as held:
        for place in {each.resolve() for each in (database, target) if isinstance(each, Path)}:
            held.enter_context(nobody_serving(place))
        source = held.enter_context(closing(open_store(database, patient=True)))
        there = held.enter_context(closing(open_store(target, patient=True)))
        # Every row is counted twice: once when it is carried, once when it is compared.
        with click.progressbar(length=2 * club_rows.rows_to_move(source), label="Moving") as bar:
            return club_rows.move(source, there, bar.update)


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
        lines = list(club_file.exported(db, club.id))
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
            club = club_file.import_club(db, lines, with_links=with_links)
    except UnicodeDecodeError as error:
        raise RefusedError("The file is not text in UTF-8. Nothing was stored.") from error
    except club_file.ImportRefused as refused:
        raise RefusedError(_report(refused)) from refused
    click.echo(f"Imported the club. “scorekeeper link --role manage --club {club}” prints its link.")
    click.echo("PINs are in no file: where it had some, its manager sets them anew in its settings.")


def _report(refused: club_file.ImportRefused) -> str:
    lines = [f"Line {line}: {sentence}" for line, sentence in refused.refusals[:_MOST_SHOWN]]
    more = len(refused.refusals) - len(lines)
    if more:
        lines.append(f"And {more} more lines.")
    return "\n".join([*lines, "Nothing was stored."])


only_club_option = click.option("--club", "wanted", metavar="CLUB", help="Only this club: its name or id.")


def _words(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    words = " ".join(value.split()) or hosting.USUAL_WORDS
    if len(words) > hosting.LONGEST_WORDS:
        raise click.BadParameter(f"that is {len(words)} letters; {hosting.LONGEST_WORDS} is the most")
    return words


@click.group()
def maintenance() -> None:
    """Refuse changes for a while: pages still work, phones keep their rounds and send them afterwards."""


@maintenance.command()
@place_option
@only_club_option
@click.argument("words", default=hosting.USUAL_WORDS, callback=_words)
def on(database: Path | str, wanted: str | None, words: str) -> None:
    """Start read-only mode; WORDS stand on every page, such as “Back at nine.”

    When the command ends, nothing more is stored.
    """
    with stored(database) as db:
        hosting.begin_read_only(db, words, datetime.now(UTC), _meant(db, wanted))
    click.echo(f"Nothing is changed until “scorekeeper maintenance off”. Phones say: {words}")


@maintenance.command()
@place_option
@only_club_option
@click.option("--moved-back", is_flag=True, help="A club that was forwarded is here again, and closed there.")
def off(database: Path | str, wanted: str | None, moved_back: bool) -> None:
    """End read-only mode."""
    with stored(database) as db:
        meant = _meant(db, wanted)
        address = moved_to(db, meant)
        if address and not moved_back:
            raise RefusedError(
                f"{wanted} has moved to {address}: with changes here as well there would be two of it. "
                "If it is closed there, say so with --moved-back."
            )
        hosting.end_read_only(db, meant)
    click.echo("Changes are accepted again.")


def _meant(db: Database, wanted: str | None) -> str:
    return chosen(db, wanted).id if wanted else WHOLE_INSTANCE
