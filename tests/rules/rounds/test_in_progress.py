"""Rounds in progress: points, ends, tiles, whose turn it is, and what cannot come next."""

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.in_progress import Event
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.scored import FIVES, PAIRS, THREES, apply, last, refused, table

IMPOSSIBLE, BLOCK, DRAW = "play_impossible", RuleCard.default("block"), RuleCard.default("draw")


# What a play scores, and why


def test_a_key_is_its_points_and_no_count() -> None:
    scored = last(apply(table(), "Ann +35"))
    assert (scored.points, scored.words) == (35, "")


@pytest.mark.parametrize(
    ("card", "event", "points", "words"),
    [
        (FIVES, "Ann ends 5 5d", 15, "5 + 10 = 15, +15"),
        (FIVES, "Ann ends 3 *6", 15, "3 + 12 = 15, +15"),
        (FIVES, "Ann 6-4 lead", 10, "10 on the ends, +10"),
        (FIVES, "Ann 5-5 lead", 10, "10 on the ends, +10"),
        (FIVES, "Ann 6-5 lead", 0, "11 on the ends, no points"),
        (THREES, "Ann ends 5 5d", 8, "5 + 10 = 15, +8: five threes and three fives"),
        (THREES, "Ann 6-3 lead", 3, "9 on the ends, +3: three threes"),
    ],
)
def test_ends_and_tiles_say_why(card: RuleCard, event: str, points: int, words: str) -> None:
    scored = last(apply(table(card), event))
    assert (scored.points, scored.words) == (points, words)


@pytest.mark.parametrize(
    ("event", "points", "words"),
    [
        ("Bob 5-4 R last", 1, "14 on the ends, no points, +1 for the last tile"),
        ("Bob 5-0 R last", 3, "10 on the ends, +2: two fives, +1 for the last tile"),
        ("Bob ends 5 5d last", 9, "5 + 10 = 15, +8: five threes and three fives, +1 for the last tile"),
        ("Bob +9 last", 9, ""),
    ],
)
def test_the_last_tile_of_fives_and_threes_makes_one_more(event: str, points: int, words: str) -> None:
    scored = last(apply(table(THREES), "Ann 5-5 lead", event))
    assert (scored.points, scored.words) == (points, words)


def test_the_last_tile_of_other_cards_makes_nothing_more() -> None:
    assert last(apply(table(), "Ann 6-4 lead last")).points == 10
    bare = table(THREES.but(last_tile_bonus=0))
    assert last(apply(bare, "Ann 6-3 lead last")).points == 3


def test_draws_and_knocks_score_nothing() -> None:
    scored = apply(table(), "Ann 6-4 lead", "Bob draws", "Bob knocks").scored
    assert [(one.points, one.words) for one in scored[1:]] == [(0, "")] * 2


# The three ways mixed in one round


def test_after_a_key_nobody_knows_the_layout_until_ends_are_shown() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob +10")
    assert known.layout is None
    assert refused(known, "Ann 4-4 R") == (
        "layout_unknown",
        "Enter the open ends first: points alone do not say what lies there.",
    )
    repeated = apply(known, "Ann ends 3 2", "Bob 3-3 L")
    assert (last(repeated).points, last(repeated).words) == (0, "8 on the ends, no points")


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
    assert last(apply(table(), shown, then)).words.startswith(f"{count} on the ends")


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


def test_a_lone_double_is_a_line_of_one_tile_where_no_tile_is_a_spinner() -> None:
    card = RuleCard.default("fives", spinner="none")
    known = apply(table(card), "Ann ends 5d")
    assert known.layout is not None
    assert known.layout.line == ((5, 5),)


def test_turns_go_round_and_a_draw_keeps_the_turn() -> None:
    known = table(sides=(("Ann",), ("Bob",), ("Cy",)))
    assert known.turn == "Ann"
    for event, turn in (
        ("Ann 6-4 lead", "Bob"),
        ("Bob draws", "Bob"),
        ("Bob 4-4 L", "Cy"),
        ("Cy knocks", "Ann"),
    ):
        known = apply(known, event)
        assert known.turn == turn, event


@pytest.mark.parametrize("event", ["Bob +10", "Bob ends 5 5d"])
def test_what_follows_from_tiles_is_unknown_where_not_all_were_entered(event: str) -> None:
    known = apply(table(), "Ann 6-4 lead", event)
    assert (known.turn, known.boneyard, known.held("Ann"), known.is_last("Ann")) == (None, None, None, False)


def test_hands_and_boneyard_are_counted() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob draws", "Bob draws", "Bob draws", "Bob 4-4 L")
    assert (known.held("Ann"), known.held("Bob"), known.boneyard) == (6, 9, 11)
    assert table(THREES).held("Ann") == 9


def test_the_last_of_the_hand_is_noticed() -> None:
    known = table(FIVES.but(deal=2))
    assert not known.is_last("Ann")
    known = apply(known, "Ann 6-4 lead", "Bob 4-4 L")
    assert known.is_last("Ann")
    known = apply(known, "Ann 6-6 0 last")
    assert (known.out, known.turn) == ("Ann", "Bob")


def test_in_pairs_the_second_of_both_partners_is_the_last() -> None:
    known = table(THREES.but(deal=1), PAIRS)
    known = apply(known, "Ann 6-4 lead", "Bob knocks")
    assert known.is_last("Cy")
    assert not known.is_last("Di")
    assert apply(known, "Cy 4-4 L last").out == "Cy"


