"""What makes the app installable: service worker, manifest, and the offline page.

The worker needs https (or localhost). With ``SCOREKEEPER_OFFLINE=0`` it is served as one that takes itself
off every phone again, with all it kept.
"""

import re

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.web.http.templating import build_id, static_url
from scorekeeper.web.pwa.bundles import bundle_url

bp = Blueprint("pwa", __name__)


@bp.get("/sw.js")
def worker() -> BaseResponse:
    """The service worker of this build, or the one that unregisters itself."""
    if not current_app.config["OFFLINE"]:
        text = render_template("pwa/unregister.js")
    else:
        bundles = ["club.css", "club.js", *(["photo.js"] if current_app.config["CAMERA"] else [])]
        kept = [url_for(".offline"), *map(bundle_url, bundles), static_url("icon.svg")]
        more = {"secret": _secret_addresses(), "sender": bundle_url("sender.js")}
        text = render_template("pwa/worker.js", build_id=build_id(), files=kept, **more)
    answer = Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
    answer.add_etag()
    return answer.make_conditional(request)


def _secret_addresses() -> str:
    """A pattern of every address that a link's secret is part of."""
    rules = sorted(rule.rule for rule in current_app.url_map.iter_rules() if "secret" in rule.arguments)
    return "|".join(re.sub("<[^>]+>", "[^/]+", rule) for rule in rules)


@bp.get("/offline")
def offline() -> str:
    """Shown by the worker where a page cannot be fetched and was never kept."""
    return render_template("pwa/offline.html")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The W3C Web App Manifest."""
    answer = jsonify(
        id="/",
        name="Scorekeeper for dominoes",
        short_name="Scorekeeper",
        description="Keeps the score of dominoes in the pub.",
        start_url="/",
        scope="/",
        display="standalone",
        orientation="any",
        shortcuts=[
            {"name": "New match", "url": "/?to=new", "icons": [_icon("icon-192.png", 192, "any")]},
            {"name": "Tonight", "url": "/", "icons": [_icon("icon-192.png", 192, "any")]},
        ],
        screenshots=[
            _screen("screen-match.png", "A match: the totals, who goes first, who chipped out"),
            _screen("screen-round.png", "The end of a round, by keypad"),
        ],
        background_color="#0b1714",
        theme_color="#0b1714",
        icons=[_icon("icon-192.png", 192, "any"), _icon("icon-512.png", 512, "any"), _maskable()],
    )
    answer.mimetype = "application/manifest+json"
    return answer


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static_url(f"icons/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


def _screen(name: str, label: str) -> dict[str, str]:
    return {
        "src": static_url(f"icons/{name}"),
        "sizes": "390x844",
        "type": "image/png",
        "form_factor": "narrow",
        "label": label,
    }


def _maskable() -> dict[str, str]:
    return _icon("icon-maskable-512.png", 512, "maskable")
