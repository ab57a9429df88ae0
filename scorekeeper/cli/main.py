"""The ``scorekeeper`` command: one group, each command explaining itself with ``--help``.

Commands that need more than this module live elsewhere and are imported when they are asked for, so that
``scorekeeper score`` starts without Flask or the server.
"""

import errno
import gc
import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from scorekeeper import __version__, config

if TYPE_CHECKING:
    from scorekeeper.ops.serve import Listening

_MODULES = {
    "cli.score": "score",
    "cli.backup": "backup restore doctor",
    "cli.club": "club link move export import maintenance",
    "cli.operate": "operate warn",
    "cli.count": "count",
    "demo.command": "demo",
}
# Command to the module that holds it, as an object of the same name.
ELSEWHERE = {name: f"scorekeeper.{module}" for module, names in _MODULES.items() for name in names.split()}
PORT = 8000
SPARE_PORTS = 20
_ANOTHER_KEY = (
    "Put its own there, or say in SCOREKEEPER_KEY where it is. If it is lost, “scorekeeper migrate "
    "--new-key” goes on with another: then every link ends, and every phone is signed out."
)
_FOLDER = "scorekeeper.folder"
Command = TypeVar("Command", bound=Callable[..., Any])


class DatabasePlace(click.Path):
    """A file, or the URL of a database on a server."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if config.is_postgres(value):
            _refuse_root(config.key_path(value))
            return value
        if "://" in str(value):
            self.fail(f"{value} is no file, and does not begin with postgresql://.")
        path = cast(Path, super().convert(value, param, ctx))
        _refuse_root(path)
        if ctx:  # An error can then say what is wrong with its disk.
            ctx.meta[_FOLDER] = path.parent
        return path


class DatabaseFile(DatabasePlace):
    """A file; a database on a server is refused, with advice."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if config.is_postgres(value):
            self.fail(
                "this is for a file, and the clubs are on a database server, which has tools of its own."
            )
        return super().convert(value, param, ctx)


def _refuse_root(ours: Path) -> None:
    """What root makes beside somebody's database or key, such as a copy, the server could not read."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and ours.exists() and (uid := ours.stat().st_uid):
        owner = f"#{uid}"
        with suppress(KeyError):
            owner = ours.owner()
        raise RefusedError(
            f"{ours} belongs to {owner}, and what root makes there {owner} could not read. Run this as "
            f"that user: “sudo -u {owner} scorekeeper …”."
        )


def _database(kind: type[click.Path], help: str) -> Callable[[Command], Command]:
    return click.option(
        "--database",
        type=kind(dir_okay=False, path_type=Path),
        envvar="SCOREKEEPER_DATABASE",
        default=config.default_database,
        show_default="scorekeeper.db in the data folder",
        show_envvar=True,
        help=help,
    )


database_option = _database(DatabaseFile, "File that holds the clubs and their scores.")
place_option = _database(DatabasePlace, "File that holds the clubs and their scores, or postgresql://…")


class RefusedError(click.ClickException):
    """What is stored cannot be used as it is; the reason is printed and the exit code is 3."""

    exit_code = 3


class Commands(click.Group):
    """A group that also offers the commands of ELSEWHERE whose modules are there.

    Errors that an operator can cause, such as a full disk or an unreachable server, end in one sentence.
    """

    def invoke(self, ctx: click.Context) -> Any:
        gc.set_threshold(*config.GARBAGE_COLLECTION)
        if isinstance(sys.stdout, TextIOWrapper):
            # On Windows a file or pipe may have an encoding that cannot represent every name.
            sys.stdout.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except Exception as error:
            if (why := _said(error, ctx.meta.get(_FOLDER))) is None:
                raise
            raise RefusedError(why) from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        elsewhere = [name for name in ELSEWHERE if self.get_command(ctx, name)]
        return sorted([*super().list_commands(ctx), *elsewhere])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported only now where it is one of ELSEWHERE; None if there is none."""
        module = ELSEWHERE.get(cmd_name)
        if module is None or find_spec(module) is None:
            return super().get_command(ctx, cmd_name)
        found = import_module(module)
        # A command named like a Python keyword has an underscore appended in its module.
        name = cmd_name.replace("-", "_")
        command: click.Command | None = getattr(found, name, None) or getattr(found, f"{name}_", None)
        return command


def _said(error: Exception, folder: Path | None) -> str | None:
    """What an operator can do about it, or None where it is a fault of ours."""
    from scorekeeper.store.engine import errors

    match error:
        case errors.StoreError() | config.SettingFault():
            return str(error)
        case errors.ReadOnly():
            return "Changes are refused here just now. “scorekeeper maintenance off” ends that."
        case errors.Retryable():
            return (
                f"The database server does not answer, or accepts no writes. {error.__cause__ or ''}".strip()
            )
        case errors.OperationalError() if errors.is_busy(error):
            return "Another program holds the database. Wait for it, or close it, then try again."
        case errors.OperationalError():
            if folder and (fault := errors.fault_of_disk(error, folder)):
                return f"The database cannot be used: {fault}."
            return f"The database refuses: {error}. Check its free space and its permissions."
        case OSError() if error.filename or error.errno in (errno.ENOSPC, errno.EROFS, errno.EIO):
            return f"{in_words(error)}."
    return None


def in_words(error: OSError) -> str:
    """The file or folder, the target of two, and what the system says of it."""
    return f"{error.filename2 or error.filename or 'The disk'}: {error.strerror}"


