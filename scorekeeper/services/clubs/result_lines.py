"""A finished match's result as a line of text, and back: what is stored of it between two starts."""

import hashlib
import json
from dataclasses import astuple
from functools import cache
from pathlib import Path

from scorekeeper import rules
from scorekeeper.rules.cards.describe import card_title
from scorekeeper.rules.matches.honours import SideHonours
from scorekeeper.rules.matches.standings import Result
from scorekeeper.services.clubs.results import MatchResult, competitors_of
from scorekeeper.services.matches.mapping import card_of, side_members, side_name
from scorekeeper.store.matches.matches import Match

_HERE = Path(__file__).parents[1]


@cache
def rules_fingerprint() -> str:
    """Changes with the rules, and with what turns facts into results: lines made by others hold no more."""
    rooms = (Path(rules.__file__).parent, _HERE / "matches", _HERE / "clubs")
    files = sorted(path for room in rooms for path in room.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def line_of(found: MatchResult) -> str:
    """The result of a match that is over, as text; names are not in it."""
    result = found.result and [found.result.legs, found.result.points]
    honours = [astuple(one) for one in found.honours]
    said = [found.match.version, found.score, found.winner, result, honours, found.ended_at]
    return json.dumps(said, separators=(",", ":"))


def result_from(match: Match, line: str) -> MatchResult:
    """The result that this line tells of the match, with the names of today."""
    version, score, winner, result, honours, ended_at = json.loads(line)
    card, sides = card_of(match), side_members(match.seats)
    competitors = competitors_of(match.seats)
    return MatchResult(
        match=match._replace(version=version),
        game=card.game,
        sides=tuple(map(side_name, sides)),
        competitors=competitors,
        score=tuple(score),
        winner=winner,
        running=False,
        result=result and Result(competitors, winner, *map(tuple, result)),
        honours=tuple(SideHonours(*one) for one in honours),
        title=card_title(card),
        ended_at=ended_at,
    )
