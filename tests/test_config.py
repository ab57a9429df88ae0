"""Paths and settings; the secret key is created once, complete, and readable by its owner only."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import config
from scorekeeper.config import (
    SettingFault,
    asset_folder,
    default_database,
    instance_folder,
    secret_key,
    settings,
)

MAKE = "import sys; from pathlib import Path; from scorekeeper.config import secret_key; print(secret_key(Path(sys.argv[1])).hex())"  # noqa: E501 - one program


def test_the_key_is_made_on_the_first_start(tmp_path: Path) -> None:
    database = tmp_path / "instance" / "scorekeeper.db"
    key = secret_key(database)
    kept = database.with_name("secret_key")
    assert len(key) == 32
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert secret_key(database) == kept.read_bytes() == key
    assert {found.name for found in kept.parent.iterdir()} == {"secret_key", "secret_key.lock"}


def test_two_instances_have_two_keys(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "one" / "s.db") != secret_key(tmp_path / "two" / "s.db")


def test_four_processes_at_once_have_one_key(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAKE, str(tmp_path / "scorekeeper.db")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    keys = {process.communicate(timeout=30)[0] for process in running}
    assert len(keys) == 1
    assert {found.name for found in tmp_path.iterdir()} == {"secret_key", "secret_key.lock"}


@pytest.mark.parametrize("content", [b"", b"tralala", b"x" * 31])
def test_a_truncated_key_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(content)
    with pytest.raises(SettingFault, match="not a complete key"):
        secret_key(tmp_path / "scorekeeper.db")
    assert (tmp_path / "secret_key").read_bytes() == content


def test_the_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "pub.db"))
    monkeypatch.setenv("SCOREKEEPER_HTTPS", "1")
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "crown.test, anchor.test,")
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "2")
    asked = {
        "DATABASE": tmp_path / "pub.db",
        "HTTPS": True,
        "PROXIES": 2,
        "TRUSTED_HOSTS": ["crown.test", "anchor.test"],
    }
    assert asked.items() <= settings().items()


def test_without_an_environment_it_is_plain_http_for_any_host(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE", "HTTPS", "HOSTS", "PROXIES"):
        monkeypatch.delenv(f"SCOREKEEPER_{name}", raising=False)
    usual = {"DATABASE": default_database(), "HTTPS": False, "PROXIES": 0, "TRUSTED_HOSTS": None}
    assert usual.items() <= settings().items()
    assert default_database().name == "scorekeeper.db"


@pytest.mark.parametrize(
    ("set_to", "meant"), [(None, None), ("", None), ("0", False), ("no", False), ("1", True)]
)
def test_the_camera_is_on_off_or_wherever_it_can_be(
    monkeypatch: pytest.MonkeyPatch, set_to: str | None, meant: bool | None
) -> None:
    monkeypatch.delenv("SCOREKEEPER_CAMERA", raising=False)
    if set_to is not None:
        monkeypatch.setenv("SCOREKEEPER_CAMERA", set_to)
    assert settings()["CAMERA"] is meant


def test_a_checkout_keeps_its_data_inside_and_a_package_in_the_platforms_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert instance_folder() == asset_folder("static").parent / "instance"
    monkeypatch.setattr(config, "_CHECKOUT", tmp_path)
    assert instance_folder() == tmp_path / "data" / "scorekeeper"
    assert list(tmp_path.iterdir()) == []


def test_templates_and_static_files_are_found() -> None:
    assert (asset_folder("templates") / "base.html").is_file()
    assert (asset_folder("static") / "css" / "base.css").is_file()
