"""Impossible entries of a round in progress: each with its code and its sentence."""

from __future__ import annotations

import pytest

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.rounds.events import Event
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.scored import FIVES, THREES_FIVES, apply, refused, table


@pytest.mark.parametrize(
    ("card", "event", "code", "sentence"),
    [
        (THREES_FIVES, "Ann +5", "play_impossible", "Points: one play scores 1, 2, 3, 4, 6 or 8, never 5."),
        (THREES_FIVES, "Ann +7", "play_impossible", "Points: one play scores 1, 2, 3, 4, 6 or 8, never 7."),
        (
            THREES_FIVES,
            "Ann +8 last",
            "play_impossible",
            "Points: the last tile scores 1, 2, 3, 4, 5, 7 or 9, never 8.",
        ),
        (
            FIVES,
            "Ann +0",
            "play_impossible",
            "Points: one play scores 5, 10, 15, 20, 25, 30 or 35, never 0.",
        ),
        (
            FIVES,
            "Ann +40",
            "play_impossible",
            "Points: one play scores 5, 10, 15, 20, 25, 30 or 35, never 40.",
        ),
        (
            FIVES.but(spinner="none"),
            "Ann +25",
            "play_impossible",
            "Points: one play scores 5, 10, 15 or 20, never 25.",
        ),
        (
            THREES_FIVES,
            "Ann ends 5d 5d",
            "double_twice",
            "There is only one double 5: it cannot be at two ends.",
        ),
        (THREES_FIVES, "Ann ends 5 5 *6", "no_spinner", "These rules have no spinner."),
        (THREES_FIVES, "Ann draws", "cannot_draw", "Fives-and-Threes by these rules has no drawing."),
        (
            FIVES.but(deal=13, boneyard_reserve=2),
            "Ann draws",
            "cannot_draw",
            "There is no tile left to draw.",
        ),
        (
            RuleCard.default("block"),
            "Ann +5",
            "no_plays",
            "Block is not scored in play: enter the round when it ends.",
        ),
        (
            RuleCard.default("draw"),
            "Ann 6-4 lead",
            "no_plays",
            "Draw is not scored in play: enter the round when it ends.",
        ),
    ],
)
def test_an_impossible_entry_is_refused_with_its_reason(
    card: RuleCard, event: str, code: str, sentence: str
) -> None:
    assert refused(table(card), event) == (code, sentence)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("Ann 6-4 R", "already_played"),
        ("Ann 5-5 R", "end_does_not_match"),
        ("Ann 3-3 2", "no_such_place"),
        ("Ann 7-6 L", "tile_not_in_set"),
    ],
)
def test_a_tile_that_cannot_lie_there_is_refused(event: str, code: str) -> None:
    assert refused(apply(table(), "Ann 6-4 lead", "Bob 4-3 L"), event)[0] == code


def test_a_spinner_has_no_fifth_side() -> None:
    known = apply(table(), "Ann 6-6 lead", "Bob 6-1 new", "Ann 6-2 new", "Bob 6-3 new", "Ann 6-4 new")
    assert refused(known, "Bob 6-5 new") == ("fifth_arm", "All four sides of the spinner are covered.")


@pytest.mark.parametrize(
    ("event", "code", "sentence"),
    [
        (Event(kind="key", side=2, points=5), "unknown_player", "Nobody of that side plays in this match."),
        (Event(kind="key", side=-1, points=5), "unknown_player", "Nobody of that side plays in this match."),
        (
            Event(kind="key", side=0, player="Bob", points=5),
            "unknown_player",
            "Bob does not play on that side.",
        ),
        (
            Event(kind="tile", side=0, tile=Tile(4, 6)),
            "not_a_tile",
            "Say which tile was played, and by whom.",
        ),
        (Event(kind="tile", side=0, player="Ann"), "not_a_tile", "Say which tile was played, and by whom."),
        (Event(kind="draw", side=0), "unknown_player", "Say who draws."),
        (Event(kind="knock", side=0), "unknown_player", "Say who knocks."),
    ],
)
def test_a_malformed_entry_is_refused(event: Event, code: str, sentence: str) -> None:
    with pytest.raises(RuleError) as why:
        table().apply(event)
    assert (why.value.code, str(why.value)) == (code, sentence)
