"""Names in the pub's own network, ``scorekeeper.local`` and the club's own, which stay when the machine gets
another number.

Told by multicast DNS, in a process of its own that ends with the server. A name that another machine answers
to is left to it. Old Androids know numbers only.
"""

import re
import subprocess  # nosec B404 # our own command
import sys
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from queue import Empty, Queue
from typing import TYPE_CHECKING

from scorekeeper.ops.network import LOOPBACK, local_addresses, phone_address

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

NAME = "scorekeeper"
_KIND = "_http._tcp.local."
_ANSWER = 1500  # milliseconds in which another machine would answer to the name
_PATIENCE = 5  # seconds for which the start waits to hear which names are free
_LOOK = 20  # seconds between two looks at whether the number is still the same
_LONGEST = 63  # letters of a name (RFC 1035)
_CODE = "from scorekeeper.ops.local_name import announce_names; announce_names()"
_announcers: list[tuple[subprocess.Popen[str], list[str]]] = []


def host_name(club: str) -> str:
    """What the club could be called in its network: ``the-red-lion``; empty where no letter is left."""
    plain = unicodedata.normalize("NFKD", club.replace("’", "").replace("'", "")).encode("ascii", "ignore")
    return re.sub("[^a-z0-9]+", "-", plain.decode().lower()).strip("-")[:_LONGEST].rstrip("-")


def announced_names(port: int, *names: str) -> list[str]:
    """Have this machine answer to the names from now on; what to open by each that is not another's."""
    for announcer, known in _announcers:
        if announcer.poll() is None:
            return known  # the server has started again
    command = [sys.executable, "-c", _CODE, str(port), *dict.fromkeys(filter(None, names))]
    # It reads what this process never writes, and so ends when this one does.
    announcer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # nosec B603
    said = Queue[str]()
    threading.Thread(target=_pass_on, args=(announcer, said), daemon=True).start()
    with suppress(Empty):
        ways = [f"http://{host}:{port}" for host in said.get(timeout=_PATIENCE).split()]
        _announcers.append((announcer, ways))
        return ways
    announcer.kill()
    said.get()
    with announcer:
        return []


def _pass_on(announcer: "subprocess.Popen[str]", said: "Queue[str]") -> None:
    said.put(announcer.stdout.readline() if announcer.stdout else "")


def announce_names() -> None:
    """Answer to the names until the standard input ends: the process of ``announced_names``."""
    from zeroconf import IPVersion, Zeroconf  # half a second, and only this process needs it

    port, asked = int(sys.argv[1]), sys.argv[2:]
    ended = threading.Event()
    threading.Thread(target=_wait_for_the_end, args=(ended,), daemon=True).start()
    with suppress(OSError, KeyboardInterrupt), Zeroconf(ip_version=IPVersion.V4Only) as network:
        with ThreadPoolExecutor() as threads:
            taken = threads.map(partial(_is_taken, network), asked)
        names = [name for name, another in zip(asked, taken, strict=True) if not another]
        known = LOOPBACK
        while names and not ended.is_set():
            address = phone_address(local_addresses())
            if address == LOOPBACK and known == LOOPBACK:
                return
            if address not in (known, LOOPBACK):
                if known == LOOPBACK:
                    print(*(f"{name}.local" for name in names), flush=True)
                network.unregister_all_services()
                for name in names:
                    network.register_service(_service(name, address, port), cooperating_responders=True)
                known = address
            ended.wait(_LOOK)


def _is_taken(network: "Zeroconf", name: str) -> bool:
    """Whether another machine answers to the name."""
    from zeroconf import AddressResolverIPv4

    resolver = AddressResolverIPv4(f"{name}.local.")
    resolver.request(network, _ANSWER)
    return not {*resolver.parsed_addresses()} <= {*local_addresses()}


def _service(name: str, address: str, port: int) -> "ServiceInfo":
    from zeroconf import ServiceInfo

    return ServiceInfo(_KIND, f"{name}.{_KIND}", port, parsed_addresses=[address], server=f"{name}.local.")


def _wait_for_the_end(ended: threading.Event) -> None:
    sys.stdin.read()
    ended.set()
