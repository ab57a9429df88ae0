"""A disk in memory that a test can fill and empty."""

import subprocess
from contextlib import suppress
from pathlib import Path

SIZE, FILES = "2m", 100


class SmallDisk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def mount(self) -> bool:
        """False where that is not allowed."""
        return self._do(
            "mount", "-t", "tmpfs", "-o", f"size={SIZE},nr_inodes={FILES},mode=0700", "scorekeeper-test"
        )

    def unmount(self) -> None:
        assert self._do("umount", "--lazy")

    def fill(self, leave: int = 0) -> None:
        """Use up the space, except for so many bytes."""
        with (self.folder / "filler").open("ab", buffering=0) as filler:
            with suppress(OSError):
                while filler.write(bytes(512)):
                    pass
            filler.truncate(filler.tell() - leave)

    def fill_names(self) -> None:
        """Use up the inodes: there is space left, but no room for another file."""
        with suppress(OSError):
            for n in range(FILES):
                (self.folder / f"filler-{n}").touch()

    def empty(self) -> None:
        for filler in self.folder.glob("filler*"):
            filler.unlink()

    def _do(self, *command: str) -> bool:
        return subprocess.run([*command, self.folder], capture_output=True).returncode == 0
