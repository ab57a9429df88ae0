"""Four teams, results between them, and their table."""

from scorekeeper.rules.leagues.points import FixtureResult, PointsCard
from scorekeeper.rules.leagues.table import TieBreak, league_table

NAMES = {"crown": "Crown", "bay": "Bay Horse", "lion": "Red Lion", "railway": "Railway"}
TEAMS = tuple(NAMES)
ALL = tuple(TieBreak)
CARD = PointsCard()


def played(home, away, own, other, day=1, **rest):
    return FixtureResult(home=home, away=away, legs=(own, other), day=day, **rest)


def table(results, *tie_breaks, card=CARD, **rest):
    return league_table(NAMES, results, card, tie_breaks, **rest)


def order(rows):
    return [(row.place, row.team) for row in rows]
