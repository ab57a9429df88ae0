"""Where things lie, and the few settings there are. All of them come from the environment."""

import hmac
import os
import secrets
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = PACKAGE.parent
KEY_BYTES = 32
_LEAST_SECRET = 20  # letters of the operator's secret: far past guessing
# When the garbage collector runs. With Python's own (700, 10, 10) a start spent a tenth of its time on it,
# and a league's page a third of its cost, in looking several times through all that is cached.
GARBAGE_COLLECTION = (20_000, 20, 50)


class SettingFault(Exception):
    """A setting, or what it names, cannot be used; ``str(error)`` says what to do."""


def asset_folder(name: str) -> Path:
    """``templates`` or ``static``: inside an installed package, beside the package in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else _CHECKOUT / name


def instance_folder() -> Path:
    """Where the database and the key live: the checkout's ``instance``; once installed, the platform's own.

    That is ``~/.local/share/scorekeeper`` on Linux, ``~/Library/Application Support/scorekeeper`` on macOS
    and ``%LOCALAPPDATA%\\scorekeeper`` on Windows.
    """
    if (_CHECKOUT / "pyproject.toml").is_file():
        return _CHECKOUT / "instance"
    if sys.platform == "emscripten":  # A phone says itself where its files are.
        return Path.cwd()
    from platformdirs import user_data_path

    return user_data_path("scorekeeper", appauthor=False)


def default_database() -> Path | str:
    """The file that the environment names, the instance's own if none; or the URL of a database server."""
    named = os.environ.get("SCOREKEEPER_DATABASE") or ""
    return named if is_postgres(named) else Path(named or instance_folder() / "scorekeeper.db")


def is_postgres(place: Path | str) -> bool:
    """Whether a database is named by a URL of PostgreSQL, not by a file."""
    return str(place).startswith(("postgresql://", "postgres://"))


def data_dir(database: Path | str) -> Path:
    """The folder for what belongs to a database: where its file lies, or the instance's."""
    return instance_folder() if is_postgres(database) else Path(database).parent


def backups_folder(database: Path | str) -> Path:
    """Where copies of the database are kept: the folder that was set, or ``backups`` beside it."""
    return Path(os.environ.get("SCOREKEEPER_BACKUPS") or data_dir(database) / "backups")


def second_place() -> str:
    """The folder or bucket that each sound copy goes to as well; empty where none was set."""
    return os.environ.get("SCOREKEEPER_OFFSITE") or ""


class MailSettings(NamedTuple):
    """The URL of the SMTP server, the sender, and who is warned; empty where not set."""

    server: str
    sender: str
    warned: str


def mail_settings() -> MailSettings:
    """How mail goes, if at all: ``SCOREKEEPER_SMTP``, ``SCOREKEEPER_SENDER`` and ``SCOREKEEPER_WARN``."""
    return MailSettings(*(os.environ.get(f"SCOREKEEPER_{name}", "") for name in ("SMTP", "SENDER", "WARN")))


def pocket_folder() -> Path:
    """The app that runs inside a phone: in the package, or where ``make pocket`` puts it, if it is there."""
    packed = PACKAGE / "pocket"
    built = packed if packed.is_dir() else _CHECKOUT / "build" / "pocket"
    return Path(os.environ.get("SCOREKEEPER_POCKET") or built)


def key_path(database: Path | str) -> Path:
    """Where the secret key is: the file that the environment names, else beside the database."""
    return Path(os.environ.get("SCOREKEEPER_KEY") or data_dir(database) / "secret_key")


BOTH_COUNT = timedelta(days=30)  # after a key was replaced


def former_key_path(database: Path | str) -> Path:
    """Where the key is that was replaced by today's and counts beside it for ``BOTH_COUNT``."""
    path = key_path(database)
    return path.with_name(f"{path.name}.former")


def former_key(database: Path | str) -> bytes | None:
    """The key that today's has replaced, as long as both count."""
    path = former_key_path(database)
    try:
        age = datetime.now(UTC).timestamp() - path.stat().st_mtime
        return path.read_bytes() if age < BOTH_COUNT.total_seconds() else None
    except FileNotFoundError:
        return None


def replace_key(database: Path | str) -> None:
    """Make a new key; the one that was there counts beside it for a while. Raises ``SettingFault``."""
    former = former_key(database)
    if former not in (None, secret_key(database)):  # the same: it was interrupted here
        raise SettingFault(
            "The key was replaced less than thirty days ago, and the one before it still counts. If that may "
            f"end now, with all that was made with it, delete {former_key_path(database)}, then ask again."
        )
    put_key(former_key_path(database), secret_key(database))
    put_key(key_path(database), secrets.token_bytes(KEY_BYTES))


