"""Every page of leagues, cups, groups and ladders, by its links: all can read it, any thumb can tap it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page

from scorekeeper.app import create_app
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.link_secrets import join_path, link_secret
from tests.browser.phone import assert_accessible, assert_no_sideways_scroll, assert_targets_big_enough
from tests.serving import ServerProcess
from tests.web.cast import Pub, open_pub
from tests.web.cups.test_groups import draw_groups, groups_cup, play_all
from tests.web.league_evening import begin_a_league
from tests.web.secretary import enter, league

ID = re.compile(r"[0-9a-z]{22}")
ROOMS = re.compile(r"/(leagues|fixtures|cards)(/|$)")
HREFS = "[...document.querySelectorAll('main a[href], nav a[href]')].map(a => a.getAttribute('href'))"


def season(pub: Pub) -> None:
    """A league that has begun, groups that were played, a ladder and an empty cup of pairs."""
    begin_a_league(pub, desk=True)
    groups = groups_cup(pub)
    draw_groups(pub, groups)
    play_all(pub, groups)
    ladder = league(pub, "ladder", name="Ladder", reach=2)
    for name in ("Ann", "Bob", "Cy"):
        enter(pub, ladder, "", name)
    league(pub, "pairs_cup", name="Pairs")


def test_everybody_can_use_every_page_of_a_league(
    new_phone: Callable[[], Page], server: ServerProcess
) -> None:
    pub = open_pub(create_app({"DATABASE": server.database}), "The Crown")
    season(pub)
    phone = new_phone()
    secret = link_secret(secret_key(server.database), pub.id, "manage", 1)
    phone.goto(server.url + join_path(pub.id, secret))
    ways, seen = [f"{pub.home}leagues/", f"{pub.home}leagues/honours"], set()
    while ways:
        path = ways.pop()
        page = re.sub(ID, "ID", path.partition("?")[0])
        # A league of each format has a front page and a desk of its own.
        kind = path if page.endswith(("/leagues/ID/", "/cup/", "/desk")) else page
        if kind in seen or not ROOMS.search(path) or page.endswith((".csv", ".ics", ".svg", ".xml")):
            continue
        seen.add(kind)
        phone.goto(server.url + path)
        assert_no_sideways_scroll(phone)
        assert_targets_big_enough(phone)
        assert_accessible(phone, "dark")
        ways += phone.evaluate(HREFS)
    assert len(seen) > 30, seen
