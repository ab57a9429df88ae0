"""Filters and globals of the templates: each a plain function, tested as one."""

import hashlib
import re
from datetime import date
from functools import cache, lru_cache
from typing import Any

import flask
from flask import Flask, current_app, request
from markupsafe import Markup, escape

from scorekeeper.config import asset_folder
from scorekeeper.names import MAX_LIST, MAX_NAME, MAX_REASON, mixes_scripts
from scorekeeper.rules.games.describe import card_sentence, card_title
from scorekeeper.rules.text import counted, side_name
from scorekeeper.timestamps import club_day_of, is_day, local_time
from scorekeeper.web.http.changes import read_only_here
from scorekeeper.web.http.db import today

# Addresses that are cached, and the characters in what each is made of: 12 MB where all of them are emoji.
_MOST_CACHED, _LONGEST = 4_000, 150
_PLACE = ("club", "league", "match", "fixture", "squad", "player", "pair")
Values = tuple[tuple[str, Any], ...]
# What every template may call without importing it, and ``forms``, the fields of one.
_FRAGMENTS = {
    "icons": "icon emblem",
    "marks": "mark shapes",
    "tiles": "faces drawn double dots",
    "tables": "col letters place_col",
    "line": "match_line",
    "lots": "lots",
    "paging": "paging",
    "shared_link": "shared_link",
}
# What is read at once: a day as it is stored, a tile or a score, a day in words.
_WHOLE = re.compile(r"\b(\d{4}-\d\d-\d\d)\b|\b\d+[-–]\d+\b|\b\d{1,2} [JFMASOND][a-z]{2}\b( \d{4})?")
_PARTNERS = re.compile(r"\S+ &amp; \S+")  # the words on both sides of the sign, as they are escaped


@cache
def fingerprint(name: str) -> str:
    """The first characters of a static file's hash: a changed file has a new address."""
    return hashlib.sha256((asset_folder("static") / name).read_bytes()).hexdigest()[:12]


@cache
def build_id() -> str:
    """Changes whenever a template or a static file does; phones cache pages under it."""
    files = sorted(path for name in ("static", "templates") for path in asset_folder(name).rglob("*.*"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def static_url(name: str) -> str:
    """The address of a static file, for ever: it changes with the file. Our names need no quoting."""
    return f"{request.script_root}{current_app.static_url_path}/{name}?v={fingerprint(name)}"


class _TooLong(Exception):
    """Something that was typed stands in the address, perhaps to fill our memory: it is not cached."""


def _place() -> Values:
    here = request.view_args or {}
    return tuple((name, here[name]) for name in _PLACE if name in here)


def stay_in_place(endpoint: str, values: dict[str, Any]) -> None:
    """An address is of what its page is of, a match or a league for one, unless it names another."""
    for name, here in _place():
        if current_app.url_map.is_endpoint_expecting(endpoint, name):
            values.setdefault(name, here)


def url_for(endpoint: str, **values: Any) -> str:
    """Flask's ``url_for`` for templates: a page names some thirty addresses, most of them again."""
    try:
        return _address(request.root_url, endpoint, _place(), tuple(values.items()))
    except _TooLong:
        return flask.url_for(endpoint, **values)


@lru_cache(maxsize=_MOST_CACHED)
def _address(host: str, endpoint: str, place: Values, values: Values) -> str:
    typed = (value for _, value in (*place, *values) if isinstance(value, str))
    if sum(map(len, typed)) + len(host) > _LONGEST:
        raise _TooLong
    return flask.url_for(endpoint, **dict(values))


def signed(number: int) -> str:
    """``+25``, ``−3`` with a true minus sign, ``0``."""
    return f"+{number}" if number > 0 else minus(number)


def minus(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def unbroken(words: str) -> Markup:
    """The words, with each tile, score and day kept on one line, and partners where there is room.

    A day as it is stored reads as days do here, and stands beside it for programs.
    """
    whole = _WHOLE.sub(_kept_whole, str(escape(words)))
    return Markup(_PARTNERS.sub(r'<span class="partners">\g<0></span>', whole))  # nosec B704 # escaped


def _kept_whole(found: re.Match[str]) -> str:
    if found[1] and is_day(found[1]):
        return f'<time class="whole" datetime="{found[1]}">{dated(date.fromisoformat(found[1]))}</time>'
    return f'<span class="whole">{found[0]}</span>'


def day(stored: str) -> str:
    """``21 Nov 2026``: the day of a stored time, beside the hour."""
    return dated(local_time(stored))


def moment(stored: str) -> Markup:
    """``21 Nov 2026 21:04`` of a stored time on one line, and for programs the moment itself."""
    return Markup('<span class="whole">{} {}</span>').format(day(stored), timed(stored))


def club_day(stored: str) -> str:
    """``21 Nov 2026``: the club night of a stored time, also after midnight."""
    return dated(club_day_of(stored))


def dated(found: date) -> str:
    """``21 Nov 2026``."""
    return f"{found.day} {found:%b %Y}"


def named_day(found: date) -> str:
    """``Saturday 21 November``, and with its year a day of another one."""
    return f"{found:%A} {found.day} {found:%B}" + (f" {found.year}" if found.year != today().year else "")


def clock(stored: str) -> str:
    """``21:04`` of a stored time, by the clubs' clocks."""
    return f"{local_time(stored):%H:%M}"


def timed(stored: str) -> Markup:
    """``21:04`` of a stored time, and for programs the moment itself."""
    return Markup('<time datetime="{}">{}</time>').format(stored, clock(stored))


def init_app(app: Flask) -> None:
    app.url_defaults(stay_in_place)
    app.jinja_env.globals |= {"MAX_NAME": MAX_NAME, "MAX_REASON": MAX_REASON, "MAX_LIST": MAX_LIST}
    app.jinja_env.globals |= {"static_url": static_url, "url_for": url_for, "read_only": read_only_here}
    words = (card_sentence, card_title, counted, mixes_scripts, signed, minus, side_name, unbroken)
    for shown in (*words, day, club_day, clock, timed, moment, dated):
        app.jinja_env.filters[shown.__name__] = shown
    for file, names in _FRAGMENTS.items():
        module = app.jinja_env.get_template(f"_fragments/{file}.html").module
        app.jinja_env.globals |= {name: getattr(module, name) for name in names.split()}
    app.jinja_env.globals["forms"] = app.jinja_env.get_template("_fragments/forms.html").module
