"""``python -m bench.many_clubs``: a worker’s memory with many clubs, of which few are in use, then more."""

import sys
import tempfile
from contextlib import closing
from pathlib import Path

import click

from bench.clubs import BigClub, fill, opened
from bench.requests import grant
from bench.servers import Served, free_port
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import clubs

_ROUNDS = 100  # of each club
_IN_USE = (1, 10, 100, 1000)


@click.command()
@click.option("--clubs", "count", default=1000, show_default=True)
def main(count: int) -> None:
    """Say what the worker takes with so many clubs in its file, as phones of more and more of them look."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        for stored in (1, count):
            file = Path(folder) / f"{stored}.db"
            migrate(file)
            with closing(open_store(file)) as db:
                for _ in range(stored):
                    fill(db, _ROUNDS)
            _measure(opened(file), stored)


def _measure(one: BigClub, stored: int) -> None:
    port = free_port()
    command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1"]
    with Served([*command, "--port", str(port)], port, SCOREKEEPER_DATABASE=str(one.file)) as server:
        for number, club in enumerate(clubs(one.db), 1):
            playing = BigClub(one.db, one.file, club.id)
            server.headers.clear()
            grant(server, playing)
            for page in ("table", f"matches/{playing.match}", f"matches/{playing.match}/state"):
                server.ask(f"/c/{club.id}/{page}")
            if number in _IN_USE:
                click.echo(f"{stored} clubs, {number} in use: {server.memory() / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
