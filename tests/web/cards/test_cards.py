"""A match card: entered by one captain or two, scored live, signed, reopened, or refused."""

import re

from tests.web.captains import ALL, enter_card, play_a_leg, select, sign
from tests.web.cast import Pub, fresh_key
from tests.web.league_evening import begin_a_league, seats_of
from tests.web.page import Page
from tests.web.secretary import archive, cards_of, draw_up, enter_teams, league, teams_of


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


def test_who_has_the_drop_is_said_until_the_board_is_played(crown: Pub, card: str) -> None:
    """Nothing keeps the rule of its day: one that was changed since would say it wrongly."""
    watcher = crown.phone("watch")
    assert re.search("(Crown|Lion) have the drop", watcher.open(card).text)
    enter_card(crown.manager, card, **ALL)
    for _ in range(2):
        sign(crown.phone("score"), card)
    assert "drop" not in watcher.open(card).text


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
    assert "Saved at" not in page.text, "nothing of it was"
    page = other.send(page.form_with("b1_was"), b1_legs="2-0")
    assert "1. tables 2–0" in page.text
    assert "3. tables 2–1" in page.text, "what the other phone entered is not taken back"


def test_a_board_of_one_game_says_who_won_it_on_another_phone(crown: Pub) -> None:
    at = league(crown, "leek", name="Summer", kind_0_count=2, kind_1_count=1)
    enter_teams(crown, at, "Anchor", "Bell")
    draw_up(crown, at, first="2026-11-24", twice="no")
    (card,) = cards_of(crown, at)
    one, other = crown.phone("score"), crown.phone("score")
    stale = other.open(card).form_with("b1_was")
    enter_card(one, card, b1_legs="0-1")
    won = teams_of(crown, card)[1]
    text = other.send(stale, b1_legs="1-0").text
    assert f"Board 1: another phone has just entered that {won} won. Look again." in text, text


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


def test_lots_are_drawn_for_the_boards(crown: Pub, card: str) -> None:
    page = crown.manager.send(crown.manager.open(card).form_with("draw"), draw="yes")
    form = page.form_with("b1_was")
    seated = [form.value(f"b{n}_home_{seat}") for n in (1, 2, 3) for seat in (0, 1)]
    assert len(set(seated)) == 6
    assert "" not in seated
    page = enter_card(crown.manager, card, **ALL)
    assert "Draw a tile" not in page.text


def test_a_board_whose_players_are_named_folds_them_and_says_who_meets_whom(crown: Pub, card: str) -> None:
    """They stand open again where something is wrong, and the card says when it was saved."""

    def first_board(page: Page) -> tuple[str, str]:
        board = page.html.split('id="b1"')[1].split("</fieldset>")[0]
        open_there, _, folded = board.partition("<details")
        return open_there, folded

    before = crown.manager.open(card)
    assert first_board(before)[0].count("<select") == 4
    assert "Saved at" not in before.text
    page = crown.manager.send(before.form_with("draw"), draw="yes")
    open_there, folded = first_board(page)
    assert (open_there.count("<select"), folded.count("<select")) == (0, 4)
    assert re.search(r"(Crown|Lion) \d &amp; \1 \d v ", open_there)
    assert re.search(r"Saved at \d\d:\d\d Save the card", page.text)
    page = enter_card(
        crown.manager, card, b1_legs="2-1", b1_home_0=page.form_with("b1_was").value("b1_home_1")
    )
    assert first_board(page)[0].count("<select") == 4


def test_a_single_board_asks_who_won_by_name(crown: Pub) -> None:
    page = crown.manager.open(f"{crown.home}fixtures/{begin_a_league(crown, ('Zoe', 'Yan')).fixture}/")
    results = page.html.split('id="b1"')[1].split("<details")[0]
    assert ("Zoe" in results, "Yan" in results, "Who won?" in page.text) == (True, True, False)
    assert re.search("Zoe concedes .*Zoe forfeits the match", page.text), page.text
    page = enter_card(crown.manager, page.path, b1_legs="2-0")
    assert "Not signed by both players yet." in page.text


def test_a_board_is_scored_live_at_its_table(crown: Pub) -> None:
    card = f"{crown.home}fixtures/{begin_a_league(crown).fixture}/"
    page = enter_card(crown.manager, card, b1_home_0="", b1_away_0="", start=1)
    assert "Board 1: say first who plays on it" in page.text
    home = seats_of(crown, card)["b1_home_0"]
    page = enter_card(crown.manager, card, **seats_of(crown, card), start=1)
    match = page.path.rsplit("/", 1)[1]
    assert crown.manager.open(page.link_saying("Board 1 of the match card")).path == card
    assert "Being played: 0–0" in crown.manager.page.text
    for _ in range(2):
        play_a_leg(crown, match)
    over = crown.manager.open(crown.at(match))
    assert over.link_saying("Back to the match card") == card
    assert "Rematch" not in over.text
    page = crown.manager.open(card)
    assert "Waits for" in page.text
    assert "2–0" in page.text
    page = enter_card(crown.manager, card, b1_legs="0-2")
    assert "The match at the table says: 2–0" in page.text
    assert "The captains disagree" in page.text
    page = crown.manager.send(page.form_saying("Give their boards away"), reason="banned", player=home)
    assert "The captains disagree" not in page.text, "the board is given, whatever was played"
    assert page.form_with("b1_was").value("b1_home_0") == home
    for _ in range(2):
        page = sign(crown.manager, card)
    assert re.search(r"Ann v Bob|Bob v Ann", page.text)
    assert re.search(r"conceded by \w+ · the match 0–2", page.text), page.text
    assert "could not play · “banned”" in page.text
    assert "2–0" in crown.manager.open(crown.at(match)).text, "what was played stays as it was"


def test_a_board_is_started_once_unless_its_match_was_called_off(crown: Pub) -> None:
    card = f"{crown.home}fixtures/{begin_a_league(crown).fixture}/"
    form = crown.manager.open(card).form_with("b1_was")
    seated = {**seats_of(crown, card), "start": 1}
    first = crown.manager.send(form, **seated).path
    assert crown.manager.send(form, **seated).path == first
    assert enter_card(crown.manager, card, start=1).path == first
    assert enter_card(crown.manager, card, start=7).status == 404
    assert "Keep score here on board 1" not in crown.manager.open(card).text
    assert crown.manager.post(f"{first}/call-off", key=fresh_key()).status_code == 303
    assert "Keep score here on board 1" in crown.manager.open(card).text
    second = enter_card(crown.manager, card, start=1).path
    assert "/matches/" in second
    assert second != first


def test_a_board_is_started_by_its_plain_number_only(crown: Pub) -> None:
    card = f"{crown.home}fixtures/{begin_a_league(crown).fixture}/"
    for start in ("²", "9" * 5000, "2"):
        page = enter_card(crown.manager, card, **seats_of(crown, card), start=start)
        assert page.status < 500, start
        assert "matches" not in page.path