def prepare(
    database: Path | str, *, make: bool = False, new_key: bool = False, replace: bool = False
) -> list[str]:
    """Migrate the database and see that its secret key is there; the names of the steps taken.

    One that is not there is made only where ``make`` says so. Raises RefusedError for a file the store will
    not touch, and ``SettingFault`` for a key that is not whole, or not the database's own, unless it is to
    have a ``new_key``. ``replace``: make another key, and have both count for a while.
    """
    from scorekeeper.store import StoreError, migrate
    from scorekeeper.store.engine.backup import copies_by_date

    try:
        steps = migrate(database, make=make)
        _hold_to_key(database, new_key)
        if replace:
            config.replace_key(database)
            _hold_to_key(database, new_key=False)
    except StoreError as error:
        made, ahead = copies_by_date(config.backups_folder(database), datetime.now(UTC))
        newest = next(iter({**made, **ahead}), None)
        raise RefusedError(f"{error} The newest copy is {newest}." if newest else str(error)) from error
    return steps


def _hold_to_key(database: Path | str, new_key: bool) -> None:
    """Raise ``SettingFault`` unless the secret key is the one that the database's links were made with.

    Where it is to have a ``new_key``, it must not be.
    """
    from scorekeeper.store import open_store
    from scorekeeper.store.clubs.access import key_mark, set_key_mark

    path = config.key_path(database)
    with closing(open_store(database)) as db:
        known = key_mark(db)
        if known and not new_key and not path.exists():
            raise config.SettingFault(
                f"There is no secret key at {path}, and this database has one. {_ANOTHER_KEY}"
            )
        fingerprint = config.fingerprint_of(config.secret_key(database))
        if known == fingerprint and new_key:
            raise config.SettingFault(
                f"The secret key at {path} is this database’s own, so no link would end. "
                "--replace-key makes another; --new-key is for one that is lost."
            )
        former = config.former_key(database)
        if new_key:
            config.former_key_path(database).unlink(missing_ok=True)
        elif known not in (None, fingerprint, former and config.fingerprint_of(former)):
            raise config.SettingFault(
                f"The secret key at {path} is not the one of this database. {_ANOTHER_KEY}"
            )
        if known != fingerprint:
            set_key_mark(db, fingerprint)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="scorekeeper %(version)s")
def main() -> None:
    """Keep the score of dominoes played with real tiles."""


@main.command()
@place_option
@click.option(
    "--new-key",
    is_flag=True,
    help="Go on with another secret key, where the database’s own is lost; every link made before ends.",
)
@click.option(
    "--replace-key",
    is_flag=True,
    help="Make a new secret key, such as after a machine was lost; the old one counts beside it for 30 days. "
    "The server takes both up at its next start.",
)
def migrate(database: Path | str, new_key: bool, replace_key: bool) -> None:
    """Bring the database up to this version, or make a new one."""
    if new_key and replace_key:
        raise click.UsageError("--new-key is for a key that is lost, --replace-key for one that is there.")
    for step in prepare(database, make=True, new_key=new_key, replace=replace_key):
        click.echo(f"Applied {step}.")
    if replace_key:
        click.echo(
            f"The secret key is a new one, {config.key_path(database)}. Show the links anew within 30 days."
        )
    click.echo(f"{database} is up to date.")


@main.command()
@place_option
@click.option(
    "--host",
    default="0.0.0.0",  # nosec B104 # phones on the pub's wifi have to get in
    show_default=True,
    help="Address to listen on; 127.0.0.1 keeps phones out.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help=f"Port to listen on, 0 for any free one. If {PORT} is taken and none was asked for, "
    f"the next free one of {SPARE_PORTS} is used.",
)
@click.option(
    "--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes that answer."
)
@click.option(
    "--threads", type=click.IntRange(1), default=4, show_default=True, help="Threads in each process."
)
@click.pass_context
def serve(ctx: click.Context, database: Path | str, host: str, port: int, workers: int, threads: int) -> None:
    """Serve the app to the phones in this network.

    Prints the link that opens it. On the first start that link makes the person who opens it the manager of a
    new club; later starts print the club's address. Ctrl-C stops it, after the requests in flight.
    """
    from scorekeeper.ops.network import choose_port, number_of
    from scorekeeper.ops.serve import Listening, serve_clubs
    from scorekeeper.timestamps import time_zone

    time_zone()  # an unknown one is said here: a worker could only die of it
    asked_for = ctx.get_parameter_source("port") != ParameterSource.DEFAULT
    number = number_of(host)
    at = Listening(number, choose_port(number, port, 0 if asked_for else SPARE_PORTS), workers, threads)
    goes_on = True
    while goes_on:
        damage = _damage(database)
        if damage and isinstance(database, Path):
            goes_on = _serve_in_its_place(database, damage, at)
        else:
            goes_on = serve_clubs(database, at)


def _damage(database: Path | str) -> RefusedError | None:
    """Put a copy that was chosen in place; what to say of a damaged file."""
    from scorekeeper.ops.rescue import put_chosen_in_place
    from scorekeeper.store.engine.errors import Damaged, StoreError

    try:
        if isinstance(database, Path) and (aside := put_chosen_in_place(database)):
            click.echo(f"The server goes on from the copy that was chosen. What was there is now {aside}.")
    except StoreError as error:
        click.echo(f"The copy was not put in place. {error}", err=True)
    try:
        prepare(database, make=True)
    except RefusedError as refused:
        if not isinstance(refused.__cause__, Damaged):
            raise
        return refused
    return None


def _serve_in_its_place(database: Path, damage: RefusedError, at: "Listening") -> bool:
    """Show a copy of the damaged database, or only say so; whether the server is to start again."""
    from scorekeeper.ops.rescue import offer
    from scorekeeper.ops.serve import say_damaged, show_copy

    if found := offer(database):
        click.echo(f"{damage} That copy is shown, to look at, until its manager goes on from it.", err=True)
        return show_copy(found, at)
    click.echo(f"{damage} Phones are shown a page that says so, until another file is there.", err=True)
    return say_damaged(database, at)
