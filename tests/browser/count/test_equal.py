"""The phone’s count says what the rules say, of every entry; and its cases notice every fault put into it."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Browser

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.options import OPTIONS
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.count_data import table_data
from scorekeeper.rules.tiles.open_ends import count_shown_ends
from scorekeeper.services.match_rounds import parse_shown
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
    "start_third": "the same",
    "start_fourth": "the same",
    "start_fifth": "the same",
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
        return count_shown_ends(*parse_shown(words), card)[1]
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
    assert len(str(case["table"])) - len(str(case["table"].pop("faults"))) < 1200
    assert len(str(case["start"])) < 350


TEXT = (STATIC / "count" / "count.js").read_text(encoding="utf-8")
# What stands there, and what is put in its place.
PLANTED = [
    ("one + other || card.double_blank_value", "one + other"),
    ("Math.floor(points / 5) : points", "Math.round(points / 5) : points"),
    ("count % 3 ? 0 : count / 3", "count % 3 ? 0 : count / 3 + 1"),
    ("Math.max(0, card.target - total)", "card.target - total"),
    ("value > toGo(card, total)", "value >= toGo(card, total)"),
    ("sort((a, b) => a - b)", "sort()"),
    ("isDouble ? 2 * number : number", "number"),
    ("spinner !== null && ends.length < 2", "spinner !== null && ends.length < 3"),
    ("number > card.set", "number >= card.set"),
    ("ends.length + same > card.set", "ends.length + same >= card.set"),
    ('card.team_block === "total" ? sum(held)', "card.team_block ? sum(held)"),
    (
        'if (level.length < 2 || card.tie !== "lightest_tile") return level;',
        "if (level.length < 2) return level;",
    ),
    ("if (!lightest.every(Number.isFinite)) return level;", ""),
    ("(exact + Math.floor(card.round / 2))", "(exact + card.round / 2 + 1)"),
    ("isBlock && card.block_minus_own", "card.block_minus_own"),
    ('takesOff && card.team_block === "total" && level', "takesOff && level"),
    ("level.length === 1 && !takesOff && !culprits) terms", "level.length === 1 && !culprits) terms"),
    ("&& !takesOff && !culprits) terms", "&& !takesOff) terms"),
    ("[1 - sideOf(table, foul)]", "[sideOf(table, foul)]"),
    ('foul >= 0 && card.foul === "pips"', "foul >= 0"),
    ("(foul >= 0 ? 0 : out", "(out"),
    ("if (!(foul < 0)) now.rounds += 1;", "now.rounds += 1;"),
    ("if (foul < 0) return leadsOnceMore(table, leader);", ""),
    ('card.tie !== "split" || card.scoring === "games"', 'card.tie !== "split"'),
    ("/ card.round) * card.round, card)", "), card)"),
    ("out !== null ? card.last_tile_bonus : card.block_low_bonus", "card.last_tile_bonus"),
    ("lows.filter((_, side) => side !== level[0])", "lows"),
    ("out !== null && bothMustGoOut(table)) return `", "bothMustGoOut(table)) return `"),
    ("if (over) after.rounds = 0;", ""),
    ("if (over && after.running) {", "if (over) {"),
    ('now.plain = card.spinner === "lead_double_only" && !ends.spinner;', ""),
    ('name.includes(" & ") ? ""', 'side !== undefined && table.sides[side].length > 1 ? ""'),
    ("card.exact ? after === card.target : after >= card.target", "after >= card.target"),
    ("if (last && now.last === null) now.last = at;", "now.last = last ? at : null;"),
    ('card.finish === "at_once" && card.match_games === null && !now.unsure', "!now.unsure"),
    ("const limited = card.exact && card.match_games === null", "const limited = card.exact"),
    ("const leg = now.ended + (now.over ? 0 : 1);", "const leg = now.ended + 1;"),
    ("now.rounds >= card.match_games", "now.rounds > card.match_games"),
    ("if (there.length === 1) winLeg", "if (there.length) winLeg"),
    ("now.drawn = card.legs === 1;", "now.drawn = true;"),
    ("now.legs[side] === card.legs", "now.legs[side] > card.legs"),
    ("leader ?? now.leader, foul", "now.leader, foul"),
    (
        "if (winner === null) return leadsOnceMore(table, leader);",
        "if (winner === null) return [null, card.first_words];",
    ),
    ("|| held.includes(null)", ""),
    ("held.indexOf(Math.min(...held))", "held.indexOf(Math.max(...held))"),
    ("sideLeads(table, 1 - sideOf(table, began))", "sideLeads(table, sideOf(table, began))"),
    ("Math.min(...legs) === card.legs - 1", "Math.max(...legs) === card.legs - 1"),
    ("if (!standing.rounds) now.began", "now.began"),
    ("if (!before) return sideLeads", "if (!before) return leads"),
]


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    return list(matches("planted", 4000))


@pytest.mark.long
@pytest.mark.parametrize(("stands", "put"), PLANTED, ids=[stands for stands, _ in PLANTED])
def test_a_planted_fault_is_noticed(
    chromium: Browser, cases: list[dict[str, Any]], stands: str, put: str
) -> None:
    with Counting(chromium, lambda text: text.replace(stands, put)) as count:
        assert any(count.differences(cases))


@pytest.mark.parametrize("stands", [stands for stands, _ in PLANTED])
def test_what_a_fault_replaces_stands_there_once(stands: str) -> None:
    assert TEXT.count(stands) == 1
