"""The machine answers to a name in its network, which a machine that had it before keeps."""

import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf

from scorekeeper.app import create_app
from scorekeeper.ops import network as own_network
from scorekeeper.ops.network import LOOPBACK, local_addresses, phone_address
from scorekeeper.web.http.answers import qr_code
from tests.databases import make_database
from tests.services.league import EVENING, Secretary
from tests.serving import PATIENCE
from tests.web.cast import Phone, open_pub, sit_down

HERE = phone_address(local_addresses())
pytestmark = pytest.mark.skipif(HERE == LOOPBACK, reason="this machine is in no network")


@pytest.fixture
def name() -> Iterator[str]:
    """A name that no other test and no server has."""
    yield f"scorekeeper-test-{os.getpid()}"
    while own_network._announcers:
        with own_network._announcers.pop()[0] as announcer:
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
    own = f"{name}-lion"
    ways = [f"http://{name}.local:8123", f"http://{own}.local:8123"]
    assert own_network.announced_names(8123, name, own) == ways
    assert addresses(network, name) == addresses(network, own) == [HERE]
    assert own_network.announced_names(8123, name, own) == ways, "the server has started again"


def test_a_name_that_another_machine_has_is_left_to_it(name: str, network: Zeroconf) -> None:
    kind = "_http._tcp.local."
    theirs = ServiceInfo(kind, f"x.{kind}", 80, parsed_addresses=["192.0.2.77"], server=f"{name}.local.")
    network.register_service(theirs)
    began = time.monotonic()
    assert own_network.announced_names(8123, name, f"{name}-lion") == [f"http://{name}-lion.local:8123"]
    assert time.monotonic() - began < PATIENCE
    assert addresses(network, name) == ["192.0.2.77"]


def test_the_name_ends_with_the_server(name: str) -> None:
    own_network.announced_names(8123, name)
    ((announcer, _),) = own_network._announcers
    assert announcer.stdin is not None
    announcer.stdin.close()
    assert announcer.wait(30) == 0


def test_an_announcer_that_does_not_answer_holds_no_start_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_network, "_CODE", "import sys; sys.stdin.read()")
    monkeypatch.setattr(own_network, "_PATIENCE", 0.1)
    assert own_network.announced_names(8123, "silent") == []
    assert own_network._announcers == []


@pytest.mark.parametrize(
    ("club", "name"),
    [
        ("The Red Lion", "the-red-lion"),
        ("Ye Olde King’s Head & Tap!", "ye-olde-kings-head-tap"),
        ("Café Zürich", "cafe-zurich"),
        ("Ö 5", "o-5"),
        ("狮子", ""),
    ],
)
def test_a_clubs_own_name(club: str, name: str) -> None:
    assert own_network.host_name(club) == name


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
        page = phone.ask(f"{pub.home}settings").get_data(as_text=True)
        (way,) = re.findall(r'src="(/c/\w+/links/score.svg\?way=\d)"', page)
        code = phone.ask(way).get_data()
        assert code == qr_code(f"{there}{pub.link('score')}").get_data()
    assert pub.manager.ask(f"{pub.home}links/score.svg?way=7").status_code == 200
    assert "local:8000" not in pub.phone("score").open(f"{pub.home}settings").text


@pytest.mark.parametrize("itself", ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
def test_what_the_server_shows_on_its_own_screen_opens_on_phones(tmp_path: Path, itself: str) -> None:
    """At the laptop that serves, all links and codes name it as the pub's network knows it."""
    path = make_database(tmp_path / "scorekeeper.db")
    ways = ("http://192.168.1.20:8000", "http://scorekeeper.local:8000")
    pub = open_pub(create_app({"DATABASE": path, "ADDRESSES": ways}), "The Crown")
    desk, match = Phone(pub.app, itself), sit_down(pub, "draw_100", "Ann", "Bob")
    desk.open(pub.link("manage"))
    with pub.db() as db:
        secretary = Secretary.begin(db, pub.id, "leek", {"Crown": "Ann, Bob", "Swan": "Cy, Dee"}, EVENING)
        secretary.draw_up(date(2026, 9, 7), twice=False)
    desk.send(desk.open(f"{pub.home}leagues/captains").form_saying("Make them"))
    desk.send(desk.open(f"{pub.home}pin/settings").form_with("pin"), pin="826173", act="set")
    overdue = f"leagues/{secretary.league}/fixtures/overdue"
    for page in ("settings", "leagues/captains", "pin/settings", f"matches/{match}/code", overdue):
        shown = desk.open(f"{pub.home}{page}").text
        assert f"{ways[0]}{pub.home}" in shown, page
        assert itself not in shown, page
    for code, of in (("tv/code.svg", pub.home), ("links/score.svg", pub.link("score"))):
        assert desk.ask(f"{pub.home}{code}").get_data() == qr_code(f"{ways[0]}{of}").get_data(), code


def test_a_phone_that_came_by_the_number_is_told_of_the_name_that_stays(tmp_path: Path) -> None:
    path = make_database(tmp_path / "scorekeeper.db")
    ways = ("http://192.168.1.20:8000", "http://scorekeeper.local:8000", "http://the-crown.local:8000")
    app = create_app({"DATABASE": path, "ADDRESSES": ways})
    assert f"Then open {ways[1]} " in Phone(app, ways[0]).open("/offline").text
    assert "number" not in Phone(app, ways[1]).open("/offline").text
    assert "number" not in Phone(create_app({"DATABASE": path})).open("/offline").text
