"""The phone's count says what the rules say: of every entry, alone on a standing and in a whole match."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import time

import pytest
from playwright.sync_api import Browser

from scorekeeper.rules.cards.options import OPTIONS
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.matches.count_data import table_data
from scorekeeper.rules.tiles.open_ends import count_shown_ends
from scorekeeper.services.matches.rounds import parse_shown
from tests.browser.count.cases import PLANNED, matches, played
from tests.browser.count.counting import STATIC, Counting

# What neither adds up nor says who leads, and why not.
DOES_NOT_COUNT = {
    "name": "what the card is called",
    "must_play": "whether a drawn tile is played is seen at the table",
    "voluntary_draw": "the same",
    "penalty": "taken off by hand",
    "penalty_too_few": "the same",
    "lead_leg": "said by leg_words, which Python makes",
    "lead_rule": "said by first_words, which Python makes",
    "start_first": "in the card's starts",
    "start_second": "the same",
}
SINGLES = [["Ann"], ["Bob"]]
SPINNERS = ("none", "first_double", "lead_double_only", "any_lead")
COUNT_ENDS = """async (text) => {
  const {countEnds} = await import("/count/count.js");
  return JSON.stringify(JSON.parse(text).map(({table, shown}) => countEnds(table.card, shown)));
}"""


def test_it_equals_the_rules_in_a_few_hundred_matches(chromium: Browser) -> None:
    cases = list(matches("in every run", max(300, len(PLANNED))))
    assert sum(len(case["moves"]) for case in cases) > 2500
    with Counting(chromium) as count:
        assert list(count.differences(cases)) == []


def test_after_a_foul_with_no_hand_entered_it_knows_who_leads(chromium: Browser) -> None:
    card = RuleCard.default("block", foul="won", lead_next="winner", target=9)
    with Counting(chromium) as count:
        assert list(count.differences(played(card, random.Random(n)) for n in range(60))) == []


def test_ends_that_no_layout_shows_are_refused_in_the_rules_words(chromium: Browser) -> None:
    wrong = [
        "",
        "7 3",
        "5d 5d",
        "5",
        "1 2 3",
        "5d *5",
        "1 2 3 4 5",
        "3 3 3 3 *3",
        "4 4 4 *4",
        "2 *9",
        "1 2 *3",
    ]
    cards = [RuleCard.default(game, spinner=rule) for game in ("fives", "threes_fives") for rule in SPINNERS]
    known = list(itertools.product(cards, wrong))
    given = [
        {"table": table_data(card, ["Ann", "Bob"], SINGLES, ""), "shown": words} for card, words in known
    ]
    with Counting(chromium) as count:
        answers = json.loads(count.page.evaluate(COUNT_ENDS, json.dumps(given)))
    codes = set()
    for (card, words), said in zip(known, answers, strict=True):
        theirs = counted(words, card)
        assert said.get("words", said.get("refusal")) == str(theirs), (card.spinner, words)
        codes.add(getattr(theirs, "code", ""))
    assert len(codes) >= 8


def counted(words: str, card: RuleCard) -> str | RuleError:
    """What the rules say of these ends."""
    try:
        return count_shown_ends(*parse_shown(words), card).words
    except RuleError as error:
        return error


@pytest.mark.long
def test_it_equals_the_rules_in_thousands_of_matches(chromium: Browser) -> None:
    seed = os.environ.get("SCOREKEEPER_SEED") or str(time.time_ns())
    counted = 0

    def counting():
        nonlocal counted
        for case in matches(seed, 3000):
            counted += len(case["moves"])
            yield case

    with Counting(chromium) as count:
        different = next(count.differences(counting()), None)
    assert different is None, f"SCOREKEEPER_SEED={seed}"
    assert counted > 20_000


def test_every_setting_is_read_or_named_here() -> None:
    """A new house rule has to be counted, or to be listed above with the reason why it does not count."""
    text = "".join(
        (STATIC / "count" / name).read_text(encoding="utf-8") for name in ("count.js", "faults.js")
    )
    card = table_data(RuleCard.default("fives"), ["Ann", "Bob"], SINGLES, "chipped out")["card"]
    read = {key for key in card if re.search(rf"\bcard\.{key}\b", text)}
    assert {option.key for option in OPTIONS} - read == DOES_NOT_COUNT.keys()
    assert set(card) == read, "sent to every phone and not used"


def test_a_table_and_a_standing_are_small() -> None:
    case = next(matches("small", 1))
    assert len(str(case["table"])) < 1200
    assert len(str(case["start"])) < 350