def test_in_pairs_one_partner_suffices_where_that_is_agreed() -> None:
    known = table(FIVES.but(deal=1), PAIRS)
    assert known.is_last("Ann")
    assert known.is_last("Di")


def test_a_partner_who_is_out_is_skipped() -> None:
    known = apply(table(THREES.but(deal=1), PAIRS), "Ann 6-4 lead", "Bob knocks", "Cy knocks")
    assert apply(known, "Di knocks").turn == "Bob"


def test_nobody_is_out_before_a_last_tile() -> None:
    assert table().out is None
    assert apply(table(), "Ann 6-4 lead").out is None
    assert apply(table(), "Ann knocks").out is None


def test_it_is_nobodys_turn_once_all_tiles_are_down() -> None:
    known = table(FIVES.but(deal=1))
    assert apply(known, "Ann 6-4 lead", "Bob 4-4 L").turn is None


def test_nobody_goes_on_once_a_last_tile_is_down() -> None:
    known = apply(table(FIVES.but(deal=1)), "Ann 6-4 lead last")
    over = ("round_over", "Ann is out: the round is over.")
    for event in ("Bob 6-6 L", "Bob knocks", "Bob draws", "Bob +10", "Bob ends 5 5d"):
        assert refused(known, event) == over


def test_a_partner_who_is_out_plays_no_more_tiles() -> None:
    known = apply(table(THREES.but(deal=1), PAIRS), "Ann 6-4 lead")
    assert refused(known, "Ann 6-6 L") == ("no_tiles_left", "Ann has no tile left to play.")


# Blocked


def test_a_round_in_which_all_knock_is_blocked() -> None:
    known = apply(table(THREES), "Ann 6-4 lead", "Bob knocks")
    assert not known.blocked
    assert apply(known, "Ann knocks").blocked


def test_one_who_knocks_twice_blocks_nothing() -> None:
    assert not apply(table(THREES), "Ann 6-4 lead", "Bob knocks", "Bob knocks").blocked


def test_a_partner_who_is_out_need_not_knock() -> None:
    known = apply(table(THREES.but(deal=1), PAIRS), "Ann 6-4 lead", "Bob knocks", "Cy knocks")
    assert not known.blocked
    assert apply(known, "Di knocks").blocked


def test_knocks_block_also_where_the_tiles_are_not_known() -> None:
    assert apply(table(), "Ann +10", "Bob knocks", "Ann knocks").blocked


SIXES = ("6-6 lead", "6-1 new", "1-2 0", "2-6 0", "6-3 new", "3-4 1", "4-6 1", "6-5 new", "5-0 2", "0-6 2")


def test_a_number_that_is_used_up_blocks_once_nothing_can_be_drawn() -> None:
    turns = [f"{('Ann', 'Bob')[n % 2]} {tile} {at}" for n, (tile, at) in enumerate(t.split() for t in SIXES)]
    known = apply(table(FIVES.but(draw=False)), *turns)
    assert known.layout is not None
    assert known.layout.playable == (6,)
    assert known.blocked
    assert not apply(table(FIVES.but(draw=False)), *turns[:-1]).blocked
    assert not apply(table(), *turns).blocked


def test_a_bare_table_is_not_blocked() -> None:
    assert not table().blocked
    assert not apply(table(), "Ann +10").blocked


@pytest.mark.parametrize(
    ("card", "event", "code", "sentence"),
    [
        (THREES, "Ann +5", IMPOSSIBLE, "Points: one play scores 1, 2, 3, 4, 6 or 8, never 5."),
        (THREES, "Ann +7", IMPOSSIBLE, "Points: one play scores 1, 2, 3, 4, 6 or 8, never 7."),
        (THREES, "Ann +8 last", IMPOSSIBLE, "Points: the last tile scores 1, 2, 3, 4, 5, 7 or 9, never 8."),
        (FIVES, "Ann +0", IMPOSSIBLE, "Points: one play scores 5, 10, 15, 20, 25, 30 or 35, never 0."),
        (FIVES, "Ann +40", IMPOSSIBLE, "Points: one play scores 5, 10, 15, 20, 25, 30 or 35, never 40."),
        (
            FIVES.but(spinner="none"),
            "Ann +25",
            IMPOSSIBLE,
            "Points: one play scores 5, 10, 15 or 20, never 25.",
        ),
        (THREES, "Ann ends 5d 5d", "double_twice", "There is only one double 5: it cannot be at two ends."),
        (THREES, "Ann ends 5 5 *6", "no_spinner", "These rules have no spinner."),
        (THREES, "Ann draws", "cannot_draw", "Fives-and-Threes by these rules has no drawing."),
        (
            FIVES.but(deal=13, boneyard_reserve=2),
            "Ann draws",
            "cannot_draw",
            "There is no tile left to draw.",
        ),
        (BLOCK, "Ann +5", "no_plays", "Block is not scored in play: enter the round when it ends."),
        (DRAW, "Ann 6-4 lead", "no_plays", "Draw is not scored in play: enter the round when it ends."),
    ],
)
def test_an_impossible_entry_is_refused(card: RuleCard, event: str, code: str, sentence: str) -> None:
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
