"""Opening a club, its links and those of one match, who may watch, how a link ends; a phone's name."""

import re

import pytest
from flask import Flask

from scorekeeper.services.clubs.hosting import first_start_secret
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from tests.web.cast import Phone, Pub, record, sit_down, tap
from tests.web.secretary import squad_page, three_teams
from tests.web.squads.test_entering import captain_of


def revoke(pub: Pub, role: str) -> None:
    assert pub.manager.post(f"{pub.home}links/{role}/revoke").status_code == 303


def may_score(phone: Phone, pub: Pub) -> bool:
    return phone.ask(f"{pub.home}matches/new").status_code == 200


def may_watch(phone: Phone, pub: Pub) -> bool:
    return phone.ask(pub.home).status_code == 200


def may_manage(phone: Phone, pub: Pub) -> bool:
    return phone.ask(f"{pub.home}links/score.svg").status_code == 200


def test_the_first_link_makes_its_opener_the_manager_of_a_new_club(empty_app: Flask) -> None:
    secret = first_start_secret(empty_app.config["DATABASE"])
    phone, late = Phone(empty_app), Phone(empty_app)
    assert "No club is open to this phone yet" in phone.open("/").text
    form = late.open(f"/start/{secret}").form_with("name")
    first = phone.open(f"/start/{secret}").form_with("name")
    page = phone.send(first, name="  The   Crown ")
    assert page.status == 200
    assert "The Crown" in page.text
    assert "Score link" in phone.open(page.link_saying("Club")).text
    assert late.send(form, name="The Rose").status == 404
    assert phone.open(f"/start/{secret}").status == 404
    assert Phone(empty_app).send(first, name="The Crown").path == page.path, "the answer was lost on its way"
    db = open_store(empty_app.config["DATABASE"])
    assert [club.name for club in clubs(db)] == ["The Crown"]
    db.close()


def test_a_club_needs_a_valid_name(empty_app: Flask) -> None:
    secret = first_start_secret(empty_app.config["DATABASE"])
    phone = Phone(empty_app)
    for name in ("", "   ", "\u200b", "x" * 31):
        page = phone.send(phone.open(f"/start/{secret}").form_with("name"), name=name)
        assert page.status == 422
        assert "The club’s name" in page.fault("club-name")
    assert phone.open(f"/start/{secret}").status == 200


def test_a_links_secret_leaves_the_address_at_once(crown: Pub, anchor: Pub) -> None:
    answer = Phone(crown.app).ask(crown.link("score"))
    assert (answer.status_code, answer.location) == (303, crown.home)
    secret = crown.link("score").rsplit("/", 1)[1]
    assert len(secret) >= 22  # 128 bits
    assert secret not in crown.phone("score").open(crown.home).html
    secret = crown.link("manage").rsplit("/", 1)[1]
    for wrong in (secret, secret[:-1], "", "é", "none"):
        assert Phone(crown.app).ask(f"{anchor.home}join/{wrong}").status_code == 404


def test_a_weaker_link_revokes_no_rights(crown: Pub) -> None:
    crown.manager.open(crown.link("watch"))
    assert may_manage(crown.manager, crown)
    phone = crown.phone("watch")
    phone.open(crown.link("score"))
    assert may_score(phone, crown)


@pytest.mark.parametrize("role", ["watch", "score", "manage"])
def test_a_revoked_link_ends_with_every_cookie_it_gave(crown: Pub, role: str) -> None:
    crown.shut()
    phone, link = crown.phone(role), crown.link(role)
    others = {other: crown.phone(other) for other in ("watch", "score", "manage") if other != role}
    assert phone.ask(crown.home).headers["X-Scorekeeper"] != "ended"
    revoke(crown, role)
    answer = phone.ask(crown.home)
    assert (answer.status_code, answer.headers["X-Scorekeeper"]) == (403, "ended"), "it clears its copies"
    assert Phone(crown.app).ask(link).status_code == 404
    assert all(may_watch(other, crown) for other in others.values())
    assert may_manage(crown.manager, crown), "who revokes the manage link keeps it on this phone"
    assert may_watch(crown.phone(role), crown), "the new link opens"


def test_a_revoked_phone_stores_nothing_from_a_page_it_still_shows(crown: Pub) -> None:
    phone = crown.phone("score")
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    form = phone.open(crown.at(match, "/rounds/new?out=0")).form_with("pips_1")
    revoke(crown, "score")
    page = phone.send(form, pips_1=25)
    assert page.status == 403
    assert "score link" in page.text
    assert crown.events(match) == ()


def test_a_phone_of_two_clubs_chooses_and_of_one_goes_there(crown: Pub, anchor: Pub) -> None:
    phone = crown.phone("score")
    assert phone.ask("/").location == crown.home
    phone.open(anchor.link("watch"))
    page = phone.open("/")
    assert page.link_saying("The Crown") == crown.home
    assert page.link_saying("The Anchor") == anchor.home


def test_a_phone_can_forget_the_club(crown: Pub, anchor: Pub) -> None:
    crown.shut()
    phone = crown.phone("score")
    phone.open(anchor.link("score"))
    answer = phone.post(f"{crown.home}forget")
    assert answer.status_code == 303
    assert answer.headers["Clear-Site-Data"] == '"cache"', "rounds that wait on the phone are in its storage"
    assert phone.ask(crown.home).status_code == 403
    assert may_score(phone, anchor), "the other club is not forgotten"


