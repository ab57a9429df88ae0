"""Choosing the tiles among the candidates: no overlaps, none twice, none outside the game's set."""

from dataclasses import replace

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import numpy as np

from scorekeeper.vision.apart import heaviest_apart
from scorekeeper.vision.choose import choose
from scorekeeper.vision.hands import Known
from scorekeeper.vision.reader import NUMBERS, Look

NOTHING = np.zeros(6)
UNREADABLE = np.full((2, NUMBERS), 1 / NUMBERS)


def corners_at(x, y=100.0, length=100.0):
    return np.array([(x, y), (x + length, y), (x + length, y + length / 2), (x, y + length / 2)])


def seen(left, right, x=0.0, *, tile=0.99, agree=0.95, found=0.9, next_best=None, length=100.0):
    """A candidate that shows these halves, its other numbers' chances small, or one of them larger."""
    halves = np.full((2, NUMBERS), 0.001)
    halves[0, left], halves[1, right] = 0.95, 0.95
    if next_best is not None:
        halves[0, next_best] = 0.04
    return Look(corners_at(x, length=length), found, tile, halves, np.array([agree, agree]))


def halves_of(looks, **known):
    chosen, _ = choose(looks, Known(**known))
    return sorted(choice.halves for choice in chosen)


def test_clear_tiles_are_taken_and_sure():
    chosen, doubts = choose([seen(6, 4, tile=0.86), seen(0, 3, 200)], Known())
    assert sorted(choice.halves for choice in chosen) == [(3, 0), (6, 4)]
    assert all(choice.sure for choice in chosen)
    assert doubts == []


def test_a_candidate_without_a_bar_is_never_sure():
    chosen, doubts = choose([replace(seen(6, 4), one_piece=False)], Known())
    assert [choice.halves for choice in chosen] == [(6, 4)]
    assert doubts == ["Not every tile could be read with certainty."]


def test_of_two_candidates_on_the_same_ground_the_likelier_is_the_tile():
    assert halves_of([seen(6, 4, tile=0.9), seen(5, 5, 20, tile=0.98)]) == [(5, 5)]


def test_what_is_much_longer_than_the_tiles_is_no_tile():
    looks = [seen(6, 4), seen(5, 5, 200), seen(1, 1, 400, tile=0.9, length=200.0)]
    assert halves_of(looks) == [(5, 5), (6, 4)]


def test_a_blank_of_another_colour_is_the_table_beside_a_tile():
    assert halves_of([seen(6, 4), replace(seen(5, 0, 200), patchy=60.0)]) == [(6, 4)]


def test_coloured_pips_do_not_split_a_tile():
    assert halves_of([seen(6, 4), replace(seen(10, 9, 200), patchy=60.0)]) == [(6, 4), (10, 9)]


def test_a_double_blank_must_have_been_seen_clearly_by_the_finder_too():
    assert halves_of([seen(6, 4), seen(0, 0, 200, found=0.6)]) == [(6, 4)]
    assert halves_of([seen(6, 4), seen(0, 0, 200, found=0.8)]) == [(0, 0), (6, 4)]


def test_something_blank_that_the_finder_hardly_saw_leaves_nothing_in_doubt():
    """Grain, a chair's foot; where the finder saw it clearly, it might be a tile."""
    for found, doubted in ((0.4, False), (0.8, True)):
        _, doubts = choose([seen(6, 4), seen(0, 0, 300, tile=0.3, found=found)], Known())
        assert bool(doubts) is doubted


def test_a_place_that_the_finder_did_not_see_leaves_nothing_in_doubt():
    """It was looked at only because a tile might lie there; a tile that is taken there is not sure."""
    chosen, doubts = choose([seen(6, 4), seen(6, 3, 300, tile=0.3, found=0.0)], Known())
    assert len(chosen) == 1
    assert not doubts
    chosen, doubts = choose([seen(6, 4), seen(6, 3, 300, found=0.0)], Known())
    assert sorted(choice.sure for choice in chosen) == [False, True]
    assert doubts


def test_what_is_blank_does_not_say_how_long_tiles_are():
    blanks = [seen(0, 0, 200 + 60 * n, found=0.3, length=50.0) for n in range(4)]
    assert halves_of([seen(6, 4), *blanks]) == [(6, 4)]


def test_tiles_seen_from_the_side_may_cover_a_third_of_each_other():
    assert halves_of([seen(6, 4), seen(5, 1, 68)]) == [(5, 1), (6, 4)]


def test_two_whole_tiles_are_worth_more_than_the_halves_of_both():
    """End to end, the gap between two tiles looks like a tile's bar: 6-4 4-1 is not 4-4."""
    assert halves_of([seen(6, 4, 0), seen(4, 4, 50, tile=1.0), seen(4, 1, 100)]) == [(4, 1), (6, 4)]


def test_a_board_full_of_candidates_is_chosen_among_in_a_moment():
    """Each lies over its neighbours; the best of all combinations would take for ever to find."""
    near = [frozenset(m for m in range(120) if m != n and abs(m % 12 - n % 12) < 2 and abs(m - n) < 26)
            for n in range(120)]  # fmt: skip
    taken = heaviest_apart([0.5 + 0.001 * (7 * n % 11) for n in range(120)], near)
    assert len(taken) >= 20
    assert not any(b in near[a] for a in taken for b in taken)


def test_a_number_above_the_set_cannot_be():
    assert halves_of([seen(9, 4, next_best=6)], highest=6) == [(6, 4)]


def test_a_tile_that_lies_elsewhere_cannot_be_here():
    assert halves_of([seen(6, 4, next_best=5)], elsewhere=frozenset({(6, 4)})) == [(5, 4)]


def test_a_tile_is_not_there_twice_and_the_clearer_one_keeps_its_name():
    both = [seen(6, 4, tile=0.95, next_best=2), seen(4, 6, 200)]
    chosen, doubts = choose(both, Known())
    assert sorted(choice.halves for choice in chosen) == [(4, 2), (6, 4)]
    assert [choice.sure for choice in chosen if choice.halves == (4, 2)] == [False]
    assert doubts


@pytest.mark.parametrize(
    ("looks", "known", "word"),
    [
        ([], {}, "No tile"),
        ([seen(6, 4, agree=0.4)], {}, "with certainty"),
        ([seen(6, 4, tile=0.84)], {}, "with certainty"),
        ([seen(6, 4), seen(1, 1, 300, tile=0.3)], {}, "could not be read"),
        ([seen(6, 4), seen(1, 1, 300, length=60.0)], {}, "could not be read"),
        ([seen(6, 4), replace(seen(1, 1, 300), halves=UNREADABLE)], {}, "could not be read"),
        ([seen(6, 4), replace(seen(1, 0, 300), patchy=60.0)], {}, "could not be read"),
        ([seen(6, 4), seen(1, 1, 300)], {"most": 1}, "more tiles"),
        ([seen(6, 4)], {"highest": 15}, "above 12"),
    ],
    ids=[
        "nothing",
        "views differ",
        "hardly a tile",
        "something unread",
        "a tile of another size",
        "a tile with nothing to be read",
        "a tile half in the shade",
        "too many",
        "a large set",
    ],
)
def test_anything_odd_makes_the_reading_unsure_and_is_reported(looks, known, word):
    _, doubts = choose(looks, Known(**known))
    assert any(word in doubt for doubt in doubts)
