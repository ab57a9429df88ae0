"""The baseline: a bare Flask app with a page of one Jinja template with 20 rows, and a page that says hello.

Run as ``python -m bench.bare PORT``, it is served exactly as the app is; with ``granian`` behind the port, by
granian's own threads, which half a body would hold.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import Flask, render_template
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import Server

_COLUMNS = ("place", "name", "played", "won", "drawn", "lost", "scored", "points")
_ROWS = [
    dict(
        zip(
            _COLUMNS,
            (place, f"Team {place}", 38, 38 - place, 1, place - 1, 700, 3 * (38 - place)),
            strict=True,
        )
    )
    for place in range(1, 21)
]


def create_bare() -> Flask:
    """The two pages, and an answer without Flask: the cost of the server itself."""
    app = Flask(__name__, template_folder=Path(__file__).parent)
    flask = app.wsgi_app

    def beneath(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/beneath":
            return flask(environ, start_response)
        start_response("304 NOT MODIFIED", [])
        return []

    app.wsgi_app = beneath  # type: ignore[method-assign]

    @app.get("/")
    def page() -> str:
        return render_template("bare.html", rows=_ROWS)

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    return app


def serve_by_granian(port: int) -> None:
    """One worker of four threads, as ours is."""
    server = Server(
        "bench.bare",
        port=port,
        interface=Interfaces.WSGI,
        websockets=False,
        http=HTTPModes.http1,
        blocking_threads=4,
        log_level=LogLevels.warning,
    )
    server.serve(target_loader=create_bare, wrap_loader=False)


if __name__ == "__main__":
    if sys.argv[2:] == ["granian"]:
        serve_by_granian(int(sys.argv[1]))
    else:
        from scorekeeper.ops.serve import (  # here, so that the page alone can be started without our app
            Listening,
            run,
        )

        run(create_bare, Listening("127.0.0.1", int(sys.argv[1])), ready=lambda: None)
