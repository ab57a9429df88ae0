"""Reminders by mail: to captains and the secretary who asked for them, each once, ended by a link in each."""

import re
import time
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
import time_machine
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli.main import main
from scorekeeper.config import backups_folder
from scorekeeper.store.engine.backup import copies
from tests.ops.mailbox import Mailbox, mailbox
from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Phone, Pub, open_pub
from tests.web.leagues.test_county import division
from tests.web.page import Page
from tests.web.secretary import draw_up, squad_page
from tests.web.squads.test_entering import captain_of

ANN = "ann@example.org"


@pytest.fixture
def box(empty_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mailbox]:
    monkeypatch.setitem(empty_app.config, "TRUSTED_HOSTS", ["localhost"])
    with mailbox() as box:
        monkeypatch.setenv("SCOREKEEPER_SMTP", box.url)
        yield box


@pytest.fixture
def crown(empty_app: Flask) -> Pub:
    return open_pub(empty_app, "The Crown")


@pytest.fixture
def season(crown: Pub) -> str:
    """Two teams that meet on 7 and 14 September."""
    at = division(crown, 1, ("Anchor A", "Bell A"))
    with time_machine.travel("2026-09-01T12:00:00Z", tick=False):
        draw_up(crown, at, first="2026-09-07", every=7, starts="20:30")
    return at


def team(crown: Pub, name: str) -> str:
    return next(row["id"] for row in crown.stored()["squads"] if row["name"] == name)


def give_address(phone: Phone, crown: Pub, squad: str, address: str = ANN) -> Page:
    page = phone.open(f"{crown.home}reminders/{squad}")
    return phone.send(page.form_with("address"), address=address)


def ask_for_mail(phone: Phone, crown: Pub, box: Mailbox, squad: str, address: str = ANN) -> None:
    """Reminders go there: the link in the mail that asks has been followed, by whoever has the mail."""
    page = give_address(phone, crown, squad, address)
    assert (page.status, "Not confirmed yet" in page.text) == (200, True), page.text
    mail = box.mails.pop()
    assert mail["To"] == address
    assert "come to your address" in follow(crown, mail, "Yes, send them").text


def link_in(mail: EmailMessage) -> str:
    return str(re.findall(r"http://localhost(\S+/reminders/\S+)", mail.get_content())[0])


def follow(crown: Pub, mail: EmailMessage, button: str) -> Page:
    browser = Phone(crown.app)
    return browser.send(browser.open(link_in(mail)).form_saying(button))


def sent_on(crown: Pub, box: Mailbox, day: str) -> list[EmailMessage]:
    """What a night's run sends; the server is asked to do it twice."""
    before = len(box.mails)
    with time_machine.travel(f"{day}T04:00:00Z", tick=False):
        for _ in range(2):
            done = CliRunner().invoke(main, ["backup", "--database", str(crown.app.config["DATABASE"])])
            assert done.exit_code == 0, done.output
    return box.mails[before:]


def test_a_captain_is_told_each_thing_once_until_the_link_ends_it(
    crown: Pub, box: Mailbox, season: str
) -> None:
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        phone = captain_of(crown, season, "Anchor A")
        ask_for_mail(phone, crown, box, team(crown, "Anchor A"))
    assert sent_on(crown, box, "2026-09-05") == []
    (mail,) = sent_on(crown, box, "2026-09-06")
    assert (mail["To"], mail["Subject"]) == (ANN, "Anchor A: 1 reminder")
    assert "Tomorrow, Mon 7 Sep 20:30: " in mail.get_content()
    assert "at Anchor" in mail.get_content() or "at Bell" in mail.get_content()
    assert sent_on(crown, box, "2026-09-07") == [], "it is played tonight"
    (mail,) = sent_on(crown, box, "2026-09-08")
    card = re.search(
        r"we still need the result\. It is due on Mon 14 Sep\. http://localhost(\S+/fixtures/\S+)",
        mail.get_content(),
    )
    assert card, mail.get_content()
    assert phone.open(card[1]).status == 200
    assert sent_on(crown, box, "2026-09-09") == []
    ends = str(mail["List-Unsubscribe"]).strip("<>").removeprefix("http://localhost")
    assert ends in mail.get_content()
    browser = Phone(crown.app)
    page = browser.open(ends)
    assert len(sent_on(crown, box, "2026-09-13")) == 1, "to look at the page ends nothing"
    assert "no more mails" in browser.send(page.form_saying("End these mails")).text
    assert sent_on(crown, box, "2026-09-15") == []
    assert browser.ask(ends).status_code == 404


