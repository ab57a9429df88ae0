"""A real server for tests: the installed command with its own process group, database and port."""

import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

Found = TypeVar("Found")
COMMAND = Path(sys.executable).with_name("scorekeeper")
SERVED = Path(__file__).with_name("served")
# A request as granian passes it to the app.
GRANIANS = {
    "method": "GET",
    "path": "/c/crown/",
    "query_string": "",
    "server": "127.0.0.1:80",
    "client": "127.0.0.1:50000",
    "scheme": "http",
    "http_version": "1.1",
    "headers": {},
}
# Seconds, far more than a slow machine needs: a timeout means that something is broken.
PATIENCE = 30


class ServerProcess:
    """``scorekeeper serve`` on 127.0.0.1: ``start`` it, then ``stop`` or ``kill`` all of it, or use ``with``.

    ``url`` has no trailing slash. ``start_link`` is the first start's link, None once a club exists.
    ``under`` is a command that starts it in its place, such as a tracer; ``modules`` a folder whose modules
    go before those that are installed.
    """

    def __init__(
        self, database: Path, *options: str, under: Sequence[str] = (), modules: Path | None = None
    ) -> None:
        self.database = database
        self.options = options
        self.under = under
        self.modules = modules
        self.log = database.with_suffix(".log")
        self.port = 0
        self.start_link: str | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server is not running"
        return self._process.pid

    def start(self) -> "ServerProcess":
        address = ["--host", "127.0.0.1", "--port", str(self.port)]
        command = [*self.under, COMMAND, "serve", *address, *self.options]
        keep = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
        ours = {"SCOREKEEPER_DATABASE": str(self.database), "SCOREKEEPER_CAMERA": "0"}
        modules = {"PYTHONPATH": os.pathsep.join(map(str, filter(None, (self.modules, SERVED))))}
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                # A warning is an error in the server too, as it is in the tests.
                env=keep | modules | ours | {"PYTHONWARNINGS": "error"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_prepare,
            )
        try:
            self._read_links()
            self._wait_for_an_answer()
        except BaseException:
            self.kill()
            raise
        return self

    def __enter__(self) -> "ServerProcess":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    def stop(self) -> int:
        """Ask it to stop as a terminal or systemd would (SIGTERM); its exit code."""
        return self._end(signal.SIGTERM)

    def wait(self) -> int:
        """Wait until it has ended by other means; its exit code."""
        assert self._process is not None, "the server is not running"
        return self._process.wait(PATIENCE)

    def kill(self) -> int:
        """Kill every process at once, as a power cut would."""
        return self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stop it and start it again on the same port."""
        self.stop()
        self.start()

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        if how == signal.SIGTERM:
            process.terminate()
            try:
                return process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                print(f"The server ignored SIGTERM for {PATIENCE} s:\n{self.log.read_text()}")
        with suppress(ProcessLookupError):  # It may have ended by itself.
            os.killpg(process.pid, signal.SIGKILL)
        return process.wait(PATIENCE)

    def _read_links(self) -> None:
        printed = self._wait_until(
            lambda: re.search(r"http://127\.0\.0\.1:(\d+)(/\S*)", self.log.read_text())
        )
        self.port = int(printed[1])
        self.start_link = printed[0] if printed[2].startswith("/start/") else None

    def _wait_for_an_answer(self) -> None:
        self._wait_until(lambda: answers(self.url))

    def _wait_until(self, happened: Callable[[], Found]) -> Found:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := happened():
                return found
            if self._process is None or self._process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"The server did not come up. It printed:\n{self.log.read_text()}")


def _prepare() -> None:
    """Runs in the new process before it becomes the server."""
    end_with_the_tests()
    # Under nohup, or in the background of a script, the tests themselves have been told to ignore these.
    for stop in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_DFL)


def end_with_the_tests() -> None:
    """Have the kernel stop the server when the tests themselves are killed and cannot (Linux, prctl(2))."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)


@contextmanager
def serving_on(port: int, command: Sequence[object], **how: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """A process once it accepts connections on this port of 127.0.0.1; ended at the end."""
    with subprocess.Popen([*map(str, command)], **how) as process:
        try:
            while not listening(port):
                assert process.poll() is None, "it ended before it listened"
                time.sleep(0.02)
            yield process
        finally:
            process.terminate()


def until(true: Callable[[], object], said: Callable[[], str] = lambda: "it never came true") -> None:
    """Wait until something outside this process is true; what was ``said`` tells where it never is."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, said()
        time.sleep(0.05)


def listening(port: int) -> bool:
    """Whether something accepts connections on this port of 127.0.0.1."""
    with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE):
        return True
    return False


def answers(url: str) -> bool:
    """Whether ``url`` answers at all, with whatever status."""
    try:
        urllib.request.urlopen(url + "/", timeout=5).close()
    except urllib.error.HTTPError as error:
        error.close()
    except OSError:
        return False
    return True
