"""No sequence of acts ends in an error of ours: thumbs that tap whatever stands there, new pages and old."""

import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from scorekeeper.rules.leagues.presets import BY_KEY
from tests.services.league import EVENING, Secretary
from tests.web.cast import Phone, Pub, open_pub, sit_down
from tests.web.conftest import app_over
from tests.web.page import Form, Page

STEPS = int(os.environ.get("SCOREKEEPER_STEPS", "100"))
# A club that was deleted or has closed its doors has nothing more to tap.
LEFT_ALONE = ("/delete", "/leave", "/revoke", "/end", "/watching", "/pin", "/forget")
TYPED = ("", "0", "1", "2", "5", "10", "31", "-1", "x", "2027-05-03", "20:00", "Ann", "Zoe", "6-4 2-2", "2-1")
TEAMS = ("Ann", "Bob", "Cy", "Dee", "Eve")


def choices(page: Page) -> dict[str, list[str]]:
    """What each field of the page may be set to by a tap."""
    found: dict[str, list[str]] = {}
    select = ""
    for tag, attributes in page.tags:
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if tag == "select":
            select = name
        elif tag == "option":
            found.setdefault(select, []).append(value)
        elif tag == "input" and attributes.get("type") in ("radio", "checkbox"):
            found.setdefault(name, []).append(value or "on")
        elif name and (tag == "textarea" or (tag == "input" and attributes.get("type") != "hidden")):
            found.setdefault(name, []).extend(TYPED)
    return found


def kind(path: str) -> str:
    """The address without what tells one match or one team from the next."""
    return re.sub(r"/[0-9a-z]{16,}|/\d+|\?.*", "/_", path)


class Thumbs:
    """Phones that tap at random, on the page they see or on one that they saw before."""

    def __init__(self, pub: Pub, seed: int) -> None:
        self.pub, self.random = pub, Random(seed)
        self.phones = [pub.manager, pub.phone("score")]
        self.links: dict[str, list[str]] = {}
        self.forms: dict[str, list[tuple[Form, dict[str, list[str]]]]] = {}
        self.sent = Counter[str]()

    def tap(self) -> str:
        """Follow a link, or send a form with something changed; what was done, in case it fails."""
        phone = self.random.choice(self.phones)
        page = phone.page
        forms = [form for form in page.forms if self.ours(form.action) and form.method == "post"]
        for form in forms:
            self.forms.setdefault(kind(form.action), []).append((form, choices(page)))
        for _, href in page.links:
            if self.ours(href):
                self.links.setdefault(kind(href), []).append(href)
        at = self.random.random()
        if forms and at < 0.4:
            least = min(forms, key=lambda form: (self.sent[kind(form.action)], self.random.random()))
            return self.send(phone, least, choices(page))
        if self.forms and at < 0.5:
            return self.send(phone, *self.random.choice(self.forms[self.one_of(self.forms)][-9:]))
        path = self.random.choice(self.links[self.one_of(self.links)][-9:]) if self.links else self.pub.home
        phone.open(path)
        return f"GET {path}"

    def one_of(self, kinds: Iterable[str]) -> str:
        return self.random.choice(sorted(kinds))

    def ours(self, path: str) -> bool:
        return path.startswith(self.pub.home) and not path.partition("?")[0].endswith(LEFT_ALONE)

    def send(self, phone: Phone, form: Form, may_be: dict[str, list[str]]) -> str:
        names = {name for name, _ in form.fields} | {name for name in may_be if self.random.random() < 0.05}
        changed = [name for name in sorted(names) if name in may_be and self.random.random() < 0.3]
        typed = {name: self.random.choice(may_be[name]) for name in changed}
        self.sent[kind(form.action)] += 1
        typed |= dict([self.random.choice(form.buttons)]) if form.buttons else {}
        said = form.filled(**typed)
        for _ in range(self.random.choice((1, 1, 2))):
            answer = phone.post(form.action, said)
            if answer.status_code == 303:
                phone.open(str(answer.location))
        return f"POST {form.action} {said}"


def a_club_of_everything(folder: Path) -> Pub:
    """A club with a match of each game and a league of each kind."""
    pub = open_pub(app_over(folder), "The Crown")
    for game in ("draw_100", "block_100", "fives_250", "threes_fives_61"):
        sit_down(pub, game, "Ann", "Bob")
    with pub.db() as db:
        for preset in ("singles", "leek", "singles_cup", "groups_cup", "ladder", "pairs_cup"):
            size = BY_KEY[preset].rules.squad
            squads = {team: "\n".join(f"{team} {n}" for n in range(size)) for team in TEAMS}
            Secretary.begin(db, pub.id, preset, squads, EVENING)
    return pub


@pytest.fixture
def pub(tmp_path: Path) -> Pub:
    return a_club_of_everything(tmp_path)


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_tapped_next_is_answered(pub: Pub, seed: int) -> None:
    thumbs, done = Thumbs(pub, seed), list[str]()
    for _ in range(STEPS):
        try:
            done.append(thumbs.tap())
        except Exception as error:
            raise AssertionError("\n".join(done[-12:])) from error
        assert all(phone.page.status < 500 for phone in thumbs.phones), "\n".join(done[-12:])
    assert sum(step.startswith("POST") for step in done) > STEPS / 4
