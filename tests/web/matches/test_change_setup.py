"""Wrong players, partners or rules are corrected without starting the match again."""

import pytest

from scorekeeper.rules.games.game import Game
from tests.web.cast import Pub, fresh_key, record, sit_down, tap, undo
from tests.web.page import Page


def change(pub: Pub, match: str, **typed: object) -> Page:
    """Open the page of changes from the match's menu, and save it with these fields."""
    phone = pub.manager
    page = phone.open(phone.open(pub.at(match)).link_saying("Change players or rules"))
    return phone.send(page.form_with("seat_0"), **typed)


def test_somebody_who_takes_a_seat_takes_over_what_was_entered_of_it(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bobb")
    record(crown, match, 1, {0: 30})
    page = change(crown, match, seat_1="Bob")
    assert crown.state(match).sides == ("Ann", "Bob")
    assert crown.state(match).score.totals == (0, 30)
    assert "Bob chipped out" in page.text
    record(crown, match, 1, {0: 12})
    change(crown, match, seat_1="Bobb")
    assert crown.state(match).score.totals == (0, 42)
    assert "Ann, Bob." in crown.manager.open(crown.at(match, "/change")).text


def test_somebody_who_left_and_came_back_has_his_own_rounds(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 30})
    change(crown, match, seat_0="Cy")
    change(crown, match, seat_1="Ann")
    record(crown, match, 1, {0: 12})
    assert crown.state(match).sides == ("Cy", "Ann")
    assert crown.state(match).score.totals == (30, 12)
    assert "Ann chipped out" in crown.manager.open(crown.at(match)).text


def test_sent_once_more_an_overtaken_page_puts_nothing_back(crown: Pub, match: str) -> None:
    stale = crown.manager.open(crown.at(match, "/change")).form_with("seat_0")
    change(crown, match, target=150)
    refused = crown.manager.send(stale, seat_1="Bobby")
    assert refused.status == 409
    crown.manager.send(refused.form_with("seat_0"), seat_1="Bobby")
    assert (crown.state(match).card.target, crown.state(match).sides) == (150, ("Ann", "Bobby"))


def test_a_page_that_was_overtaken_changes_nothing(crown: Pub, match: str) -> None:
    stale = crown.manager.open(crown.at(match, "/change")).form_with("seat_0")
    change(crown, match, target=150)
    page = crown.manager.send(stale, seat_1="Bobby")
    assert page.status == 409
    assert "Somebody has changed the players or the rules since you opened this page." in page.text
    stale = page.form_with("seat_0")
    record(crown, match, 0, {1: 30})
    page = crown.manager.send(stale, seat_1="Zoe")
    assert "Somebody has entered something" in page.text
    assert dict(page.form_with("seat_0").filled())["seat_1"] == "Zoe"
    assert (crown.state(match).card.target, crown.state(match).sides) == (150, ("Ann", "Bob"))


ENTERED: list[tuple[str, str, dict[str, object]]] = [
    ("", "side", {"side": 1, "points": 15}),
    ("?way=ends", "end_0", {"side": 1, "end_0": "5d"}),
    ("?way=tiles", "tile", {"seat": 1, "tile": "5-5", "place": "lead"}),
    ("/table", "side", {"side": 1, "points": 15}),
    ("/plays/penalty", "reason", {"side": 1, "points": 5, "reason": "a wrong knock"}),
    ("/plays/1", "points", {"side": 1, "points": 15}),
    ("/plays/round/1", "points", {"side": 1, "points": 15}),
    ("/rounds/new?out=0", "pips_1", {"out": 0, "pips_1": 30}),
    ("/hands/own", "pips", {"seat": 1, "pips": 7}),
]


