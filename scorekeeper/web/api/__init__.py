"""The JSON interface for other programs, as ``openapi.json`` beside this file describes it by hand.

It knows no cookies: each request brings the secret of one of the club's links as a bearer token, and
may do what that link may. Errors are problem details (RFC 9457) with the rules' codes.
"""

from flask import Flask

from scorekeeper.web.api.leagues import bp as of_leagues
from scorekeeper.web.api.reads import bp as reading
from scorekeeper.web.api.starts import bp as starting
from scorekeeper.web.api.writes import bp as entering


def init_app(app: Flask) -> None:
    """Register the interface. No browser holds its tokens, so no other site can make one send them."""
    for blueprint in (reading, of_leagues, entering, starting):
        app.register_blueprint(blueprint)
