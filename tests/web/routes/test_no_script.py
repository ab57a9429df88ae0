"""A whole evening by links and forms alone, from the first start's link to the table."""

from flask import Flask

from scorekeeper.services.clubs.hosting import first_start_secret
from tests.web.cast import Phone
from tests.web.page import Page


def over(phone: Phone, match: str, who: str, **hands: object) -> Page:
    """Tap who chipped out, or Blocked, on the match page, and fill in the hands."""
    form = phone.open(phone.open(match).link_saying(who)).form_with("out")
    return phone.send(form, **hands)


def test_an_evening_without_script(empty_app: Flask) -> None:
    phone = Phone(empty_app)
    secret = first_start_secret(empty_app.config["DATABASE"])
    club = phone.send(phone.open(f"/start/{secret}").form_with("name"), name="The Crown")
    games = phone.open(club.link_saying("Start a match"))
    table = phone.open(games.link_saying("Draw to 100"))
    match = phone.send(table.form_with("seat_0"), seat_0="Ann", seat_1="Bob", seat_2="Cy", target=60).path

    page = over(phone, match, "Ann", pips_1=18, pips_2=12)
    assert page.path == match
    assert "18 + 12 = 30" in page.text
    page = over(phone, match, "Blocked", pips_0=5, pips_1=18, pips_2=12)
    assert "(18 + 12) − 5 = 25" in page.text
    assert "Ann 55" in page.text

    page = over(phone, match, "Bob", pips_0="٣", pips_2=1)
    assert page.status == 422
    assert "Ann’s pips" in page.fault("pips_0")
    assert page.form_with("pips_0").value("pips_2") == "1"
    page = phone.send(page.form_with("pips_0"), pips_0=3)
    assert "Bob chipped out" in page.text

    page = phone.send(page.form_saying("Undo"))
    assert "Round 3 taken back" in page.text
    page = phone.send(phone.open(page.link_saying("Correct round 2")).form_with("pips_0"), pips_1=20)
    assert "(20 + 12) − 5 = 27" in page.text
    page = over(phone, match, "Cy", pips_0=40, pips_1=21)
    assert "Cy won" in page.text

    standings = phone.open(phone.open(page.link_saying("The Crown")).link_saying("Table")).text
    assert "1 Cy 1 1 0 0" in standings
    rematch = phone.send(phone.open(match).form_saying("Rematch"))
    assert "Cy goes first" in rematch.text
    assert rematch.path != match
