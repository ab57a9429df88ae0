"""Where copies are kept: a folder, or a bucket that speaks S3. A copy has its name only once it is whole."""

import errno
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from scorekeeper import config
from scorekeeper.store.engine.locks import put_whole, whole


class Folder:
    """A folder, which is there already: a disk, a stick, a share."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def names(self) -> list[str]:
        return [found.name for found in self.path.iterdir()]

    def put(self, file: Path, name: str, mark: str = "") -> None:  # noqa: ARG002 - a file has none
        """Keep the file under this name, also in place of another; whole or not at all."""
        if file.parent == self.path:
            put_whole(file, self.path / name)
            return
        with whole(self.path / name, self.path / f"draft-{secrets.token_hex(8)}.db") as draft:
            shutil.copyfile(file, draft)
            draft.chmod(0o600)

    def remove(self, name: str) -> None:
        (self.path / name).unlink()

    @contextmanager
    def at_hand(self, name: str, draft: Path) -> Iterator[Path]:  # noqa: ARG002 - it is a file here
        """As a file here meanwhile: as ``draft`` where it is none."""
        yield self.path / name

    def mark(self, name: str) -> str:  # noqa: ARG002
        """What it was put there with, where that is kept."""
        return ""


_PATIENCE = {"max_retries": 3, "retry_timeout": timedelta(seconds=30)}
_CREDENTIALS = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
_EXTRA = "install “dominoes-scorekeeper[s3]”, by which copies are put there"


class Bucket:
    """``s3://bucket/prefix``; server, region and credentials are what AWS's own variables say."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __str__(self) -> str:
        return self.url

    @cached_property
    def _store(self) -> Any:
        try:
            from obstore.store import S3Store  # an extra
        except ImportError as error:
            raise OSError(errno.ENOPKG, _EXTRA) from error
        if missing := [name for name in _CREDENTIALS if name not in os.environ]:
            raise OSError(
                errno.EACCES, f"{' and '.join(missing)} must be set"
            )  # it would ask a cloud's machines
        client = {
            "allow_http": True,
            "timeout": timedelta(minutes=5),
            "connect_timeout": timedelta(seconds=10),
        }
        return S3Store.from_url(self.url, retry_config=_PATIENCE, client_options=client)

    def names(self) -> list[str]:
        with _in_words():
            return [found["path"] for part in self._store.list() for found in part]

    def put(self, file: Path, name: str, mark: str = "") -> None:
        with _in_words():
            self._store.put(name, file, attributes={"mark": mark})

    def remove(self, name: str) -> None:
        with _in_words():
            self._store.delete(name)

    @contextmanager
    def at_hand(self, name: str, draft: Path) -> Iterator[Path]:
        try:
            draft.touch(mode=0o600)
            with _in_words(), draft.open("wb") as file:
                file.writelines(self._store.get(name))
            yield draft
        finally:
            draft.unlink(missing_ok=True)

    def mark(self, name: str) -> str:
        with _in_words():
            return str(self._store.get(name).attributes.get("mark", ""))


Place = Folder | Bucket  # asked for anything it raises OSError, in words, where it is away or takes no more


@contextmanager
def _in_words() -> Iterator[None]:
    """Raise OSError in the server's own words, or with what kept it from being asked."""
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) and error.strerror:
            raise
        said = re.search(r"<Message>(.*?)</Message>", str(error), re.DOTALL)
        words = said[1] if said else str(error).splitlines()[0].rpartition(" - ")[2]
        if "error sending request" in words:
            words = "its server does not answer"
        raise OSError(errno.EIO, words.rstrip(".")[:200]) from error


def second_place() -> Place | None:
    """Where each sound copy goes as well, on another disk or machine, if that was set."""
    named = config.second_place()
    return (Bucket(named) if named.startswith("s3://") else Folder(Path(named))) if named else None
