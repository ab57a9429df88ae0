"""The phone's count answers the project's case files as they expect, and in the rules' own words."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from scorekeeper.cli.score_cases import by_side, report_of
from scorekeeper.cli.score_kinds import card_of, layout_of, play_seq, tile
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.matches.count_data import standing_data, table_data
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.rounds.in_progress import RoundInProgress
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import validate
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.open_ends import Spinner, count_shown_ends
from scorekeeper.services.matches.rounds import parse_shown
from tests.browser.count.counting import Counting
from tests.rules.case_files import recorded, vectors

PLAYERS = ("Ann", "Bob")
SINGLES = (("Ann",), ("Bob",))
SPINNERS = ("none", "first_double", "lead_double_only", "any_lead")
ENDS = "return count.countEnds(given.table.card, given.shown);"
Case = dict[str, Any]


@pytest.fixture(scope="module")
def counting(chromium: Browser) -> Iterator[Counting]:
    with Counting(chromium) as count:
        yield count


def asked(counting: Counting, body: str, cases: list[Any]) -> list[Any]:
    """What this makes of each of the cases, with all that the count's modules export at hand."""
    script = f"""async (text) => {{
      const count = await import("/count/count.js"), {{faultsOf}} = await import("/count/faults.js");
      return JSON.stringify(JSON.parse(text).map((given) => {{ {body} }}));
    }}"""
    return json.loads(counting.page.evaluate(script, json.dumps(cases)))


def table_of(card: RuleCard, report: RoundReport) -> Case:
    deal = {} if report.deal is None else {"deal": report.deal}
    table = table_data(card, report.players, report.sides, report.out_word)
    return {**table, "card": {**table["card"], **deal}}


def blank(card: RuleCard, players: tuple[str, ...], sides: tuple[tuple[str, ...], ...]) -> Case:
    score = replay(card, players, sides, ())
    return standing_data(score, RoundInProgress.of(card, players, sides), True)


def entry_of(report: RoundReport) -> Case:
    def hand(name: str) -> object:
        return [str(held) for held in report.hands[name]] if name in report.hands else report.pips.get(name)

    return {
        "kind": "round",
        "out": report.players.index(report.out) if report.out and report.event == "out" else None,
        "hands": [hand(name) for name in report.players],
        "held": [report.tile_counts.get(name) for name in report.players],
        "boneyard": report.boneyard,
        "leader": report.players.index(report.leader) if report.leader else None,
    }


def ends() -> list[tuple[Case, RoundReport, RuleCard]]:
    """Every end of a round in the files that names an end, and players who play."""
    cases = [case for case in vectors() if case["kind"] == "round_end"]
    cases += [
        {**case, "input": {**case, "event": case["expected"]["event"], "out": case["expected"]["out_player"]}}
        for case in recorded("rounds.jsonl")
    ]
    cases += [
        {
            **case,
            "input": {
                **case,
                "event": case["claim"]["event"],
                "out": case["claim"]["out_player"],
                "ends": case["claim"]["open_ends"],
                "boneyard": case["boneyard_count"],
            },
        }
        for case in recorded("invalid_rounds.jsonl")
    ]
    found = []
    for case in cases:
        card = card_of(case["family"], case["input"])
        report = report_of(case["input"], card)
        named = {report.out, report.leader, *(name for side in report.sides for name in side), *report.hands}
        if report.event is not None and named - {None} <= set(report.players) and len(report.players) > 1:
            found.append((case, report, card))
    return found


def test_every_end_of_a_round_is_counted_or_refused_as_the_rules_do(counting: Counting) -> None:
    known = ends()
    given = []
    for _, report, card in known:
        before = blank(card, report.players, report.sides)
        given.append({"table": table_of(card, report), "before": before, "entry": entry_of(report)})
    body = """const {table, before, entry} = given;
      const wrong = faultsOf(table, before, entry).map(({message}) => message);
      return {outcome: count.outcomeOf(table, entry), wrong};"""
    valid = refused = 0
    for (case, report, card), said in zip(known, asked(counting, body, given), strict=True):
        validation = validate(report, card)
        certain = [problem.message for problem in validation.problems if problem.certain]
        assert set(said["wrong"]) <= set(certain), case["id"]
        if validation.outcome is None:
            refused += 1
            continue
        valid += 1
        mine, theirs = said["outcome"], validation.outcome
        assert (mine["winner"], tuple(mine["points"])) == (theirs.winner, theirs.points), case["id"]
        assert (mine["sum"], mine["reason"]) == (theirs.sum, theirs.reason), case["id"]
        wanted = case["expected"].get("score") or case["expected"].get("end_score")
        if wanted:
            assert by_side(report, tuple(mine["points"])) == wanted, case["id"]
    assert valid > 140
    assert refused > 80


