"""The taps from a reading to the hand, counted as a person would make them on the page."""

from collections import Counter

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

from scorekeeper.vision.hands import Reading, SeenTile
from training.measure import taps

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))


def seen(left, right, *, doubted=(False, False), sure=None):
    sure = not any(doubted) if sure is None else sure
    halves = max(left, right), min(left, right)
    return SeenTile(halves, SQUARE, 0.0, 0.9, sure, ((left, 6), (right, 6)), doubted)


CLEAR = seen(4, 6)


@pytest.mark.parametrize(
    ("tiles", "more"),
    [
        ([CLEAR, seen(3, 5)], 0),
        ([CLEAR, seen(5, 3, doubted=(True, False))], 1),
        ([CLEAR, seen(5, 3, doubted=(True, True))], 2),
        ([CLEAR, seen(5, 3, sure=False)], 1),
        ([CLEAR, seen(3, 4, doubted=(False, True))], 1),
        ([CLEAR, seen(4, 3)], 2),
        ([CLEAR, seen(5, 3), seen(0, 0)], 2),
        ([CLEAR, seen(5, 3), seen(0, 0, sure=False)], 1),
        ([CLEAR], 3),
        ([], 6),
        ([CLEAR, seen(0, 0)], 4),
    ],
    ids=[
        "right",
        "a doubted half",
        "both halves doubted",
        "a doubted tile",
        "a doubted half that is wrong",
        "a wrong half",
        "a tile that is none",
        "a doubted tile that is none",
        "one missed",
        "both missed",
        "both halves wrong",
    ],
)
def test_every_correction_costs_its_taps(tiles, more):
    assert taps(Reading(tuple(tiles), 100, 100), Counter({(6, 4): 1, (5, 3): 1})) == 1 + more
