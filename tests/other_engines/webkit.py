"""WebKitGTK, the engine closest to Safari on an iPhone, driven over WebDriver."""

import json
import os
import shutil
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from tests.other_engines.tab import SECONDS, PageFault, Tab
from tests.postgres import free_port
from tests.serving import serving_on

PLACES = sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))
SCRIPT = """const done = arguments[0];
(async () => (EXPRESSION))().then(value => done({value: value ?? null}), fault => done({fault: `${fault}`}));
"""


class WebKit(Tab):
    """One tab of one MiniBrowser on this screen, which forgets all of it at the end."""

    def __init__(self, screen: str) -> None:
        program = shutil.which("WebKitWebDriver")
        assert program, "WebKitWebDriver is missing: sudo apt-get install webkit2gtk-driver xvfb"
        assert PLACES, "WebKitGTK's MiniBrowser is missing"
        port = free_port()
        # As root in a container the engine cannot build its own sandbox; the pages are our own.
        environment = {**os.environ, "DISPLAY": screen, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        self._running = ExitStack()
        self._running.enter_context(serving_on(port, [program, f"--port={port}"], env=environment))
        self._at = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(PLACES[-1]), "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._at += f"/{self.send('', **asked)['sessionId']}"
        self.send("/timeouts", script=1000 * SECONDS)

    def send(self, command: str, method: str = "POST", **said: Any) -> Any:
        """Send one command and return its value."""
        body = json.dumps(said).encode() if method == "POST" else None
        request = urllib.request.Request(self._at + command, body, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise PageFault(json.load(error)["value"]["message"]) from error

    def script(self, expression: str) -> Any:
        script = SCRIPT.replace("EXPRESSION", expression)
        answer = self.send("/execute/async", script=script, args=[])
        if "fault" in answer:
            raise PageFault(answer["fault"])
        return answer["value"]

    def open(self, address: str) -> None:
        self.send("/url", url=address)

    def quit(self) -> None:
        with self._running:
            self.send("", "DELETE")
