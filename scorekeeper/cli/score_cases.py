"""Cases: plain JSON values in, plain answers out; the contract of ``scorekeeper score --json``.

A case is ``{"game", "kind", "input"}``, a whole recorded round (with ``plays``), or a recorded claim (with
``report``). An answer has the shape of what was asked; a refused claim answers ``valid: false`` with every
reason and its sentence. What is no case at all raises ``NotACaseError``. Knows the rules and nothing else.
"""

from dataclasses import replace
from typing import Any

from scorekeeper.cli.score_kinds import (
    KINDS,
    NotACaseError,
    RefusedCase,
    a_list,
    an_object,
    card_of,
    integer,
    layout_of,
    names,
    spinner_of,
    text,
    tile,
    tiles,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.outcome import Outcome, outcome_of
from scorekeeper.rules.rounds.report import RoundReport, in_order, problem
from scorekeeper.rules.rounds.validate import Move, ReplayedRound, play_through, validate

Given = dict[str, Any]
EVENTS = (None, "out", "blocked", "foul")


def round_end(game: object, given: Given) -> Given:
    """Winner, score and sum of a claimed round end, or every reason to refuse it."""
    card = card_of(game, given)
    report = report_of(given, card)
    validation = validate(report, card)
    if validation.problems or validation.outcome is None:
        raise RefusedCase(validation.problems)
    outcome = validation.outcome
    return {
        "valid": True,
        "winner": winner_of(report, outcome),
        "tie": outcome.tie,
        "score": by_side(report, outcome.points),
        "breakdown": _breakdown(report, card, outcome),
    }


def recorded_report(case: Given) -> Given:
    """A recorded state of the table with the claim that was made about it."""
    said = an_object(case["claim"], "claim")
    given = {
        **case,
        "event": said.get("event"),
        "out": said.get("out_player"),
        "ends": said.get("open_ends"),
        "boneyard": case.get("boneyard_count"),
    }
    return round_end(case.get("family"), given)


def report_of(given: Given, card: RuleCard) -> RoundReport:
    """The claim of a case; every value of its type, none of them checked."""
    players = names(given.get("players"), "players")
    event = given.get("event")
    if event not in EVENTS:
        raise NotACaseError("An event is out, blocked or foul.")
    return RoundReport(
        players=players,
        sides=_sides(given, players),
        event=event,
        out=_optional(given, "out", text),
        hands={name: tiles(hand, "hand") for name, hand in _mapping(given, "hands")},
        pips={name: integer(pips, "pips") for name, pips in _mapping(given, "pips")},
        tile_counts={name: integer(count, "tile_counts") for name, count in _mapping(given, "tile_counts")},
        ends=_optional(given, "ends", lambda ends, name: tuple(integer(n, name) for n in a_list(ends, name))),
        boneyard=_boneyard(given),
        spinner=spinner_of(given["spinner"]) if given.get("spinner") is not None else None,
        layout=layout_of(given["layout"], card.set) if given.get("layout") is not None else None,
        leader=_optional(given, "leader", text),
        lead_tile=_optional(given, "lead_tile", tile),
        deal=_optional(given, "deal", integer),
    )


def winner_of(report: RoundReport, outcome: Outcome) -> str | None:
    """The winning side as the case files name it: ``A``, or ``A+C``."""
    return None if outcome.winner is None else "+".join(report.sides[outcome.winner])


def by_side(report: RoundReport, values: tuple[int, ...]) -> dict[str, int]:
    return {"+".join(side): value for side, value in zip(report.sides, values, strict=True)}


def _breakdown(report: RoundReport, card: RuleCard, outcome: Outcome) -> str:
    """The sum in plain signs: ``(18+12)-5=25``, ``7+7=14 -> 15``.

    A single hand left after a chip-out is added half by half; a hand of doubles alone tile by tile.
    """
    parts = outcome.parts
    if card.game is Game.THREES_FIVES or card.scoring == "games" or outcome.winner is None:
        return "" if outcome.winner is not None else outcome.sum
    left = "+".join(str(term) for term in _terms(report, card, outcome))
    if parts.less is not None:
        left = (f"({left})" if len(parts.terms) > 1 else left) + f"-{parts.less}"
        if parts.points != parts.exact:
            left = f"{sum(parts.terms)}-{parts.less}"
    return (
        f"{left}={parts.exact}" if parts.points == parts.exact else f"{left}={parts.exact} -> {parts.points}"
    )


def _terms(report: RoundReport, card: RuleCard, outcome: Outcome) -> tuple[int, ...]:
    holding = [hand for name, hand in report.hands.items() if hand]
    halves = outcome.event == "out" and len(holding) == 1 and len(report.players) == 2
    if not halves or card.double_blank_value or all(held.is_double for held in holding[0]):
        return outcome.parts.terms
    return tuple(end for held in holding[0] for end in (held.high, held.low))


def _sides(given: Given, players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    if given.get("teams") is None:
        return tuple((name,) for name in dict.fromkeys(players))
    return tuple(names(team, "teams") for team in a_list(given["teams"], "teams"))


def _mapping(given: Given, key: str) -> list[tuple[str, Any]]:
    return [] if given.get(key) is None else list(an_object(given[key], key).items())


def _boneyard(given: Given) -> int | None:
    """How many tiles rest; a list of tiles is counted."""
    value = given.get("boneyard")
    return len(tiles(value, "boneyard")) if isinstance(value, list) else _optional(given, "boneyard", integer)


def _optional(given: Given, key: str, read: Any) -> Any:
    value = given.get(key)
    return None if value is None else read(value, key)


def recorded_round(case: Given) -> Given:
    """Everything that follows from the record, or every reason why it cannot have been played."""
    card = card_of(case.get("family"), case)
    report = report_of(case, card)
    moves = [_move(event) for event in a_list(case["plays"], "plays")]
    played = play_through(report, card, moves, tiles(case.get("boneyard") or [], "boneyard"))
    said = replace(report, event="out" if played.out else "blocked", out=played.out)
    problems, laid = [*played.problems], report.layout or played.layout
    if not laid.tiles or {*laid.tiles} != {*played.layout.tiles} or laid.playable != played.layout.playable:
        words = "The plays lead to another layout than the one on record."
        problems += [problem("layout_mismatch", detail=words)] if report.layout else []
    validation = validate(replace(said, layout=laid), card)
    if problems or validation.problems or validation.outcome is None:
        raise RefusedCase([*problems, *validation.problems])
    return _answer(said, card, validation.outcome, played)


def _answer(report: RoundReport, card: RuleCard, outcome: Outcome, played: ReplayedRound) -> Given:
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
        "breakdown": _played_breakdown(card, outcome),
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


def _played_breakdown(card: RuleCard, outcome: Outcome) -> str:
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


ANSWERS = {**KINDS, "round_end": round_end}


def answer(case: object) -> dict[str, Any]:
    """The answer to one case. ``id`` and ``expected`` are never looked at.

    Raises NotACaseError where the value is no case: no object, an unknown kind, a value of the wrong type.
    """
    given = an_object(case, "a case")
    try:
        if "kind" in given:
            kind = text(given["kind"], "kind")
            if kind not in ANSWERS:
                raise NotACaseError(f"There is no kind “{kind[:40]}”.")
            return ANSWERS[kind](given.get("family"), an_object(given.get("input"), "input"))
        if "plays" in given:
            return recorded_round(given)
        if "claim" in given:
            return recorded_report(given)
    except RuleError as error:
        return {"valid": False, "reasons": [error.code], "messages": [str(error)]}
    except RefusedCase as refused:
        found = in_order([*refused.problems])
        reasons = list(dict.fromkeys(one.code for one in found))
        return {"valid": False, "reasons": reasons, "messages": [one.message for one in found]}
    raise NotACaseError("A case has a kind, or plays, or a claim.")