def fingerprint_of(key: bytes) -> str:
    """What a key is known by where the key itself must not stand."""
    return hmac.digest(key, b"the key of a Scorekeeper database", "sha256").hex()


def secret_key(database: Path | str) -> bytes:
    """The key that signs cookies and makes links, in a file of mode 0600.

    Servers that share a database server need the same key: copy the file to each of them.
    Made on the first start, whole or not at all, also when several processes start at once. Raises
    ``SettingFault`` where the file is too short to be a key.
    """
    path = key_path(database)
    if not path.exists():
        _make_key(path)
    key = path.read_bytes()
    if len(key) < KEY_BYTES:
        raise SettingFault(
            f"{path} is not a complete key. Put the kept one back; if it is lost, take this file away. "
            "Then “scorekeeper migrate --new-key” ends every link and signs out every phone."
        )
    return key


def _make_key(path: Path) -> None:
    from filelock import FileLock

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with FileLock(path.with_name(f"{path.name}.lock"), mode=0o600):
        if path.exists():
            return  # another process was first; its key counts
        put_key(path, secrets.token_bytes(KEY_BYTES))


def put_key(path: Path, key: bytes) -> None:
    """Put the key there, whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def settings() -> dict[str, Any]:
    """The app's configuration from the environment; docs/operating.md says what each setting means.

    No environment says ``ADDRESSES``, this server's in the pub's network, by number and by name; ``OFFERED``,
    the copy that is shown in place of a damaged file; ``RUN``, which tells this start of the server from the
    next; and ``POCKET``: the app itself runs inside a phone.
    Raises ``SettingFault``.
    """
    hosts = [host.strip() for host in os.environ.get("SCOREKEEPER_HOSTS", "").split(",") if host.strip()]
    return {
        "DATABASE": default_database(),
        "HTTPS": os.environ.get("SCOREKEEPER_HTTPS") == "1",
        "ADDRESSES": (),
        "OFFERED": None,
        "RUN": "",
        "POCKET": False,
        "POCKET_FOLDER": pocket_folder(),
        "OPEN": os.environ.get("SCOREKEEPER_OPEN") == "1",
        "FAIR": os.environ.get("SCOREKEEPER_FAIR") == "1",
        "OPERATOR_SECRET": operator_secret(),
        "OPERATOR": os.environ.get("SCOREKEEPER_OPERATOR", ""),
        "CAMERA": camera_setting(),
        "OFFLINE": os.environ.get("SCOREKEEPER_OFFLINE") != "0",
        "PROXIES": _proxies(),
        "TRUSTED_HOSTS": hosts or None,
    }


def camera_setting() -> bool | None:
    """Whether pages offer to read a photo; None, where nothing is set: where it can be read."""
    wanted = os.environ.get("SCOREKEEPER_CAMERA")
    return wanted == "1" if wanted else None


def operator_secret() -> str:
    """What opens the operator's page, empty where none is set. Raises ``SettingFault`` for one to guess."""
    secret = os.environ.get("SCOREKEEPER_OPERATOR_SECRET", "")
    if secret and len(secret) < _LEAST_SECRET:
        raise SettingFault(f"SCOREKEEPER_OPERATOR_SECRET needs at least {_LEAST_SECRET} letters.")
    return secret


def _proxies() -> int:
    given = os.environ.get("SCOREKEEPER_PROXIES") or "0"
    if not given.isdecimal():
        raise SettingFault(f"SCOREKEEPER_PROXIES is how many proxies are yours, such as 1; not “{given}”.")
    return int(given)


def public_address() -> str:
    """Where phones find an instance behind https: the first name that it answers to. Elsewhere empty."""
    asked = settings()
    names = (asked["TRUSTED_HOSTS"] or []) if asked["HTTPS"] else []
    found = (name for name in names if not name.startswith(".") and any(map(str.isalpha, name)))
    return next((f"https://{name}" for name in found), "")


def missing_for_https() -> list[str]:
    """The settings that a server behind https needs and that the environment does not have."""
    asked = settings()
    needed = {"HTTPS": asked["HTTPS"], "PROXIES": asked["PROXIES"], "HOSTS": asked["TRUSTED_HOSTS"]}
    return [f"SCOREKEEPER_{name}" for name, there in needed.items() if not there]
