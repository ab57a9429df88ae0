"""Captains with links of their own: one link per team, which enters and signs for that team only."""

import re
from itertools import product

import pytest

from scorekeeper.services.clubs.hosting import erasing
from scorekeeper.services.matches.subject import OTHERS
from scorekeeper.store.engine.seals import faults_in_chains
from tests.web.captains import ALL, enter_card, sign, signing
from tests.web.cast import Phone, Pub, fresh_key, record, sit_down
from tests.web.http.test_not_modified import validators
from tests.web.page import Page
from tests.web.secretary import archive, cards_of, draw_up, enter, enter_teams, league, squad_page, teams_of

PIN = "204060"


def league_of(crown: Pub, card: str) -> str:
    return next(href for words, href in crown.manager.open(card).links if words == "Winter")


def set_rules(crown: Pub, card: str, **typed: object) -> None:
    form = crown.manager.open(f"{league_of(crown, card)}rules").form_with("tie_0")
    crown.manager.send(form, **typed)


def captain(crown: Pub, card: str, team: str) -> Phone:
    """A phone that has opened this team's link."""
    phone = Phone(crown.app)
    open_link(phone, link_of(crown, card, team))
    return phone


def open_link(phone: Phone, link: str) -> Page:
    """Open it, tap its button, and look at the club."""
    page = phone.send(phone.open(link).form_saying("Enter for"))
    assert page.status == 200, page.text
    return page


def link_of(crown: Pub, card: str, team: str) -> str:
    page = squad_page(crown, league_of(crown, card), team)
    if "/captain/" not in page.text:
        page = crown.manager.send(page.form_saying("Create captain’s link"))
    found = re.search(r"http://localhost(/c/\S+/captain/\S+?)<", page.html)
    assert found, page.text
    return found[1]


def signable(page: Page) -> list[str]:
    return [words for words in ("Crown", "Lion") if f"Sign for {words}" in page.text]


def test_two_captains_who_name_their_teams_at_once_stand_side_by_side(crown: Pub, card: str) -> None:
    home, away = (captain(crown, card, team) for team in teams_of(crown, card))
    forms = [(phone, phone.open(card).form_with("b1_was")) for phone in (home, away)]
    page = crown.manager.send(crown.manager.open(card).form_with("draw"), draw="yes")
    drawn = page.form_with("b1_was")
    seats = [f"b{board}_{side}_{seat}" for board, side, seat in product((1, 2, 3), ("home", "away"), (0, 1))]
    chosen = {seat: drawn.value(seat) for seat in seats}
    crown.manager.send(drawn, **dict.fromkeys(seats, ""))
    for (phone, form), side in zip(forms, ("home", "away"), strict=True):
        page = phone.send(form, **{seat: player for seat, player in chosen.items() if side in seat})
        assert page.status == 200, page.text
    for phone, form in forms:
        shown = phone.open(card).form_with("b1_was")
        assert {seat: shown.value(seat) for seat in seats} == chosen
        assert phone.send(form).status in (200, 422), "sent again it empties nothing"
    shown = crown.manager.open(card).form_with("b1_was")
    assert {seat: shown.value(seat) for seat in seats} == chosen


def test_a_captain_enters_and_signs_for_their_own_team_only(crown: Pub, card: str) -> None:
    home, away = teams_of(crown, card)
    first, second = captain(crown, card, home), captain(crown, card, away)
    page = enter_card(first, card, "home", **ALL)
    assert signable(page) == [home]
    page = first.open(f"{card}?side=away")
    assert page.form_with("b1_was").value("side") == "home"
    page = first.send(page.form_with("b1_was"), side="away", b1_legs="1-2")
    assert (page.status, f"This phone is {home}’s" in page.text) == (422, True)
    assert "Waits for" in sign(first, card).text
    assert signable(second.open(card)) == [away]
    assert "Signed for both teams" in sign(second, card).text
    text = crown.manager.open(card).text
    assert f"{home} signed by its captain’s phone, " in text
    assert f"{away} signed by its captain’s phone, " in text
    for shown in (text, crown.manager.open(f"{league_of(crown, card)}record").text):
        assert re.search(f"signed for {away}: [0-9]–[0-9] {away}’s captain, ", shown), shown
        # The newest on top, also of what was entered in the same second.
        assert [shown.index(f"board {n}: ") for n in "321"] == sorted(
            shown.index(f"board {n}: ") for n in "321"
        )
        assert shown.index(f"signed for {home}") < shown.index("board 3: ")
    assert crown.manager.open(f"{card}paper").text.count("by its captain’s phone, ") == 2


