"""Firefox, driven over WebDriver BiDi, which it speaks itself without geckodriver."""

import json
import shutil
from pathlib import Path
from typing import Any

from tests.other_engines.socket_tab import SocketTab
from tests.other_engines.tab import PageFault

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


class Firefox(SocketTab):
    """One tab of one Firefox, with a profile of its own unless one is given."""

    def __init__(self, profile: Path | None = None) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "Firefox is missing: sudo apt-get install firefox-esr"
        super().__init__()
        folder = profile or self.folder
        settings = "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()
        )
        (folder / "user.js").write_text(settings)
        how = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile", folder)
        at = self.launch(program, *how, listens=r"BiDi listening on (ws://\S+)")
        self.connect(f"{at}/session")
        self.send("session.new", capabilities={})
        self._tab = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self._tab, viewport=PHONE)

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
