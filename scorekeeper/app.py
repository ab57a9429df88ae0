"""The application, put together."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.config import asset_folder, secret_key, settings
from scorekeeper.web import (
    again,
    api,
    cards,
    clubs,
    database,
    errors,
    feed,
    filters,
    fixtures,
    hands,
    health,
    install,
    leagues,
    live,
    logs,
    matches,
    mending,
    nickname,
    pins,
    players,
    plays,
    privacy,
    remembered,
    rounds,
    screens,
    security,
    sessions,
    sharing,
    squads,
    squeezing,
    tables,
    unchanged,
)

_YEAR = 366 * 24 * 3600  # seconds: a phone that scored last season still may this season
_LAYERS = (
    database,
    logs,
    security,
    squeezing,
    remembered,
    again,
    unchanged,
    errors,
    filters,
    nickname,
)
_NOUNS = (
    health,
    install,
    privacy,
    clubs,
    players,
    matches,
    nickname,
    live,
    sharing,
    hands,
    screens,
    feed,
    pins,
    rounds,
    mending,
    plays,
    leagues,
    squads,
    fixtures,
    cards,
    tables,
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app over the database named by ``DATABASE``; ``config`` goes before the environment."""
    app = Flask(__name__, static_folder=asset_folder("static"), template_folder=asset_folder("templates"))
    configure(app, config or {})
    app.session_interface = sessions.UndatedSessions()
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for layer in _LAYERS:
        layer.init_app(app)
    for noun in _NOUNS:
        app.register_blueprint(noun.bp)
    api.init_app(app)
    return app


def configure(app: Flask, config: Mapping[str, Any]) -> None:
    """Settings that no operator needs to think of, and those that are asked of the environment."""
    app.config.from_mapping(settings())
    app.config.update(config)
    secure = bool(app.config["HTTPS"])
    app.config.update(
        SECRET_KEY=app.config["SECRET_KEY"] or secret_key(app.config["DATABASE"]),
        SESSION_COOKIE_NAME="__Host-scorekeeper" if secure else "scorekeeper",
        SESSION_COOKIE_SECURE=secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=_YEAR,
        WTF_CSRF_TIME_LIMIT=None,
        # The origin gate stands in for the referrer check, which a privacy setting can break.
        WTF_CSRF_SSL_STRICT=False,
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_MEMORY_SIZE=32 * 1024,
        MAX_FORM_PARTS=600,
    )
    if app.config["PROXIES"]:
        proxies = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
