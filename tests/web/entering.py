"""Entering a play of the open round in one of its three ways, as the match page would send it."""

from werkzeug.test import TestResponse

from tests.web.cast import Phone, Pub, fresh_key


def enter_play(
    pub: Pub, match: str, way: str, /, *, phone: Phone | None = None, **said: object
) -> TestResponse:
    """Send a play with the hidden fields of the present page; ``way`` is the form's address."""
    state = pub.state(match)
    page = {"key": fresh_key(), "round": state.score.round_open, "seen": state.match.version}
    known = {name: value for name, value in {**page, **said}.items() if value is not None}
    return (phone or pub.manager).post(pub.at(match, f"/plays/{way}"), **known)


def lay(pub: Pub, match: str, *entered: str) -> None:
    """Lay tiles: ``0 6-4 lead`` is the first seat's lead; also ``1 knock`` and ``1 draw``."""
    for words in entered:
        seat, what, *place = words.split()
        act = {"act": what} if what in ("knock", "draw") else {"tile": what, "place": "".join(place)}
        answer = enter_play(pub, match, "tiles", seat=seat, **act)
        assert answer.status_code == 303, (words, pub.manager.page.text)
