"""A tab of a browser that takes its commands as JSON over a socket."""

import json
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import websocket

from tests.other_engines.tab import SECONDS, PageFault, Tab


class SocketTab(Tab):
    """``folder`` is a profile of its own, until it ends."""

    def __init__(self) -> None:
        self._temporary = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.folder = Path(self._temporary.name)

    def launch(self, *command: str | Path, listens: str, env: Mapping[str, str] | None = None) -> str:
        """Start the browser; where it says that it ``listens``."""
        streams = {"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL}
        self._process = subprocess.Popen(command, text=True, env=env, **streams)
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(listens, line):
                return found[1]
        raise AssertionError(f"{command[0]} did not start")

    def connect(self, address: str) -> None:
        self._count = 0
        self._socket = websocket.create_connection(address, timeout=3 * SECONDS, suppress_origin=True)

    def send(self, method: str, **params: Any) -> Any:
        """Send one command and return its result; events are ignored."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("id") == self._count:
                if "error" in said:
                    raise PageFault(f"{said['error']} {said.get('message', '')}")
                return said["result"]

    def quit(self) -> None:
        """Kill it: nothing is closed in good order."""
        self._socket.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._temporary.cleanup()
