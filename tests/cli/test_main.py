"""The command: what it prints, on any console, and what it refuses: nothing is then made or changed."""

import os
import pty
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper import __version__
from scorekeeper.cli.main import main
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine import connection
from scorekeeper.store.engine.connection import writing
from tests.serving import COMMAND


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


FEW_SIGNS = {**os.environ, "PYTHONIOENCODING": "cp1252"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    with closing(open_store(path)) as db, writing(db):
        add_club(db, "Zoë’s 🁡", "2026-11-22T20:00:00Z")
    return path


def test_a_name_outside_the_character_set_is_printed_as_far_as_possible(database: Path) -> None:
    command = [COMMAND, "club", "list", "--database", database]
    said = subprocess.run(command, env=FEW_SIGNS, capture_output=True, check=True).stdout
    assert "Zoë’s ?" in said.decode("cp1252")


def test_a_terminal_without_block_characters_shows_only_the_link(database: Path) -> None:
    ours, theirs = pty.openpty()
    command = [COMMAND, "link", "--role", "watch", "--database", database]
    done = subprocess.run(command, env=FEW_SIGNS, stdout=theirs, check=False)
    os.close(theirs)
    with os.fdopen(ours, encoding="cp1252") as terminal:
        shown = terminal.readline()
        assert shown.startswith("http://")
        with pytest.raises(OSError, match="Input/output"):
            terminal.readline()
    assert done.returncode == 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Here are a database with two clubs of one name, its key, a text and a folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "scorekeeper.db"))
    for _ in range(2):
        assert run("club", "add", "Crown").exit_code == 0
    (tmp_path / "text").write_text("Ann 5, Bob 7\n")
    (tmp_path / "kept").mkdir()
    return tmp_path


def run(*words: str, **settings: str) -> Result:
    return CliRunner().invoke(
        main, words, env={f"SCOREKEEPER_{name}": value for name, value in settings.items()}
    )


def lying_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if not path.name.endswith((".lock", "-wal", "-shm"))}


HTTP = "write it like https://scores.example.org, without a path"
LINK = ("link", "--role", "score", "--club", "Crown")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("club", "add", "Swan", "--address", "scores.example.org"), HTTP),
        (("club", "add", "Swan", "--address", "https://scores.example.org/swan"), HTTP),
        (("club", "forward", "Crown", "scores.example.org"), HTTP),
        ((*LINK, "--address", ""), HTTP),
        (("operate", "--address", "file:///etc/passwd"), HTTP),
        (("club", "size", "Crown"), "More than one club is called “Crown”. Say its id:\n  "),
        (("club", "close", "Swan", "--yes"), "There is no club “Swan”. There is:\n  "),
        (("export", "-"), "Say which club with --club:\n  "),
        (("maintenance", "on", "x" * 201), "that is 201 letters; 200 is the most"),
        (("migrate", "--database", "mysql://pub/scores"), "does not begin with postgresql://"),
        (("migrate", "--database", "text"), "text cannot be read as a database: file is not a database."),
        (("restore", "text", "--database", "new.db"), "text cannot be read as a database"),
        (("restore", "scorekeeper.db"), "There is a database at"),
        (("restore", "scorekeeper.db", "--database", "postgresql://pub/scores"), "this is for a file"),
        (("migrate", "--database", "text/new.db"), "text: File exists."),
        (("move", "--to", "mysql://pub/scores"), "does not begin with postgresql://"),
        (("move", "--to", "scorekeeper.db"), "There are clubs in that database already."),
        (("doctor", "--database", "postgresql://[pub/scores"), 'matching "]" in IPv6 host address'),
        (("demo", "--database", "postgresql://pub/scores"), "this is for a file"),
        (("migrate", "--new-key"), "is this database’s own, so no link would end."),
        (("migrate", "--new-key", "--replace-key"), "--new-key is for a key that is lost"),
        (("restore", "text", "--club", "Crown"), "text cannot be read as a database"),
        (("serve", "--host", "nowhere.invalid"), "Cannot listen on nowhere.invalid: "),
    ],
    ids=lambda given: " ".join(given)[:60] if isinstance(given, tuple) else None,
)
def test_wrong_words(folder: Path, words: tuple[str, ...], sentence: str) -> None:
    before = lying_in(folder)
    refused = run(*words)
    assert (refused.exit_code in (1, 2, 3), isinstance(refused.exception, SystemExit)) == (True, True), (
        refused
    )
    assert sentence in refused.output
    assert lying_in(folder) == before


