"""The pub's own network: which address a phone can open, which port is free, names that stay, the QR code.

Phones reach the app by plain http on the local network, so the address that matters is the one a phone on
the same wifi can open. Nothing here sends a packet to find it.

The names, ``scorekeeper.local`` and the club's own, stay when the machine gets another number. They are told
by multicast DNS, in a process of its own that ends with the server. A name that another machine answers to is
left to it. Old Androids know numbers only.
"""

import errno
import ipaddress
import os
import re
import socket
import struct
import subprocess  # nosec B404 # our own command
import sys
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING

import click
import segno

LOOPBACK = "127.0.0.1"
# SIOCGIFADDR, the IPv4 address of one network interface: netdevice(7) on Linux, netintro(4) on macOS.
_ASK_ADDRESS = 0xC0206921 if sys.platform == "darwin" else 0x8915
NAME = "scorekeeper"
_KIND = "_http._tcp.local."
_ANSWER = 1500  # milliseconds in which another machine would answer to the name
_PATIENCE = 5  # seconds for which the start waits to hear which names are free
_LOOK = 20  # seconds between two looks at whether the number is still the same
_LONGEST = 63  # letters of a name (RFC 1035)
_CODE = "from scorekeeper.ops.network import announce_names; announce_names()"
_announcers: list[tuple[subprocess.Popen[str], list[str]]] = []


class ListenError(click.ClickException):
    """The address or port cannot be used."""


def number_of(host: str) -> str:
    """The address of this machine that is named by its number or its name. Raises ListenError."""
    try:
        return host if ":" in host else socket.gethostbyname(host)
    except OSError as error:
        raise ListenError(f"Cannot listen on {host}: {error.strerror}.") from error


def choose_port(host: str, port: int, spare: int = 0) -> int:
    """The first port free on ``host`` from ``port`` to ``port + spare``; 0 means any free one.

    Raises ListenError where all of them are taken, or the address itself is refused.
    """
    for candidate in range(port, port + spare + 1):
        try:
            version = socket.AF_INET6 if ":" in host else socket.AF_INET
            with socket.create_server((host, candidate), family=version) as listener:
                return int(listener.getsockname()[1])
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                why = os.strerror(error.errno or 0)
                raise ListenError(f"Cannot listen on {host} port {candidate}: {why}.") from error
    taken = f"Port {port} is" if not spare else f"Ports {port} to {port + spare} are"
    raise ListenError(f"{taken} already in use on {host}. Choose another with --port.")


def local_addresses() -> Iterator[str]:
    """This machine's IPv4 addresses, that of the default route first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only asks the kernel for a route; no packet leaves.
            probe.connect(("10.255.255.255", 9))
            yield probe.getsockname()[0]
        except OSError:
            pass  # A network of its own, such as a laptop's hotspot, has no default route.
        try:
            import fcntl
        except ImportError:  # Windows, which knows its own addresses without asking anybody.
            with suppress(OSError):
                yield from socket.gethostbyname_ex(socket.gethostname())[2]
            return
        try:
            interfaces = socket.if_nameindex()
        except OSError:
            return  # A service may be kept from asking, as by deploy/scorekeeper.service.
        for _, name in interfaces:
            try:
                answer = fcntl.ioctl(probe, _ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # This interface has no IPv4 address.
            yield socket.inet_ntoa(answer[20:24])


def phone_address(candidates: Iterable[str]) -> str:
    """The address a phone in the same network can open: the first private one, else the first real one.

    Loopback and link-local addresses reach no phone; with nothing else the answer is ``127.0.0.1``.
    """
    usable = [ip for ip in map(ipaddress.ip_address, candidates) if not (ip.is_loopback or ip.is_link_local)]
    private = [ip for ip in usable if ip.is_private]
    return str(next(iter(private or usable), LOOPBACK))


def only_here(host: str) -> bool:
    """Whether phones can come in at this address only through a proxy on this machine."""
    return ipaddress.ip_address(host).is_loopback


def links(host: str, port: int, lan: str, path: str) -> dict[str, str]:
    """Sentence to URL for each way to open the app that ``host`` lets in; ``lan`` is this machine's address.

    The phone's link comes first wherever phones can come in at all.
    """
    address = ipaddress.ip_address(host)
    if address.is_unspecified:  # every interface
        doors = {"Open on a phone": lan, "Open on this computer": LOOPBACK}
        if lan == LOOPBACK:
            doors = {"No network found, open on this computer": LOOPBACK}
    elif address.is_loopback:
        doors = {"Open on this computer only": host}
    else:
        doors = {"Open on a phone": host}
    return {words: f"http://{f'[{at}]' if ':' in at else at}:{port}{path}" for words, at in doors.items()}


def note_listening(database: Path | str, host: str, port: int) -> None:
    """Write beside the database where its server listens, for the commands that print links."""
    if isinstance(database, Path):
        with suppress(OSError):  # a full disk holds no start up
            _listening(database).write_text(f"{host} {port}\n", encoding="utf-8")


def found_at(database: Path | str, usual_port: int) -> str:
    """The address at which phones find the server of this database, or found it when it last ran."""
    host, port = _listens_at(database, usual_port)
    return next(iter(links(host, port, phone_address(local_addresses()), "").values()))


def found_here(database: Path | str, usual_port: int) -> str:
    """The address at which this machine itself finds that server."""
    host, port = _listens_at(database, usual_port)
    if ipaddress.ip_address(host).is_unspecified:
        host = "::1" if ":" in host else "127.0.0.1"
    return next(iter(links(host, port, host, "").values()))


def _listens_at(database: Path | str, usual_port: int) -> tuple[str, int]:
    if isinstance(database, Path):
        with suppress(OSError, ValueError):
            said, number = _listening(database).read_text(encoding="utf-8").split()
            return str(ipaddress.ip_address(said)), int(number)
    return "0.0.0.0", usual_port  # nosec B104 # as it listens unless told otherwise


def _listening(database: Path) -> Path:
    return database.with_name(f"{database.name}.listening")


def show_qr(url: str) -> None:
    text = qr_text(url)
    if sys.stdout.isatty() and text.encode(sys.stdout.encoding, "ignore").decode(sys.stdout.encoding) == text:
        click.echo(text)


def qr_text(url: str) -> str:
    """The QR code of ``url`` in half blocks, white on black whatever the terminal's colours, two rows a line.

    A scanner wants a dark code on a light ground with a quiet zone, so the blocks are the light modules.
    """
    rows = [[*row] for row in segno.make(url, micro=False, error="m").matrix_iter(border=3)]
    rows += [[1] * len(rows[0])] * (len(rows) % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ["".join(blocks[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs]
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines)


if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf


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