def test_a_captain_renames_nobody_who_plays_for_others_only(crown: Pub, card: str) -> None:
    home, away = teams_of(crown, card)
    match = crown.state(sit_down(crown, "draw_100", "Guest", "Visitor")).match
    stored = crown.stored()
    teams = {row["id"]: row["name"] for row in stored["squads"]}
    own, other = (
        next(row["player"] for row in stored["squad_players"] if teams[row["squad"]] == name)
        for name in (home, away)
    )
    phone, guest = captain(crown, card, home), match.seats[0].player
    for player, name in ((own, "Own"), (guest, "Stranger")):
        page = phone.send(phone.open(f"{crown.home}players/{player}").form_with("name"), name=name)
        assert (page.status, name in page.text) == (200, True)
    for who, said in ((phone, True), (crown.phone("score"), False)):
        assert ("renames its own team’s players" in who.open(f"{crown.home}players/{other}").text) is said
    page = phone.send(phone.open(f"{crown.home}players/{other}").form_with("name"), name="Cheat")
    assert (page.status, page.fault("name")) == (
        422,
        f"This phone is a captain’s. Players of {away} are renamed by their own captain or the secretary.",
    )
    for player, into in ((other, own), (guest, other)):
        assert phone.post(f"{crown.home}players/{player}/merge", into=into).status_code == 422
    names = {row["id"]: row["name"] for row in crown.stored()["players"]}
    match = crown.state(
        sit_down(crown, "draw_100", names[own], "Bob", names[other], "Cy", sides="pairs")
    ).match
    for seat, status in ((0, 422), (1, 200)):
        form = phone.open(f"{crown.home}teams/{match.seats[seat].pair}").form_with("name")
        assert phone.send(form, name="Bones").status == status
    assert "Cheat" not in names.values()
    form = crown.phone("score").open(f"{crown.home}players/{other}").form_with("name")
    assert crown.phone("score").send(form, name="Righted").status == 200


def test_a_captain_enters_nothing_for_a_match_of_others(crown: Pub, card: str) -> None:
    third = captain(crown, card, "Railway")
    assert "Phone 2 captain of Railway" in crown.manager.open(f"{crown.home}settings").text, (
        "before it has entered any"
    )
    page = third.open(card)
    assert "This phone is Railway’s: it acts for that team only." in page.text
    assert page.forms == []
    form = crown.phone("score").open(card).form_with("b1_was")
    for said in (ALL, {"draw": "yes"}):
        answer = third.post(f"{card}boards", form.filled(**said))
        assert (answer.status_code, "This phone is Railway’s" in answer.text) == (422, True)


def test_a_captain_scores_no_board_of_others(crown: Pub, card: str) -> None:
    third, home = captain(crown, card, "Railway"), captain(crown, card, teams_of(crown, card)[0])
    drawn = crown.manager.send(crown.manager.open(card).form_with("draw"), draw="yes")
    match = crown.manager.send(drawn.form_with("b1_was"), start=1).path.rsplit("/", 1)[1]
    assert record(crown, match, 0, phone=home).status_code == 303
    undo = third.post(crown.at(match, "/rounds/undo"), standing=1, key=fresh_key())
    for answer in (record(crown, match, 0, phone=third), undo):
        assert (answer.status_code, OTHERS in answer.text) == (422, True)
    assert len(crown.events(match)) == 1
    for path in ("", "/state"):
        page, watched = (phone.open(crown.at(match, path)).html for phone in (third, crown.phone("watch")))
        assert page == watched, "no button that would be refused"
    assert "Undo" in home.open(crown.at(match)).text
    assert record(crown, match, 0, phone=crown.phone("score")).status_code == 303, "as whoever scores may"


def test_a_board_whose_card_is_signed_is_watched_by_everybody_until_it_is_opened_again(
    crown: Pub, card: str
) -> None:
    drawn = crown.manager.send(crown.manager.open(card).form_with("draw"), draw="yes")
    match = crown.manager.send(drawn.form_with("b1_was"), start=1).path.rsplit("/", 1)[1]
    phone, at = crown.phone("score"), crown.at(match)
    known: dict[str, str] = {}
    enter_card(crown.manager, card, **ALL)
    for act, scores in (
        (lambda: None, True),
        (lambda: [sign(crown.manager, card) for _ in range(2)], False),
        (lambda: crown.manager.send(crown.manager.open(card).form_saying("Reopen"), reason="a slip"), True),
        (lambda: archive(crown, league_of(crown, card)), False),
    ):
        act()
        answer = phone.ask(at, headers=known)
        said = answer.get_data(as_text=True)
        assert (answer.status_code, "who chipped out" in said) == (200, scores)
        known = validators(phone, at)
        assert ("who chipped out" in crown.manager.open(at).text) == scores, "nothing that would be refused"


