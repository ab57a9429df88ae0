"""Any static host: the pocket's folder under a path of its choice, with no program of ours behind it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

_TYPES = {".wasm": "application/wasm", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map: ClassVar[dict[str, str]] = SimpleHTTPRequestHandler.extensions_map | _TYPES

    def __init__(self, *args: object, base: str, **options: object) -> None:
        self.base = base
        super().__init__(*args, **options)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if self.path.startswith(self.base):
            self.path = "/" + self.path.removeprefix(self.base)
            super().do_GET()
        else:
            self.send_error(404)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing of what is asked for."""

    def handle(self) -> None:
        with suppress(OSError):  # the browser has gone
            super().handle()


@contextmanager
def static_host(folder: Path, base: str = "/pocket/") -> Iterator[str]:
    """The address of the pocket while it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, base=base, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{base}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
