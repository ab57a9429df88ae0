"""A season's rules in one value: who enters, the match card, the points card and the tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.leagues.match_card import MatchCard
from scorekeeper.rules.leagues.points import PointsCard
from scorekeeper.rules.leagues.tie_breaks import TieBreak, verify_order
from scorekeeper.rules.leagues.withdrawals import WITHDRAWALS

ENTRANTS = {"teams": "Teams", "players": "Single players", "pairs": "Pairs"}
FORMATS = {"league": "a league: everybody meets everybody", "knockout": "a knockout: who loses is out"}
MOST_SQUAD = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """``squad``: players a team needs on a night. ``withdrawal``: what becomes of a team's results.

    ``captains_only``: cards are entered on captains' own phones. ``one_phone`` may sign for both teams.
    """

    entrants: str
    squad: int
    card: MatchCard
    points: PointsCard
    tie_breaks: tuple[TieBreak, ...]
    withdrawal: str = "void"
    captains_only: bool = False
    one_phone: bool = True
    format: str = "league"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for storing as JSON; ``from_dict`` gives equal rules back."""
        return {
            "entrants": self.entrants,
            "squad": self.squad,
            "card": self.card.to_dict(),
            "points": self.points.to_dict(),
            "tie_breaks": [tie_break.value for tie_break in self.tie_breaks],
            "withdrawal": self.withdrawal,
            "captains_only": self.captains_only,
            "one_phone": self.one_phone,
            "format": self.format,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> LeagueRules:
        """The rules these values describe; CardError names every fault."""
        checks = (
            ("entrants", values["entrants"] in ENTRANTS, "Who plays: teams, players or pairs."),
            ("withdrawal", values["withdrawal"] in WITHDRAWALS, "Withdrawal: void, kept or halves."),
            ("format", values.get("format", "league") in FORMATS, "Played as: a league or a knockout."),
            ("squad", 1 <= values["squad"] <= MOST_SQUAD, f"Players a night: 1 to {MOST_SQUAD}."),
        )
        faults = [(key, sentence) for key, right, sentence in checks if not right]
        try:
            order = verify_order(values["tie_breaks"])
        except RuleError as error:
            faults.append(("tie_breaks", str(error)))
        if faults:
            raise CardError(tuple(faults))
        return cls(
            entrants=values["entrants"],
            squad=values["squad"],
            card=MatchCard.from_dict(values["card"]),
            points=PointsCard.from_dict(values["points"]),
            tie_breaks=order,
            withdrawal=values["withdrawal"],
            captains_only=bool(values.get("captains_only")),
            one_phone=bool(values.get("one_phone", True)),
            format=values.get("format", "league"),
        )

    def but(self, **changes: Any) -> LeagueRules:
        """These rules with some of their parts changed."""
        return replace(self, **changes)
