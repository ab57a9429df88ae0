"""Players and pairs: their pages, and renaming without losing matches."""

from tests.web.cast import Pub, record, sit_down, won
from tests.web.page import Page


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
    team = crown.state(match).match.seats[0].team
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
