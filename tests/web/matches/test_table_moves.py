"""The result card says how the match changed the club's table, also later."""

from tests.web.cast import Pub, correct, won


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
