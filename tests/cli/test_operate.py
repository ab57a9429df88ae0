"""The state of a running server at the command line."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli.main import main
from scorekeeper.ops.network import found_here
from tests.postgres import free_port
from tests.serving import ServerProcess, serving_on

SECRET = "nobody guesses this one, ever"  # noqa: S105 - the tests’ own
NAME = "SCOREKEEPER_OPERATOR_SECRET"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    database = tmp_path_factory.mktemp("hosted") / "scorekeeper.db"
    assert CliRunner().invoke(main, ["club", "add", "Crown", "--database", str(database)]).exit_code == 0
    server = ServerProcess(database, under=("env", f"{NAME}={SECRET}"))
    yield server.start()
    server.stop()


def operate(address: str, secret: str) -> Result:
    return CliRunner().invoke(main, ["operate", "--address", address], env={NAME: secret})


def test_it_prints_what_goes_on(hosted: ServerProcess) -> None:
    said = operate(hosted.url, SECRET).output
    assert "Changes are accepted" in said
    assert "0 live tables" in said
    assert "Last hour: 0 changes stored, 0 refused" in said
    assert "never  0 matches  Crown" in said


def test_it_finds_the_server_of_the_database_by_the_port_that_it_has(hosted: ServerProcess) -> None:
    command = ["operate", "--database", str(hosted.database)]
    assert "1 clubs" in CliRunner().invoke(main, command, env={NAME: SECRET}).output
    for listens, here in {
        "0.0.0.0 8123": "http://127.0.0.1:8123",
        "192.0.2.7 80": "http://192.0.2.7:80",
        ":: 8123": "http://[::1]:8123",
        "torn": "http://127.0.0.1:8000",
    }.items():
        beside = hosted.database.with_name(f"{hosted.database.name}.listening")
        before = beside.read_text()
        beside.write_text(listens)
        assert found_here(hosted.database, 8000) == here
        beside.write_text(before)
    assert found_here("postgresql:///scorekeeper", 8000) == "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("secret", "address", "words"),
    [
        ("", "http://127.0.0.1:1", "SCOREKEEPER_OPERATOR_SECRET is not set"),
        (SECRET, "http://127.0.0.1:1", "No server answers at http://127.0.0.1:1/operate: [Errno 111]"),
        ("another secret of twenty letters", "", "has a different secret"),
    ],
)
def test_it_says_why_it_cannot(hosted: ServerProcess, secret: str, address: str, words: str) -> None:
    refused = operate(address or hosted.url, secret)
    assert (refused.exit_code, words in refused.output) == (3, True), refused.output


def test_another_program_is_told_from_a_server_of_ours(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "operate").write_text("Welcome!")
    command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", tmp_path, port]
    with serving_on(port, command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL):
        refused = operate(f"http://127.0.0.1:{port}", SECRET)
    assert (refused.exit_code, "is no Scorekeeper" in refused.output) == (3, True), refused.output
