"""Players and pairs: their pages, with league boards; renamed, merged and deleted without losing matches."""

import pytest

from tests.web.captains import enter_card, play_a_leg, select
from tests.web.cast import Pub, record, sit_down, tap, won
from tests.web.page import Page
from tests.web.secretary import draw_up, enter, league


def player_of(pub: Pub, match: str, seat: int) -> str:
    return f"{pub.home}players/{pub.state(match).match.seats[seat].player}"


def test_a_name_that_is_invalid_or_somebody_elses_is_refused(crown: Pub) -> None:
    match = won(crown, "Ann", "Bob")
    form = crown.manager.open(player_of(crown, match, 0)).form_with("name")
    page = crown.manager.send(form, name="BOB")
    assert page.status == 409
    said = page.fault("name")
    assert said == "Bob is somebody else in this club. One person? Choose “Same person as …” below."
    assert "Same person as …" in page.text
    assert page.form_with("name").value("name") == "BOB"
    assert "Ann won" in crown.manager.open(crown.at(match)).text
    for name in ("", "\u200b", "x" * 31):
        page = crown.manager.send(crown.manager.open(player_of(crown, match, 0)).form_with("name"), name=name)
        assert page.status == 422
        assert "The player’s name" in page.fault("name")


def test_a_renamed_player_keeps_every_match(crown: Pub) -> None:
    match = won(crown, "Ann", "Bob")
    form = crown.manager.open(player_of(crown, match, 0)).form_with("name")
    assert crown.manager.send(form, name="ANN").status == 200
    assert "ANN" in crown.manager.open(crown.at(match)).text
    path = player_of(crown, match, 0)
    page = crown.manager.send(crown.manager.open(path).form_with("name"), name="Anna")
    assert page.status == 200
    assert "Anna" in page.text
    assert "Anna won" in crown.manager.open(crown.at(match)).text
    assert "Anna" in crown.manager.open(f"{crown.home}table").text
    repeated = sit_down(crown, "draw_100", "anna", "Bob")
    assert player_of(crown, repeated, 0) == path


def test_a_players_page_adds_up_results_and_head_to_head(crown: Pub) -> None:
    match = won(crown, "Ann", "Bob")
    won(crown, "Ann", "Bob", out=1)
    won(crown, "Ann", "Bob")
    page = crown.manager.open(player_of(crown, match, 0))
    assert "Played 3 Won 2 Drawn 0 Lost 1" in page.text
    assert "Bob 2 – 1" in page.text
    assert "Bob" in crown.manager.open(player_of(crown, match, 0)).text


def test_a_players_share_is_a_bar_with_its_figures_behind(crown: Pub) -> None:
    match = won(crown, "Ann", "Bob")
    won(crown, "Ann", "Bob", out=1)
    level = sit_down(crown, "draw_100", "Ann", "Bob", match_games=2)
    record(crown, level, 0, {1: 10})
    record(crown, level, 1, {0: 10})
    won(crown, "Ann", "Bob")
    page = crown.manager.open(player_of(crown, match, 0))
    assert "Won 2, drawn 1, lost 1" in [values.get("aria-label") for _, values in page.tags]
    bars = [values for tag, values in page.tags if tag == "rect" and values.get("height") == "8"]
    assert [(bar["class"], bar["x"], bar["width"]) for bar in bars[:3]] == [
        ("won", "0.0", "49.0"),
        ("drawn", "50.0", "24.0"),
        ("lost", "75.0", "24.0"),
    ]
    assert "Played 4 Won 2 Drawn 1 Lost 1" in page.text


def test_a_pair_goes_by_its_players_until_it_has_a_name(crown: Pub) -> None:
    match = won(crown, "Ann", "Bob", "Cy", "Di", sides="pairs")
    team = crown.state(match).match.seats[0].pair
    path = f"{crown.home}teams/{team}"
    page = crown.manager.open(path)
    assert "Ann & Cy" in page.text
    page = crown.manager.send(page.form_with("name"), name="The Bones")
    assert "The Bones" in page.text
    assert "The Bones" in crown.manager.open(f"{crown.home}table").text
    assert "The Bones won" in crown.manager.open(crown.at(match)).text


def test_the_list_of_players_puts_those_who_played_last_first(crown: Pub) -> None:
    sit_down(crown, "draw_100", "Ann", "Bob")
    sit_down(crown, "draw_100", "Cy", "Bob")
    names = [words for words, href in crown.manager.open(f"{crown.home}players").links if "/players/" in href]
    assert names == ["Bob", "Cy", "Ann"]


