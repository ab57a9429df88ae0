"""Faults put into the phone's count on purpose, one at a time: the cases notice every one."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.count.cases import matches
from tests.browser.count.counting import STATIC, Counting

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
    ('name.includes(" & ") ? "score"', 'side !== undefined && table.sides[side].length > 1 ? "score"'),
    ("card.exact ? after === card.target : after >= card.target", "after >= card.target"),
    ("if (last && now.last === null) now.last = at;", "now.last = last ? at : null;"),
    ('card.finish === "at_once" && card.match_games === null && !now.unsure', "!now.unsure"),
    ("const limited = card.exact && card.match_games === null", "const limited = card.exact"),
    ("const leg = now.ended + (now.over ? 0 : 1);", "const leg = now.ended + 1;"),
    ("now.rounds >= card.match_games", "now.rounds > card.match_games"),
    ("if (there.length === 1) winLeg", "if (there.length) winLeg"),
    ("now.drawn = card.legs === 1;", "now.drawn = true;"),
    ("now.legs[side] === card.legs", "now.legs[side] > card.legs"),
    ("leader === null ? now.leader : leader", "now.leader"),
    (
        "if (winner === null) return leadsOnceMore(table, leader);",
        "if (winner === null) return [null, card.first_words];",
    ),
    ("(pips[seat] || 0) ===", "(pips[seat] || 0) >="),
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
