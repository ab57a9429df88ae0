"""The command: what it prints and what it refuses."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper import __version__
from scorekeeper.cli.main import main


def test_version() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.output == f"scorekeeper {__version__}\n"


def test_migrate_makes_the_database_and_says_what_it_did(tmp_path: Path) -> None:
    database = tmp_path / "club.db"
    first = CliRunner().invoke(main, ["migrate"], env={"SCOREKEEPER_DATABASE": str(database)})
    repeated = CliRunner().invoke(main, ["migrate", "--database", str(database)])
    assert first.exit_code == repeated.exit_code == 0
    assert "Applied " in first.output
    assert repeated.output == f"{database} is up to date.\n"
    assert database.is_file()


def test_serve_refuses_a_taken_port_without_touching_the_database(tmp_path: Path) -> None:
    database = tmp_path / "club.db"
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = str(holder.getsockname()[1])
        arguments = ["serve", "--host", "127.0.0.1", "--port", port, "--database", str(database)]
        result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert "already in use" in result.output
    assert not database.exists()


def test_the_installed_command_starts_fast_enough_to_be_used_by_hand() -> None:
    modules = "import sys, scorekeeper.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", modules], capture_output=True, text=True, check=True)
    assert not {"flask", "granian", "sqlite_utils"} & set(loaded.stdout.split())
    assert Path(sys.executable).with_name("scorekeeper").is_file()


def test_the_server_starts_without_numpy_where_it_is_installed() -> None:
    modules = "import sys, scorekeeper.ops.serve; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", modules], capture_output=True, text=True, check=True)
    assert "numpy" not in loaded.stdout.split()


@pytest.mark.parametrize(
    "words",
    [
        ("backup",),
        ("club", "close", "The Crown", "--yes"),
        ("club", "list"),
        ("club", "size", "The Crown"),
        ("doctor",),
        ("export",),
        ("link", "--role", "score"),
        ("maintenance", "off"),
        ("maintenance", "on", "Back at nine."),
        ("move", "--to", "other.db"),
    ],
    ids=" ".join,
)
def test_commands_that_only_read_create_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """A mistyped database name is reported, and no empty database is left behind."""
    monkeypatch.chdir(tmp_path)
    missing = tmp_path / "typo.db"
    result = CliRunner().invoke(main, [*words, "--database", str(missing)])
    assert (result.exit_code, isinstance(result.exception, SystemExit)) == (3, True), result.output
    assert "There is no database at" in result.output
    assert [*tmp_path.iterdir()] == []
