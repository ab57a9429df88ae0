"""A match card: entered by one captain or two, scored live, signed, reopened, or refused."""

from tests.web.captains import ALL, enter_card, select, sign
from tests.web.cast import Pub
from tests.web.secretary import archive


def test_a_card_counts_once_every_board_has_its_result(crown: Pub, card: str) -> None:
    page = enter_card(crown.manager, card, b1_legs="2-1")
    assert "1 of 3 boards" in page.text
    assert "Sign for" not in page.text
    page = enter_card(crown.manager, card, **ALL)
    assert "1. tables 2–1" in page.text
    assert "Not signed by both captains yet." in page.text
    assert "Waits for" in page.text
    assert "points 2–0" in page.text
    table = crown.manager.open(crown.manager.page.link_saying("Winter")).text
    assert "1 card counts here without both captains’ signatures." in table


def test_two_captains_on_two_phones_see_where_they_differ(crown: Pub, card: str) -> None:
    home, away = crown.phone("score"), crown.phone("score")
    names = [words for words, _ in crown.manager.open(card).links if words in ("Crown", "Lion")]
    enter_card(home, card, "home", **ALL)
    page = enter_card(away, card, "away", b1_legs="1-2")
    assert "The captains disagree on board 1." in page.text, "in the text for the group chat"
    assert f"{names[0]} say: {names[0]} won 2–1" in page.text
    assert f"{names[1]} say: {names[1]} won 2–1" in page.text
    assert "Sign for" not in page.text
    page = enter_card(away, card, "away", b1_legs="2-1")
    assert "The captains disagree" not in page.text
    assert "Waits for" in page.text


def test_who_names_the_own_players_later_contradicts_nobody(crown: Pub, card: str) -> None:
    page = crown.manager.open(card)
    teams = [words for words, _ in page.links if words in ("Crown", "Lion")]
    for side, name in zip(("home", "away"), teams, strict=True):
        pair = [value for value, _ in select(page, f"Board 1, {name}, player 1")[1:3]]
        named = {f"b1_{side}_{seat}": player for seat, player in enumerate(pair)}
        assert enter_card(crown.phone("score"), card, side, **ALL, **named).status == 200
    assert "disagree" not in crown.manager.open(card).text


def test_both_sign_and_the_card_is_locked_until_the_manager_opens_it_again(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **ALL)
    before = crown.manager.open(card).form_with("b1_was")
    sign(crown.phone("score"), card)
    page = sign(crown.phone("score"), card)
    assert "Signed for both teams" in page.text
    assert not [form for form in page.forms if "b1_was" in dict(form.fields)]
    page = crown.manager.send(before, b1_legs="0-2")
    assert page.status == 422
    assert "Both captains have signed this card" in page.text
    form = crown.manager.open(card).form_saying("Reopen the card")
    page = crown.manager.send(form, reason="")
    assert page.text.count("Say why: it goes in the record.") == 1
    assert '<details class="card" open><summary>Manage this fixture' in page.html
    page = crown.manager.send(form, reason="table 2 was turned round")
    assert "Waits for" in page.text
    page = enter_card(crown.manager, card, b2_legs="2-0")
    assert "3–0" in page.text
    assert "opened again · “table 2 was turned round”" in page.text
    assert "board 2: 0–2" in page.text
    sign(crown.manager, card)
    assert "Signed for both teams" in sign(crown.manager, card).text


def test_a_signature_is_for_the_card_as_it_was_shown(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **ALL)
    old = crown.manager.open(card).form_with("b1_was")
    enter_card(crown.manager, card, b1_legs="1-2")
    page = crown.manager.send(old, sign="home")
    assert (page.status, "The card has changed since" in page.text) == (422, True)
    page = crown.manager.send(crown.manager.open(card).form_with("b1_was"), sign="home", b1_legs="2-0")
    assert (page.status, "The card has changed since" in page.text) == (422, True)
    assert "1. tables 2–0" in page.text, "what was typed is saved, to be looked at, and not signed past"
    sign(crown.manager, card)
    page = enter_card(crown.manager, card, b1_legs="2-1")
    assert page.text.count("Sign for") == 2


def test_an_empty_seat_opposite_is_asked_about_at_once(crown: Pub, card: str) -> None:
    page = crown.manager.open(card)
    teams = [words for words, _ in page.links if words in ("Crown", "Lion")]
    home, away = ([value for value, _ in select(page, f"Board 1, {name}, player 1")[1:3]] for name in teams)
    page = enter_card(crown.manager, card, b1_legs="2-0", b1_home_0=home[0], b1_home_1=home[1])
    assert f"Who played for {teams[1]}? If nobody was there" in page.text
    assert page.text.count("Who played for") == 1
    page = enter_card(crown.manager, card, b1_legs="2-0c")
    assert "Who played for" not in page.text
    page = enter_card(crown.manager, card, b1_legs="2-0", b1_away_0=away[0], b1_away_1=away[1])
    assert "Who played for" not in page.text


IMPOSSIBLE: tuple[tuple[dict[str, object], str], ...] = (
    ({"b1_legs": "3-3"}, "Board 1: 3–3 cannot be in a best of 3."),
    ({"b1_legs": "1-1"}, "Board 1: 1–1 cannot be in a best of 3."),
    ({"b1_legs": "two"}, "Board 1, legs: Two whole numbers from 0 to 999."),
    ({"b4_was": "|||", "b4_legs": "2-0"}, "Board 4: the card has 3 boards."),
    ({"b1_home_0": "nobody", "b1_home_1": "", "b1_legs": "2-0"}, "Board 1: 2 players a side, not 1."),
    ({"b1_home_0": "x", "b1_home_1": "y"}, "Board 1: a player is not in the team’s squad."),
    ({"b1_home_points": "many"}, "Board 1, points: Two whole numbers from 0 to 999."),
    ({"teams": "a b"}, "it is not between these teams any more"),
)


def test_an_impossible_card_is_refused_with_what_was_typed(crown: Pub, card: str) -> None:
    before = crown.facts()
    for typed, sentence in IMPOSSIBLE:
        page = enter_card(crown.manager, card, b3_legs="2-0", **typed)
        assert (page.status, sentence in page.text) == (422, True), page.text
        assert page.form_with("b1_was").value("b3_legs") == "2-0"
    assert crown.facts() == before
    assert "0 of 3 boards" in crown.manager.open(card).text


def test_two_phones_do_not_write_over_each_other_unseen(crown: Pub, card: str) -> None:
    one, other = crown.phone("score"), crown.phone("score")
    stale = other.open(card).form_with("b1_was")
    enter_card(one, card, b1_legs="2-0", b3_legs="2-1")
    page = other.send(stale, b1_legs="0-2", b2_legs="2-0")
    assert "Board 1: another phone has just entered 2–0. Look again." in page.text
    page = other.send(page.form_with("b1_was"), b1_legs="2-0")
    assert "1. tables 2–0" in page.text
    assert "3. tables 2–1" in page.text, "what the other phone entered is not taken back"


def test_a_card_in_the_archive_waits_for_nobody(crown: Pub, card: str) -> None:
    page = enter_card(crown.manager, card, **ALL)
    at = page.link_saying("Winter")
    archive(crown, at)
    said = crown.manager.open(card).text
    assert "Never signed by both captains" in said
    assert "Waits for" not in said
    assert "both captains yet" not in said
    listed = crown.manager.open(f"{at}fixtures/").text
    assert ("never signed" in listed, "never played" in listed) == (True, True)
    assert "still to come in" not in listed
    assert "Nothing. No card is overdue" in crown.manager.open(f"{at}desk").text
