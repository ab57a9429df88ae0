"""The header that says what a phone's service worker may keep of our answers.

``X-Scorekeeper`` is on pages of ours only, so that no log-in page of a wifi takes their place. A page without
it is not kept; one that says ``ended`` has the phone drop every page it keeps of that club.
"""

from flask import Flask, Response, g, request

from scorekeeper.web.http.templating import build_id

HEADER = "X-Scorekeeper"
_ENDED = "ended"


def keep_no_copy() -> None:
    """Mark this request's answer as one with a secret, which no phone may keep."""
    g.holds_secret = True


def drop_copies() -> None:
    """Have the phone drop what it kept of this club, because its access ended or the club is gone."""
    g.link_ended = True


def mark(answer: Response) -> Response:
    """Set the header that says what may be kept."""
    if g.get("link_ended"):
        answer.headers[HEADER] = _ENDED
    elif answer.mimetype == "text/html" and request.method == "GET" and not g.get("holds_secret"):
        answer.headers[HEADER] = build_id()
    return answer


def init_app(app: Flask) -> None:
    """Mark every answer of this app."""
    app.after_request(mark)
