"""A page kept for one role or club never reaches another: kept or made anew, everybody gets the same."""

import re
from collections.abc import Callable

import time_machine

from scorekeeper.web.http import page_cache
from tests.grid import grid
from tests.web.cast import Phone, Pub
from tests.web.evening import ROUTES, Evening, address, outsider

Copies = Callable[[], tuple[Evening, Pub]]
_OF_THE_MOMENT = re.compile(r'name="key" value="[^"]*"|nonce="[^"]*"')
_NOT_KEPT = {"health.ready", "operate.read_metrics"}


def phones_of(evening: Evening, anchor: Pub) -> dict[str, Phone]:
    """The one who may most comes first, so that theirs is the page that is kept."""
    known = {role: evening.pub.phone(role) for role in ("manage", "score", "watch")}
    theirs = {"another club's manager": anchor.phone("manage")}
    return {**known, **theirs, "nobody": outsider(evening.pub.app, anchor)}


def seen(phone: Phone, path: str) -> tuple[int, str]:
    answer = phone.ask(path)
    return answer.status_code, _OF_THE_MOMENT.sub("", answer.get_data().decode(errors="replace"))


def test_everybody_gets_the_page_that_would_be_made_for_them(another_evening: Copies) -> None:
    evening, anchor = another_evening()
    phones, app = phones_of(evening, anchor), evening.pub.app
    with time_machine.travel("2026-11-24T20:00:00Z", tick=False), grid() as case:
        for row in ROUTES:
            if row[1] == "GET" and row[0] not in _NOT_KEPT:
                path = address(evening, row[0])
                kept = {who: seen(phone, path) for who, phone in phones.items()}
                for who, phone in phones.items():
                    page_cache.init_app(app)
                    with case(*row, who):
                        assert kept[who] == seen(phone, path)
