"""The club's running table moves the moment a match is saved, corrected or undone."""

from tests.web.cast import Pub, correct, record, sit_down, undo


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
        text.index("Your match") < text.index("Cy") < text.index("Finished today") < text.index("Ann v Bob")
    )
    assert "Continue" in text
