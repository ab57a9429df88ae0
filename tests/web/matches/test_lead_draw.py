"""The draw for the lead: a tile each, seen on the phone, kept with the match."""

from scorekeeper.rules.tiles.tile import Tile
from tests.web.cast import Pub, ask_to_sit, record, sit_down


def drawn(crown: Pub, match: str) -> list[Tile]:
    return [Tile.parse(tile) for tile in (crown.state(match).match.lead_draw or "").split()]


def test_each_draws_a_tile_of_the_set_and_the_highest_goes_first(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", leader="lot")
    tiles = drawn(crown, match)
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
    ann, bob = drawn(crown, match)
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
    ann, bob = drawn(crown, match)
    first = crown.state(match).score.lead.player
    form = crown.manager.open(crown.at(match, "/change")).form_with("seat_0")
    leader = "1" if first == "Ann" else "0"
    crown.manager.send(form, seat_0="Bob", seat_1="Ann", leader=leader)
    assert drawn(crown, match) == [bob, ann]
    assert f"Bob {bob}, Ann {ann}" in crown.manager.open(crown.at(match)).text
    form = crown.manager.open(crown.at(match, "/change")).form_with("seat_0")
    crown.manager.send(form, leader="0" if leader == "1" else "1")
    assert "Drawn" not in crown.manager.open(crown.at(match)).text
    assert crown.manager.open(crown.at(match, "/draw")).status == 404
