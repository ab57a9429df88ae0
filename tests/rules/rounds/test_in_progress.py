"""A round in progress: plays entered in any of three ways, and what follows from them."""

from __future__ import annotations

import pytest

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.scored import FIVES, THREES_FIVES, apply, last, refused, table

# What a play scores, and why


def test_a_key_is_its_points_and_no_count() -> None:
    scored = last(apply(table(), "Ann +35"))
    assert (scored.points, scored.count, scored.words) == (35, None, "")


@pytest.mark.parametrize(
    ("card", "event", "count", "points", "words"),
    [
        (FIVES, "Ann ends 5 5d", 15, 15, "5 + 10 = 15, +15"),
        (FIVES, "Ann ends 3 *6", 15, 15, "3 + 12 = 15, +15"),
        (FIVES, "Ann 6-4 lead", 10, 10, "10 on the ends, +10"),
        (FIVES, "Ann 5-5 lead", 10, 10, "10 on the ends, +10"),
        (FIVES, "Ann 6-5 lead", 11, 0, "11 on the ends, no points"),
        (THREES_FIVES, "Ann ends 5 5d", 15, 8, "5 + 10 = 15, +8: five threes and three fives"),
        (THREES_FIVES, "Ann 6-3 lead", 9, 3, "9 on the ends, +3: three threes"),
    ],
)
def test_ends_and_tiles_say_why_they_score(
    card: RuleCard, event: str, count: int, points: int, words: str
) -> None:
    scored = last(apply(table(card), event))
    assert (scored.count, scored.points, scored.words) == (count, points, words)


@pytest.mark.parametrize(
    ("event", "points", "words"),
    [
        ("Bob 5-4 R last", 1, "14 on the ends, no points, +1 for the last tile"),
        ("Bob 5-0 R last", 3, "10 on the ends, +2: two fives, +1 for the last tile"),
        ("Bob ends 5 5d last", 9, "5 + 10 = 15, +8: five threes and three fives, +1 for the last tile"),
        ("Bob +9 last", 9, ""),
    ],
)
def test_the_last_tile_of_fives_and_threes_makes_one_more_in_the_same_play(
    event: str, points: int, words: str
) -> None:
    scored = last(apply(table(THREES_FIVES), "Ann 5-5 lead", event))
    assert (scored.points, scored.words) == (points, words)


def test_the_last_tile_of_other_cards_makes_nothing_more() -> None:
    assert last(apply(table(), "Ann 6-4 lead last")).points == 10
    bare = table(THREES_FIVES.but(last_tile_bonus=0))
    assert last(apply(bare, "Ann 6-3 lead last")).points == 3


def test_draws_and_knocks_score_nothing() -> None:
    scored = apply(table(), "Ann 6-4 lead", "Bob draws", "Bob knocks").scored
    assert [(one.points, one.count, one.words) for one in scored[1:]] == [(0, None, "")] * 2


# The three ways mixed in one round


def test_after_a_key_nobody_knows_the_layout_until_ends_are_shown() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob +10")
    assert known.layout is None
    assert refused(known, "Ann 4-4 R") == (
        "layout_unknown",
        "Enter the open ends first: points alone do not say what lies there.",
    )
    repeated = apply(known, "Ann ends 3 2", "Bob 3-3 L")
    assert (last(repeated).count, last(repeated).points) == (8, 0)


def test_the_layout_is_whole_while_every_tile_of_it_was_entered() -> None:
    known = apply(table(), "Ann 6-4 lead")
    assert known.whole_layout == known.layout
    assert table().whole_layout is None
    assert apply(known, "Bob ends 6 3").whole_layout is None


@pytest.mark.parametrize(
    ("shown", "then", "count"),
    [
        ("Bob ends 5d", "Ann 5-2 new", 12),
        ("Bob ends 5d 3", "Ann 3-1 0", 11),
        ("Bob ends 3 6", "Ann 6-6 R", 15),
        ("Bob ends *6", "Ann 6-3 new", 15),
        ("Bob ends 2 *6", "Ann 6-3 new", 5),
        ("Bob ends 2 4 *6", "Ann 4-4 1", 10),
        ("Bob ends 2 4 1 *6", "Ann 6-3 new", 10),
    ],
)
def test_a_tile_is_laid_at_the_ends_that_were_shown(shown: str, then: str, count: int) -> None:
    assert last(apply(table(), shown, then)).count == count


def test_ends_may_be_shown_between_tiles() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob 6-3 R", "Ann ends 3 2")
    assert known.layout is not None
    assert known.layout.playable == (2, 3)
    assert refused(known, "Bob 6-3 L") == ("already_played", "6-3 is already on the table.")


@pytest.mark.parametrize(
    ("rule", "shown", "spinner", "places"),
    [
        ("first_double", "6 4d", 4, ("new",)),
        ("first_double", "4d", 4, ("new",)),
        ("first_double", "6d 4d", None, ("R",)),
        ("first_double", "6 4", None, ("R",)),
        ("first_double", "4 *4", 4, ("0", "new")),
        ("lead_double_only", "4d", 4, ("new",)),
        ("lead_double_only", "6 4d", None, ("R",)),
        ("lead_double_only", "6 *4", 4, ("new",)),
        ("none", "6 4d", None, ("R",)),
    ],
)
def test_the_card_says_which_double_shown_is_the_spinner(
    rule: str, shown: str, spinner: int | None, places: tuple[str, ...]
) -> None:
    layout = apply(table(FIVES.but(spinner=rule)), f"Ann ends {shown}").layout
    assert layout is not None
    assert layout.spinner == spinner
    assert layout.moves(Tile.parse("4-1")) == places


def test_where_every_double_is_a_spinner_points_are_entered_by_key() -> None:
    known = table(FIVES.but(spinner="all_doubles"))
    assert last(apply(known, "Ann +25")).points == 25
    for event in ("Ann 6-4 lead", "Ann ends 6 4"):
        assert refused(known, event) == (
            "no_layout",
            "With every double a spinner the points are kept by hand.",
        )


def test_the_whole_layout_is_known_while_every_tile_of_it_was_entered() -> None:
    assert table().whole_layout is None
    known = apply(table(), "Ann 6-4 lead")
    assert known.whole_layout == known.layout
    assert apply(known, "Bob ends 6 4").whole_layout is None


def test_a_lone_double_is_a_line_of_one_tile_where_no_tile_is_a_spinner() -> None:
    card = RuleCard.default("fives", spinner="none")
    known = apply(table(card), "Ann ends 5d")
    assert known.layout is not None
    assert known.layout.line == ((5, 5),)
