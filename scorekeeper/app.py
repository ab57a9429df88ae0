"""The application, put together."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

import scorekeeper.without_numpy  # noqa: F401 - before anything else imports sqlite-utils
from scorekeeper.config import asset_folder, former_key, secret_key, settings
from scorekeeper.web import (
    adjustments,
    camera,
    captains,
    cups,
    displays,
    draws,
    evenings,
    hands,
    pocket,
    privacy,
    pwa,
    reminders,
    squads,
)
from scorekeeper.web.api import interface
from scorekeeper.web.auth import passes, phones, pins
from scorekeeper.web.auth.access import club_here, is_copy
from scorekeeper.web.cards import views as cards
from scorekeeper.web.clubs import views as clubs
from scorekeeper.web.fixtures import views as fixtures
from scorekeeper.web.http import (
    answers,
    changes,
    db,
    errors,
    middleware,
    page_cache,
    request_log,
    templating,
)
from scorekeeper.web.leagues import county, spreadsheet, tables
from scorekeeper.web.leagues import views as leagues
from scorekeeper.web.matches import views as matches
from scorekeeper.web.operate import metrics
from scorekeeper.web.operate import views as operate
from scorekeeper.web.players import views as players
from scorekeeper.web.plays import views as plays
from scorekeeper.web.rounds import views as rounds

_YEAR = 366 * 24 * 3600  # seconds: a phone that scored last season still may this season
_LAYERS = (camera, db, request_log, changes, answers, page_cache, middleware, errors, templating)
_BLUEPRINTS = (
    metrics.health_bp,
    pwa.bp,
    pwa.bundles_bp,
    privacy.bp,
    clubs.bp,
    privacy.copies_bp,
    clubs.phones_bp,
    evenings.bp,
    players.bp,
    matches.bp,
    draws.bp,
    phones.bp,
    hands.bp,
    displays.bp,
    pins.bp,
    rounds.bp,
    camera.bp,
    plays.bp,
    leagues.bp,
    county.bp,
    spreadsheet.bp,
    displays.embed_bp,
    cups.bp,
    cups.ladders_bp,
    squads.bp,
    captains.bp,
    reminders.bp,
    fixtures.bp,
    cards.bp,
    tables.bp,
    adjustments.bp,
    pocket.files_bp,
    pocket.take_in_bp,
    pocket.hand_over_bp,
)


class _LazyRule(Rule):
    """Compiles the code that writes its address when that is first asked for: four fifths of a start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, **values: compiled()(rule, **values)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app over the database named by ``DATABASE``; ``config`` goes before the environment."""
    app = Flask(__name__, static_folder=asset_folder("static"), template_folder=asset_folder("templates"))
    app.url_rule_class = _LazyRule
    configure(app, config or {})
    app.session_interface = passes.UndatedSessions()
    app.jinja_env.cache = {}  # Jinja's own is searched from end to end for each include
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals.update(is_copy=is_copy, sends_mail=reminders.sends_mail)
    app.context_processor(club_here)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for layer in _LAYERS:
        layer.init_app(app)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    if app.config["OFFERED"]:
        app.register_blueprint(privacy.offered_bp)
    interface.init_app(app)
    operate.init_app(app)
    return app


def configure(app: Flask, config: Mapping[str, Any]) -> None:
    """Settings that no operator needs to think of, and those that are asked of the environment."""
    app.config.from_mapping(settings())
    app.config.update(config)
    secure = bool(app.config["HTTPS"])
    app.config.update(
        SECRET_KEY=app.config["SECRET_KEY"] or secret_key(app.config["DATABASE"]),
        SECRET_KEY_FALLBACKS=[key] if (key := former_key(app.config["DATABASE"])) else [],
        SESSION_COOKIE_NAME="__Host-scorekeeper" if secure else "scorekeeper",
        SESSION_COOKIE_SECURE=secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=_YEAR,
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_MEMORY_SIZE=64 * 1024,  # a list as long as can be typed is 36 kB in an address’s signs
        MAX_FORM_PARTS=600,
    )
    app.wsgi_app = middleware.RequestGateMiddleware(app.wsgi_app)  # type: ignore[method-assign]
    if app.config["PROXIES"]:
        proxies = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
