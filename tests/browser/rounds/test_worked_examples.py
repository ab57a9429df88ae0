"""The worked examples of the printed rules, entered on the page: same points, same sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import (
    enter_hands,
    expect_totals,
    last_change,
    open_round,
    preview,
    round_line,
    save,
)
from tests.browser.table import sit_down
from tests.serving import ServerProcess


@dataclass(frozen=True)
class Example:
    """A round from the printed rules, and what they say it scores."""

    game: str
    points: int
    sum: str
    winner: str = "Ann"
    out: str | None = None
    names: Sequence[str] = ("Ann", "Bob")
    pips: Mapping[str, int] = field(default_factory=dict)
    tiles: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def totals(self) -> list[int]:
        return [self.points if name == self.winner else 0 for name in self.names]


EXAMPLES = {
    "chipped out against 5-2, 1-0 and 1-1": Example(
        "draw_100", 10, "7 + 2 + 1 = 10", out="Ann", tiles={"Bob": ["5-2", "1-0", "1-1"]}
    ),
    "blocked, thirty against five": Example(
        "draw_100", 25, "30 − 5 = 25", winner="Bob", pips={"Ann": 30, "Bob": 5}
    ),
    "blocked, two others against one's own": Example(
        "draw_100",
        25,
        "(18 + 12) − 5 = 25",
        winner="Cy",
        names=("Ann", "Bob", "Cy"),
        pips={"Ann": 18, "Bob": 12, "Cy": 5},
    ),
    "fourteen rounds up": Example("fives_250", 15, "14, rounded to 15", out="Ann", pips={"Bob": 14}),
}


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(example, id=words, marks=() if example.tiles or not example.out else pytest.mark.long)
        for words, example in EXAMPLES.items()
    ],
)
def test_an_example_of_the_printed_rules(phone: Page, pub: ServerProcess, example: Example) -> None:
    sit_down(phone, pub, example.game, *example.names)
    open_round(phone, example.out)
    enter_hands(phone, example.pips, example.tiles)
    expect(preview(phone)).to_contain_text(example.sum)
    save(phone)
    expect_totals(phone, *example.totals)
    expect(last_change(phone)).to_contain_text(f"+{example.points}")
    expect(last_change(phone)).to_contain_text(example.sum)
    expect(round_line(phone, 1)).to_contain_text(example.sum)
