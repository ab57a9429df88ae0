"""A whole recorded round: replayed play by play, then its end validated with every fact on record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.cli.score_json.kinds import refused
from scorekeeper.cli.score_json.reports import by_side, report_of, winner_of
from scorekeeper.cli.score_json.shapes import (
    NotACaseError,
    a_list,
    an_object,
    card_of,
    text,
    tile,
    tiles,
)
from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.outcome import Outcome, outcome_of
from scorekeeper.rules.rounds.replay import Move, Round, play_through
from scorekeeper.rules.rounds.report import Problem, RoundReport, problem
from scorekeeper.rules.rounds.validate import validate
from scorekeeper.rules.tiles.layout import Layout

Given = dict[str, Any]


def recorded_round(case: Given) -> Given:
    """Everything that follows from the record, or every reason why it cannot have been played."""
    card = card_of(case.get("family"), case)
    report = report_of(case, card)
    moves = [_move(event) for event in a_list(case["plays"], "plays")]
    played = play_through(report, card, moves, tiles(case.get("boneyard") or [], "boneyard"))
    said = replace(report, event="out" if played.out else "blocked", out=played.out)
    problems = [*played.problems, *_other_layout(report.layout, played.layout)]
    validation = validate(replace(said, layout=report.layout or played.layout), card)
    if problems or validation.problems or validation.outcome is None:
        return refused([*problems, *validation.problems])
    return _answer(said, card, validation.outcome, played)


def _answer(report: RoundReport, card: RuleCard, outcome: Outcome, played: Round) -> Given:
    scores = card.game.scores_in_play
    points = {name: played.play_points.get(name, 0) for name in report.players}
    made = tuple(sum(points[name] for name in side) if scores else 0 for side in report.sides)
    total = tuple(a + b for a, b in zip(outcome.points, made, strict=True))
    return {
        "valid": True,
        "event": outcome.event,
        "out_player": outcome.out,
        "winner": winner_of(report, outcome),
        "tie": outcome.tie,
        "hand_pips": dict(outcome.hand_pips),
        "end_score": by_side(report, outcome.points),
        "breakdown": _breakdown(card, outcome),
        "play_points": points if scores else None,
        "round_total": by_side(report, total),
        "open_ends": [end.number for end in played.layout.ends],
        "playable_numbers": list(played.layout.playable),
        "final_count": played.layout.count,
        **_under_other_rules(report, card),
    }


def _under_other_rules(report: RoundReport, card: RuleCard) -> Given:
    """What the end would have scored in pips at Block, or less the own pips in a block at fives."""
    if card.game is Game.BLOCK:
        return {"end_score_if_pips": by_side(report, outcome_of(report, card.but(scoring="pips")).points)}
    if card.game is Game.FIVES and report.event == "blocked":
        less = outcome_of(report, card.but(block_minus_own=True))
        return {"end_score_if_minus_own": by_side(report, less.points)}
    return {}


def _breakdown(card: RuleCard, outcome: Outcome) -> str:
    """The sum as the records write it: ``62-8=54``, ``round5(21)=20``, ``tie on 14: no score``."""
    parts = outcome.parts
    if outcome.winner is None:
        return f"tie on {min(outcome.side_pips)}: no score"
    if card.game is Game.THREES_FIVES:
        return f"{max(outcome.points)} bonus"
    if card.scoring == "games":
        return "1 game"
    whole = sum(parts.terms)
    left = str(whole) if parts.less is None else f"{whole}-{parts.less}"
    return f"round{card.round}({left})={parts.points}" if card.round > 1 else f"{left}={parts.exact}"


def _move(value: object) -> Move:
    given = an_object(value, "a play")
    player = text(given.get("p"), "p")
    if "tile" in given:
        return Move(player, tile(given["tile"], "tile"), text(given.get("at"), "at"))
    if "draw" in given:
        return Move(player, drawn=tile(given["draw"], "draw"))
    if given.get("pass") is not True:
        raise NotACaseError("A play lays a tile, draws one or passes.")
    return Move(player)


def _other_layout(said: Layout | None, played: Layout) -> list[Problem]:
    """The layout on record differs from the one the plays lead to."""
    if said is None or (
        said.tiles and set(said.tiles) == set(played.tiles) and said.playable == played.playable
    ):
        return []
    return [problem("layout_mismatch", detail="The plays lead to another layout than the one on record.")]
