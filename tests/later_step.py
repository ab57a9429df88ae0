"""A second step of the schema, as the next release may bring one: it is there only while it is tested."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlite_utils import Database

from scorekeeper.store import migrate
from scorekeeper.store.engine.schema import migrations

NAME = "m002_clubs_have_a_motto"


@contextmanager
def later_step() -> Iterator[str]:
    @migrations(name=NAME)
    def step(db: Database) -> None:
        db.execute("ALTER TABLE clubs ADD COLUMN motto TEXT NOT NULL DEFAULT ''")

    try:
        yield NAME
    finally:
        migrations._migrations.pop()


def take_it(path: str) -> None:
    """For a process of its own, which is ended somewhere in it."""
    with later_step():
        migrate(path)
