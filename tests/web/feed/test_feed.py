"""Results for the pub's own page, as a feed."""

from xml.etree import ElementTree

import time_machine

from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub, record, sit_down

ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_feed_lists_finished_matches_newest_first(crown: Pub) -> None:
    for names in (("Ann", "Bob"), ("Cy", "Di & <Ed>")):
        match = sit_down(crown, "draw_100", *names, target=10)
        record(crown, match, 0, {1: 12})
    sit_down(crown, "draw_100", "Ann", "Bob")
    answer = crown.manager.ask(f"{crown.home}results.atom")
    assert answer.mimetype == "application/atom+xml"
    feed = ElementTree.fromstring(answer.get_data())  # noqa: S314 - our own, just made
    titles = [event.findtext(f"{ATOM}title") for event in feed.iter(f"{ATOM}entry")]
    assert titles == ["Cy v Di & <Ed>: 12–0", "Ann v Bob: 12–0"]
    assert feed.findtext(f"{ATOM}entry/{ATOM}summary") == "Draw, Cy won"
    repeated = crown.manager.ask(
        f"{crown.home}results.atom", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert repeated.status_code == 304


def test_a_result_moves_the_feed_s_date_whenever_its_match_began(crown: Pub) -> None:
    with time_machine.travel("2026-11-21T20:00:00Z", tick=False) as clock:
        long = sit_down(crown, "draw_100", "Ann", "Bob", target=10)
        clock.move_to("2026-11-21T20:05:00Z")
        short = sit_down(crown, "draw_100", "Cy", "Dot", target=10)
        record(crown, short, 0, {1: 12})
        clock.move_to("2026-11-21T20:30:00Z")
        record(crown, long, 0, {1: 12})
    feed = ElementTree.fromstring(crown.manager.ask(f"{crown.home}results.atom").get_data())  # noqa: S314
    assert feed.findtext(f"{ATOM}updated") == "2026-11-21T20:30:00Z"
    dates = [entry.findtext(f"{ATOM}updated") for entry in feed.iter(f"{ATOM}entry")]
    assert dates == ["2026-11-21T20:30:00Z", "2026-11-21T20:05:00Z"]


def test_signed_match_cards_are_in_the_feed(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **ALL)
    assert "/fixtures/" not in crown.manager.ask(f"{crown.home}results.atom").get_data(as_text=True)
    for _ in range(2):
        sign(crown.manager, card)
    feed = crown.manager.ask(f"{crown.home}results.atom").get_data(as_text=True)
    assert card in feed
    assert "Winter" in feed
    assert " 2–1 " in feed