def test_a_long_career_is_shown_page_by_page_and_counted_whole(crown: Pub) -> None:
    played = [won(crown, "Ann", "Bob") for _ in range(23)]
    path = player_of(crown, played[0], 0)
    newest = crown.manager.open(path)
    assert "Played 23" in newest.text
    assert matches_on(newest) == sorted(played)[:2:-1]
    oldest = crown.manager.open(path + newest.link_saying("Older matches"))
    assert matches_on(oldest) == sorted(played)[2::-1]
    assert "Older matches" not in oldest.text


def matches_on(page: Page) -> list[str]:
    return [href.rsplit("/", 1)[1] for _, href in page.links if "/matches/" in href]


def test_opponents_without_a_result_are_left_out(crown: Pub) -> None:
    match = won(crown, "Ann", "Bob", "Cy", out=2)
    page = crown.manager.open(player_of(crown, match, 0))
    assert "Head to head won · lost Cy 0 – 1" in page.text
    assert "0–0" not in page.text.split("Matches")[0]


def page_of(pub: Pub, name: str) -> Page:
    return pub.manager.open(pub.manager.open(f"{pub.home}players").link_saying(name))


def merge(pub: Pub, one: str, other: str) -> Page:
    page = pub.manager.open(page_of(pub, one).link_saying("Same person as …"))
    id_of_other = page_of(pub, other).path.rsplit("/", 1)[1]
    return pub.manager.send(page.form_saying("Merge players"), into=id_of_other)


def test_every_match_becomes_the_other_ones_and_the_name_is_gone(crown: Pub) -> None:
    first = sit_down(crown, "block", "Ann", "Bob", target=1)
    record(crown, first, 1)
    second = sit_down(crown, "block", "Cy", "Robbie", target=1)
    record(crown, second, 1)
    page = merge(crown, "Robbie", "Bob")
    assert "Played 2 Won 2" in page.text
    assert crown.state(second).sides == ("Cy", "Bob")
    assert "Robbie" not in crown.manager.open(f"{crown.home}players").text
    assert "1 Bob 2 2 0 0" in crown.manager.open(f"{crown.home}table").text