def test_a_phone_has_a_nickname(crown: Pub) -> None:
    phone = crown.phone("score")
    assert phone.send(phone.open(f"{crown.home}settings").forms[0], name="Bar phone").status == 200
    assert phone.open(f"{crown.home}settings").forms[0].value("name") == "Bar phone"
    page = phone.send(phone.page.forms[0], name="x" * 31)
    assert (page.status, page.fault("name")) == (422, "The phone’s name has 31 letters; 30 is the most.")
    assert page.forms[0].value("name") == "x" * 31


def test_only_the_manager_sees_the_links_as_text_and_as_qr_codes(crown: Pub) -> None:
    page = crown.manager.open(f"{crown.home}settings")
    for role in ("watch", "score", "manage"):
        assert crown.link(role) in page.text
        answer = crown.manager.ask(f"{crown.home}links/{role}.svg")
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        svg = answer.get_data(as_text=True)
        assert re.search(r"<svg[^>]*>.*<path", svg, re.DOTALL)
        assert "style=" not in svg
    assert crown.manager.ask(f"{crown.home}links/owner.svg").status_code == 404
    assert crown.manager.post(f"{crown.home}links/owner/revoke").status_code == 404
    for role in ("watch", "score"):
        page = crown.phone(role).open(f"{crown.home}settings")
        assert "/join/" not in page.html
        assert "Who may watch?" not in page.text


def test_replace_link_tapped_twice_ends_one_link(crown: Pub) -> None:
    page = crown.manager.open(f"{crown.home}settings")
    form = next(form for form in page.forms if form.action.endswith("links/score/revoke"))
    crown.manager.send(form)
    joined = crown.phone("score")
    crown.manager.send(form)
    assert may_score(joined, crown), "the second tap leaves the new link"


def form_of(phone: Phone, pub: Pub, match: str) -> str:
    return phone.open(pub.at(match, "/rounds/new")).html


def test_the_first_round_names_the_phone_and_it_is_not_asked_again(crown: Pub, match: str) -> None:
    phone = crown.phone("score")
    assert "phone_name" in form_of(phone, crown, match)
    record(crown, match, 0, {1: 10}, phone=phone, phone_name="Bob’s  phone")
    assert "phone_name" not in form_of(phone, crown, match)
    assert crown.events(match)[0].nickname == "Bob’s phone"


def test_a_phone_that_does_not_say_keeps_its_number_and_is_left_alone(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 10}, phone_name="  ")
    assert "phone_name" not in form_of(crown.manager, crown, match)
    assert crown.events(match)[0].nickname == "Phone 1"


def test_a_phone_with_a_name_is_not_asked(crown: Pub, match: str) -> None:
    crown.manager.post(f"{crown.home}settings", name="Bar phone")
    assert "phone_name" not in form_of(crown.manager, crown, match)
    record(crown, match, 0, {1: 10}, phone_name="Mine now")
    assert crown.events(match)[0].nickname == "Bar phone"


def test_a_phone_that_only_taps_plays_is_asked_below_the_keys(crown: Pub, fives: str) -> None:
    phone = crown.phone("score")
    tap(crown, fives, 0, 15, phone=phone)
    page = phone.send(
        phone.open(crown.at(fives)).form_saying("What is this phone called?"), phone_name="Bob’s"
    )
    assert "phone_name" not in page.html
    assert crown.events(fives)[0].nickname == "Bob’s"


def test_an_empty_answer_below_the_keys_is_accepted(crown: Pub, fives: str) -> None:
    phone = crown.phone("score")
    page = phone.send(phone.open(crown.at(fives)).form_saying("What is this phone called?"), phone_name="")
    assert "phone_name" not in page.html
    tap(crown, fives, 0, 15, phone=phone)
    assert crown.events(fives)[0].nickname == "Phone 2"
    assert "phone_name" not in phone.open(crown.at(fives)).html


def test_a_phone_that_watches_or_enters_whole_rounds_is_not_asked_on_the_matchs_page(crown: Pub) -> None:
    straight = sit_down(crown, "fives_250", "Ann", "Bob")
    draw = sit_down(crown, "draw_100", "Ann", "Bob")
    assert "phone_name" not in crown.phone("watch").open(crown.at(straight)).html
    assert "phone_name" not in crown.phone("score").open(crown.at(draw)).html


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


@pytest.mark.parametrize("ended", ["link", "phone", "captain’s link"])
def test_a_phone_that_only_watches_now_is_told_so_and_how_it_comes_in_again(crown: Pub, ended: str) -> None:
    watcher, phone = crown.phone("watch"), crown.phone("score")
    if ended == "captain’s link":
        at = three_teams(crown)
        phone = captain_of(crown, at, "Lion")
        page = squad_page(crown, at, "Lion")
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, match, 0, {1: 10}, phone=phone)
    words = "it only watches"
    assert words not in phone.open(crown.home).text
    if ended == "link":
        revoke(crown, "score")
    elif ended == "phone":
        page = crown.manager.open(f"{crown.home}settings")
        for form in [form for form in page.forms if form.action.endswith("/end")]:
            crown.manager.send(form)
    else:
        crown.manager.send(page.form_saying("Replace link"))
    for path in (crown.home, crown.at(match), f"{crown.home}settings"):
        page = phone.open(path)
        assert (page.status, words in page.text) == (200, True), page.text
        assert words not in watcher.open(path).text
    assert "PIN" not in page.text
    crown.manager.post(f"{crown.home}pin/settings", act="set", pin="204060")
    page = phone.open(crown.home)
    phone.send(phone.open(page.link_saying("Type the club’s PIN")).form_with("pin"), pin="204060")
    assert words not in phone.open(crown.home).text
    assert may_score(phone, crown)