@pytest.mark.parametrize(
    ("setting", "value", "words", "sentence"),
    [
        (
            "PROXIES",
            "one",
            ("doctor",),
            "SCOREKEEPER_PROXIES is how many proxies are yours, such as 1; not “one”.",
        ),
        ("PROXIES", "-1", ("serve", "--port", "0"), "not “-1”."),
        (
            "TIMEZONE",
            "Mars/Olympus",
            ("serve", "--port", "0"),
            "such as Europe/Dublin; “Mars/Olympus” is none.",
        ),
        ("TIMEZONE", "Europe", ("club", "list"), "“Europe” is none."),
        ("TIMEZONE", "/etc/passwd", ("club", "list"), "“/etc/passwd” is none."),
        ("OPERATOR_SECRET", "short", ("serve", "--port", "0"), "OPERATOR_SECRET needs at least 20 letters."),
        ("OPERATOR_SECRET", "short", ("operate",), "OPERATOR_SECRET needs at least 20 letters."),
        ("KEY", "kept", LINK, "kept: Is a directory."),
        ("KEY", "text", LINK, "text is not a complete key."),
        ("BACKUPS", "text", ("backup",), "No copy was made: text: File exists."),
    ],
)
@pytest.mark.usefixtures("folder")
def test_wrong_settings(setting: str, value: str, words: tuple[str, ...], sentence: str) -> None:
    refused = run(*words, **{setting: value})
    assert (refused.exit_code, isinstance(refused.exception, SystemExit)) == (3, True), refused
    assert sentence in refused.output


@pytest.mark.skipif(os.getuid() != 0, reason="only root can do so")
def test_root_leaves_nothing_that_the_server_could_not_read(folder: Path) -> None:
    os.chown(folder / "scorekeeper.db", 65534, 65534)
    before = lying_in(folder)
    for words in (("backup",), ("migrate", "--replace-key"), ("serve", "--port", "0")):
        refused = run(*words)
        assert (refused.exit_code, "Run this as that user: “sudo -u nobody" in refused.output) == (3, True)
    server = "postgresql://nobody@127.0.0.1:1/nowhere"
    key = folder / "key"
    key.write_bytes(b"k" * 32)
    os.chown(key, 65534, 65534)
    refused = run("migrate", "--replace-key", DATABASE=server, KEY=str(key))
    assert (refused.exit_code, f"{key} belongs to nobody" in refused.output) == (3, True)
    assert lying_in(folder) == before | {key}


def test_a_club_that_could_not_be_written_has_not_left(folder: Path) -> None:
    assert run("club", "add", "Swan").exit_code == 0
    for _ in range(2):
        refused = run("club", "leave", "Swan", "/dev/full")
        assert (refused.exit_code, "scorekeeper club forward" in refused.output) == (3, False)
        assert "No space left on device. Swan accepts no more changes here all the same" in refused.output
    assert run("club", "leave", "Swan", str(folder / "swan.jsonl")).exit_code == 0


def test_another_program_holds_the_database(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    with closing(open_store(folder / "scorekeeper.db")) as holder, writing(holder):
        refused = run("maintenance", "on")
    assert (refused.exit_code, "Another program holds the database." in refused.output) == (3, True)


def test_a_key_that_was_just_replaced_is_not_replaced_again(folder: Path) -> None:
    """Run twice, the second would end at once what the first had promised thirty days."""
    assert run("migrate", "--replace-key").exit_code == 0
    keys = [(folder / name).read_bytes() for name in ("secret_key", "secret_key.former")]
    refused = run("migrate", "--replace-key")
    assert (refused.exit_code, "the one before it still counts" in refused.output) == (3, True)
    assert keys == [(folder / name).read_bytes() for name in ("secret_key", "secret_key.former")]
    (folder / "secret_key.former").unlink()
    assert run("migrate", "--replace-key").exit_code == 0
