"""Presets of leagues. Where a league's rule sheet leaves something open, the preset guesses and says so."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.leagues.match_card import BoardKind, MatchCard
from scorekeeper.rules.leagues.points import PointsCard
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.rules.leagues.table import TieBreak

_DIFFERENCE = (
    TieBreak.LEG_DIFFERENCE,
    TieBreak.LEGS_WON,
    TieBreak.WINS,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.PLAY_OFF,
)
_HANDS = (TieBreak.LEG_DIFFERENCE, TieBreak.POINTS_DIFFERENCE, TieBreak.HEAD_TO_HEAD, TieBreak.PLAY_OFF)
_LEEK = {
    "last_tile_bonus": 0,
    "no_finish_on_down": True,
    "penalty": 8,
    "penalty_too_few": "given",
    "lead_leg": "other_side",
}
_KNOCKOUT = {"format": "knockout", "withdrawal": "kept"}
_LEGS = PointsCard(forfeit_for=2)
_TWO_A_WIN = PointsCard(win=2, draw=0, forfeit_for=2)
# Where a league's sheet leaves its points open (Guisborough, Northallerton) it is not listed here.
PRINTED_POINTS = ("leek", "solihull", "hdddcl")


@dataclass(frozen=True, slots=True)
class LeaguePreset:
    """A named set of league rules; ``key`` is stable and fit for an address, ``words`` say what it is."""

    key: str
    name: str
    words: str
    rules: LeagueRules


def _boards(name: str, count: int, card: RuleCard, **rest: Any) -> BoardKind:
    named = card.named(name.capitalize())
    return BoardKind(**{"name": name, "count": count, "pairs": False, "rule_card": named, **rest})


def _pegs(target: int, **changes: object) -> RuleCard:
    return RuleCard.default("threes_fives", target=target, **changes)


def _teams(
    squad: int, kinds: tuple[BoardKind, ...], points: PointsCard, order: tuple[TieBreak, ...] = _DIFFERENCE
) -> LeagueRules:
    return LeagueRules(
        entrants="teams", squad=squad, card=MatchCard(kinds=kinds), points=points, tie_breaks=order
    )


def _best_of_3(board: BoardKind, points: PointsCard, **rest: Any) -> LeagueRules:
    """Single players, or pairs, meet on one board, and each leg of it counts."""
    card, entrants = MatchCard(kinds=(board,), counts="legs"), "pairs" if board.pairs else "players"
    usual = {"entrants": entrants, "squad": board.seats, "tie_breaks": ()}
    return LeagueRules(**{**usual, "card": card, "points": points, **rest})


_ALONE = _boards("singles", 1, _pegs(61, legs=2))
_TOGETHER = _boards("doubles", 1, _pegs(121, legs=2), pairs=True)
LEAGUE_PRESETS = (
    LeaguePreset(
        "leek",
        "Leek",
        "6 singles to 61 and 3 doubles to 121: 1 point a game and 2 for the match.",
        _teams(
            6,
            (
                _boards("singles", 6, _pegs(61, **_LEEK)),
                _boards("doubles", 3, _pegs(121, **_LEEK), pairs=True),
            ),
            # An unfulfilled fixture counts 5–4, worth 7 points to the team that would have played.
            # The sheet is due by Saturday noon: 4 days after a Tuesday, which is our guess of the night.
            PointsCard(win=2, draw=0, per_leg=1, forfeit_for=5, forfeit_against=4, late_days=4),
        ),
    ),
    LeaguePreset(
        "solihull",
        "Solihull and Warwickshire",
        "6 singles and 3 doubles to 121: 3 points for a win, 1 for losing 5–4.",
        _teams(
            6,
            (_boards("singles", 6, _pegs(121)), _boards("doubles", 3, _pegs(121), pairs=True)),
            PointsCard(win=3, draw=0, narrow_loss=1),
        ),
    ),
    LeaguePreset(
        "guisborough",
        "Guisborough",
        "3 drawn pairs, 3 games each. The points are our guess.",
        _teams(6, (_boards("doubles", 9, _pegs(61), pairs=True, most=3),), PointsCard(draw=0)).but(
            registered=12
        ),
    ),
    LeaguePreset(
        "northallerton",
        "Northallerton",
        "4 dominoes and 4 fives-and-threes in pairs; a forfeit is 6–0. The points are our guess.",
        # Rule 7: with six or seven men, 1 or 2 of them play twice in each format.
        _teams(
            8,
            (
                _boards("dominoes", 4, RuleCard.default("block"), pairs=True, extra=2),
                _boards("fives-and-threes", 4, _pegs(61), pairs=True, extra=2),
            ),
            PointsCard(forfeit_for=6),
        ),
    ),
    LeaguePreset(
        "hdddcl",
        "HDDDCL straight dominoes",
        "3 pairs, each table a best of 3 games of 5 hands up: 2 points for the match.",
        _teams(
            6,
            # HDDDCL 4: the hand is given away; where nobody knows whose foul it was, it is played again.
            (_boards("tables", 3, RuleCard.default("block", target=5, legs=2, foul="won"), pairs=True),),
            PointsCard(win=2, draw=0, forfeit_for=3),
            _HANDS,
        ).but(drop="away"),
    ),
    LeaguePreset(
        "cup",
        "Knockout cup",
        "Teams, drawn at random or seeded: 6 singles to 61 and 3 doubles to 121, the loser is out.",
        _teams(
            6,
            (_boards("singles", 6, _pegs(61)), _boards("doubles", 3, _pegs(121), pairs=True)),
            PointsCard(forfeit_for=5),
        ).but(format="knockout", withdrawal="kept"),
    ),
    LeaguePreset(
        "singles_cup",
        "Singles knockout",
        "Single players, best of 3 to 61, the loser is out.",
        _best_of_3(_ALONE, _LEGS, **_KNOCKOUT),
    ),
    LeaguePreset(
        "pairs_cup",
        "Pairs knockout",
        "Pairs, best of 3 to 121, the loser is out.",
        _best_of_3(_TOGETHER, _LEGS, **_KNOCKOUT),
    ),
    LeaguePreset(
        "groups_cup",
        "Groups, then a knockout",
        "Single players in groups, best of 3 to 61; the first two of each go into a knockout.",
        _best_of_3(_ALONE, _TWO_A_WIN, tie_breaks=_DIFFERENCE, format="groups"),
    ),
    LeaguePreset(
        "ladder",
        "Singles ladder",
        "Challenge somebody up to 3 places above, best of 3 to 61: the winner takes the place.",
        _best_of_3(_ALONE, _LEGS, format="ladder", withdrawal="kept"),
    ),
    LeaguePreset(
        "singles",
        "Singles league",
        "Everybody plays everybody, best of 3 to 61: 2 points a win.",
        _best_of_3(_ALONE, _TWO_A_WIN, tie_breaks=_DIFFERENCE),
    ),
)
BY_KEY = {preset.key: preset for preset in LEAGUE_PRESETS}


def printed_points(key: str) -> PointsCard:
    """The points that the sheet of this league prints, its key in any case; RuleError for one unknown."""
    if key.lower() not in PRINTED_POINTS:
        known = ", ".join(PRINTED_POINTS)
        raise RuleError("unknown_format", f"No league “{key}” is known here: {known}.")
    return BY_KEY[key.lower()].rules.points