def test_an_ended_link_ends_what_it_allowed_and_who_watched_a_closed_club(crown: Pub, card: str) -> None:
    home, _ = teams_of(crown, card)
    set_rules(crown, card, captains_only="yes")
    phone, old = captain(crown, card, home), link_of(crown, card, home)
    assert phone.open(card).form_with("b1_was")
    at = league_of(crown, card)
    page = squad_page(crown, at, home)
    crown.manager.send(page.form_saying("Replace link"))
    assert Phone(crown.app).open(old).status == 404
    assert phone.open(card).forms == [], "it watches, as anybody may here"
    assert "captain until the link ended, " in crown.manager.open(f"{crown.home}settings").text
    page = phone.open(f"{crown.home}settings")
    assert phone.post(f"{card}boards").status_code == 403
    assert phone.post(f"{crown.home}matches/new").status_code == 403
    assert Phone(crown.app).open(old[:-1] + "x").status == 404
    phone = captain(crown, card, home)
    crown.shut()
    assert phone.open(card).status == 200
    match = crown.at(sit_down(crown, "draw_100", "Ann", "Bob"))
    known = validators(phone, match)
    page = crown.manager.open(
        crown.manager.open(f"{league_of(crown, card)}teams/").link_saying(f"Change {home}")
    )
    crown.manager.send(page.form_saying("Replace link"))
    assert phone.ask(match, headers=known).status_code == 403
    assert phone.open(card).status == 403
    assert phone.open(crown.home).status == 403


def test_looking_at_a_captains_link_changes_nothing_and_a_double_tap_ends_none(crown: Pub, card: str) -> None:
    """Chats open every link that is sent in them, for a preview."""
    link = link_of(crown, card, teams_of(crown, card)[0])
    before = crown.stored()
    for method in ("GET", "HEAD"):
        assert crown.app.test_client().open(link, method=method).status_code == 200
    assert crown.stored() == before
    home, _ = teams_of(crown, card)
    link_of(crown, card, home)
    form = crown.manager.page.form_saying("Replace link")
    first, second = (re.findall(r"/captain/(\S+?)<", crown.manager.send(form).html) for _ in range(2))
    assert first == second != []


def test_a_captain_acts_for_the_team_in_its_cup_and_in_no_other_league(crown: Pub, card: str) -> None:
    home, _ = teams_of(crown, card)
    phone = captain(crown, card, home)
    cards = {}
    for name, teams in (("Cup", (home, "Anchor")), ("Other", ("Bell", "Anvil"))):
        at = league(crown, "hdddcl", name=name)
        if home in teams:
            enter(crown, at, home, "")  # of the club already, so it brings its players
        enter_teams(crown, at, *(team for team in teams if team != home))
        draw_up(crown, at, twice="no")
        cards[name] = cards_of(crown, at)[0]
    page = phone.open(cards["Other"])
    assert (page.forms, "This phone is a captain’s in another league: it" in page.text) == ([], True)
    shown = crown.phone("score").open(cards["Other"]).form_with("b1_was")
    assert phone.post(f"{cards['Other']}boards", shown.filled(**ALL)).status_code == 422
    page = enter_card(phone, cards["Cup"], **ALL)
    assert signable(page) == [home]


def test_where_the_league_requires_captains_other_phones_enter_nothing(crown: Pub, card: str) -> None:
    scorer = crown.phone("score")
    page = scorer.open(card)
    form = page.form_with("b1_was")
    set_rules(crown, card, captains_only="yes")
    assert "only the captains’ own phones enter cards" in scorer.open(card).text
    for typed in (ALL, {"draw": "yes"}):
        page = scorer.send(form, **typed)
        assert (page.status, "only the captains’ own phones" in page.text) == (422, True)
    assert "Waits for" in enter_card(crown.manager, card, **ALL).text  # the secretary has a card on paper


@pytest.mark.parametrize("allowed", ["yes", ""])
def test_both_sign_on_one_phone_only_where_the_club_allows_it(crown: Pub, card: str, allowed: str) -> None:
    set_rules(crown, card, one_phone=allowed)
    phone = crown.phone("score")
    enter_card(phone, card, **ALL)
    form, side = phone.open(card).form_with("b1_was"), signing(phone.page)[1]
    page = sign(phone, card)
    assert signing(page) == ([side] if allowed else [])
    page = phone.send(form, sign=side)
    assert ("Signed for both teams" in page.text) == bool(allowed)
    assert page.text.count("signed on Phone 2, for both teams, ") == (2 if allowed else 0)
    assert ("on a phone of their own" in page.text) != bool(allowed)
    if not allowed:
        assert "Signed for both teams" in sign(crown.phone("score"), card).text


