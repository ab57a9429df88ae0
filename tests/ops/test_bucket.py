"""The second place of copies in a bucket, on a real server of S3 that checks signatures."""

import builtins
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from click.testing import Result

from scorekeeper.app import create_app
from scorekeeper.ops import nightly, rescue
from scorekeeper.store import open_store
from scorekeeper.store.engine.backup import back_up, copies, copies_at, verify
from scorekeeper.store.engine.places import Bucket
from scorekeeper.store.transfer.erasure import known_as_erased
from tests.ops.bucket import S3Server, s3_server
from tests.ops.mailbox import mailbox
from tests.ops.test_erasure import NOW, _holds, at, meet, trash
from tests.ops.test_rescue import overwrite
from tests.web.cast import Phone, open_pub
from tests.web.operate.hosted import SECRET

Run = Callable[..., Result]
PLACE = "s3://pub/the-crown/copies"


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def bucket(server: S3Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    for name, value in (server.settings | {"SCOREKEEPER_OFFSITE": PLACE}).items():
        monkeypatch.setenv(name, value)
    place = Bucket(PLACE)
    yield place
    for name in place.names():
        place.remove(name)


def fetched(bucket: Bucket, name: str, to: Path) -> bytes:
    with bucket.at_hand(name, to) as here:
        assert here.stat().st_mode & 0o777 == 0o600
        return here.read_bytes()


def test_a_sound_copy_goes_to_the_bucket_as_well(
    path: Path, bucket: Bucket, tmp_path: Path, run: Run
) -> None:
    meet(path, "Wilhelmina")
    done = run("backup")
    assert done.exit_code == 0, done.output
    assert f"Copied to {PLACE} as well" in done.output
    (here,) = copies(path.with_name("backups"))
    assert bucket.names() == [here.name]
    assert fetched(bucket, here.name, tmp_path / "fetched.db") == here.read_bytes()
    assert not (tmp_path / "fetched.db").exists()
    assert "is not in" not in run("doctor").output


def test_the_bucket_keeps_the_same_copies_as_the_folder(path: Path, bucket: Bucket, run: Run) -> None:
    meet(path, "Wilhelmina")
    Bucket("s3://pub/another").put(path, "scorekeeper-20200101T000000Z.db")
    bucket.put(path, "holiday.db")
    for days in range(-80, 1, 4):
        with at(days):
            assert run("backup").exit_code == 0
    kept = {copy.name for copy in copies(path.with_name("backups"))}
    assert {*bucket.names()} == {*kept, "holiday.db"}
    assert len({(made.year, made.month) for made in copies_at(bucket).values()}) >= 3
    assert Bucket("s3://pub/another").names() == ["scorekeeper-20200101T000000Z.db"]


def test_what_is_erased_is_erased_in_the_bucket_too_and_each_copy_is_fetched_for_it_once(
    path: Path, bucket: Bucket, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in one that is nowhere else."""
    stays, goes = meet(path, "Wilhelmina"), meet(path, "Zacharias")
    made = back_up(path, path.with_name("backups"), NOW - timedelta(days=62))
    bucket.put(made, made.name)
    made.unlink()
    with at(-31):
        trash(path, goes.club)
    asked, at_hand = list[str](), Bucket.at_hand

    def noting(bucket: Bucket, name: str, draft: Path) -> Any:
        asked.append(name)
        return at_hand(bucket, name, draft)

    monkeypatch.setattr(Bucket, "at_hand", noting)
    for days in (0, 1, 9):
        with at(days):
            assert run("backup").exit_code == 0
    assert asked == [made.name]
    with closing(open_store(path)) as db:
        assert bucket.mark(made.name) == known_as_erased(db).mark
    with bucket.at_hand(made.name, tmp_path / "fetched.db") as here:
        verify(here)
        assert (_holds(here, stays), _holds(here, goes)) == (True, False)
    assert not [*path.parent.rglob("draft-*")]


@pytest.mark.usefixtures("bucket")
def test_a_bucket_that_is_away_is_told_everywhere_that_a_folder_is_and_fails_nothing_else(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app({"DATABASE": path, "OPERATOR_SECRET": SECRET})
    pub, operator = open_pub(app, "The Crown"), Phone(app)
    operator.post("/operate", secret=SECRET)
    with monkeypatch.context() as elsewhere, mailbox() as box:
        elsewhere.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
        elsewhere.setenv("SCOREKEEPER_SMTP", box.url)
        elsewhere.setenv("SCOREKEEPER_WARN", "landlord@crown.example")
        assert not nightly._copy(path)
        assert f"The copy did not reach {PLACE}: its server does not answer." in box.mails[0].get_content()
        asked = run("doctor")
    assert (asked.exit_code, len(copies(path.with_name("backups")))) == (0, 1)
    assert f"The newest copy is not in {PLACE}" in asked.output
    assert "copy of this server failed" in pub.manager.open(f"{pub.home}settings").text
    assert f"did not reach {PLACE}" in operator.open("/operate").text
    assert (Phone(app).ask("/readyz").json or {})["backup_failed"]
    borne = {"Authorization": f"Bearer {SECRET}"}
    assert "scorekeeper_copy_failed 1.0" in Phone(app).ask("/metrics", headers=borne).text
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=2)):
        assert nightly._copy(path)
    assert not (Phone(app).ask("/readyz").json or {})["backup_failed"]


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("SCOREKEEPER_OFFSITE", "s3://nowhere/at-all", "The specified bucket does not exist"),
        ("AWS_SECRET_ACCESS_KEY", "wrong", "The request signature we calculated does not match"),
        ("AWS_ACCESS_KEY_ID", "AKIAWRONG", "The AWS Access Key Id you provided does not exist"),
        ("AWS_ACCESS_KEY_ID", None, "AWS_ACCESS_KEY_ID must be set"),
    ],
)
@pytest.mark.usefixtures("bucket")
def test_what_the_server_says_is_said(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, setting: str, value: str | None, words: str
) -> None:
    meet(path, "Wilhelmina")
    with monkeypatch.context() as patched:
        patched.delenv(setting) if value is None else patched.setenv(setting, value)
        done = run("backup")
    assert done.exit_code == 3
    assert words in done.output
    assert "wrong" not in done.output


@pytest.mark.usefixtures("bucket")
def test_without_the_extra_it_is_said_what_to_install(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(path, "Wilhelmina")
    there = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.startswith("obstore"):
            raise ImportError(name)
        return there(name, *more)

    with monkeypatch.context() as patched:
        patched.setattr(builtins, "__import__", without)
        done = run("backup")
    assert done.exit_code == 3
    said = "The copy did not reach s3://pub/the-crown/copies: install “dominoes-scorekeeper[s3]”"
    assert said in " ".join(done.output.split())


def test_a_start_that_finds_the_file_damaged_and_no_copy_beside_it_shows_the_bucket_s(
    path: Path, bucket: Bucket, run: Run
) -> None:
    match = meet(path, "Wilhelmina")
    assert run("backup").exit_code == 0
    shutil.rmtree(path.with_name("backups"))
    overwrite(path, "round_ends")
    offer = rescue.offer(path)
    assert offer is not None
    assert offer.made_at == max(copies_at(bucket).values())
    assert _holds(offer.shown, match)
    assert not [*path.parent.glob("*draft*")]
