"""What others show of a club: a link pasted into a chat, and the feed of results."""

import io
import re
from xml.etree import ElementTree

import pytest
import time_machine
from PIL import Image

from scorekeeper.web.matches.drawings import score_picture
from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Phone, Pub, record, sit_down, tap


def of_chats(page: str) -> dict[str, str]:
    return dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', page))


def test_a_match_of_a_club_that_anybody_may_watch_shows_its_score(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    said = of_chats(Phone(crown.app).open(crown.at(match)).html)
    assert said["title"] == "Ann 12 – Bob 0 · Ann goes first"
    assert said["description"] == "Draw to 100 · round 2 · The Crown"
    assert of_chats(Phone(crown.app).open(crown.home).html)["title"] == "The Crown"


def test_who_goes_first_is_said_until_the_round_has_begun(crown: Pub, fives: str) -> None:
    titles = []
    for _ in range(2):
        titles.append(of_chats(Phone(crown.app).open(crown.at(fives)).html)["title"])
        tap(crown, fives, 0, 10)
    assert titles == ["Ann 0 – Bob 0 · Draw a tile to see who goes first", "Ann 10 – Bob 0"]


def test_the_picture_of_a_match_is_its_score_and_fetched_without_a_cookie(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    html = Phone(crown.app).open(crown.at(match)).html
    address = of_chats(html)["image"]
    assert address.startswith("http://localhost/c/")
    assert ('og:image:width" content="1200"' in html, 'og:image:height" content="630"' in html) == (
        True,
        True,
    )
    answer = crown.app.test_client().get(address)
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    picture = Image.open(io.BytesIO(answer.data))
    assert picture.size == (1200, 630)
    assert len(answer.data) < 20_000
    record(crown, match, 0, {1: 12})
    assert of_chats(Phone(crown.app).open(crown.at(match)).html)["image"] != address
    crown.shut()
    assert crown.app.test_client().get(address).status_code == 403


def test_the_picture_of_a_match_that_was_won_by_legs_shows_its_legs(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=10, legs=2)
    address = crown.at(match, "/score.png")
    record(crown, match, 0, {1: 12})
    record(crown, match, 1, {0: 4})
    assert crown.manager.ask(address).data == score_picture((0, 4), None)
    record(crown, match, 0, {1: 13})
    assert crown.manager.ask(address).data == score_picture((2, 0), 0)


@pytest.mark.parametrize("totals", [(0, 0), (103, 54), (-5, 1000), (10, 20, 30, 40, 150)])
def test_every_score_fits_the_picture(totals: tuple[int, ...]) -> None:
    picture = Image.open(io.BytesIO(score_picture(totals, 0))).convert("RGB")
    table = picture.getpixel((0, 0))
    edge = [picture.getpixel((x, y)) for x in (60, 1139) for y in range(630)]
    assert {*edge} == {table}
    assert len(picture.getcolors() or ()) == 3


def test_a_club_that_is_not_public_tells_a_chat_nothing(crown: Pub, match: str) -> None:
    crown.shut()
    settings = crown.manager.open(f"{crown.home}settings").html
    (link, *_) = re.findall(r"http://localhost(/[^<\s\"]*/join/[^<\s\"]+)", settings)
    page = crown.app.test_client().get(link).text
    assert of_chats(page) == {}
    assert link.rsplit("/", 1)[1] not in "".join(re.findall(r"<meta[^>]*>", page))
    for address in (crown.at(match), crown.home):
        page = Phone(crown.app).open(address).html
        assert of_chats(page) == {}
        assert not [name for name in ("Ann", "Bob", "The Crown") if name in page]
    assert of_chats(crown.manager.open(crown.at(match)).html) == {}


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
