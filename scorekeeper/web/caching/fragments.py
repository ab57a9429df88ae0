"""Fragments of pages, cached: rendered again only when what they show has changed.

For what most pages of a kind have in common with the one before, such as the finished rounds of a match.
Nothing of a single view may stand in one, such as the key of an act.
"""

from collections.abc import Callable, Hashable

from flask import Flask
from markupsafe import Markup

from scorekeeper.lru_cache import LRUCache

_MOST_KEPT, _MOST_BYTES = 4_000, 8_000_000


def weight(text: str) -> int:
    """About how many bytes a fragment takes in memory, with what it shows: a round and its plays."""
    return 10 * len(text)


_kept = LRUCache[Hashable, tuple[object, Markup]](
    _MOST_KEPT, most_bytes=_MOST_BYTES, weigh=lambda _, kept: weight(kept[1])
)


def fragment(place: Hashable, shown: object, render: Callable[[], str]) -> Markup:
    """The text at this place, as it was rendered for the same ``shown``: all that it depends on."""
    before, text = _kept.find(place) or (None, Markup())
    if not text or before != shown:
        text = Markup(render())  # nosec B704 # a template has made it
        _kept.keep(place, (shown, text))
    return text


def init_app(app: Flask) -> None:
    """Let templates cache fragments: ``fragment(place, shown, macro)``."""
    app.jinja_env.globals["fragment"] = fragment
