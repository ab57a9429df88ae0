"""The machine answers to a name in its network, which a machine that had it before keeps."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf

from scorekeeper.app import create_app
from scorekeeper.ops import local_name
from scorekeeper.ops.network import LOOPBACK, local_addresses, phone_address
from tests.databases import make_database
from tests.web.cast import Phone, open_pub

HERE = phone_address(local_addresses())
pytestmark = pytest.mark.skipif(HERE == LOOPBACK, reason="this machine is in no network")


@pytest.fixture
def name() -> Iterator[str]:
    """A name that no other test and no server has."""
    yield f"scorekeeper-test-{os.getpid()}"
    while local_name._announcers:
        with local_name._announcers.pop() as announcer:
            if announcer.stdin and not announcer.stdin.closed:
                announcer.stdin.close()


@pytest.fixture
def network() -> Iterator[Zeroconf]:
    """In a thread of its own: after a browser's test this one has the browser's event loop."""
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(Zeroconf, ip_version=IPVersion.V4Only).result()
        yield found
        thread.submit(found.close).result()


def addresses(network: Zeroconf, name: str) -> list[str]:
    resolver = AddressResolverIPv4(f"{name}.local.")
    resolver.request(network, 3000)
    return resolver.parsed_addresses()


def test_a_phone_finds_this_machine_by_its_name(name: str, network: Zeroconf) -> None:
    assert local_name.announced_name(8123, name) == f"http://{name}.local:8123"
    assert addresses(network, name) == [HERE]


def test_a_name_that_another_machine_has_is_left_to_it(name: str, network: Zeroconf) -> None:
    kind = "_http._tcp.local."
    theirs = ServiceInfo(kind, f"x.{kind}", 80, parsed_addresses=["192.0.2.77"], server=f"{name}.local.")
    network.register_service(theirs)
    assert local_name.announced_name(8123, name) is None


def test_the_name_ends_with_the_server(name: str) -> None:
    local_name.announced_name(8123, name)
    (announcer,) = local_name._announcers
    assert announcer.stdin is not None
    announcer.stdin.close()
    assert announcer.wait(30) == 0


def test_the_manager_finds_the_link_by_number_and_by_name(tmp_path: Path) -> None:
    path = make_database(tmp_path / "scorekeeper.db")
    ways = ("http://192.168.1.20:8000", "http://scorekeeper.local:8000")
    pub = open_pub(create_app({"DATABASE": path, "ADDRESSES": ways}), "The Crown")
    for here, there in (ways, reversed(ways)):
        phone = Phone(pub.app, here)
        phone.open(pub.link("manage"))
        text = phone.open(f"{pub.home}settings").text
        for address in (here, there):
            assert f"{address}{pub.link('score')}" in text
    assert "local:8000" not in pub.phone("score").open(f"{pub.home}settings").text
