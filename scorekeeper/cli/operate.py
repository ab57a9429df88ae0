"""``scorekeeper maintenance`` and ``warn``: read-only mode, and a mail to the operator."""

from datetime import UTC, datetime
from pathlib import Path

import click
from sqlite_utils import Database

from scorekeeper.cli.club import chosen, stored
from scorekeeper.cli.main import RefusedError, place_option
from scorekeeper.ops.mail import NotSent, tell_operator
from scorekeeper.services.clubs.hosting import LONGEST_WORDS, USUAL_WORDS, begin_read_only, end_read_only
from scorekeeper.store.clubs.hosting import WHOLE_INSTANCE, moved_to

club_option = click.option("--club", "wanted", metavar="CLUB", help="Only this club: its name or id.")


@click.command()
@click.argument("words")
def warn(words: str) -> None:
    """Mail WORDS to whoever SCOREKEEPER_WARN names, as the service does when it keeps failing."""
    try:
        tell_operator(words)
    except NotSent as error:
        raise RefusedError(str(error)) from error


def _words(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    words = " ".join(value.split()) or USUAL_WORDS
    if len(words) > LONGEST_WORDS:
        raise click.BadParameter(f"that is {len(words)} letters; {LONGEST_WORDS} is the most")
    return words


@click.group()
def maintenance() -> None:
    """Refuse changes for a while: pages still work, phones keep their rounds and send them afterwards."""


@maintenance.command()
@place_option
@club_option
@click.argument("words", default=USUAL_WORDS, callback=_words)
def on(database: Path | str, wanted: str | None, words: str) -> None:
    """Start read-only mode; WORDS stand on every page, such as “Back at nine.”

    When the command ends, nothing more is stored.
    """
    with stored(database) as db:
        begin_read_only(db, words, datetime.now(UTC), _meant(db, wanted))
    click.echo(f"Nothing is changed until “scorekeeper maintenance off”. Phones say: {words}")


@maintenance.command()
@place_option
@club_option
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
        end_read_only(db, meant)
    click.echo("Changes are accepted again.")


def _meant(db: Database, wanted: str | None) -> str:
    return chosen(db, wanted).id if wanted else WHOLE_INSTANCE
