"""The JSON interface for other programs, as ``openapi.json`` beside this file describes it by hand.

It knows no cookies: each request brings the secret of one of the club's links as a bearer token, and
may do what that link may. Errors are problem details (RFC 9457) with the rules' codes.
"""

from flask import Flask

from scorekeeper.web.api import corrections, leagues, names, plays, reads, starts, writes


def init_app(app: Flask) -> None:
    """Register the interface. No browser holds its tokens, so no other site can make one send them."""
    matches = (starts, writes, plays, corrections)
    for blueprint in [room.bp for room in (reads, names, *matches)] + leagues.BLUEPRINTS:
        app.register_blueprint(blueprint)
