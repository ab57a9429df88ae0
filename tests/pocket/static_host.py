"""A static host: the pocket's folder under any path, without a program of ours behind it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
CHUNK = 32_768  # bytes


class _Host(ThreadingHTTPServer):
    def __init__(self, folder: Path, base: str, rate: float | None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder, self.base, self.rate = folder, base, rate
        self.line = threading.Lock()  # all share one line


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Host

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        file = self.server.folder / (path.removeprefix(self.server.base) or "index.html")
        if not path.startswith(self.server.base) or not file.is_file():
            self.send_error(404)
            return
        small = Path(f"{file}.br")
        compressed = small.is_file() and "br" in self.headers.get("Accept-Encoding", "")
        self.send_response(200)
        if compressed:
            self.send_header("Content-Encoding", "br")
        if path.removeprefix(self.server.base).startswith(("app-", "python-")):
            self.send_header("Cache-Control", "max-age=31536000, immutable")
        self.send_header("Content-Type", TYPES.get(file.suffix, "application/octet-stream"))
        data = (small if compressed else file).read_bytes()
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self._send(data)

    def _send(self, data: bytes) -> None:
        for start in range(0, len(data), CHUNK):
            part = data[start : start + CHUNK]
            if self.server.rate:
                with self.server.line:
                    time.sleep(len(part) / self.server.rate)
            self.wfile.write(part)

    def log_message(self, *_arguments: object) -> None:
        """Log nothing."""

    def handle(self) -> None:
        with suppress(OSError):  # the browser has gone
            super().handle()


@contextmanager
def static_host(folder: Path, base: str = "/pocket/", rate: float | None = None) -> Iterator[str]:
    """The address of the pocket while it is served; ``rate`` is bytes a second, for all together."""
    server = _Host(folder, base, rate)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{base}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
