"""Lighthouse's scores of our pages, emulating a phone. npm installs it into a folder of its own."""

import json
import os
import shutil
import statistics
import subprocess
from pathlib import Path

from bench.servers import Served

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_PROGRAM = "lighthouse@12"  # the newest that runs on Node 18 and 20
_RUNS = 3  # runs, of which the median is taken: performance varies by a few points
_PATIENCE = 300  # seconds for npm, and for each run
_ARGUMENTS = (
    "--quiet",
    "--output=json",
    "--no-enable-error-reporting",
    f"--only-categories={','.join(CATEGORIES)}",
    # Whether a search engine may index the page: ours ask not to be, as they are a club's own affair.
    "--skip-audits=is-crawlable",
    "--chrome-flags=--headless=new --no-sandbox",
)


class Unavailable(Exception):
    """Lighthouse cannot run here; ``str(error)`` says what is missing."""


class Lighthouse:
    """The program, installed in ``folder``; raises ``Unavailable`` where that cannot be."""

    def __init__(self, folder: Path) -> None:
        self._browser, npm = shutil.which("chromium"), shutil.which("npm")
        if npm is None or self._browser is None:
            raise Unavailable("npm is not installed" if npm is None else "Chromium is not installed")
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), _PROGRAM]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE)
        except subprocess.SubprocessError as error:
            raise Unavailable("npm could not fetch it") from error
        self._program = folder / "node_modules" / ".bin" / "lighthouse"

    def scores(self, server: Served, path: str) -> tuple[int, ...]:
        """From 0 to 100 for each of ``CATEGORIES``, as the phone that ``server``'s cookies belong to."""
        looks = [self._look(server, path) for _ in range(_RUNS)]
        return tuple(round(100 * statistics.median(found)) for found in zip(*looks, strict=True))

    def _look(self, server: Served, path: str) -> tuple[float, ...]:
        address = f"http://127.0.0.1:{server.port}{path}"
        done = subprocess.run(
            [str(self._program), address, *_ARGUMENTS, f"--extra-headers={json.dumps(server.headers)}"],
            env={**os.environ, "CHROME_PATH": str(self._browser)},
            capture_output=True,
            check=True,
            timeout=_PATIENCE,
        )
        categories = json.loads(done.stdout)["categories"]
        return tuple(categories[name]["score"] for name in CATEGORIES)
