"""Handicaps of teams and players on a board."""

from __future__ import annotations

import pytest

from scorekeeper.rules.leagues.handicaps import board_starts

POINTS = {"Lions": 3, "ann": 10, "bob": 5}


@pytest.mark.parametrize(
    ("home", "away", "starts"),
    [
        (("Crown", ["cy"]), ("Crown", ["dee"]), (0, 0)),
        (("Crown", ["ann"]), ("Lions", ["cy"]), (10, 3)),
        (("Lions", ["ann", "bob"]), ("Crown", ["bob"]), (18, 5)),
        (("Lions", []), ("Crown", ["bob"]), (3, 5)),
    ],
)
def test_a_side_starts_with_the_points_of_its_team_and_its_players(home, away, starts):
    assert board_starts((home, away), POINTS, 61) == starts


def test_nobody_starts_at_the_target():
    assert board_starts((("Crown", ["ann"]), ("Lions", ["ann", "bob"])), POINTS, 11) == (10, 10)
    assert board_starts((("Crown", ["ann"]), ("Lions", [])), POINTS, 1) == (0, 0)
