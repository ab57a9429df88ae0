"""A link that opens one match for watching, and nothing else."""

import pytest

from tests.web.cast import Phone, Pub, record, sit_down


@pytest.fixture
def closed(crown: Pub) -> Pub:
    """The Crown, open only to holders of a link."""
    crown.shut()
    return crown


def link(pub: Pub, match: str) -> str:
    """The match's link as the page with its QR code shows it, without the server's name."""
    page = pub.manager.open(pub.at(match, "/code"))
    return str(next(word for word in page.text.split() if "/watch/" in word)).removeprefix("http://localhost")


def test_the_link_opens_its_match_and_nothing_else(closed: Pub) -> None:
    match = sit_down(closed, "draw_100", "Ann", "Bob")
    phone = Phone(closed.app)
    assert phone.ask(closed.at(match)).status_code == 403
    page = phone.open(link(closed, match))
    assert (page.status, page.path) == (200, closed.at(match))
    assert phone.ask(closed.at(match, "/state")).status_code == 200
    match, other = sit_down(closed, "draw_100", "Ann", "Bob"), sit_down(closed, "draw_100", "Cy", "Di")
    phone = Phone(closed.app)
    phone.open(link(closed, match))
    for path in (closed.home, closed.at(other), f"{closed.home}table", closed.at(match, "/rounds/new")):
        assert phone.ask(path).status_code == 403, path
    assert record(closed, match, 0, {1: 10}, phone=phone).status_code == 403
    assert closed.events(match) == ()


def test_revoking_ends_the_link_and_its_cookies_and_no_others(closed: Pub) -> None:
    match, other = sit_down(closed, "draw_100", "Ann", "Bob"), sit_down(closed, "draw_100", "Cy", "Di")
    guest, neighbour, watcher = Phone(closed.app), Phone(closed.app), closed.phone("watch")
    old = link(closed, match)
    guest.open(old)
    neighbour.open(link(closed, other))
    closed.manager.send(closed.manager.open(closed.at(match, "/code")).form_saying("Replace link"))
    assert guest.ask(closed.at(match)).status_code == 403
    assert Phone(closed.app).ask(old).status_code == 404
    assert Phone(closed.app).ask(link(closed, match)).status_code == 303
    assert neighbour.ask(closed.at(other)).status_code == 200
    assert watcher.ask(closed.at(match)).status_code == 200


def test_the_code_is_dark_on_white(crown: Pub, match: str) -> None:
    answer = crown.manager.ask(crown.at(match, "/code.svg"))
    assert answer.mimetype == "image/svg+xml"
    assert "#fff" in answer.get_data(as_text=True)


def test_a_cookie_holds_a_limited_number_of_matches(closed: Pub) -> None:
    matches = [sit_down(closed, "draw_100", "Ann", "Bob") for _ in range(9)]
    phone = Phone(closed.app)
    for match in matches:
        phone.open(link(closed, match))
    assert phone.ask(closed.at(matches[0])).status_code == 403
    assert phone.ask(closed.at(matches[1])).status_code == 200


@pytest.mark.parametrize("how", ["watch", "score", "manage", "closed"])
def test_it_ends_with_the_links_of_its_club(crown: Pub, match: str, how: str) -> None:
    """And where the club is closed to those without a link."""
    if how != "closed":
        crown.shut()
    guest, old = Phone(crown.app), link(crown, match)
    guest.open(old)
    assert guest.ask(crown.at(match)).status_code == 200
    if how == "closed":
        crown.shut()
    else:
        assert crown.manager.post(f"{crown.home}links/{how}/revoke").status_code == 303
    assert guest.ask(crown.at(match)).status_code == 403
    assert guest.ask(crown.at(match, "/state")).status_code == 403
    assert Phone(crown.app).ask(old).status_code == 404
