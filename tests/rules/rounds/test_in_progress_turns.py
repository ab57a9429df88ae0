"""Whose turn it is, the size of every hand and of the boneyard, and when the round is blocked."""

from __future__ import annotations

import pytest

from tests.rules.scored import FIVES, PAIRS, THREES_FIVES, apply, refused, table


def test_turns_go_round_and_a_draw_keeps_the_turn() -> None:
    known = table(sides=(("Ann",), ("Bob",), ("Cy",)))
    assert known.turn == "Ann"
    for event, turn in (
        ("Ann 6-4 lead", "Bob"),
        ("Bob draws", "Bob"),
        ("Bob 4-4 L", "Cy"),
        ("Cy knocks", "Ann"),
    ):
        known = apply(known, event)
        assert known.turn == turn, event


@pytest.mark.parametrize("event", ["Bob +10", "Bob ends 5 5d"])
def test_what_follows_from_tiles_is_unknown_where_not_all_were_entered(event: str) -> None:
    known = apply(table(), "Ann 6-4 lead", event)
    assert (known.turn, known.boneyard, known.held("Ann"), known.is_last("Ann")) == (None, None, None, False)


def test_hands_and_boneyard_are_counted() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob draws", "Bob draws", "Bob draws", "Bob 4-4 L")
    assert (known.held("Ann"), known.held("Bob"), known.boneyard) == (6, 9, 11)
    assert table(THREES_FIVES).held("Ann") == 9


def test_the_last_of_the_hand_is_noticed() -> None:
    known = table(FIVES.but(deal=2))
    assert not known.is_last("Ann")
    known = apply(known, "Ann 6-4 lead", "Bob 4-4 L")
    assert known.is_last("Ann")
    known = apply(known, "Ann 6-6 0 last")
    assert (known.out, known.turn) == ("Ann", "Bob")


def test_in_pairs_the_second_of_both_partners_is_the_last() -> None:
    known = table(THREES_FIVES.but(deal=1), PAIRS)
    known = apply(known, "Ann 6-4 lead", "Bob knocks")
    assert known.is_last("Cy")
    assert not known.is_last("Di")
    assert apply(known, "Cy 4-4 L last").out == "Cy"


def test_in_pairs_one_partner_suffices_where_that_is_agreed() -> None:
    known = table(FIVES.but(deal=1), PAIRS)
    assert known.is_last("Ann")
    assert known.is_last("Di")


def test_a_partner_who_is_out_is_skipped() -> None:
    known = apply(table(THREES_FIVES.but(deal=1), PAIRS), "Ann 6-4 lead", "Bob knocks", "Cy knocks")
    assert apply(known, "Di knocks").turn == "Bob"


def test_nobody_is_out_before_a_last_tile() -> None:
    assert table().out is None
    assert apply(table(), "Ann 6-4 lead").out is None
    assert apply(table(), "Ann knocks").out is None


def test_it_is_nobodys_turn_once_all_tiles_are_down() -> None:
    known = table(FIVES.but(deal=1))
    assert apply(known, "Ann 6-4 lead", "Bob 4-4 L").turn is None


def test_nobody_goes_on_once_a_last_tile_is_down() -> None:
    known = apply(table(FIVES.but(deal=1)), "Ann 6-4 lead last")
    over = ("round_over", "Ann is out: the round is over.")
    for event in ("Bob 6-6 L", "Bob knocks", "Bob draws", "Bob +10", "Bob ends 5 5d"):
        assert refused(known, event) == over


def test_a_partner_who_is_out_plays_no_more_tiles() -> None:
    known = apply(table(THREES_FIVES.but(deal=1), PAIRS), "Ann 6-4 lead")
    assert refused(known, "Ann 6-6 L") == ("no_tiles_left", "Ann has no tile left to play.")


# Blocked


def test_a_round_in_which_all_knock_is_blocked() -> None:
    known = apply(table(THREES_FIVES), "Ann 6-4 lead", "Bob knocks")
    assert not known.blocked
    assert apply(known, "Ann knocks").blocked


def test_one_who_knocks_twice_blocks_nothing() -> None:
    assert not apply(table(THREES_FIVES), "Ann 6-4 lead", "Bob knocks", "Bob knocks").blocked


def test_a_partner_who_is_out_need_not_knock() -> None:
    known = apply(table(THREES_FIVES.but(deal=1), PAIRS), "Ann 6-4 lead", "Bob knocks", "Cy knocks")
    assert not known.blocked
    assert apply(known, "Di knocks").blocked


def test_knocks_block_also_where_the_tiles_are_not_known() -> None:
    assert apply(table(), "Ann +10", "Bob knocks", "Ann knocks").blocked


SIXES = ("6-6 lead", "6-1 new", "1-2 0", "2-6 0", "6-3 new", "3-4 1", "4-6 1", "6-5 new", "5-0 2", "0-6 2")


def test_a_number_that_is_used_up_blocks_once_nothing_can_be_drawn() -> None:
    turns = [f"{('Ann', 'Bob')[n % 2]} {tile} {at}" for n, (tile, at) in enumerate(t.split() for t in SIXES)]
    known = apply(table(FIVES.but(draw=False)), *turns)
    assert known.layout is not None
    assert known.layout.playable == (6,)
    assert known.blocked
    assert not apply(table(FIVES.but(draw=False)), *turns[:-1]).blocked
    assert not apply(table(), *turns).blocked


def test_a_bare_table_is_not_blocked() -> None:
    assert not table().blocked
    assert not apply(table(), "Ann +10").blocked
