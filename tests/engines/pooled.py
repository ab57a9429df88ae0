"""PgBouncer in front of the tests' PostgreSQL, with the settings of deploy/pgbouncer.ini."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

from tests.postgres import USER, free_port
from tests.programs import skip_for_want_of
from tests.serving import listening, until

_INI = Path(__file__).parents[2] / "deploy" / "pgbouncer.ini"
_POOL = 3  # connections to PostgreSQL: few, so that transactions really share them


@contextmanager
def pooler(url: str) -> Iterator[str]:
    """The URL of this database behind a PgBouncer of its own, which asks for a password."""
    program = shutil.which("pgbouncer")
    if program is None:
        skip_for_want_of("PgBouncer", "pgbouncer")
    place, port = urlsplit(url), free_port()
    name = place.path.lstrip("/")
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pooler-"))
    changes = {
        r"^scorekeeper = host=\S+ port=\d+ dbname=scorekeeper": f"{name} = host=127.0.0.1 port={place.port}",
        r"^listen_port = .*": f"listen_port = {port}",
        r"^auth_file = .*": f"auth_file = {folder}/users",
        r"^default_pool_size = .*": f"default_pool_size = {_POOL}",
    }
    settings = _INI.read_text()
    for ours, theirs in changes.items():
        settings, changed = re.subn(ours, theirs, settings, flags=re.MULTILINE)
        assert changed == 1, ours
    password = place.password or "of the tests only"
    (folder / "users").write_text(f'"{USER}" "{password}"\n')
    (folder / "pgbouncer.ini").write_text(settings)
    who = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    if who:
        for file in (folder, *folder.iterdir()):
            shutil.chown(file, "postgres", "postgres")
    command = [program, "--quiet", str(folder / "pgbouncer.ini")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, **who) as process:
        try:
            until(lambda: listening(port) or process.poll() is not None)
            assert process.poll() is None, "PgBouncer did not start"
            yield f"postgresql://{USER}:{quote(password)}@127.0.0.1:{port}/{name}"
        finally:
            process.kill()  # it keeps nothing, and from 1.23 on a SIGTERM waits for the last client
            shutil.rmtree(folder)
