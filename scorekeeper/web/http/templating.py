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
from scorekeeper.names import MAX_NAME, MAX_REASON, mixes_scripts
from scorekeeper.rules.cards.describe import card_sentence, card_title
from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.text import counted, side_name
from scorekeeper.timestamps import club_day_of, local_time
from scorekeeper.web.http.db import today
from scorekeeper.web.http.read_only import read_only_here

_PATHS = {
    "back": "M15 5l-7 7 7 7",
    "close": "M5 5l14 14M19 5L5 19",
    "delete": "M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4",
    "undo": "M9 14L4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3",
    "redo": "M15 14l5-5-5-5M20 9H10a5.5 5.5 0 0 0 0 11h3",
    "rematch": "M20 12a8 8 0 1 1-2.5-5.8M20 4v5h-5",
    "edit": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    "more": "M5 12h.01M12 12h.01M19 12h.01",
    "next": "M9 5l7 7-7 7",
    "plus": "M12 5v14M5 12h14",
    "qr": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM16 18h4v2h-4z",
    "share": "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
    "swap": "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
    "shuffle": "M3 7h4l10 10h4M18 14l3 3-3 3M3 17h4l2.5-2.5M14.5 9.5L17 7h4M18 4l3 3-3 3",
    "calendar": "M5 6h14v14H5zM9 3v5M15 3v5M5 11h14",
    "tonight": "M7 4h10l-1.5 16h-7zM7.6 10h8.8",
    "table": "M4 6h2M10 6h10M4 12h2M10 12h7M4 18h2M10 18h4",
    "players": "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20a6 6 0 0 1 12 0"
    "M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5a6 6 0 0 1 3 5.5",
    "club": "M5 21V3M5 6h14v9H5M9 18h1M13 18h1M17 18h1",
    "screen": "M3 5h18v11H3zM8 20h8",
    "sound": "M4 9.5h4l5-4.5v14l-5-4.5H4zM16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
    "flat": "M7 3h10v18H7zM7 12h10",
    "hand": "M4 8h6v12H4zM14 8h6v12h-6zM4 14h6M14 14h6M9 4h6",
    "penalty": "M5 21V4M5 5h13l-3 4 3 4H5",
    "star": "M12 4l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z",
    "up": "M6 15l6-6 6 6",
}

_EMBLEMS = {
    Game.DRAW: '<g class="backs"><rect x="5" y="22" width="8" height="14" rx="1.5" '
    'transform="rotate(-14 9 29)"/>'
    '<rect x="16" y="22" width="8" height="14" rx="1.5"/>'
    '<rect x="27" y="22" width="8" height="14" rx="1.5" transform="rotate(14 31 29)"/></g>'
    '<rect class="bone" x="15.5" y="5" width="9" height="18" rx="1.5"/>'
    '<path class="pips" d="M18 8h0M22 8h0M18 11h0M22 11h0M18 17h0M22 20h0"/>'
    '<path class="stroke" d="M30 16V6M27 9l3-3 3 3"/>',
    Game.BLOCK: '<rect class="bone" x="8" y="15" width="17" height="9" rx="1.5"/>'
    '<rect class="bone" x="25" y="11" width="9" height="18" rx="1.5"/>'
    '<path class="pips" d="M11 17.5h0M14 17.5h0M11 21.5h0M14 21.5h0M20.5 19.5h0M29.5 15h0M29.5 25h0"/>'
    '<path class="stroke" d="M4.5 13v13M37 13v13"/>',
    Game.FIVES: '<rect class="bone" x="4" y="15" width="16" height="9" rx="1.5"/>'
    '<rect class="bone" x="20" y="15" width="16" height="9" rx="1.5"/>'
    '<path class="pips" d="M6.5 17.5h0M9.5 17.5h0M6.5 21.5h0M9.5 21.5h0M16 19.5h0M24 19.5h0M29.5 17.5h0'
    'M33 17.5h0M29.5 21.5h0M33 21.5h0M31.2 17.5h0M31.2 21.5h0"/><path class="stroke" d="M4 10h32M4 29h32"/>',
    Game.THREES_FIVES: '<rect class="bone" x="14.5" y="9" width="11" height="22" rx="1.8"/>'
    '<path class="pips" d="M17.5 12h0M22.5 12h0M20 14.7h0M17.5 17.4h0M22.5 17.4h0'
    'M17.5 23h0M20 25.5h0M22.5 28h0"/>'
    '<text x="4.5" y="18">5</text><text x="28.5" y="34">3</text>',
}


