"""The JSON interface for other programs; ``description.py`` reads off it what it is.

It knows no cookies: each request brings the secret of one of the club's links as a bearer token, and
may do what that link may. Errors are problem details (RFC 9457) with the rules' codes.
"""

from flask import Flask

from scorekeeper.web import doors
from scorekeeper.web.api import reads, refusals, rounds, starts
from scorekeeper.web.api.leagues import cards, spreadsheets
from scorekeeper.web.api.leagues import reads as league_reads

_NOUNS = (reads, starts, league_reads, spreadsheets, cards)
_OF_A_MATCH = (rounds.WRITES, rounds.PLAYS, rounds.CORRECTIONS)
_BLUEPRINTS = (*(noun.bp for noun in _NOUNS), *_OF_A_MATCH, *doors.PROGRAMS)
for _blueprint in _BLUEPRINTS:
    refusals.answer(_blueprint)


def init_app(app: Flask) -> None:
    """Register the interface. No browser holds its tokens, so no other site can make one send them."""
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
