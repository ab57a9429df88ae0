"""A season's rules in one value: who enters, the match card, the points card and the tie-breaks."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from datetime import date
from typing import Any

from scorekeeper.rules.cups import MOST_GROUPS, MOST_REACH, MOST_THROUGH
from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.leagues.match_card import MatchCard
from scorekeeper.rules.leagues.points import WITHDRAWALS, PointsCard
from scorekeeper.rules.leagues.table import TieBreak, verify_order

ENTRANTS = {"teams": "Teams", "players": "Single players", "pairs": "Pairs"}
FORMATS = {
    "league": "a league: everybody meets everybody",
    "knockout": "a knockout: the loser is out",
    "groups": "groups, then a knockout of the best",
    "ladder": "a ladder: beat somebody above to swap places",
}
# Who has the drop of a board's first hand; on even boards it is the other team.
DROPS = {
    "drawn": "is drawn for at the table",
    "home": "is the home side’s on boards 1, 3, 5 …",
    "away": "is the away side’s on boards 1, 3, 5 …",
}
# Who names the players of a board: in South Gloucestershire (5.5) home is first, in Grimsby’s pool away;
# in Wychavon nobody plays before both have.
NAMES = {
    "together": "both captains, in any order",
    "home": "the home captain first",
    "away": "the away captain first",
    "sealed": "each captain alone, shown once both have",
}
SWITCHES = ("captains_only", "one_phone", "best_player", "handicaps", "sign_on")
MOST_SQUAD = 40
MOST_LEAST, MOST_HOURS = 99, 999


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    entrants: str
    squad: int  # players a team needs on a night
    card: MatchCard
    points: PointsCard
    tie_breaks: tuple[TieBreak, ...]
    withdrawal: str = "void"  # what happens to the results of a team that leaves
    captains_only: bool = False  # cards are entered on captains' own phones
    one_phone: bool = True  # may sign for both teams
    best_player: bool = False  # each captain names the best of the other team
    handicaps: bool = False  # points to start with
    format: str = "league"
    groups: int = 4  # of a cup
    through: int = 2  # from each group to its knockout
    reach: int = 3  # places up a ladder that may be challenged
    registered: int = MOST_SQUAD  # players at most that a team may have
    drop: str = "drawn"  # whose first tile opens the odd boards
    least: int = 0  # boards without which nobody is ranked in the averages
    sign_on: bool = False  # captains register players on the night
    names: str = "together"  # who names the players of a board first
    protest: int = 0  # hours in which a captain may protest against a signed card
    # The last day on which captains sign on new players, and the register marks whom the secretary adds
    # later; empty for none.
    deadline: str = ""

    @property
    def signers(self) -> str:
        """Who sign a card for its two sides: the captains of teams, else those who play themselves."""
        return "captains" if self.entrants == "teams" else self.entrants

    def hears_protest(self, hours: float) -> bool:
        """Whether one is heard so long after both have signed; Wychavon 3: “the captain within 24 hours”."""
        return hours <= self.protest

    def is_late(self, day: str) -> bool:
        """Whether who joins a team on this day comes after the deadline."""
        return self.deadline != "" and day > self.deadline

    def drop_on(self, board: int) -> int | None:
        """The side that has the drop on this board, counted from 1; None if it is decided by lot."""
        if self.drop == "drawn":
            return None
        return (board + (self.drop == "home")) % 2

    def to_dict(self) -> dict[str, Any]:
        """Plain values for storing as JSON; ``from_dict`` gives equal rules back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        order = [tie_break.value for tie_break in self.tie_breaks]
        return {**values, "card": self.card.to_dict(), "points": self.points.to_dict(), "tie_breaks": order}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "LeagueRules":
        """The rules these values describe, as usual where they say nothing; CardError names every fault."""
        said = {**_USUAL, **values}
        faults = [(key, sentence) for key, right, sentence in _checks(said) if not right]
        try:
            order = verify_order(said["tie_breaks"])
        except RuleError as error:
            faults.append(("tie_breaks", str(error)))
        if faults:
            raise CardError(tuple(faults))
        own = {field.name: said[field.name] for field in fields(cls)} | {
            name: bool(said[name]) for name in SWITCHES
        }
        card, points = MatchCard.from_dict(said["card"]), PointsCard.from_dict(said["points"])
        return cls(**own | {"card": card, "points": points, "tie_breaks": order})

    def but(self, **changes: Any) -> "LeagueRules":
        return replace(self, **changes)


_USUAL = {field.name: field.default for field in fields(LeagueRules) if field.default is not MISSING}


def _checks(values: Mapping[str, Any]) -> Iterator[tuple[str, bool, str]]:
    """For each value its key, whether it is valid, and the sentence to show if it is not."""
    yield "entrants", values["entrants"] in ENTRANTS, "Who plays: teams, players or pairs."
    yield "withdrawal", values["withdrawal"] in WITHDRAWALS, "Withdrawal: void, kept or halves."
    yield "format", values["format"] in FORMATS, "Played as: a league, a knockout, groups or a ladder."
    yield "squad", 1 <= values["squad"] <= MOST_SQUAD, f"Players a night: 1 to {MOST_SQUAD}."
    yield "groups", 2 <= values["groups"] <= MOST_GROUPS, f"Groups: 2 to {MOST_GROUPS}."
    yield "through", 1 <= values["through"] <= MOST_THROUGH, f"Through from each group: 1 to {MOST_THROUGH}."
    registered = min(values["squad"], MOST_SQUAD) <= values["registered"] <= MOST_SQUAD
    yield "registered", registered, f"Players of a squad: no fewer than a night needs, {MOST_SQUAD} at most."
    yield "drop", values["drop"] in DROPS, "The drop: drawn, home or away."
    yield "names", values["names"] in NAMES, "Who names players: together, home, away or sealed."
    yield "least", 0 <= values["least"] <= MOST_LEAST, f"Boards for the averages: 0 to {MOST_LEAST}."
    yield "protest", 0 <= values["protest"] <= MOST_HOURS, f"Hours for a protest: 0 to {MOST_HOURS}."
    yield "deadline", _is_day(values["deadline"]), "No new players after: a day such as 2027-01-31."
    yield "reach", 1 <= values["reach"] <= MOST_REACH, f"Places up: 1 to {MOST_REACH}."


def _is_day(text: str) -> bool:
    try:
        return text == "" or date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