def icon(name: str) -> Markup:
    """The icon of this name, hidden from screen readers: the words beside it carry the meaning."""
    return Markup(f'<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="{_PATHS[name]}"/></svg>')  # nosec B704


def emblem(game: Game) -> Markup:
    """The game's emblem: a lifted tile, a walled line, a straight line, a five and a three."""
    return Markup(f'<svg class="emblem" viewBox="0 0 40 40" aria-hidden="true">{_EMBLEMS[game]}</svg>')  # nosec B704 # our own


# Addresses that are cached, and the characters in what each is made of: 12 MB where all of them are emoji.
_MOST_CACHED, _LONGEST = 4_000, 150
_TILE = re.compile(r"\b\d+-\d+\b")
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
    """The address of a static file; it changes with the file, so phones may keep it for ever.

    Our files' names need no quoting, and a page has a dozen of them.
    """
    return f"{request.script_root}{current_app.static_url_path}/{name}?v={fingerprint(name)}"


class _TooLong(Exception):
    """Something that was typed stands in the address, perhaps to fill our memory: it is not cached."""


def url_for(endpoint: str, **values: Any) -> str:
    """Flask's ``url_for`` for templates: a page names some thirty addresses, most of them again."""
    try:
        return _address(request.host_url, endpoint, tuple(values.items()))
    except _TooLong:
        return flask.url_for(endpoint, **values)


@lru_cache(maxsize=_MOST_CACHED)
def _address(host: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    if sum(len(value) for _, value in values if isinstance(value, str)) + len(host) > _LONGEST:
        raise _TooLong
    return flask.url_for(endpoint, **dict(values))


def signed(number: int) -> str:
    """``+25``, ``−3`` with a true minus sign, ``0``."""
    return f"+{number}" if number > 0 else minus(number)


def minus(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def pips(count: int) -> str:
    """``1 pip``, ``7 pips``."""
    return counted(count, "pip")


def unbroken(words: str) -> Markup:
    """The words, with each tile such as ``6-4`` kept on one line, and partners where there is room."""
    tiles_whole = _TILE.sub(r'<span class="whole">\g<0></span>', str(escape(words)))
    return Markup(_PARTNERS.sub(r'<span class="partners">\g<0></span>', tiles_whole))  # nosec B704 # escaped


def day(stored: str) -> str:
    """``21 Nov 2026``: the day of a stored time, beside the hour."""
    return dated(local_time(stored))


def club_day(stored: str) -> str:
    """``21 Nov 2026``: the club night of a stored time, also after midnight."""
    return dated(club_day_of(stored))


def file_size(count: int) -> str:
    """``812 bytes``, ``41 kB``, ``1.3 MB``."""
    if count < 1000:
        return counted(count, "byte")
    return f"{count / 1e3:.0f} kB" if count < 999_500 else f"{count / 1e6:.1f} MB"


def dated(found: date) -> str:
    """``21 Nov 2026``."""
    return f"{found.day} {found:%b %Y}"


def named_day(found: date) -> str:
    """``Saturday 21 November``, and with its year a day of another one."""
    return f"{found:%A} {found.day} {found:%B}" + (f" {found.year}" if found.year != today().year else "")


def clock(stored: str) -> str:
    """``21:04`` of a stored time, by the clubs' clocks."""
    return f"{local_time(stored):%H:%M}"


def init_app(app: Flask) -> None:
    app.jinja_env.globals |= {"static_url": static_url, "url_for": url_for, "icon": icon, "emblem": emblem}
    app.jinja_env.globals |= {"MAX_NAME": MAX_NAME, "MAX_REASON": MAX_REASON}
    app.jinja_env.globals["read_only"] = read_only_here
    for name in (
        card_sentence,
        card_title,
        mixes_scripts,
        signed,
        minus,
        pips,
        side_name,
        unbroken,
        day,
        club_day,
        clock,
        dated,
        file_size,
    ):
        app.jinja_env.filters[name.__name__] = name