@pytest.mark.parametrize(("page", "name", "said"), ENTERED, ids=[page or "keys" for page, *_ in ENTERED])
def test_what_was_tapped_while_others_sat_there_is_not_theirs(
    crown: Pub, page: str, name: str, said: dict[str, object]
) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob")
    if page.startswith("/plays"):
        tap(crown, match, 0, 20)
    stale = crown.manager.open(crown.at(match, page)).form_with(name)
    change(crown, match, seat_0="Bob", seat_1="Ann")
    before = crown.events(match)
    refused = crown.manager.send(stale, **said)
    assert refused.status == 422
    assert "Somebody has changed who sits where. Look at the names, then enter it again." in refused.text
    assert crown.events(match) == before
    taken = crown.manager.send(crown.manager.open(crown.at(match, page)).form_with(name), **said)
    assert taken.status == 200


def test_a_round_that_was_entered_while_others_sat_there_is_not_corrected_for_these(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, match, 0, {1: 30})
    stale = crown.manager.open(crown.at(match, "/rounds/1")).form_with("pips_1")
    change(crown, match, seat_0="Bob", seat_1="Ann")
    refused = crown.manager.send(stale, pips_1=31)
    assert "Somebody has changed who sits where." in refused.text
    assert crown.state(match).score.totals == (0, 30)


