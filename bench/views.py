"""What a phone downloads: bytes and requests of a page's first view and of a repeat view."""

import gzip
import re
from typing import NamedTuple

from bench.servers import Served

_ASSET = re.compile(r'<(?:link|script|img)[^>]+(?:href|src)="(/[^"]+)"')


class View(NamedTuple):
    """Bytes of bodies as they came over the wire."""

    requests: int
    html: int
    css: int
    rest: int

    @property
    def paint(self) -> int:
        """The bytes needed for the first paint."""
        return self.html + self.css

    @property
    def total(self) -> int:
        return self.paint + self.rest


NOTHING = View(0, 0, 0, 0)


def first_view(server: Served, path: str) -> View:
    """A phone with an empty cache that accepts gzip, as every browser does."""
    _, headers, body = server.ask(path, **{"Accept-Encoding": "gzip"})
    html = gzip.decompress(body) if headers["Content-Encoding"] == "gzip" else body
    sizes = {"html": len(body), "css": 0, "rest": 0}
    assets = set(_ASSET.findall(html.decode()))
    for asset in assets:
        _, _, fetched = server.ask(asset, **{"Accept-Encoding": "gzip"})
        sizes["css" if ".css" in asset else "rest"] += len(fetched)
    return View(1 + len(assets), **sizes)


def repeat_view(server: Served, path: str) -> View:
    """The same phone again: files that it may cache for ever are not requested."""
    _, headers, body = server.ask(path, **{"Accept-Encoding": "gzip"})
    html = (gzip.decompress(body) if headers["Content-Encoding"] == "gzip" else body).decode()
    repeated = 1
    for asset in set(_ASSET.findall(html)):
        _, headers, _ = server.ask(asset)
        repeated += "immutable" not in (headers["Cache-Control"] or "")
    return View(repeated, len(body), 0, 0)
