"""Results for the pub's own page, as a feed."""

from xml.etree import ElementTree

from tests.web.captains import ALL, sign, tell
from tests.web.cast import Phone, Pub, record, sit_down

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
    again = crown.manager.ask(f"{crown.home}results.atom", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_closed_club_has_no_feed_for_strangers(crown: Pub) -> None:
    page = crown.manager.open(f"{crown.home}settings")
    crown.manager.send(page.form_with("anyone"), anyone="no")
    assert Phone(crown.app).ask(f"{crown.home}results.atom").status_code == 403


def test_signed_match_cards_are_in_the_feed(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    assert "/fixtures/" not in crown.manager.ask(f"{crown.home}results.atom").get_data(as_text=True)
    for _ in range(2):
        sign(crown.manager, card)
    feed = crown.manager.ask(f"{crown.home}results.atom").get_data(as_text=True)
    assert card in feed
    assert "Winter" in feed
    assert " 2–1 " in feed
