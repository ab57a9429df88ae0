"""The log of requests: those that failed or were refused, and every opened link.

A path is never written, for a link's secret or a club's name may stand in it: the endpoint says enough.
"""

import logging
import secrets
import time

from flask import Flask, Response, g, request

from scorekeeper.ops.logs import LOGGER, network_of

log = logging.getLogger(LOGGER)
_DENIED = (401, 403, 429)
# Endpoints of links and PINs: a failure there is a guess, or a revoked link.
_DOORS = ("clubs.join", "clubs.start", "displays.join", "captains.join", "captains.accept", "pins.enter")


def start_log() -> None:
    """Give the request the number that its log line and a page about our fault share."""
    g.request_id, g.began = secrets.token_hex(4), time.monotonic()


def log_request(response: Response) -> Response:
    """One line for an answer that says our fault, that somebody was kept out, or that a link was tried."""
    code = response.status_code
    if code >= 500 or code in _DENIED or (request.endpoint in _DOORS and code >= 300):
        level, words = logging.INFO, "let in"
        if code >= 400:
            level, words = (logging.ERROR, "failed") if code >= 500 else (logging.WARNING, "refused")
        seen = g.get("visitor")
        about = {
            "method": request.method,
            "endpoint": request.endpoint or "none",
            "role": seen.role if seen else "nobody",
            "from": network_of(request.remote_addr),
            "status": code,
            "took": round(time.monotonic() - g.began, 3) if "began" in g else None,
        }
        extra = {f"about_{key}": value for key, value in about.items()}
        log.log(level, "request %s %s", g.get("request_id"), words, extra=extra, exc_info=g.get("fault"))
    return response


def init_app(app: Flask) -> None:
    app.before_request(start_log)
    app.after_request(log_request)
