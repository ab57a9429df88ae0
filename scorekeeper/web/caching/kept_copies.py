"""What a phone's service worker may keep of our answers, said in one header of theirs.

``X-Scorekeeper`` is on pages of ours only, so that no log-in page of a wifi takes their place. A page without
it is not kept; one that says ``ended`` has the phone drop every page it keeps of that club.
"""

from flask import Flask, Response, g, request

from scorekeeper.web.http.templating import build_id

HEADER = "X-Scorekeeper"
_ENDED = "ended"


def keep_no_copy() -> None:
    """What is made for this request holds a secret, which no phone shall keep."""
    g.holds_secret = True


def drop_copies() -> None:
    """The phone may not look at this club any more, or there is no such club: what it kept is to go."""
    g.link_ended = True


def mark(answer: Response) -> Response:
    """Say in the answer what may be kept."""
    if g.get("link_ended"):
        answer.headers[HEADER] = _ENDED
    elif answer.mimetype == "text/html" and request.method == "GET" and not g.get("holds_secret"):
        answer.headers[HEADER] = build_id()
    return answer


def init_app(app: Flask) -> None:
    """Mark every answer of this app."""
    app.after_request(mark)
