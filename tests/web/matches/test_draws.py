"""The draws for the seats and for the lead: a tile each, seen on the phone, kept with the match."""

import pytest

from scorekeeper.rules.tiles.tile import Tile
from tests.web.cast import Pub, ask_to_sit, record, sit_down

FOUR = ("Ann", "Bob", "Cy", "Di")


def drawn(crown: Pub, match: str) -> dict[str, Tile]:
    """The tile that each player drew."""
    found = crown.state(match).match
    tiles = [Tile.parse(tile) for tile in (found.seat_draw or "").split()]
    return dict(zip((seat.name for seat in found.seats), tiles, strict=True))


def by_weight(tiles: dict[str, Tile]) -> list[str]:
    """The players, the heaviest tile first."""
    return sorted(tiles, key=lambda name: (tiles[name].pips, tiles[name].high), reverse=True)


def test_the_two_highest_tiles_play_together_and_the_highest_sits_first(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", *FOUR, sides="pairs", seating="drawn")
    first, second, third, fourth = by_weight(drawn(crown, match))
    state = crown.state(match)
    assert [seat.name for seat in state.match.seats] == [first, third, second, fourth]
    assert state.sides == (f"{first} & {second}", f"{third} & {fourth}")
    page = crown.manager.open(crown.at(match, "/seats"))
    assert f"{first} & {second} v {third} & {fourth}" in page.text
    assert f"{first} and {second} drew the two highest tiles and play together" in page.text
    places = [page.html.index(f'aria-label="Turn {name}’s tile"') for name in FOUR]
    assert places == sorted(places), "by name: in the order of the seats the tiles would give them away"
    for name, tile in drawn(crown, match).items():
        assert f'aria-label="Turn {name}’s tile"' in page.html
        assert f"{name} {tile}" in page.text


def test_singles_sit_clockwise_from_the_highest_tile(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", seating="drawn")
    order = by_weight(drawn(crown, match))
    assert [seat.name for seat in crown.state(match).match.seats] == order
    page = crown.manager.open(crown.at(match, "/seats")).text
    assert f"Clockwise: {', '.join(order)}" in page


def test_the_page_of_the_draw_comes_after_start_and_the_match_tells_it(crown: Pub) -> None:
    answer = ask_to_sit(crown, "draw_100", *FOUR, sides="pairs", seating="drawn")
    assert answer.location.endswith("/seats")
    match = answer.location.split("/matches/")[1].split("/")[0]
    line = ", ".join(f"{name} {tile}" for name, tile in drawn(crown, match).items())
    assert f"Drawn for the seats: {line}" in crown.manager.open(crown.at(match)).text
    record(crown, match, 0, {1: 3, 2: 4, 3: 5})
    assert f"Drawn for the seats: {line}." in crown.manager.open(crown.at(match)).text


def test_one_draw_gives_the_seats_and_the_lead(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", *FOUR, sides="pairs", seating="drawn", leader="lot")
    highest = by_weight(drawn(crown, match))[0]
    found = crown.state(match)
    assert found.match.lead_draw == found.match.seat_draw
    assert found.score.lead.player == highest
    assert f"{highest} goes first" in crown.manager.open(crown.at(match, "/seats")).text
    page = crown.manager.open(crown.at(match)).text
    assert "Drawn for the seats and the first lead: " in page
    assert "Drawn for the first lead: " not in page


def test_whoever_was_to_go_first_goes_first_wherever_they_sit_and_two_draw_nothing(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", *FOUR, seating="drawn", leader="2")
    assert crown.state(match).score.lead.player == "Cy"
    answer = ask_to_sit(crown, "draw_100", "Ann", "Bob", seating="drawn")
    assert answer.status_code == 422
    assert "Two players sit opposite each other" in answer.get_data(as_text=True)


@pytest.mark.parametrize("leader", ["rule", "lot"])
def test_it_is_drawn_again_until_the_first_round(crown: Pub, leader: str) -> None:
    match = sit_down(crown, "draw_100", *FOUR, sides="pairs", seating="drawn", leader=leader)
    before = crown.state(match).match.seat_draw
    while crown.state(match).match.seat_draw == before:  # the same four tiles again: one draw in 491,400
        page = crown.manager.send(crown.manager.open(crown.at(match, "/seats")).form_saying("Draw again"))
    assert page.path.endswith("/seats")
    first, second, *_ = by_weight(drawn(crown, match))
    assert crown.state(match).sides[0] == f"{first} & {second}"
    assert crown.state(match).score.lead.player == (first if leader == "lot" else None)
    asked = crown.manager.page.form_saying("Draw again")
    record(crown, match, 0, {1: 3, 2: 4, 3: 5})
    seated = crown.state(match).match.seats
    refused = crown.manager.send(asked)
    assert refused.status == 409
    assert "Nothing was changed" in refused.text
    assert crown.state(match).match.seats == seated
    assert "Draw again" not in crown.manager.open(crown.at(match, "/seats")).text


def test_the_page_of_changes_draws_before_the_first_round(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", *FOUR, sides="pairs")
    page = crown.manager.open(crown.at(match, "/change"))
    assert "Draw partners and seats" in page.text
    shown = crown.manager.send(page.form_with("seat_0"), seating="drawn")
    assert shown.path.endswith("/seats")
    first, second, *_ = by_weight(drawn(crown, match))
    assert crown.state(match).sides[0] == f"{first} & {second}"
    record(crown, match, 0, {1: 3, 2: 4, 3: 5})
    page = crown.manager.open(crown.at(match, "/change"))
    assert "Draw partners and seats" not in page.text
    refused = crown.manager.send(page.form_with("seat_0"), seating="drawn")
    assert "The match has begun: the seats stay as they are." in refused.text


def test_a_tile_goes_with_its_player_and_seats_that_are_changed_end_the_draw(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", seating="drawn")
    tiles = drawn(crown, match)
    one, two, three = by_weight(tiles)
    form = crown.manager.open(crown.at(match, "/change")).form_with("seat_0")
    crown.manager.send(form, seat_0=two, seat_1=one, seat_2=three)
    assert drawn(crown, match) == tiles
    assert "Drawn for the seats" not in crown.manager.open(crown.at(match)).text
    assert crown.manager.open(crown.at(match, "/seats")).status == 404


def drawn_to_lead(crown: Pub, match: str) -> list[Tile]:
    return [Tile.parse(tile) for tile in (crown.state(match).match.lead_draw or "").split()]


def test_each_draws_a_tile_of_the_set_and_the_highest_goes_first(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", leader="lot")
    tiles = drawn_to_lead(crown, match)
    assert len(set(tiles)) == 3
    best = max(range(3), key=lambda n: (tiles[n].pips, tiles[n].high))
    state = crown.state(match)
    name = state.match.seats[best].name
    assert state.score.lead.player == name
    page = crown.manager.open(crown.at(match, "/draw"))
    assert f"{name}’s {tiles[best]} is the highest: {name} goes first" in page.text
    for seat in state.match.seats:
        assert f'aria-label="Turn {seat.name}’s tile"' in page.html


def test_the_page_of_the_draw_comes_after_start_and_stands_in_the_record(crown: Pub) -> None:
    answer = ask_to_sit(crown, "draw_100", "Ann", "Bob", leader="lot")
    assert answer.location.endswith("/draw")
    match = answer.location.split("/matches/")[1].split("/")[0]
    ann, bob = drawn_to_lead(crown, match)
    page = crown.manager.open(crown.at(match)).text
    assert f"Drawn for the first lead: Ann {ann}, Bob {bob}" in page
    assert page.count(f"Ann {ann}, Bob {bob}") == 1
    record(crown, match, 0, {1: 30})
    later = crown.manager.open(crown.at(match)).text
    assert "Draw to 100: Ann leads first" in later or "Draw to 100: Bob leads first" in later
    assert "highest double leads" not in later
    assert f"Drawn for the first lead: Ann {ann}, Bob {bob}." in later


def test_who_changes_seats_keeps_the_tile_and_a_lead_that_is_given_ends_the_draw(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", leader="lot")
    ann, bob = drawn_to_lead(crown, match)
    first = crown.state(match).score.lead.player
    form = crown.manager.open(crown.at(match, "/change")).form_with("seat_0")
    leader = "1" if first == "Ann" else "0"
    crown.manager.send(form, seat_0="Bob", seat_1="Ann", leader=leader)
    assert drawn_to_lead(crown, match) == [bob, ann]
    assert f"Bob {bob}, Ann {ann}" in crown.manager.open(crown.at(match)).text
    form = crown.manager.open(crown.at(match, "/change")).form_with("seat_0")
    crown.manager.send(form, leader="0" if leader == "1" else "1")
    assert "Drawn" not in crown.manager.open(crown.at(match)).text
    assert crown.manager.open(crown.at(match, "/draw")).status == 404