def test_the_secretarys_signature_is_not_taken_for_a_captains(crown: Pub, card: str) -> None:
    home, away = teams_of(crown, card)
    phone = captain(crown, card, home)
    enter_card(crown.manager, card, **ALL)
    sign(phone, card)
    page = sign(crown.manager, card)
    assert "signed by its captain’s phone, " in page.text
    assert "signed by the secretary, " in page.text
    record = crown.manager.open(f"{league_of(crown, card)}record").text
    assert f"signed for {away} in its captain’s place: " in record
    assert f"signed for {home}: " in record
    crown.manager.post(f"{crown.home}settings", name="Carol")
    assert "signed by the secretary, Carol, " in crown.manager.open(card).text
    with crown.db() as db:
        assert list(faults_in_chains(db, crown.id)) == []
        with erasing(db, crown.id):
            db.execute("DELETE FROM signers WHERE club = ?", [crown.id])
        assert [entity for entity, _, _ in faults_in_chains(db, crown.id)] == ["card"]


def test_a_phone_that_opens_another_teams_link_acts_for_that_team_alone(crown: Pub, card: str) -> None:
    home, away = teams_of(crown, card)
    set_rules(crown, card, one_phone="")
    phone = captain(crown, card, home)
    enter_card(crown.manager, card, **ALL)
    form, side = phone.open(card).form_with("b1_was"), signing(phone.page)[0]
    assert signable(open_link(phone, link_of(crown, card, away)) and phone.open(card)) == [away]
    page = phone.send(form, sign=side)
    assert (page.status, f"This phone is {away}’s" in page.text) == (422, True)
    assert signable(open_link(phone, link_of(crown, card, home)) and phone.open(card)) == [home]
    sign(phone, card)
    open_link(phone, link_of(crown, card, away))
    page = sign(phone, card)
    assert (page.status, "on a phone of their own" in page.text) == (422, True)


def guard(crown: Pub, card: str, team: str, **typed: object) -> Page:
    at = crown.manager.open(f"{league_of(crown, card)}teams/").link_saying(f"Change {team}")
    return crown.manager.send(crown.manager.open(at).form_with("pin"), **{"act": "set", **typed})


def test_a_captains_link_may_require_the_teams_own_pin(crown: Pub, card: str) -> None:
    home, _ = teams_of(crown, card)
    before, old = captain(crown, card, home), link_of(crown, card, home)
    set_rules(crown, card, captains_only="yes")
    assert "The link has a PIN" in guard(crown, card, home, pin=PIN).text
    assert Phone(crown.app).open(old).status == 404
    assert before.open(card).forms == [], "it came in without the PIN"
    link, phone = link_of(crown, card, home), Phone(crown.app)
    page = phone.send(phone.open(link).form_with("pin"), pin="000000")
    assert (page.status, page.fault("pin")) == (403, "That is not the PIN.")
    assert "b1_was" not in phone.open(card).html
    phone.send(page.form_with("pin"), pin=PIN)
    assert signable(enter_card(phone, card, "home", **ALL)) == [home]


def test_a_teams_pin_has_six_digits_cannot_be_guessed_and_is_no_other_teams(crown: Pub, card: str) -> None:
    home, _ = teams_of(crown, card)
    page = guard(crown, card, home, pin="12345")
    assert (page.status, page.fault("pin")) == (422, "A PIN has 6 to 12 digits.")
    guard(crown, card, home, pin=PIN)
    assert "Add a PIN to the link" in guard(crown, card, home, act="remove").text
    assert captain(crown, card, home).open(card).form_with("b1_was")
    with crown.db() as db:
        said = db.execute("SELECT old, new FROM audit_log WHERE club = ?", [crown.id]).fetchall()
    assert PIN not in str(said)
    home, away = teams_of(crown, card)
    guard(crown, card, home, pin=PIN)
    guard(crown, card, away, pin="999999")
    phone = Phone(crown.app)
    form = phone.open(link_of(crown, card, home)).form_with("pin")
    tries = [phone.send(form, pin="999999").status for _ in range(6)]
    assert tries == [403] * 5 + [429]
    assert phone.send(form, pin=PIN).status == 429
    assert Phone(crown.app).ask(f"{crown.home}pin").status_code == 404, "it is not the club's"
    at = crown.manager.open(f"{league_of(crown, card)}teams/").link_saying(f"Change {home}")
    crown.manager.send(crown.manager.open(at).form_with("pin"), act="unlock")
    assert phone.send(form, pin=PIN).status == 200
