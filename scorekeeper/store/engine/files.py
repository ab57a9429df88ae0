"""Files that get their name only once they are complete and on the disk."""

import os
from pathlib import Path


def put_whole(draft: Path, finished: Path) -> None:
    """Give a whole file its name so that a power cut leaves either all of it or nothing."""
    _sync(draft, os.O_RDWR)
    draft.replace(finished)
    if os.name != "nt":  # Windows syncs names by itself, and opens no folder.
        _sync(finished.parent, os.O_RDONLY)


def _sync(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
