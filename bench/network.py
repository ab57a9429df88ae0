"""A network of machines on this one: a namespace for each, joined by a bridge; it can split. Needs root."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_NET = "10.213.77"


class Network:
    """``machines`` of them, numbered from 0."""

    def __init__(self, machines: int) -> None:
        self._bridge = f"sk{os.getpid()}"
        self._names = [f"{self._bridge}n{number}" for number in range(machines)]

    def build(self) -> None:
        """Make the machines and what joins them."""
        _ip("link", "add", self._bridge, "type", "bridge")
        _ip("address", "add", f"{_NET}.254/24", "dev", self._bridge)
        _ip("link", "set", self._bridge, "up")
        for number, name in enumerate(self._names):
            _ip("netns", "add", name)
            _ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("link", "set", name, "master", self._bridge, "up")
            _ip("-n", name, "address", "add", f"{self.address(number)}/24", "dev", "eth0")
            _ip("-n", name, "link", "set", "eth0", "up")
            _ip("-n", name, "link", "set", "lo", "up")

    def remove(self) -> None:
        """Remove whatever of it is there."""
        for name in self._names:
            with suppress(subprocess.CalledProcessError):
                _ip("netns", "del", name)
        with suppress(subprocess.CalledProcessError):
            _ip("link", "del", self._bridge)

    def address(self, number: int) -> str:
        """Where this machine is found by the others and by us."""
        return f"{_NET}.{number + 1}"

    def inside(self, number: int, command: list[str]) -> list[str]:
        """The command as it is started on this machine."""
        return ["ip", "netns", "exec", self._names[number], *command]

    def cut_off(self, number: int) -> None:
        """Nobody reaches this machine any more, and it reaches nobody."""
        _ip("link", "set", self._names[number], "down")

    def split(self, number: int) -> None:
        """This machine and the others do not reach each other; whoever is outside reaches all of them."""
        for other in self._others(number):
            _ip("-n", self._names[number], "route", "add", "blackhole", f"{self.address(other)}/32")

    def repair(self, number: int) -> None:
        """Everybody reaches this machine again."""
        _ip("link", "set", self._names[number], "up")
        for other in self._others(number):
            with suppress(subprocess.CalledProcessError):
                _ip("-n", self._names[number], "route", "del", "blackhole", f"{self.address(other)}/32")

    def _others(self, number: int) -> list[int]:
        return [other for other in range(len(self._names)) if other != number]


@contextmanager
def network(machines: int) -> Iterator[Network]:
    """A network until the end of the block."""
    there = Network(machines)
    try:
        there.build()
        yield there
    finally:
        there.remove()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
