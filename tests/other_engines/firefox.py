"""Firefox, driven over WebDriver BiDi, which it speaks itself without geckodriver."""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import websocket

from tests.other_engines.tab import SECONDS, PageFault, Tab

# No connectivity checks, no updates, no telemetry.
SETTINGS = {
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:9",
    "toolkit.telemetry.server": "",
}
PHONE = {"width": 390, "height": 844}


class Firefox(Tab):
    """One tab of one Firefox, with a profile of its own unless one is given."""

    def __init__(self, profile: Path | None = None) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "Firefox is missing: sudo apt-get install firefox-esr"
        self._temporary = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = profile or Path(self._temporary.name)
        settings = "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()
        )
        (folder / "user.js").write_text(settings)
        self._process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", folder],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(r"BiDi listening on (ws://\S+)", line):
                break
        else:
            raise AssertionError("Firefox did not start")
        self._count = 0
        self._socket = websocket.create_connection(
            f"{found[1]}/session", timeout=3 * SECONDS, suppress_origin=True
        )
        self.send("session.new", capabilities={})
        self._tab = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self._tab, viewport=PHONE)

    def send(self, method: str, **params: Any) -> Any:
        """Send one command and return its result; events are ignored."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("id") == self._count:
                if said["type"] == "error":
                    raise PageFault(f"{said['error']}: {said['message']}")
                return said["result"]

    def script(self, expression: str) -> Any:
        in_words = f"(async () => JSON.stringify(await ({expression})) ?? 'null')()"
        said = self.send(
            "script.evaluate", expression=in_words, target={"context": self._tab}, awaitPromise=True
        )
        if said["type"] != "success":
            raise PageFault(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def open(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def quit(self) -> None:
        """Kill it: nothing is closed in good order."""
        self._socket.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._temporary.cleanup()
