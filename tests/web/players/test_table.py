"""The club’s running table moves the moment a match is saved, corrected or undone, and its slip says how."""

from tests.web.cast import Pub, correct, record, sit_down, undo, won


def rows(pub: Pub, query: str = "") -> list[str]:
    """The lines of the table as they can be read, from place to points."""
    text = pub.manager.open(f"{pub.home}table{query}").text
    body = text.split(" L ", 1)[1].split(" Tonight Table Players")[0] if " P W D L " in text else ""
    return body.split(" | ")


def test_it_starts_with_the_first_finished_match_and_follows_corrections(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=20)
    assert "The table starts with the first finished match" in crown.manager.open(f"{crown.home}table").text
    record(crown, match, 0, {1: 25})
    assert rows(crown) == ["1 Ann 1 1 0 0 2 Bob 1 0 0 1"]
    record(crown, match, 0, {1: 25})
    correct(crown, match, 1, 1, {0: 22})
    assert rows(crown) == ["1 Bob 1 1 0 0 2 Ann 1 0 0 1"]
    undo(crown, match)
    assert rows(crown)[0].startswith("1 Ann")
    undo(crown, match)
    assert "The table starts with the first finished match" in crown.manager.open(f"{crown.home}table").text


def test_there_is_one_by_game_and_one_for_all(crown: Pub) -> None:
    draw = sit_down(crown, "draw_100", "Ann", "Bob", target=20)
    record(crown, draw, 0, {1: 25})
    block = sit_down(crown, "block", "Ann", "Bob", target=1)
    record(crown, block, 1)
    assert "Ann 2 1 0 1" in rows(crown)[0]
    assert rows(crown, "?game=draw") == ["Points 1 Ann 1 1 0 0 25–0 2 Bob 1 0 0 1 0–25"]
    assert rows(crown, "?game=block")[0].startswith("1 Bob 1 1 0 0")
    assert crown.manager.ask(f"{crown.home}table?game=poker").status_code == 404


def test_players_and_pairs_have_a_table_each(crown: Pub) -> None:
    pairs = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", "Di", sides="pairs", target=10)
    record(crown, pairs, 0, {1: 6, 2: 1, 3: 5})
    singles = sit_down(crown, "draw_100", "Ann", "Bob", target=10)
    record(crown, singles, 1, {0: 10})
    page = crown.manager.open(f"{crown.home}table")
    assert "1 Bob 1 1 0" in page.text
    assert "1 Ann & Cy 1 1 0" in page.text


def test_the_clubs_page_lists_running_matches_first_and_then_finished_ones(crown: Pub) -> None:
    done = sit_down(crown, "block", "Ann", "Bob", target=1)
    record(crown, done, 0)
    running = sit_down(crown, "draw_100", "Cy", "Di")
    record(crown, running, 0, {1: 25})
    text = crown.manager.open(crown.home).text
    assert (
        text.index("Your match") < text.index("Cy") < text.index("Finished today") < text.index("Ann ★ v Bob")
    )
    assert "Continue" in text


def slip(pub: Pub, match: str) -> str:
    return pub.manager.open(pub.at(match)).by_id("slip")


def test_it_says_who_went_up_and_who_dropped_and_still_does_after_later_matches(crown: Pub) -> None:
    won(crown, "Ann", "Bob")
    second = won(crown, "Bob", "Cy")
    third = won(crown, "Bob", "Ann")
    assert "Bob stays 2nd Cy comes in 3rd" in slip(crown, second)
    moved = "goes up from 2nd to 1st Ann drops from 1st to 2nd"
    assert f"Bob {moved}" in slip(crown, third)
    for _ in range(3):
        won(crown, "Cy", "Ann")
    crown.manager.open(f"{crown.home}players/{crown.state(third).match.seats[0].player}")
    renamed = crown.manager.page.form_with("name")
    crown.manager.send(renamed, name="Bobby")
    assert f"Bobby {moved}" in slip(crown, third)
    table = crown.manager.open(f"{crown.home}table").text
    assert "1 Cy 4 3 0 1 2 Bobby 3 2 0 1 3 Ann 5 1 0 4" in table


def test_pairs_move_in_the_table_of_pairs_and_are_more_than_one(crown: Pub) -> None:
    won(crown, "Ann", "Bob")
    four = won(crown, "Ann", "Bob", "Cy", "Di", sides="pairs")
    assert "Ann & Cy come in 1st Bob & Di come in 2nd" in slip(crown, four)
    second = won(crown, "Ann", "Bob", "Cy", "Di", sides="pairs", out=1)
    assert "Ann & Cy drop" not in slip(crown, second)
    assert "Bob & Di go up from 2nd to 1st" in slip(crown, second)


def test_a_match_that_runs_or_was_abandoned_says_nothing_of_the_table(crown: Pub, match: str) -> None:
    crown.manager.send(crown.manager.open(crown.at(match, "/call-off")).form_saying("Abandon match"))
    assert "Abandoned" in slip(crown, match)
    assert "table" not in slip(crown, match)


def test_a_corrected_result_moves_the_table_anew(crown: Pub) -> None:
    match = won(crown, "Ann", "Bob")
    assert "Ann comes in 1st Bob comes in 2nd" in slip(crown, match)
    correct(crown, match, 1, 1, {0: 10})
    assert "Bob comes in 1st Ann comes in 2nd" in slip(crown, match)
