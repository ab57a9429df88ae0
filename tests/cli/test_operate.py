"""``scorekeeper operate`` asks a running server, using the operator's secret."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli.main import main
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


def run(address: str, secret: str) -> Result:
    return CliRunner().invoke(main, ["operate", "--address", address], env={NAME: secret})


def test_it_prints_what_goes_on(hosted: ServerProcess) -> None:
    said = run(hosted.url, SECRET).output
    assert "Changes are accepted" in said
    assert "0 live tables" in said
    assert "Last hour: 0 changes stored, 0 refused" in said
    assert "never  0 matches  Crown" in said


@pytest.mark.parametrize(
    ("secret", "address", "words"),
    [
        ("", "http://127.0.0.1:1", "SCOREKEEPER_OPERATOR_SECRET is not set"),
        (SECRET, "http://127.0.0.1:1", "No server answers at http://127.0.0.1:1/operate: [Errno 111]"),
        ("another secret of twenty letters", "", "has a different secret"),
    ],
)
def test_it_says_why_it_cannot(hosted: ServerProcess, secret: str, address: str, words: str) -> None:
    refused = run(address or hosted.url, secret)
    assert (refused.exit_code, words in refused.output) == (3, True), refused.output


def test_another_program_is_told_from_a_server_of_ours(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "operate").write_text("Welcome!")
    command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", tmp_path, port]
    with serving_on(port, command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL):
        refused = run(f"http://127.0.0.1:{port}", SECRET)
    assert (refused.exit_code, "is no Scorekeeper" in refused.output) == (3, True), refused.output
