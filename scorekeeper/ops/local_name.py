"""A name in the pub's own network, ``scorekeeper.local``, which stays when the machine gets another number.

Told by multicast DNS, in a process of its own that ends with the server. A name that another machine answers
to is left to it. Old Androids know numbers only.
"""

import subprocess  # nosec B404 # our own command
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from scorekeeper.ops.network import LOOPBACK, local_addresses, phone_address

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

NAME = "scorekeeper"
_KIND = "_http._tcp.local."
_ANSWER = 1500  # milliseconds in which another machine would answer to the name
_LOOK = 20  # seconds between two looks at whether the number is still the same
_CODE = "from scorekeeper.ops.local_name import announce_name; announce_name()"
_announcers: list[subprocess.Popen[str]] = []


def announced_name(port: int, name: str = NAME) -> str | None:
    """Have this machine answer to the name from now on; what to open, None where that is not to be."""
    if any(announcer.poll() is None for announcer in _announcers):
        return f"http://{name}.local:{port}"  # the server has started again
    command = [sys.executable, "-c", _CODE, str(port), name]
    # It reads what this process never writes, and so ends when this one does.
    announcer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # nosec B603
    _announcers.append(announcer)
    host = announcer.stdout.readline().strip() if announcer.stdout else ""
    return f"http://{host}:{port}" if host else None


def announce_name() -> None:
    """Answer to the name until the standard input ends: the process of ``announced_name``."""
    from zeroconf import IPVersion, Zeroconf  # half a second, and only this process needs it

    port, name = int(sys.argv[1]), sys.argv[2]
    ended = threading.Event()
    threading.Thread(target=_wait_for_the_end, args=(ended,), daemon=True).start()
    with suppress(OSError, KeyboardInterrupt), Zeroconf(ip_version=IPVersion.V4Only) as network:
        if _is_taken(network, name):
            return
        known = LOOPBACK
        while not ended.is_set():
            address = phone_address(local_addresses())
            if address == LOOPBACK and known == LOOPBACK:
                return
            if address not in (known, LOOPBACK):
                network.unregister_all_services()
                network.register_service(_service(name, address, port), cooperating_responders=True)
                if known == LOOPBACK:
                    print(f"{name}.local", flush=True)
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