def test_proposals_and_owed_signatures_go_to_their_captain(crown: Pub, box: Mailbox, season: str) -> None:
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        phones = {name: captain_of(crown, season, name) for name in ("Anchor A", "Bell A")}
        for name, phone in phones.items():
            ask_for_mail(phone, crown, box, team(crown, name), f"{name[:4].lower()}@example.org")
        first, second = sorted(crown.stored()["fixtures"], key=lambda row: row["day"])
        card = f"{crown.home}fixtures/{second['id']}"
        form = phones["Bell A"].open(card).form_saying("Propose for Bell A")
        sides = {second["home"]: "home", second["away"]: "away"}
        phones["Bell A"].send(form, day="2026-09-16", starts="20:00", side=sides[team(crown, "Bell A")])
    (mail,) = sent_on(crown, box, "2026-09-03")
    assert mail["To"] == "anch@example.org"
    assert "Bell A propose Wed 16 Sep 20:00 for " in mail.get_content()
    with time_machine.travel("2026-09-07T20:00:00Z", tick=False):
        played = f"{crown.home}fixtures/{first['id']}"
        enter_card(crown.manager, played, **ALL)
        sign(phones["Bell A"], played)
    mails = sent_on(crown, box, "2026-09-08")
    assert [mail["To"] for mail in mails] == ["anch@example.org"]
    assert "we still need the signature of Anchor A" in mails[0].get_content()


def test_the_secretary_has_one_mail_a_week(crown: Pub, box: Mailbox, season: str) -> None:
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        ask_for_mail(crown.manager, crown, box, "desk")
        for desk in (f"{crown.home}leagues/", season):
            assert crown.manager.open(f"{desk}desk").link_saying("Reminders by e-mail")
    sent = {day: sent_on(crown, box, f"2026-09-{day:02}") for day in (3, 8, 9, 10, 15, 16, 17)}
    assert [day for day, mails in sent.items() if mails] == [9, 16]
    assert "1 card missing, 1 match to come" in sent[9][0]["Subject"]
    assert f"http://localhost{crown.home}leagues/desk" in sent[9][0].get_content()
    del season


def test_only_the_secretary_sees_or_gives_an_address(crown: Pub, box: Mailbox, season: str) -> None:
    anchor, bell = team(crown, "Anchor A"), team(crown, "Bell A")
    phone = captain_of(crown, season, "Anchor A")
    ask_for_mail(phone, crown, box, anchor)
    page = phone.open(f"{crown.home}reminders/{anchor}")
    assert "Reminders are sent" in page.text
    assert ANN not in page.html
    assert ANN in crown.manager.open(f"{crown.home}reminders/{anchor}").html
    for other in (phone, crown.phone("score")):
        assert other.ask(f"{crown.home}reminders/{bell}").status_code == 403
        assert other.post(f"{crown.home}reminders/{bell}", address=ANN).status_code == 403
        assert other.post(f"{crown.home}reminders/desk", address=ANN).status_code == 403
    form = phone.open(f"{crown.home}reminders/{anchor}").form_with("address")
    page = phone.send(form, address="ann at home")
    assert (page.status, "such as ann@example.org" in page.fault("address")) == (422, True)
    assert ANN not in crown.manager.ask(f"{crown.home}export.jsonl").text
    assert box.mails == []


def test_a_stranger_whose_address_is_given_has_one_mail_and_no_reminder(
    crown: Pub, box: Mailbox, season: str
) -> None:
    squad = team(crown, "Anchor A")
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        phone = captain_of(crown, season, "Anchor A")
        assert "Not confirmed yet" in give_address(phone, crown, squad, "stranger@example.org").text
    (mail,) = box.mails
    assert (mail["To"], mail["Subject"]) == ("stranger@example.org", "The Crown: is this your address?")
    assert "the captain of Anchor A" in mail.get_content()
    assert Phone(crown.app).open(link_in(mail)).status == 200, "a mail program that looks ahead"
    assert sent_on(crown, box, "2026-09-06") == [] == sent_on(crown, box, "2026-09-08")
    assert len(crown.stored()["mail_addresses"]) == 1
    assert sent_on(crown, box, "2026-09-10") == []
    assert crown.stored()["mail_addresses"] == [], "nobody has confirmed it for a week"
    assert Phone(crown.app).ask(link_in(mail)).status_code == 404


