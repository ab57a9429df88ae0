"""Routes whose addresses are built by code that is made when the first one is asked for."""

from collections.abc import Callable
from functools import cache

from werkzeug.routing import Rule


class Route(Rule):
    """A rule of Werkzeug's, which compiles code for each route that builds its addresses.

    For all routes at once that was a sixth of the app's start, and most of them are never named.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)
        return lambda route, **values: compiled(append_unknown)(route, **values)
