"""The addresses that are printed, the port that is chosen, and the QR code."""

import socket

import pytest
import segno

from scorekeeper.ops.network import (
    ListenError,
    choose_port,
    links,
    local_addresses,
    number_of,
    phone_address,
    qr_text,
)


@pytest.mark.parametrize(
    ("candidates", "chosen"),
    [
        pytest.param(["192.168.1.20", "127.0.0.1"], "192.168.1.20", id="the one of the default route"),
        pytest.param(["127.0.0.1", "10.42.0.1"], "10.42.0.1", id="a hotspot's, without a default route"),
        pytest.param(["8.8.8.8", "10.0.0.5"], "10.0.0.5", id="a private one before a public one"),
        pytest.param(["8.8.8.8"], "8.8.8.8", id="a public one if there is no other"),
        pytest.param(["169.254.7.7", "127.0.0.1"], "127.0.0.1", id="link-local reaches no phone"),
        pytest.param([], "127.0.0.1", id="no network at all"),
    ],
)
def test_phone_address(candidates: list[str], chosen: str) -> None:
    assert phone_address(candidates) == chosen


@pytest.mark.parametrize(
    ("host", "lan", "printed"),
    [
        (
            "0.0.0.0",
            "192.168.1.20",
            {
                "Open on a phone": "http://192.168.1.20:8000/",
                "Open on this computer": "http://127.0.0.1:8000/",
            },
        ),
        ("0.0.0.0", "127.0.0.1", {"No network found, open on this computer": "http://127.0.0.1:8000/"}),
        (
            "::",
            "192.168.1.20",
            {
                "Open on a phone": "http://192.168.1.20:8000/",
                "Open on this computer": "http://127.0.0.1:8000/",
            },
        ),
        ("127.0.0.1", "192.168.1.20", {"Open on this computer only": "http://127.0.0.1:8000/"}),
        ("192.168.1.20", "10.0.0.5", {"Open on a phone": "http://192.168.1.20:8000/"}),
        ("::1", "10.0.0.5", {"Open on this computer only": "http://[::1]:8000/"}),
    ],
)
def test_only_reachable_addresses_are_printed(host: str, lan: str, printed: dict[str, str]) -> None:
    assert links(host, 8000, lan, "/") == printed


def test_the_next_free_port_is_used_unless_one_was_asked_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        taken = holder.getsockname()[1]
        assert taken < choose_port("127.0.0.1", taken, spare=20) <= taken + 20
        with pytest.raises(ListenError, match=f"Port {taken} is already in use"):
            choose_port("127.0.0.1", taken)


def test_an_address_that_is_not_ours_is_refused_in_a_sentence() -> None:
    with pytest.raises(ListenError, match=r"Cannot listen on 203\.0\.113\.9 port 8000: [\w ]+\.$"):
        choose_port("203.0.113.9", 8000, spare=20)
    with pytest.raises(ListenError, match=r"Cannot listen on nowhere\.invalid: [\w ]+\.$"):
        number_of("nowhere.invalid")


def test_an_address_may_be_a_name() -> None:
    assert [number_of(host) for host in ("localhost", "::1", "0.0.0.0")] == ["127.0.0.1", "::1", "0.0.0.0"]


def test_the_qr_code_on_the_terminal_is_the_link() -> None:
    url = "http://192.168.1.20:8000/start/abcdefghijklmnopqrstuv"
    read = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows: list[list[int]] = []
    for line in qr_text(url).splitlines():
        assert line.startswith("\x1b[97;40m")
        halves = [read[block] for block in line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m")]
        rows += [[upper for upper, _ in halves], [lower for _, lower in halves]]
    code = [list(row) for row in segno.make(url, micro=False, error="m").matrix_iter(border=3)]
    assert rows[: len(code)] == code


def test_this_machine_knows_its_own_addresses() -> None:
    assert "127.0.0.1" in local_addresses()