def test_a_link_confirms_its_own_address_once(crown: Pub, box: Mailbox, season: str) -> None:
    squad = team(crown, "Anchor A")
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        for address in (ANN, "bob@example.org", ANN):
            give_address(crown.manager, crown, squad, address)
    mails = [*box.mails]
    old, bobs, new = map(link_in, mails)
    browser = Phone(crown.app)
    for link in (old, bobs, f"{new[:-1]}é", new.replace(squad, "desk")):
        assert (browser.ask(link).status_code, browser.post(link).status_code) == (404, 404), link
    with time_machine.travel("2026-09-05T12:00:00Z", tick=False):
        follow(crown, mails[2], "Yes, send them")
        assert browser.ask(new).status_code == 404, "it ends nothing, either"
        assert "Reminders are sent" in give_address(crown.manager, crown, squad).text, "it is known"
        assert len(box.mails) == 3
        assert [mail["To"] for mail in sent_on(crown, box, "2026-09-06")] == [ANN]
    with time_machine.travel("2026-09-06T12:00:00Z", tick=False):
        give_address(crown.manager, crown, squad, "bob@example.org")
        follow(crown, box.mails[-1], "Yes, send them")
        assert "Not confirmed yet" in give_address(crown.manager, crown, squad, ANN).text
    assert sent_on(crown, box, "2026-09-08") == []
    del season


def test_so_many_mails_to_new_addresses_go_in_a_day(crown: Pub, box: Mailbox, season: str) -> None:
    squad = team(crown, "Anchor A")
    with time_machine.travel("2026-09-02T09:00:00Z", tick=False) as clock:
        for number in range(3):
            first = captain_of(crown, season, "Anchor A")
            assert give_address(first, crown, squad, f"{number}@example.org").status == 200
        clock.move_to("2026-09-02T15:00:00Z")
        give_address(first, crown, squad, "")
        assert crown.manager.post(f"{crown.home}phones/limits").status_code == 303
        for phone in (first, captain_of(crown, season, "Anchor A"), crown.manager):
            page = give_address(phone, crown, squad, "3@example.org")
            assert (page.status, "3 mails to new addresses" in page.fault("address")) == (422, True)
        assert give_address(crown.manager, crown, "desk").status == 200, "another’s are its own"
        clock.move_to("2026-09-03T09:00:00Z")
        assert give_address(first, crown, squad, "3@example.org").status == 200
    went = [mail["To"].removesuffix("@example.org") for mail in box.mails]
    assert went == ["0", "1", "2", "ann", "3"]