def test_nobody_is_chosen_beforehand(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", target=1)
    page = crown.manager.open(page_of(crown, "Ann").link_saying("Same person as …"))
    assert "Choose who it is." in crown.manager.send(page.form_saying("Merge players")).text
    assert crown.state(match).sides == ("Ann", "Bob")


def test_two_who_met_stay_two(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", target=1)
    page = merge(crown, "Ann", "Bob")
    assert "have sat at one table: they are two" in page.text
    assert crown.state(match).sides == ("Ann", "Bob")


def test_where_nothing_would_change_it_says_so(crown: Pub) -> None:
    sit_down(crown, "block", "Bob", "Cy", target=1)
    enter(crown, league(crown), "Crown", "Bobby")
    assert "Bobby has no other match" in merge(crown, "Bobby", "Bob").text


def test_a_mistyped_name_is_deleted_and_returns_when_somebody_plays_under_it(crown: Pub) -> None:
    match, chips = sit_down(crown, "draw_100", "Ann", "Bobb"), f"{crown.home}matches/new?game=draw_100"
    crown.manager.send(crown.manager.open(crown.at(match, "/call-off")).form_saying("It gets no result"))
    assert "Bobb" in crown.manager.open(chips).html
    page = page_of(crown, "Bobb")
    shown = crown.manager.send(page.form_saying("Delete player"))
    assert "Bobb" not in shown.text
    assert "Bobb" not in crown.manager.open(chips).html
    assert "Ann" in shown.text
    sit_down(crown, "draw_100", "Ann", "Bobb")
    assert "Bobb" in crown.manager.open(f"{crown.home}players").text


def test_whoever_has_played_is_not_deleted(crown: Pub, match: str) -> None:
    form = page_of(crown, "Bob")
    assert not [each for each in form.forms if "Delete player" in each.words]
    record(crown, match, 0, {1: 30})
    answer = crown.manager.post(form.path + "/delete")
    assert answer.status_code == 409
    assert "Bob has played" in answer.get_data(as_text=True)
    assert "Bob" in crown.manager.open(f"{crown.home}players").text


def test_fifteens_are_added_up_and_bests_are_kept_game_by_game(crown: Pub) -> None:
    for scores in ((8, 8, 4), (8, 8, 2, 2)):
        match = sit_down(crown, "threes_fives_61", "Ann", "Bob", target=20)
        tap(crown, match, 1, 3)
        for points in scores:
            tap(crown, match, 0, points)
    match = sit_down(crown, "fives_250", "Ann", "Bob", target=40)
    for points in (35, 5):
        tap(crown, match, 0, points)
    ann, bob = (crown.manager.open(player_of(crown, match, seat)).text for seat in (0, 1))
    assert "Fives-and-Threes: fifteens 4" in ann
    assert "Fives-and-Threes: highest play 8" in ann
    assert "Fives-and-Threes: biggest round 20" in ann
    assert "highest play 35" in ann
    assert "whitewashes 1" in ann
    assert "Fives-and-Threes: highest play 3" in bob
    assert "fifteens" not in bob


@pytest.fixture
def card(crown: Pub) -> str:
    """A fixture of two teams with one board for singles and one for pairs, each a single leg to 61."""
    at = league(crown, "leek", name="Winter", season="2026–27", kind_0_count=1, kind_1_count=1)
    for team in ("Crown", "Lion"):
        enter(crown, at, team, f"{team} 1, {team} 2")
    draw_up(crown, at, first="2026-09-07", twice="no")
    return crown.manager.open(f"{at}fixtures/").link_saying(" v ")


def seated(crown: Pub, card: str) -> dict[str, object]:
    """The first of each team at the singles board, both at the doubles."""
    page = crown.manager.open(card)
    said: dict[str, object] = {}
    for team, side in zip(page.html.split("<title>")[1].split()[:3:2], ("home", "away"), strict=True):
        players = {words: value for value, words in select(page, f"Board 1, {team}")}
        said[f"b1_{side}_0"] = said[f"b2_{side}_0"] = players[f"{team} 1"]
        said[f"b2_{side}_1"] = players[f"{team} 2"]
    return said


def player_page(crown: Pub, name: str) -> Page:
    return crown.manager.open(crown.manager.open(f"{crown.home}players").link_saying(name))


def test_boards_that_were_entered_count_beside_matches(crown: Pub, card: str) -> None:
    match = sit_down(crown, "draw_100", "Crown 1", "Zoe", target=10)
    record(crown, match, 1, {0: 10})
    home = crown.manager.open(card).html.split("<title>")[1].split()[0]
    other = "Lion" if home == "Crown" else "Crown"
    enter_card(crown.manager, card, **seated(crown, card), b1_legs="1-0", b2_legs="0-1")
    page = player_page(crown, f"{home} 1")
    played = 3 if home == "Crown" else 2
    assert f"Played {played} Won 1 Drawn 0 Lost {played - 1}" in page.text
    boards = page.text.split("League boards ")[1]
    pair = boards.removeprefix("Lost against ").split(f" {home} v ")[0].split(f" {other} v ")[0]
    assert set(pair.split(" & ")) == {f"{other} 1", f"{other} 2"}, boards
    assert f"Won against {other} 1 " in page.text
    assert page.link_saying("Won against") == card
    assert page.link_saying("All in Winter 2026–27")
    assert f"{pair} 0 – 1" in page.text
    assert "Delete player" not in page.text
    assert "Rating" in page.text
    ratings = crown.manager.open(f"{crown.home}table?ratings=shown").text
    assert "Crown 1" in ratings


def test_a_pairs_page_counts_the_boards_that_both_played_together(crown: Pub, card: str) -> None:
    match = sit_down(crown, "block", "Crown 1", "Yan", "Crown 2", "Zoe", sides="pairs", target=1)
    record(crown, match, 1)
    pair = crown.manager.open(crown.manager.open(f"{crown.home}table").link_saying("Crown 1 & Crown 2")).path
    alone = crown.manager.open(pair).text
    assert ("Played 1" in alone, "League boards" in alone) == (True, False)
    home = crown.manager.open(card).html.split("<title>")[1].split()[0]
    result = "1-0" if home == "Crown" else "0-1"
    enter_card(crown.manager, card, **seated(crown, card), b1_legs="1-0", b2_legs=result)
    page = crown.manager.open(pair)
    boards = page.text.split("League boards ")[1]
    assert boards.startswith("Won against Lion "), boards
    assert "Played 2" in page.text, "not the singles board of one of them"
    assert "Crown 1" in crown.manager.open(page.link_saying("All in Winter 2026–27")).text


def test_a_conceded_board_and_one_without_players_count_for_nobody(crown: Pub, card: str) -> None:
    said = seated(crown, card)
    enter_card(crown.manager, card, b1_home_0=said["b1_home_0"], b1_legs="1-0c", b2_legs="0-1")
    name = crown.manager.open(card).html.split("<title>")[1].split()[0]
    assert "Played 0" in player_page(crown, f"{name} 1").text


def test_a_board_scored_at_its_table_counts_once(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **seated(crown, card), start="1")
    match = crown.manager.page.path.rsplit("/", 1)[1]
    play_a_leg(crown, match)
    name = crown.state(match).match.seats[0].name
    page = player_page(crown, name)
    assert "Played 1 Won 1" in page.text
    assert "League boards" not in page.text
    enter_card(crown.manager, card, b1_legs="1-0", b2_legs="0-1")
    assert "Played 2 Won 1 Drawn 0 Lost 1" in player_page(crown, name).text
