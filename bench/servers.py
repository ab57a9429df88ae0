"""A server under measurement: a command with its processes, and their use of CPU and memory."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from urllib.parse import urlencode

_PATIENCE = 120  # seconds to wait for an answer; a large club's first page is slow


class Served:
    """A command that listens on ``port`` of 127.0.0.1, and one connection to it that is kept open."""

    def __init__(self, command: list[str], port: int, **environment: str) -> None:
        self.port = port
        self._process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        self.headers: dict[str, str] = {}

    def __enter__(self) -> "Served":
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            time.sleep(0.02)
        self.stop()
        raise RuntimeError("the server did not come up")

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End it, after the requests in flight."""
        self._connection.close()
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def kill(self) -> None:
        """Kill every process of it at once, as a power cut would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop every process of it until the end of the block, as heavy swapping does."""
        os.killpg(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self._process.pid, signal.SIGCONT)

    def ask(
        self, path: str, body: str | None = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Status, headers and body of one request; a body makes it a POST of a form.

        Cookies are stored and sent with the next request, as a browser does.
        """
        method = "GET" if body is None else "POST"
        form = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        origin = {"Origin": f"http://{self._connection.host}:{self._connection.port}"}
        said = {"Accept-Encoding": "gzip", **origin, **self.headers, **form, **headers}
        try:
            self._connection.request(method, path, body, said)
            answer = self._connection.getresponse()
        except http.client.RemoteDisconnected:
            # After a long pause the server has closed the connection.
            self._connection.close()
            self._connection.request(method, path, body, said)
            answer = self._connection.getresponse()
        if "Set-Cookie" in answer.headers:
            self.headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
        return answer.status, answer.headers, answer.read()

    def cpu(self) -> float:
        """Seconds of CPU used by the server's processes."""
        return cpu_of_tree(self._process.pid)

    def worker_memory(self) -> int:
        """Bytes of memory resident in the worker, the largest of the server's processes."""
        return max(_resident(pid) for pid in tree_of(self._process.pid))

    def memory(self) -> int:
        """Bytes of memory resident in all of the server's processes; what they share is counted in each."""
        return sum(map(_resident, tree_of(self._process.pid)))

    def open_files(self) -> int:
        """The number of files and connections that the server's processes hold open."""
        return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in tree_of(self._process.pid))


class Phone:
    """A minimal HTTP client: one server, cookies, and a long timeout."""

    def __init__(self, port: int, link: str) -> None:
        self._port = port
        self._cookie = self.tag = ""
        self.ask("GET", link)

    def page(self, path: str) -> str:
        return self.ask("GET", path)[1]

    def send(self, path: str, **said: object) -> int:
        """Send a form; the status, or 0 where no answer came."""
        try:
            return self.ask("POST", path, urlencode(said))[0]
        except OSError:
            return 0

    def ask(self, method: str, path: str, body: str | None = None, tag: str = "") -> tuple[int, str]:
        """Status and text of an answer; ``tag`` names what the phone has already."""
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)) as connection:
            form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
            known = {"If-None-Match": tag} if tag else {}
            ours = {"Cookie": self._cookie, "Sec-Fetch-Site": "same-origin"}
            connection.request(method, path, body, {**ours, **form, **known})
            answer = connection.getresponse()
            if cookie := answer.headers["Set-Cookie"]:
                self._cookie = cookie.split(";")[0]
            self.tag = answer.headers["ETag"] or ""
            return answer.status, answer.read().decode()


def tree_of(pid: int) -> list[int]:
    """This process and its descendants: of ours granian's main process and its workers."""
    found = [pid]
    for one in found:
        with suppress(FileNotFoundError):
            for task in Path(f"/proc/{one}/task").glob("*/children"):
                found += map(int, task.read_text().split())
    return found


def cpu_of_tree(pid: int) -> float:
    """Seconds of CPU that this process and those of its descendants that still live have used."""
    return sum(map(_cpu_of, tree_of(pid)))


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _cpu_of(pid: int) -> float:
    """From the process's own clock (clock_getcpuclockid(3)), in nanoseconds; /proc counts in 10 ms."""
    return time.clock_gettime((~pid << 3) | 2)


def _resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))