@pytest.mark.long
def test_so_many_mails_go_to_new_addresses_of_a_club_in_a_day(crown: Pub, box: Mailbox) -> None:
    division(crown, 1, tuple(f"Team {number}" for number in range(34)))
    squads = [row["id"] for row in crown.stored()["squads"]]
    with time_machine.travel("2026-09-02T09:00:00Z", tick=False) as clock:
        for number in range(101):
            clock.move_to(f"2026-09-02T{9 + number // 10:02}:00:00Z")  # an hour's limit is another matter
            page = give_address(crown.manager, crown, squads[number // 3], f"{number}@example.org")
    assert (page.status, "100 mails to new addresses" in page.fault("address")) == (422, True)
    assert len(box.mails) == 100


@pytest.mark.parametrize("how", ["emptied", "link replaced", "somebody forgotten"])
def test_an_address_goes(crown: Pub, box: Mailbox, season: str, how: str) -> None:
    squad = team(crown, "Anchor A")
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        ask_for_mail(captain_of(crown, season, "Anchor A"), crown, box, squad)
    at = crown.manager.open(f"{season}teams/").link_saying("Change Anchor A")
    if how == "emptied":
        give_address(crown.manager, crown, squad, "")
    elif how == "link replaced":
        crown.manager.send(crown.manager.open(at).form_saying("Replace link"))
    else:
        form = crown.manager.open(at).form_with("name")
        crown.manager.send(form, players="Zoe")
        zoe = next(row["id"] for row in crown.stored()["players"] if row["name"] == "Zoe")
        crown.manager.post(f"{crown.home}data/forget", player=zoe)
    assert sent_on(crown, box, "2026-09-06") == []


@pytest.mark.parametrize("server", ["", "smtp://127.0.0.1:9"], ids=["no server", "a server, no hosts"])
def test_without_a_mail_server_and_hosts_nothing_is_offered(
    crown: Pub, season: str, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link in a mail begins with one of the operator's hosts, never with what a phone said."""
    monkeypatch.setenv("SCOREKEEPER_SMTP", server)
    assert crown.manager.post(f"{crown.home}reminders/desk", address=ANN).status_code == 404
    assert "e-mail" not in crown.manager.open(f"{crown.home}leagues/desk").text
    page = squad_page(crown, season, "Anchor A")
    assert "e-mail" not in page.text


def test_a_mail_server_that_is_away_fails_no_backup_and_is_told_of_an_address(
    crown: Pub, box: Mailbox, season: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    squad = team(crown, "Anchor A")
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        ask_for_mail(crown.manager, crown, box, squad)
    monkeypatch.setenv("SCOREKEEPER_SMTP", "smtp://127.0.0.1:9")
    with time_machine.travel("2026-09-06T04:00:00Z", tick=False):
        done = CliRunner().invoke(main, ["backup", "--database", str(crown.app.config["DATABASE"])])
    assert (done.exit_code, "A reminder was not sent" in done.stderr) == (0, True)
    assert f"Anchor A {ANN} : 127.0.0.1 took no mail" in crown.manager.open(f"{crown.home}leagues/desk").text
    page = give_address(crown.manager, crown, squad, "bob@example.org")
    assert (page.status, "127.0.0.1 took no mail" in page.fault("address")) == (422, True)
    assert "on its way" not in page.text
    assert "Not confirmed yet" in crown.manager.open(f"{crown.home}reminders/{squad}").text
    del season


def test_a_slow_mail_server_keeps_no_phone_waiting(crown: Pub, box: Mailbox) -> None:
    box.slowly, began = 4.0, time.monotonic()
    assert "Not confirmed yet" in give_address(crown.manager, crown, "desk").text
    assert (time.monotonic() - began < 3.5, box.mails) == (True, [])
    while not box.mails:
        assert time.monotonic() - began < 30
        time.sleep(0.05)
    assert box.mails[0]["To"] == ANN, "it has gone on by itself"


def test_the_secretary_is_told_of_a_mail_that_is_refused_after_its_page(
    crown: Pub, box: Mailbox, season: str
) -> None:
    squad, desks = team(crown, "Anchor A"), (f"{crown.home}leagues/desk", f"{season}desk")
    phone = captain_of(crown, season, "Anchor A")
    box.slowly, box.refusing, began = 2.5, True, time.monotonic()
    assert "on its way" in give_address(phone, crown, squad).text
    while not all(f"Anchor A {ANN} : 127.0.0.1 took no mail" in crown.manager.open(at).text for at in desks):
        assert time.monotonic() - began < 30
        time.sleep(0.05)
    assert ANN not in "".join(phone.open(at).html for at in desks)
    page = phone.open(f"{crown.home}reminders/{squad}")
    assert ("did not go" in page.text, "on its way" in page.text) == (True, False)
    box.slowly, box.refusing = 0.0, False
    ask_for_mail(phone, crown, box, squad)
    assert not any(ANN in crown.manager.open(at).text for at in desks)


def test_ended_mails_do_not_begin_again_with_an_older_copy(crown: Pub, box: Mailbox, season: str) -> None:
    squad, database = team(crown, "Anchor A"), crown.app.config["DATABASE"]
    with time_machine.travel("2026-09-02T12:00:00Z", tick=False):
        ask_for_mail(crown.manager, crown, box, squad)
        sent_on(crown, box, "2026-09-03")
        give_address(crown.manager, crown, squad, "")
    (copy,) = copies(backups_folder(database))
    done = CliRunner().invoke(main, ["restore", str(copy), "--database", str(database), "--force"])
    assert done.exit_code == 0, done.output
    assert sent_on(crown, box, "2026-09-06") == []
    del season


def test_nothing_is_kept_where_no_such_team_is_there(crown: Pub, box: Mailbox) -> None:
    assert crown.manager.post(f"{crown.home}reminders/nobody", address=ANN).status_code == 404
    assert crown.stored()["mail_addresses"] == []
    assert box.mails == []
