"""Two phones at one table tap the points of their own side at once: nothing is held, doubled or lost."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.offline.faulty_way import faulty_way
from tests.browser.phone import Complaints, come_in
from tests.browser.spots.expected import GAMES, Play
from tests.browser.spots.screen import Glass
from tests.browser.spots.thumb import Thumb
from tests.browser.table import link_of, start
from tests.serving import ServerProcess


@pytest.mark.parametrize(
    ("seed", "delay", "taps"),
    [
        (1, 0.0, 12),
        *[
            pytest.param(seed, delay, 40, marks=pytest.mark.long)
            for seed, delay in ((2, 0.0), (3, 0.5), (4, 2.0))
        ],
    ],
)
def test_two_phones_each_for_its_own_side(
    new_phone: Callable[..., Page],
    pub: ServerProcess,
    complaints: Complaints,
    seed: int,
    delay: float,
    taps: int,
) -> None:
    complaints.expect("net::|Failed to load")
    chance, sides = random.Random(seed), {"Ann": ("Ann",), "Bob": ("Bob",)}
    first, second = new_phone(), new_phone()
    with faulty_way(pub) as way:
        come_in(first, way)
        club, link = first.url, link_of(first, "score")
        match = start(first, club, "fives_250", *sides, leader=0)
        second.goto(link)
        second.goto(match)
        thumbs = {}
        for name, page in (("Ann", first), ("Bob", second)):
            Glass.prepare(page.context)
            page.reload()
            thumbs[name] = Thumb(page, pub, GAMES["Straight"], sides, chance, delay=2 * delay)
        way.delay = delay
        for _ in range(taps):
            name, points = chance.choice([*thumbs]), chance.choice((5, 10))
            thumb = thumbs[name]
            thumb.tap(thumb.glass.look().keys[points, name])
            first.wait_for_timeout(chance.choice((0, 150, 300, 1000)))
        (ann, bob) = thumbs.values()
        tapped = {name: list(thumb.expected.acts) for name, thumb in thumbs.items()}
        both = sorted(map(str, [*tapped["Ann"], *tapped["Bob"]]))
        record, before = ann.record(), None
        while sorted(map(str, record)) != both and record != before:  # on a slow way they come one by one
            before = record
            ann.until(lambda before=before: ann.record() != before)
            record = ann.record()
        for name, plays in tapped.items():
            assert [play for play in record if isinstance(play, Play) and play.side == name] == plays, name
        for thumb in thumbs.values():
            thumb.expected.acts = record
            thumb.settle()
    assert ann.faults + bob.faults == []