def test_a_play_that_came_before_pairs_were_made_is_known_when_it_comes_again(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", "Cy", "Di")
    said = {"key": fresh_key(), "seats": crown.state(match).seats_tag, "seen": 0}
    tap(crown, match, 3, 15, **said)
    change(crown, match, sides="pairs")
    assert tap(crown, match, 3, 15, **said).status_code == 303
    assert crown.state(match).score.totals == (0, 15)
    assert tap(crown, match, 3, 15, **{**said, "key": fresh_key()}).status_code == 422


def test_the_clubs_table_and_pages_follow(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bobb", target=1)
    record(crown, match, 0)
    crown.manager.open(f"{crown.home}table")
    change(crown, match, seat_1="Bob")
    table = crown.manager.open(f"{crown.home}table").text
    assert "Bob 1 0 0 1" in table
    assert "Bobb" not in table


def test_a_change_that_makes_entries_meaningless_is_refused_in_words(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    page = change(crown, fives, seat_2="Cy")
    assert "Somebody can join or leave between rounds: finish round 1 first." in page.text
    assert crown.state(fives).sides == ("Ann", "Bob")
    page = crown.manager.send(choose_game(crown, fives, "Draw to 100").form_with("seat_0"))
    assert page.status == 409
    assert "Points were scored in play, and Draw has none" in page.text
    assert crown.state(fives).score.totals == (15, 0)


def test_before_the_first_round_players_and_game_are_free(crown: Pub, match: str) -> None:
    change(crown, match, seat_2="Cy")
    assert crown.state(match).sides == ("Ann", "Bob", "Cy")
    page = choose_game(crown, match, "Straight dominoes to 250")
    crown.manager.send(page.form_with("seat_0"))
    assert crown.state(match).card.game is Game.FIVES
    assert crown.state(match).card.target == 250


def choose_game(pub: Pub, match: str, words: str) -> Page:
    return pub.manager.open(pub.manager.open(pub.at(match, "/change")).link_saying(words))


def test_afterwards_a_change_of_game_is_a_correction_that_counts_anew(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 30})
    page = choose_game(crown, match, "English pub Block")
    shown = crown.manager.send(page.form_with("seat_0"))
    assert crown.state(match).score.totals == (1, 0)
    assert "Block, first to 5" in shown.text
    assert "Draw to 100" in crown.manager.open(crown.at(match, "/change")).text


def test_rules_that_a_round_was_not_played_by_are_refused_with_the_round(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 90})
    page = crown.manager.send(choose_game(crown, match, "English pub Block").form_with("seat_0"))
    assert page.status == 409
    assert "By these rules round 1 cannot be" in page.text
    assert crown.state(match).score.totals == (90, 0)


def test_a_change_is_undone_and_put_back(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bobb", "Cy", "Di", sides="pairs", leader=1)
    record(crown, match, 1)
    page = change(crown, match, seat_1="Bob", partners="1", target=3)
    assert "Setup changed: Ann & Bob v Cy & Di" in page.text
    changed = crown.state(match)
    assert changed.score.totals == (1, 0), "the rounds are counted anew"
    page = crown.manager.send(page.form_with("setup"))
    assert crown.state(match).sides == ("Ann & Cy", "Bobb & Di")
    assert crown.state(match).card.target == 5
    assert crown.state(match).score.totals == (0, 1)
    crown.manager.send(page.form_with("setup"))
    assert crown.state(match).sides == changed.sides
    assert crown.state(match).card == changed.card


def test_undo_of_a_change_on_two_phones_at_once_happens_once(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 30})
    change(crown, match, target=80)
    form = crown.manager.open(crown.at(match)).form_with("setup")
    for _ in range(2):
        assert "Draw to 100" in crown.manager.send(form, key=fresh_key()).text
        assert crown.state(match).card.target == 100
    change(crown, match, target=90)
    assert crown.manager.send(form, key=fresh_key()).status == 409
    assert crown.state(match).card.target == 90


def test_undo_of_a_change_is_refused_once_something_was_entered(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bobb")
    form = change(crown, match, seat_1="Bob").form_with("setup")
    record(crown, match, 0, {1: 30})
    answer = crown.manager.send(form)
    assert answer.status == 409
    assert crown.state(match).sides == ("Ann", "Bob")
    assert not [f for f in crown.manager.open(crown.at(match)).forms if f.value("setup")]


def test_pairs_that_were_forgotten_are_scored_as_pairs(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", "Di")
    record(crown, match, 0, {1: 5, 2: 10, 3: 7})
    assert crown.state(match).score.totals == (22, 0, 0, 0)
    page = change(crown, match, sides="pairs")
    assert crown.state(match).sides == ("Ann & Cy", "Bob & Di")
    assert crown.state(match).score.totals == (12, 0)
    assert "Setup changed: Ann & Cy v Bob & Di" in page.text.replace("\N{NO-BREAK SPACE}", " ")
    page = crown.manager.send(page.form_with("setup"))
    assert crown.state(match).score.totals == (22, 0, 0, 0)


def test_what_was_made_in_play_counts_for_the_pair(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", "Cy", "Di")
    for side, points in enumerate((5, 10, 15, 20)):
        tap(crown, match, side, points)
    penalty = {"round": 1, "side": 3, "points": 5, "way": "back", "reason": "late", "key": "fine"}
    assert crown.manager.post(crown.at(match, "/plays/penalty"), **penalty).status_code == 303
    change(crown, match, sides="pairs")
    assert crown.state(match).score.totals == (20, 25)
    tap(crown, match, 1, 5)
    assert crown.state(match).score.totals == (20, 30)
    assert "Bob & Di score 5" in crown.manager.open(crown.at(match)).text
    page = change(crown, match, sides="singles")
    assert "belongs to neither alone" in page.text


def test_seats_in_another_order_keep_their_points(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    change(crown, fives, seat_0="Bob", seat_1="Ann")
    assert (crown.state(fives).sides, crown.state(fives).score.totals) == (("Bob", "Ann"), (0, 15))
    tap(crown, fives, 0, 5)
    change(crown, fives, seat_0="Ann", seat_1="Bob")
    assert crown.state(fives).score.totals == (15, 5)


def test_somebody_joins_between_rounds_and_the_totals_go_along(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 24})
    record(crown, match, 1, {0: 10})
    page = change(crown, match, seat_2="Dot")
    goes_on = page.path.rsplit("/", 1)[1]
    state = crown.state(goes_on)
    assert (state.sides, state.score.totals) == (("Ann", "Bob", "Dot"), (24, 10, 0))
    assert state.score.lead.player == "Bob"
    assert "Ann +24, after 2 rounds: Dot joined" in page.text
    record(crown, goes_on, 2, {0: 5, 1: 6})
    assert crown.state(goes_on).score.totals == (24, 10, 11)
    before = crown.manager.open(crown.at(match))
    assert "It goes on without a break: Dot joined" in before.text
    assert before.link_saying("Go on with those who play now") == crown.at(goes_on)
    undo(crown, match)
    assert crown.state(match).running


def test_somebody_leaves_and_the_record_says_with_what(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", "Cy", target=3)
    record(crown, match, 2)
    record(crown, match, 0)
    page = change(crown, match, seat_2="")
    state = crown.state(page.path.rsplit("/", 1)[1])
    assert (state.sides, state.score.totals) == (("Ann", "Bob"), (1, 0))
    assert "Cy left with 1" in page.text
    before = crown.manager.open(crown.at(match)).text
    assert "Bob 0 Cy 1" in before
    assert "Rematch" not in before


@pytest.mark.parametrize(
    ("seat", "left", "totals"), [(2, "Cy left with 0", (23, 0)), (0, "Ann left with 23", (0, 0))]
)
def test_undo_of_leaving_goes_back_to_those_who_played(
    crown: Pub, seat: int, left: str, totals: tuple[int, int]
) -> None:
    """On either match, as often as somebody changes their mind, and no total is lost; nor is one of 0."""
    first = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    record(crown, first, 0, {1: 20, 2: 3})
    second = change(crown, first, **{f"seat_{seat}": ""}).path.rsplit("/", 1)[1]
    for button, match, playing in (
        ("Undo", second, first),
        ("Put it back", first, second),
        ("Undo", first, first),
        ("Undo", second, second),
        ("Put it back", second, first),
    ):
        page = crown.manager.send(crown.manager.open(crown.at(match)).form_saying(button))
        over = first if playing == second else second
        assert (crown.state(playing).running, crown.state(over).running) == (True, False), (button, match)
        assert crown.manager.open(crown.at(over)).link_saying("Go on with those who play now") == crown.at(
            playing
        )
    assert f"Taken back: {left}" in page.text
    assert (crown.state(first).score.totals, crown.state(second).score.totals) == ((23, 0, 0), totals)
    record(crown, first, 2, {0: 4, 1: 4})
    undo(crown, first)
    assert crown.state(first).score.totals == (23, 0, 0)


def test_what_was_entered_since_somebody_left_stays(crown: Pub) -> None:
    first = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    record(crown, first, 0, {1: 20, 2: 3})
    second = change(crown, first, seat_2="").path.rsplit("/", 1)[1]
    record(crown, second, 1, {0: 9})
    undo(crown, second)
    assert crown.state(second).score.totals == (23, 0)
    record(crown, second, 1, {0: 9})
    undo(crown, first)
    assert crown.state(second).running


def test_agreed_rounds_are_those_that_are_left(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", match_games=5)
    record(crown, match, 0, {1: 24})
    record(crown, match, 0, {1: 24})
    page = change(crown, match, seat_2="Dot")
    assert crown.state(page.path.rsplit("/", 1)[1]).card.match_games == 3


def test_nobody_joins_a_pair_or_a_match_of_legs(crown: Pub) -> None:
    pairs = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", "Di", sides="pairs")
    record(crown, pairs, 0, {1: 5, 2: 10, 3: 7})
    assert "everybody plays alone" in change(crown, pairs, seat_3="", sides="singles").text
    legs = sit_down(crown, "draw_100", "Ann", "Bob", legs=2)
    record(crown, legs, 0, {1: 5})
    assert "a match of legs plays it to its end" in change(crown, legs, seat_2="Dot").text


def test_undo_of_leaving_on_both_matches_at_once_happens_once(crown: Pub) -> None:
    first = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    record(crown, first, 0, {1: 20, 2: 3})
    second = change(crown, first, seat_2="").path.rsplit("/", 1)[1]
    forms = [crown.manager.open(crown.at(match)).form_saying("Undo") for match in (second, first)]
    for form in (*forms, *forms):  # and both once more, after their answers were lost
        crown.manager.send(form)
        assert (crown.state(first).running, crown.state(second).running) == (True, False)
    assert (crown.state(first).score.totals, crown.state(second).score.totals) == ((23, 0, 0), (23, 0))
