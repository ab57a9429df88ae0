"""New databases: migrated once per process, then copied."""

import tempfile
from functools import cache
from pathlib import Path

from scorekeeper.store import migrate


@cache
def _migrated() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scorekeeper.db"
        migrate(path)
        return path.read_bytes()


def make_database(path: Path) -> Path:
    """Put a new, empty database of today's schema at ``path``, as a first start does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_migrated())
    path.chmod(0o600)
    return path
