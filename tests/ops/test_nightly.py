"""The server's own nightly copy."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.ops import nightly
from scorekeeper.store.engine.backup import back_up, copies, copies_now, note_copy, verify
from tests.ops.mailbox import mailbox
from tests.serving import until
from tests.web.cast import Phone, open_pub
from tests.web.operate.hosted import SECRET

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("hour", "age", "expected"),
    [
        (12, None, True),
        (12, 23, False),
        (12, 24, True),
        (4, 11, False),
        (4, 12, True),
        (3, 23, False),
        (5, 23, False),
    ],
)
def test_a_copy_is_due_at_night_and_after_a_day_without_one(
    monkeypatch: pytest.MonkeyPatch, hour: int, age: int | None, expected: bool
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    now = NOON.replace(hour=hour)
    assert nightly.due(None if age is None else now - timedelta(hours=age), now) is expected


def test_a_server_without_a_copy_makes_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly, "_FIRST", 0)
    folder = path.with_name("backups")
    with nightly.copying_nightly(path):
        until(lambda: copies(folder))
    (copy,) = copies(folder)
    verify(copy)


def test_a_copy_that_fails_is_told_by_mail_once_a_night(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly, "_FIRST", 0)
    monkeypatch.setattr(nightly, "_PAUSE", 0.1)
    path.with_name("backups").touch()  # where the folder of the copies should be
    with mailbox() as box:
        monkeypatch.setenv("SCOREKEEPER_SMTP", box.url)
        monkeypatch.setenv("SCOREKEEPER_WARN", "landlord@crown.example")
        with nightly.copying_nightly(path) as damaged:
            until(lambda: box.mails)
            time.sleep(1)
            assert not damaged.is_set()
    (mail,) = box.mails
    assert mail["To"] == "landlord@crown.example"
    assert mail["Subject"].endswith(": The nightly copy failed")
    assert "No copy was made" in mail.get_content()


def test_a_copy_that_fails_is_told_on_pages_and_to_monitors_until_one_is_made(path: Path) -> None:
    app = create_app({"DATABASE": path, "OPERATOR_SECRET": SECRET})
    pub, operator = open_pub(app, "The Crown"), Phone(app)
    operator.post("/operate", secret=SECRET)

    def warnings() -> list[bool]:
        return [
            "copy of this server failed" in pub.manager.open(f"{pub.home}settings").text,
            f"No copy was made: {folder}" in operator.open("/operate").text,
            bool((Phone(app).ask("/readyz").json or {})["backup_failed"]),
            "scorekeeper_copy_failed 1.0"
            in Phone(app).ask("/metrics", headers={"Authorization": f"Bearer {SECRET}"}).text,
        ]

    folder = path.with_name("backups")
    folder.touch()
    assert warnings() == [False] * 4
    assert not nightly._copy(path)
    assert warnings() == [True] * 4
    assert "server failed" not in pub.phone("score").open(f"{pub.home}settings").text
    folder.unlink()
    assert nightly._copy(path)
    assert warnings() == [False] * 4


def test_what_failed_beside_a_copy_that_was_made_is_in_the_log(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    says = "import click; click.echo('A reminder was not sent.', err=True)"
    monkeypatch.setattr(nightly, "_BACKUP", says)
    assert nightly._copy(path)
    assert "A reminder was not sent." in capsys.readouterr().err
    assert copies_now(path, datetime.now(UTC)).fault is None


def test_where_the_stick_for_the_copies_is_away_none_is_made_in_its_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = path.with_name("stick")
    monkeypatch.setenv("SCOREKEEPER_BACKUPS", str(stick / "backups"))
    assert not nightly._copy(path)
    assert not stick.exists()
    assert "No such file" in (copies_now(path, datetime.now(UTC)).fault or "")
    stick.mkdir()
    assert nightly._copy(path)


def test_a_night_that_failed_is_past_once_there_is_a_copy_by_hand(path: Path) -> None:
    note_copy(path, "The disk is full.")
    assert copies_now(path, datetime.now(UTC)).fault == "The disk is full."
    back_up(path, path.with_name("backups"), datetime.now(UTC) + timedelta(seconds=2))
    assert copies_now(path, datetime.now(UTC)).fault is None