def shown(layout: Layout) -> str:
    """The open ends as somebody who looks at the table taps them."""
    lone = len(layout.tiles) == 1 and layout.spinner is None and layout.line[0][0] == layout.line[0][1]
    open_ends = layout.ends[:1] if lone else layout.ends
    spinner = [] if layout.spinner is None else [f"*{layout.spinner}"]
    return " ".join([*(f"{end.number}{'d' if end.double else ''}" for end in open_ends), *spinner])


def layouts() -> Iterator[tuple[str, RuleCard, Layout, int, int]]:
    """Every layout whose count the files know."""
    for case in vectors():
        if case["kind"] == "count" and not case["expected"].get("reason"):
            card = card_of(case["family"], case["input"])
            layout = layout_of(case["input"], card.set)
            spun = card.but(spinner="none" if layout.spinner is None else "first_double")
            yield case["id"], spun, layout, case["expected"]["count"], case["expected"]["points"]
        elif case["kind"] == "play_seq" and case["expected"].get("counts"):
            card = card_of(case["family"], case["input"])
            policy = case["input"].get("spinner_policy", card.spinner)
            layout, answer = Layout.empty(card.set, policy), play_seq(case["family"], case["input"])
            for (laid, at), number, points in zip(
                case["input"]["plays"], answer["counts"], answer["points"], strict=True
            ):
                layout = layout.play(tile(laid, "tile"), str(at))
                if len(layout.line) == 1 and layout.line[0] != tuple(laid):
                    layout = layout.mirrored()
                yield case["id"], card.but(spinner=policy), layout, number, points
    for case in recorded("rounds.jsonl"):
        card = card_of(case["family"], case)
        layout = Layout.empty(card.set, card.spinner)
        for play in case["plays"]:
            if "tile" in play:
                layout = layout.play(tile(play["tile"], "tile"), str(play["at"]))
            if "count" in play:
                yield case["id"], card, layout, play["count"], play["points"]


def test_every_recorded_play_is_counted_by_its_ends(counting: Counting) -> None:
    known = [found for found in layouts() if found[1].game.scores_in_play]
    given = [
        {"table": table_data(card, PLAYERS, SINGLES, ""), "shown": shown(layout)}
        for _, card, layout, _, _ in known
    ]
    answers = asked(counting, ENDS, given)
    assert len(answers) > 500
    for (name, card, layout, number, points), said in zip(known, answers, strict=True):
        spinner = None if layout.spinner is None else Spinner(layout.spinner, len(layout.ends))
        lone = shown(layout).count(" ") == 0
        theirs = count_shown_ends(layout.ends[:1] if lone and spinner is None else layout.ends, spinner, card)
        assert (said["count"], said["points"]) == (number, points), name
        assert said["words"] == theirs.words, name


def test_ends_that_no_layout_shows_are_refused_in_the_rules_words(counting: Counting) -> None:
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
    given = [{"table": table_data(card, PLAYERS, SINGLES, ""), "shown": words} for card, words in known]
    codes = set()
    for (card, words), said in zip(known, asked(counting, ENDS, given), strict=True):
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


def test_the_small_questions_are_answered_as_expected(counting: Counting) -> None:
    """What a count scores, what pips round to, what a play can be worth, and what a gain does to a total."""
    kinds = ("points_of_count", "rounding", "play_value_possible", "running")
    cases = [case for case in vectors() if case["kind"] in kinds and not case["expected"].get("reason")]
    given = []
    for case in cases:
        rules = {key: case["input"][key] for key in ("target", "exact") if key in case["input"]}
        card = card_of(case["family"], case["input"]).but(**rules)
        table = table_data(card, PLAYERS, SINGLES, "")
        values = sorted({*table["card"]["values"], case["input"].get("gain", 0)})
        given.append(
            {
                "kind": case["kind"],
                "input": case["input"],
                "table": {**table, "card": {**table["card"], "values": values}}
                if "gain" in case["input"]
                else table,
                "before": blank(card, PLAYERS, SINGLES),
            }
        )
    body = """const {kind, input, table, before} = given, {card} = table;
      if (kind === "points_of_count") return {points: count.pointsOfCount(input.count, card)};
      if (kind === "rounding") {
        return {rounded: count.outcomeOf(table, {out: 0, hands: [null, input.pips]}).points[0]};
      }
      if (input.points === 0) return {possible: !(input.last_tile && card.last_tile_bonus)};
      const points = kind === "running" ? input.gain : input.points;
      const entry = card.game === "draw" ? {kind: "round", out: 0, hands: [null, points]}
        : {kind: "key", side: 0, points, last: input.last_tile};
      const {standing, steps, refusal} = count.add(table, {...before, totals: [input.score || 0, 0]}, entry);
      if (kind === "play_value_possible") return {possible: refusal === undefined};
      return {score: steps[0].totals[0], won: standing.winner === 0, bust: steps[0].bust};"""
    for case, said in zip(cases, asked(counting, body, given), strict=True):
        assert said == case["expected"], case["id"]
    assert len(cases) > 30
