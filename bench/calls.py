"""What a request passes on its way: modules, functions and Python calls inside the package.

    .venv/bin/python -m bench.calls

Counted by ``sys.setprofile``, so that the machine's load changes nothing; comprehensions and resumed
generators are left out. Every flow is measured the second time, when templates and statements are cached,
with a round that nobody has entered before.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from flask import Flask

import scorekeeper
from scorekeeper.app import create_app
from scorekeeper.store import migrate
from tests.web.captains import ALL, enter_card
from tests.web.cast import Pub, fresh_key, open_pub, record, round_fields, sit_down
from tests.web.secretary import draw_up, three_teams

PACKAGE = str(Path(scorekeeper.__file__).parent)


class Counted:
    """The calls between ``start`` and ``stop``, by file and function."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        fresh = frame.f_lasti <= 2 or not code.co_flags & 0x20  # a generator's first call, not its resumption
        if event == "call" and fresh and code.co_filename.startswith(PACKAGE) and code.co_name[0] != "<":
            self.calls.append((code.co_filename, code.co_qualname))

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is called inside."""
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)

    def __str__(self) -> str:
        modules = {file for file, _ in self.calls}
        return f"{len(modules)} modules, {len(set(self.calls))} functions, {len(self.calls)} calls"


def measured(act: Callable[[], int], *expected: int) -> Counted:
    """The calls of this act, whose status must be an expected one."""
    counted = Counted()
    with counted.counting():
        status = act()
    assert status in expected, status
    return counted


def rounds(pub: Pub, pips: int) -> dict[str, Counted]:
    """A round's POST, the page made anew after it, and the same page asked for again."""
    match = sit_down(pub, "draw_100", "Ann", "Bob", target=1000)
    record(pub, match, 0, {1: pips})
    pub.manager.open(pub.at(match))
    fields = round_fields(pub, match, 0, {1: pips + 1}, None, {})
    data = dict(fields)
    client = pub.manager.client
    return {
        "a round's POST": measured(lambda: client.post(pub.at(match, "/rounds"), data=data).status_code, 303),
        "the match page after it": measured(lambda: client.get(pub.at(match)).status_code, 200),
        "the same page again": measured(lambda: client.get(pub.at(match)).status_code, 200),
    }


def signed_card(pub: Pub, card: str) -> dict[str, Counted]:
    """The page of a card of three boards, and the signature under it."""
    assert enter_card(pub.manager, card, **ALL).status == 200
    client = pub.manager.client
    shown = measured(lambda: client.get(f"{card}?side=home").status_code, 200)
    form = pub.manager.open(card).form_with("b1_was")
    data = dict(form.filled(sign="home", key=fresh_key()))
    signed = measured(lambda: client.post(form.action, data=data).status_code, 303)
    return {"a signature's POST": signed, "the card's page": shown}


def cards(pub: Pub) -> dict[str, Counted]:
    at = three_teams(pub)
    draw_up(pub, at, twice="no")
    links = pub.manager.open(f"{at}fixtures/").links
    listed = list(dict.fromkeys(href for words, href in links if "/fixtures/" in href and "Lion" in words))
    signed_card(pub, listed[1])
    return signed_card(pub, listed[0])


def app_in(folder: Path) -> Flask:
    database = folder / "scorekeeper.db"
    migrate(database)
    return create_app({"DATABASE": database})


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        pub = open_pub(app_in(Path(folder)), "The Crown")
        rounds(pub, 12)
        for name, counted in {**rounds(pub, 20), **cards(pub)}.items():
            print(f"{name}: {counted}")


if __name__ == "__main__":
    main()
