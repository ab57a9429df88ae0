"""Thumbs tap spots for whole evenings: every tap does what stood under it when it began, and counts once.

Each evening has a seed; what its thumb tapped is counted apart from the app and compared with what is stored.
"""

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

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve")
SIZES = [(390, 844), (360, 664), (320, 640)]
PAIRS = {"Ann & Cy": ("Ann", "Cy"), "Bob & Di": ("Bob", "Di")}
WAYS = {"near": 0.0, "0.5 s": 0.5, "2 s": 2.0, "2G": 0.0, "away": 0.0}
CHANCE = random.Random(29)
# Seed, game and how plays and hands are entered, players (0: two pairs), size, way, taps.
EVENINGS = [
    (2, "Straight", 2, 0, "0.5 s", 20),
    (21, "Straight by Ends", 2, 1, "near", 20),
    (31, "Straight by Tiles, hands by Tiles", 2, 2, "near", 20),
]
ENTERED = [
    "Block",
    "Block, hands by Tiles",
    "Draw",
    "Draw, hands by Tiles",
    "Straight",
    "Straight by Ends",
    "Straight by Tiles",
    "Straight by Ends, hands by Tiles",
    "Straight by Tiles, hands by Tiles",
    "Fives-and-Threes",
    "Fives-and-Threes by Ends",
]
LONG = [
    (seed, entered, CHANCE.choice((0, 2, 3, 4, 5) if "Block" in entered else (0, 2, 3, 4)), seed % 3, way, 55)
    for seed, (entered, way) in enumerate([(entered, way) for entered in ENTERED for way in WAYS], 100)
] + [(3, "Draw", 3, 1, "away", 30)]


@pytest.mark.parametrize(
    "evening", [*EVENINGS, *(pytest.param(evening, marks=pytest.mark.long) for evening in LONG)], ids=str
)
def test_every_tap_does_what_stood_under_it(
    new_phone: Callable[..., Page],
    pub: ServerProcess,
    complaints: Complaints,
    evening: tuple[int, str, int, int, str, int],
) -> None:
    seed, entered, players, size, way_there, taps = evening
    played, _, hands = entered.partition(", hands by ")
    name, _, by = played.partition(" by ")
    game = GAMES[name]
    complaints.expect("net::|Failed to load|ERR_|status of (422|409|504)")
    phone = new_phone(viewport=dict(zip(("width", "height"), SIZES[size], strict=True)))
    Glass.prepare(phone.context)
    with faulty_way(pub) as way:
        come_in(phone, way)
        seated, more = (NAMES[:players], {}) if players else (NAMES[:4], {"sides": "pairs"})
        start(phone, phone.url, game.preset, *seated, leader=0, **more)
        way.delay, way.slow = WAYS[way_there], way_there == "2G"
        thumb = Thumb(
            phone,
            pub,
            game,
            {name: (name,) for name in seated} if players else PAIRS,
            random.Random(seed),
            away=phone.context.set_offline if way_there == "away" else None,
            by=by or "Points",
            hands=hands or "Pips",
            delay=4.0 if way_there == "2 s" else 1.5 if way_there != "near" else 0.0,
        )
        thumb.play(taps)
        assert not thumb.faults, "\n".join(thumb.faults)


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
