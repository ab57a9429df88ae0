"""Old builds of Chromium, driven over the DevTools protocol."""

import json
import os
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.other_engines.socket_tab import SocketTab
from tests.other_engines.tab import SECONDS, PageFault


class OldChromium(SocketTab):
    """One tab of one old build, with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        port = self.launch(
            folder / "chromium",
            *("--headless", "--no-sandbox", "--disable-gpu", "--no-zygote", "--disable-dev-shm-usage"),
            *("--remote-debugging-port=0", f"--user-data-dir={self.folder}", "--window-size=390,844"),
            "about:blank",
            listens=r"ws://127\.0\.0\.1:(\d+)/",
            env={**os.environ, "LD_LIBRARY_PATH": str(folder / "lib")},
        )
        deadline = time.monotonic() + SECONDS
        pages: list[Any] = []
        while not pages and time.monotonic() < deadline:
            time.sleep(0.2)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [page for page in json.load(answer) if page["type"] == "page"]
        self.connect(pages[0]["webSocketDebuggerUrl"])

    def script(self, expression: str) -> Any:
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise PageFault(result["exceptionDetails"])
        return result["result"].get("value")

    def open(self, address: str) -> None:
        self.script("window.before = true")
        self.send("Page.navigate", url=address)
        self.until("!window.before && document.readyState === 'complete'")
