"""What a disk may hold after a power cut, derived from a program's traced system calls.

A write is safe once its file has been synced, a name once its folder has. Of everything since then the disk
may hold any part: nothing, all, some writes without others, and parts of a single write.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR = 512
CALLS = "openat,pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink"
_CALL = re.compile(r"\d+ +(?P<name>\w+)\((?P<said>.*)\)\s+= \d")
_TEXT = re.compile(r'["<]((?:\\x[0-9a-f]{2})*)[">]')
_ACKED = b"acked "
Kept = Callable[[int], int]  # given the length of a write, how many of its bytes have reached the disk


class Event(NamedTuple):
    """One call: ``kind``, the file's name in the folder, and what was written where (``at``)."""

    kind: str
    name: str
    data: bytes = b""
    at: int = 0


def events_in(trace: str, folder: Path) -> Iterator[Event]:
    """What the traced program did to the files of this folder, and what it acknowledged."""
    for line in trace.splitlines():
        if call := _CALL.match(line):
            texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(call["said"])]
            yield from _events(call["name"], call["said"], texts, f"{folder}/")


def _events(call: str, said: str, texts: list[bytes], folder: str) -> Iterator[Event]:
    if call == "write" and texts[-1].startswith(_ACKED):
        yield Event("acked", texts[-1].removeprefix(_ACKED).decode().strip())
        return
    paths = [text.decode(errors="replace") for text in texts]
    names = [path.removeprefix(folder) for path in paths]
    ours = [path != name and not name.endswith("-shm") for path, name in zip(paths, names, strict=True)]
    if call == "openat":
        if "O_CREAT" in said and ours[-1]:
            yield Event("make", names[-1])
    elif call in ("fsync", "fdatasync"):
        if ours[0] or f"{paths[0]}/" == folder:
            yield Event("sync", names[0] if ours[0] else "")
    elif paths and ours[0]:
        number = int(said.rsplit(", ", 1)[1]) if call in ("pwrite64", "ftruncate") else 0
        assert call != "write", f"a write without a place: {said[:200]}"
        data = texts[1] if call in ("pwrite64", "rename") else b""
        yield Event(call, names[0], data, number)


class File:
    """A file's synced bytes, and what was done to it since."""

    def __init__(self, safe: bytes = b"") -> None:
        self.safe = safe
        self.since: list[Event] = []

    def sync(self) -> None:
        self.safe, self.since = self.after(lambda size: size), []

    def after(self, kept: Kept) -> bytes:
        """Its bytes if so much of each later write has reached the disk."""
        content = bytearray(self.safe)
        for event in self.since:
            if event.kind == "ftruncate":
                if kept(1):
                    content = content[: event.at].ljust(event.at, b"\0")
            elif data := event.data[: kept(len(event.data))]:
                content = content.ljust(event.at, b"\0")
                content[event.at : event.at + len(data)] = data
        return bytes(content)


Names = dict[str, File]


class Disk:
    """A folder of files through a series of events. If it ``lies``, a sync makes nothing safe."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.safe: Names = {name: File(content) for name, content in files.items()}
        self.now = dict(self.safe)
        self.since: list[Names] = []  # the names after each change that is not synced yet
        self.lies = False

    def take(self, event: Event) -> None:
        """Apply this event."""
        if event.kind == "sync":
            self._sync(event.name)
        elif event.kind in ("pwrite64", "ftruncate"):
            if event.name in self.now:
                self.now[event.name].since.append(event)
        elif event.kind != "acked":
            self._rename(event)

    def _rename(self, event: Event) -> None:
        names = dict(self.now)
        if event.kind == "make":
            names.setdefault(event.name, File())
        elif event.kind == "unlink":
            names.pop(event.name, None)
        else:
            names[Path(event.data.decode()).name] = names.pop(event.name)
        if names != self.now:
            self.now = names
            self.since.append(names)

    def _sync(self, name: str) -> None:
        if self.lies:
            return
        if name:
            self.now[name].sync()
        else:
            self.safe, self.since = self.now, []

    def cut(self, chance: Random) -> dict[str, bytes]:
        """What may be left if the power fails now."""
        names = chance.choice([self.safe, *self.since, self.now])
        kept = chance.choice((_none, _all, _some(chance), _torn(chance)))
        return {name: file.after(kept) for name, file in names.items()}


def _none(_size: int) -> int:
    return 0


def _all(size: int) -> int:
    return size


def _some(chance: Random) -> Kept:
    return lambda size: chance.choice((0, size))


def _torn(chance: Random) -> Kept:
    return lambda size: min(size, SECTOR * chance.randrange(size // SECTOR + 2))


def states(
    files: dict[str, bytes], events: Sequence[Event], count: int, *, lying_from: int | None = None
) -> Iterator[tuple[list[str], dict[str, bytes]]]:
    """``count`` states in which a power cut may leave the files, with what was acknowledged before it.

    They are spread over the events; from the event ``lying_from`` on no sync is real.
    """
    disk, acked, done = Disk(files), [], 0
    for number, event in enumerate(events, 1):
        disk.lies = lying_from is not None and number >= lying_from
        disk.take(event)
        if event.kind == "acked":
            acked.append(event.name)
        while done * len(events) < number * count:
            done += 1
            yield list(acked), disk.cut(Random(done))
