"""``scorekeeper score``: the rules at the command line, for people and for scripts."""

import json
import sys
from collections.abc import Iterable
from typing import Any, NoReturn, TextIO

import click

from scorekeeper.cli.score_cases import answer
from scorekeeper.cli.score_kinds import NotACaseError
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import BY_KEY
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.outcome import Outcome
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import validate
from scorekeeper.rules.text import counted
from scorekeeper.rules.tiles.tile import Tile

NO_CASE = 2


@click.command()
@click.argument("game", type=click.Choice([str(game) for game in Game]), required=False)
@click.argument("hands", nargs=-1, metavar="NAME=PIPS or NAME=TILES ...")
@click.option("--out", metavar="NAME", help="Who chipped out; where both partners must, who went last.")
@click.option("--blocked", is_flag=True, help="The round is blocked.")
@click.option("--foul", metavar="NAME", help="Whose foul ended the round; “nobody” plays it again.")
@click.option("--pairs", is_flag=True, help="Four players, the first and third against the others.")
@click.option("--set", "highest", type=int, default=6, show_default=True, help="Highest number of the set.")
@click.option("--ends", metavar="6,4", help="The numbers open at the ends.")
@click.option("--boneyard", type=int, help="Tiles that were neither dealt nor drawn.")
@click.option("--rule", "rules", multiple=True, metavar="KEY=VALUE", help="A house rule, such as round=5.")
@click.option("--json", "as_json", is_flag=True, help="Read one case a line, write one answer a line.")
def score(game: str | None, hands: tuple[str, ...], as_json: bool, **said: Any) -> None:
    """Score the end of a round.

    A hand is its pips or its tiles, in seating order:

    \b
      scorekeeper score draw --blocked Ann=5 Bob=18 Cy=12
      scorekeeper score fives --out Ann Bob=5-2,1-0 Cy=6-6

    What cannot be right is said on standard error, and the exit code is 1. With --json every line of
    standard input is a case; lines that are none answer {"error": ...} and the exit code is 2 at the end.
    """
    if as_json:
        failed = answer_lines(sys.stdin.buffer, sys.stdout)
        raise click.exceptions.Exit(NO_CASE if failed else 0)
    if sum(map(bool, (said["blocked"], said["out"], said["foul"]))) > 1:
        raise click.UsageError("A round is ended in one way: --out, --blocked or --foul.")
    if game is None:
        raise click.UsageError(f"Name the game: {', '.join(tuple(Game))}.")
    try:
        card = RuleCard.default(game, **{"set": said["highest"]}, **dict(map(_rule, said["rules"])))
        report = _report(hands, said)
    except RuleError as error:
        _refuse([str(error)])
    validation = validate(report, card)
    if validation.problems or validation.outcome is None:
        _refuse(problem.message for problem in validation.problems)
    for line in result_lines(report, card, validation.outcome):
        click.echo(line)


def result_lines(report: RoundReport, card: RuleCard, outcome: Outcome) -> list[str]:
    """The winner, the points and the sum, as they are read out."""
    unit = "game" if card.scoring == "games" else "point"
    scored = [
        f"{report.side_name(side)} {counted(points, unit)}"
        for side, points in enumerate(outcome.points)
        if points
    ]
    winner = "Nobody wins the round" if outcome.winner is None else f"{report.side_name(outcome.winner)} won"
    return [f"{winner}: {', '.join(scored) or 'no points'}", *([outcome.sum] if outcome.sum else [])]


def answer_lines(lines: Iterable[bytes], out: TextIO) -> bool:
    """Answer every line in its order; True if some line was no case. Blank lines are no cases either."""
    failed = False
    for line in lines:
        given = answer_line(line)
        failed = failed or "error" in given
        out.write(json.dumps(given, separators=(", ", ": ")) + "\n")
    return failed


def answer_line(line: bytes) -> dict[str, Any]:
    try:
        return answer(json.loads(line, parse_constant=_no_constant))
    except NotACaseError as error:
        return {"error": str(error)}
    except (ValueError, RecursionError):
        # Not JSON or not UTF-8, a number of thousands of digits, or brackets nested without end.
        return {"error": "The line is not a JSON value that can be read."}


def _no_constant(name: str) -> NoReturn:
    raise NotACaseError(f"{name} is not a number.")


def _report(hands: tuple[str, ...], said: dict[str, Any]) -> RoundReport:
    held = dict(_hand(text) for text in hands)
    if len(held) < len(hands):
        raise RuleError("players_count", "Name each player once.")
    culprit = None if said["foul"] == "nobody" else said["foul"]
    out: str = said["out"] or culprit or ""
    players = tuple(held) if out in ("", *held) else (out, *held)
    alone = tuple((name,) for name in players)
    sides = (players[0::2], players[1::2]) if said["pairs"] else alone
    event = "foul" if said["foul"] else "blocked" if said["blocked"] else "out" if out else None
    ends = None if said["ends"] is None else tuple(_whole(end) for end in said["ends"].split(","))
    return RoundReport(
        players=players,
        sides=sides,
        event=event,
        out=out or None,
        hands={name: value for name, value in held.items() if isinstance(value, tuple)},
        pips={name: value for name, value in held.items() if isinstance(value, int)},
        ends=ends,
        boneyard=said["boneyard"],
    )


def _hand(text: str) -> tuple[str, int | tuple[Tile, ...]]:
    name, equals, held = text.partition("=")
    if not equals or not name:
        raise RuleError("hand_missing", f"“{text}” is not a hand: write it like Ann=5 or Ann=5-2,1-0.")
    if "-" in held[1:]:
        return name, tuple(Tile.parse(tile) for tile in held.replace(",", " ").split())
    return name, _whole(held) if held else ()


def _whole(text: str) -> int:
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise RuleError("not_a_number", f"“{text}” is not a whole number.")
    return int(text)


def _rule(text: str) -> tuple[str, Any]:
    """A house rule as typed; the words of a setting are taken for the values they stand for."""
    key, _, value = text.partition("=")
    option = BY_KEY.get(key)
    typed: dict[str, Any] = {"yes": True, "true": True, "no": False, "false": False}
    if option is not None and option.kind == "switch":
        return key, typed.get(value.lower(), value)
    if value.removeprefix("-").isascii() and value.removeprefix("-").isdigit() and len(value) < 10:
        return key, int(value)
    return key, value


def _refuse(sentences: Iterable[str]) -> NoReturn:
    for sentence in sentences:
        click.echo(sentence, err=True)
    raise click.exceptions.Exit(1)
