"""Old builds of Chromium, driven over the DevTools protocol."""

import json
import os
import re
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import websocket

from tests.other_engines.tab import SECONDS, PageFault, Tab


class OldChromium(Tab):
    """One tab of one old build, with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [
                folder / "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-zygote",
                "--disable-dev-shm-usage",
                "--remote-debugging-port=0",
                f"--user-data-dir={self._profile.name}",
                "--window-size=390,844",
                "about:blank",
            ],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "LD_LIBRARY_PATH": str(folder / "lib")},
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(r"ws://127\.0\.0\.1:(\d+)/", line):
                break
        else:
            raise AssertionError(f"Chromium {folder.name} did not start")
        self._count = 0
        self._socket = self._connect(int(found[1]))

    def _connect(self, port: int) -> websocket.WebSocket:
        deadline = time.monotonic() + SECONDS
        pages: list[Any] = []
        while not pages and time.monotonic() < deadline:
            time.sleep(0.2)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [page for page in json.load(answer) if page["type"] == "page"]
        address = pages[0]
        return websocket.create_connection(
            address["webSocketDebuggerUrl"], timeout=SECONDS, suppress_origin=True
        )

    def send(self, method: str, **params: Any) -> Any:
        """Send one command and return its result; events are ignored."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("id") == self._count:
                if "error" in said:
                    raise PageFault(said["error"])
                return said["result"]

    def script(self, expression: str) -> Any:
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise PageFault(result["exceptionDetails"])
        return result["result"].get("value")

    def open(self, address: str) -> None:
        self.script("window.before = true")
        self.send("Page.navigate", url=address)
        self.until("!window.before && document.readyState === 'complete'")

    def quit(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._profile.cleanup()
