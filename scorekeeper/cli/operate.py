"""``scorekeeper operate`` and ``warn``: the operator’s page at the command line, a mail to the operator."""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from scorekeeper.cli.club import address
from scorekeeper.cli.main import PORT, RefusedError, place_option
from scorekeeper.config import operator_secret
from scorekeeper.ops.mail import NotSent, tell_operator
from scorekeeper.ops.network import found_here

_PATIENCE = 10  # seconds


@click.command()
@place_option
@click.option(
    "--address",
    show_default=f"this computer, with the port that the server has or last had, or {PORT}",
    callback=address,
    help="Where the server listens; ask each of several separately.",
)
def operate(database: Path | str, address: str) -> None:
    """Print the state of this instance, as its page “operate” shows it.

    The server and this command need the same SCOREKEEPER_OPERATOR_SECRET.
    """
    secret = operator_secret()
    if not secret:
        raise RefusedError("SCOREKEEPER_OPERATOR_SECRET is not set, so the operator’s page is off.")
    at = address or found_here(database, PORT)
    click.echo(_text(_asked(f"{at}/operate", secret)))


def _asked(address: str, secret: str) -> dict[str, Any]:
    asked = Request(address, headers={"Accept": "application/json", "Authorization": f"Bearer {secret}"})
    try:
        with urlopen(asked, timeout=_PATIENCE) as answer:  # nosec B310 # http or https, as ``address`` saw to
            page: dict[str, Any] = json.load(answer)
            return page
    except HTTPError as error:
        error.close()
        if error.code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND):
            raise RefusedError(f"The server at {address} has a different secret, or none.") from error
        raise RefusedError(f"The server at {address} answered {error.code}.") from error
    except ValueError as error:
        raise RefusedError(f"What answers at {address} is no Scorekeeper.") from error
    except OSError as error:  # a URLError among them, such as of a certificate
        raise RefusedError(f"No server answers at {address}: {getattr(error, 'reason', error)}.") from error


def _text(page: dict[str, Any]) -> str:
    lines = [
        f"Version {page['version']}, schema {page['schema']}",
        f"Newest copy: {page['newest_copy'] or 'none'}",
        *([page["clock"]] if page["clock"] else []),
        f"Changes are refused: {page['read_only']}" if page["read_only"] else "Changes are accepted",
        f"{page['live_tables']} live tables, {page['tonight']} matches started in the last twelve hours",
        f"Last hour: {page['saves_an_hour']} changes stored, {page['refusals_an_hour']} refused",
        *(f"{count} × {kind}" for kind, count in page["errors"].items()),
        *(f"{slow['mean_ms']:>9} ms  {slow['page']}, {slow['answers']} answers" for slow in page["slow"]),
        f"{page['clubs']} clubs",
        *(
            f"{(used['last_match_at'] or 'never')[:10]:>10}  {used['matches']} matches  {used['name']}"
            for used in page["used"]
        ),
    ]
    return "\n".join(lines)


@click.command()
@click.argument("words")
def warn(words: str) -> None:
    """Mail WORDS to whoever SCOREKEEPER_WARN names, as the service does when it keeps failing."""
    try:
        tell_operator(words)
    except NotSent as error:
        raise RefusedError(str(error)) from error
