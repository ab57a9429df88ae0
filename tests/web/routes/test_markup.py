"""The markup of every page of a club, for screen readers and the phone's keyboard."""

from collections import Counter

import pytest
from flask import Flask

from tests.web.cast import open_pub
from tests.web.evening import Evening, pages, play_an_evening
from tests.web.page import Page

# Elements without a role of their own cannot have a name.
NAMELESS = {"span", "p", "div", "bdi", "i", "b", "small"}


@pytest.fixture(scope="module")
def evening(app: Flask) -> Evening:
    return play_an_evening(open_pub(app, "The Crown"))


@pytest.fixture(scope="module")
def shown(evening: Evening) -> list[Page]:
    """Every page of a club that has played, as its manager sees it."""
    found = [evening.pub.manager.open(path) for path in pages(evening)]
    return [page for page in found if page.html.lstrip().startswith("<!doctype")]


def test_every_page_can_be_read_aloud_and_typed_into(shown: list[Page]) -> None:
    for page in shown:
        ids = Counter(values["id"] for _, values in page.tags if "id" in values)
        assert not [id for id, times in ids.items() if times > 1], page.path
        for tag, values in page.tags:
            for pointer in ("for", "aria-describedby", "aria-labelledby", "list"):
                assert set(values.get(pointer, "").split()) <= set(ids), (page.path, tag, values)
    for page in shown:
        for tag, values in page.tags:
            assert tag not in NAMELESS or "aria-label" not in values or "role" in values, (page.path, values)
    numeric = 0
    for page in shown:
        for tag, values in page.tags:
            if tag != "input":
                continue
            assert values.get("type") not in ("number", None), (page.path, values)
            if values["type"] == "text":
                assert values.get("autocomplete") == "off", (page.path, values)
            if values.get("inputmode") == "numeric":
                numeric += 1
                assert values["pattern"] == "[0-9]*", (page.path, values)
    assert numeric > 20


def test_every_link_leads_to_a_page_of_ours(evening: Evening, shown: list[Page]) -> None:
    links = {href.partition("#")[0] for page in shown if page.status == 200 for _, href in page.links} - {""}
    assert len(links) > 100
    broken = {href: status for href in links if (status := evening.pub.manager.ask(href).status_code) >= 400}
    assert broken == {}
