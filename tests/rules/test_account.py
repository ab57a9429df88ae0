"""The account of a round: what is told play by play, in any of three ways, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.account import Account
from scorekeeper.rules.cards import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.layout import End
from scorekeeper.rules.shown_ends import Spinner
from scorekeeper.rules.tiles import Tile
from scorekeeper.rules.told import Heard, Told

FIVES = RuleCard.default("fives")
THREES_FIVES = RuleCard.default("threes_fives")
SINGLES = (("Ann",), ("Bob",))
PAIRS = (("Ann", "Cy"), ("Bob", "Di"))


def table(card: RuleCard = FIVES, sides: tuple[tuple[str, ...], ...] = SINGLES) -> Account:
    """A round that Ann leads, in which nothing has been told; partners sit opposite each other."""
    seats = [name for turn in zip(*sides, strict=True) for name in turn]
    return Account.of(card, seats, sides, "Ann")


def hear(known: Account, *told: str) -> Account:
    """Tell it in short: ``Ann 6-4 L``, ``Ann draws``, ``Ann knocks``, ``Ann +10``, ``Ann ends 5 3d *6``."""
    for words in told:
        known = known.hear(told_of(known, words))
    return known


def told_of(known: Account, words: str) -> Told:
    """One of these in short, as the rules hear it."""
    player, act, *rest = words.split()
    side = next(n for n, members in enumerate(known.sides) if player in members)
    by: dict[str, Any] = {"side": side, "player": player, "last_tile": "last" in rest}
    if act in ("draws", "knocks"):
        return Told(way=act.removesuffix("s"), **by)
    if act.startswith("+"):
        return Told(way="key", points=int(act), **by)
    if act != "ends":
        return Told(way="tile", tile=Tile.parse(act), at=rest[0], **by)
    shown = [word for word in rest if word != "last"]
    ends = tuple(End(int(word.strip("d")), "d" in word) for word in shown if "*" not in word)
    spinner = next((Spinner(int(word[1:]), len(ends)) for word in shown if "*" in word), None)
    return Told(way="ends", ends=ends, spinner=spinner, **by)


def last(known: Account) -> Heard:
    return known.heard[-1]


def refused(known: Account, *told: str) -> tuple[str, str]:
    """The code and the sentence that this is refused with."""
    with pytest.raises(RuleError) as why:
        hear(known, *told)
    return why.value.code, str(why.value)


# What a play comes to, and why


def test_a_key_is_its_points_and_no_count() -> None:
    heard = last(hear(table(), "Ann +35"))
    assert (heard.points, heard.count, heard.words) == (35, None, "")


@pytest.mark.parametrize(
    ("card", "told", "count", "points", "words"),
    [
        (FIVES, "Ann ends 5 5d", 15, 15, "5 + 10 = 15: 15 points"),
        (FIVES, "Ann ends 3 *6", 15, 15, "3 + 12 = 15: 15 points"),
        (FIVES, "Ann 6-4 lead", 10, 10, "10 at the ends: 10 points"),
        (FIVES, "Ann 5-5 lead", 10, 10, "10 at the ends: 10 points"),
        (FIVES, "Ann 6-5 lead", 11, 0, "11 at the ends: no points"),
        (THREES_FIVES, "Ann ends 5 5d", 15, 8, "5 + 10 = 15: 8, five threes and three fives"),
        (THREES_FIVES, "Ann 6-3 lead", 9, 3, "9 at the ends: 3, three threes"),
    ],
)
def test_ends_and_tiles_say_why_they_score(
    card: RuleCard, told: str, count: int, points: int, words: str
) -> None:
    heard = last(hear(table(card), told))
    assert (heard.count, heard.points, heard.words) == (count, points, words)


@pytest.mark.parametrize(
    ("told", "points", "words"),
    [
        ("Bob 5-4 R last", 1, "14 at the ends: no points, and 1 for chipping out"),
        ("Bob 5-0 R last", 3, "10 at the ends: 2, two fives, and 1 for chipping out"),
        ("Bob ends 5 5d last", 9, "5 + 10 = 15: 8, five threes and three fives, and 1 for chipping out"),
        ("Bob +9 last", 9, ""),
    ],
)
def test_the_last_tile_of_fives_and_threes_makes_one_more_in_the_same_play(
    told: str, points: int, words: str
) -> None:
    heard = last(hear(table(THREES_FIVES), "Ann 5-5 lead", told))
    assert (heard.points, heard.words) == (points, words)


def test_the_last_tile_of_other_cards_makes_nothing_more() -> None:
    assert last(hear(table(), "Ann 6-4 lead last")).points == 10
    bare = table(THREES_FIVES.but(last_tile_bonus=0))
    assert last(hear(bare, "Ann 6-3 lead last")).points == 3


def test_draws_and_knocks_score_nothing() -> None:
    heard = hear(table(), "Ann 6-4 lead", "Bob draws", "Bob knocks").heard
    assert [(one.points, one.count, one.words) for one in heard[1:]] == [(0, None, "")] * 2


# The three ways mixed in one round


def test_after_a_key_nobody_knows_the_layout_until_ends_are_shown() -> None:
    known = hear(table(), "Ann 6-4 lead", "Bob +10")
    assert known.layout is None
    assert refused(known, "Ann 4-4 R") == (
        "layout_unknown",
        "Show the open ends first: since the last key nobody knows them.",
    )
    again = hear(known, "Ann ends 3 2", "Bob 3-3 L")
    assert (last(again).count, last(again).points) == (8, 0)


def test_the_layout_is_whole_while_every_tile_of_it_was_told() -> None:
    known = hear(table(), "Ann 6-4 lead")
    assert known.whole_layout == known.layout
    assert table().whole_layout is None
    assert hear(known, "Bob ends 6 3").whole_layout is None


@pytest.mark.parametrize(
    ("shown", "then", "count"),
    [
        ("Bob ends 5d", "Ann 5-2 R", 12),
        ("Bob ends 5d 3", "Ann 3-1 R", 11),
        ("Bob ends 3 6", "Ann 6-6 R", 15),
        ("Bob ends *6", "Ann 6-3 new", 15),
        ("Bob ends 2 *6", "Ann 6-3 new", 5),
        ("Bob ends 2 4 *6", "Ann 4-4 1", 10),
        ("Bob ends 2 4 1 *6", "Ann 6-3 new", 10),
    ],
)
def test_a_tile_goes_on_from_the_ends_that_were_shown(shown: str, then: str, count: int) -> None:
    assert last(hear(table(), shown, then)).count == count


def test_ends_may_be_shown_in_the_midst_of_tiles() -> None:
    known = hear(table(), "Ann 6-4 lead", "Bob 6-3 R", "Ann ends 3 2")
    assert known.layout is not None
    assert known.layout.playable == (2, 3)
    assert refused(known, "Bob 6-3 L") == ("already_played", "6-3 is already on the table.")


def test_where_every_double_is_a_spinner_points_are_told_by_key() -> None:
    known = table(FIVES.but(spinner="all_doubles"))
    assert last(hear(known, "Ann +25")).points == 25
    for told in ("Ann 6-4 lead", "Ann ends 6 4"):
        assert refused(known, told) == (
            "no_layout",
            "With every double a spinner the points are kept by hand.",
        )


def test_the_whole_layout_is_known_while_every_tile_of_it_was_told() -> None:
    assert table().whole_layout is None
    known = hear(table(), "Ann 6-4 lead")
    assert known.whole_layout == known.layout
    assert hear(known, "Bob ends 6 4").whole_layout is None


# Whose turn it is, what everybody holds, what lies undrawn


def test_turns_go_round_and_a_draw_keeps_the_turn() -> None:
    known = table(sides=(("Ann",), ("Bob",), ("Cy",)))
    assert known.turn == "Ann"
    for told, turn in (
        ("Ann 6-4 lead", "Bob"),
        ("Bob draws", "Bob"),
        ("Bob 4-4 L", "Cy"),
        ("Cy knocks", "Ann"),
    ):
        known = hear(known, told)
        assert known.turn == turn, told


@pytest.mark.parametrize("told", ["Bob +10", "Bob ends 5 5d"])
def test_what_follows_from_tiles_is_unknown_where_not_all_were_told(told: str) -> None:
    known = hear(table(), "Ann 6-4 lead", told)
    assert (known.turn, known.boneyard, known.held("Ann"), known.is_last("Ann")) == (None, None, None, False)


def test_hands_and_boneyard_are_counted() -> None:
    known = hear(table(), "Ann 6-4 lead", "Bob draws", "Bob draws", "Bob draws", "Bob 4-4 L")
    assert (known.held("Ann"), known.held("Bob"), known.boneyard) == (6, 9, 11)
    assert table(THREES_FIVES).held("Ann") == 9


def test_the_last_of_the_hand_is_noticed() -> None:
    known = table(FIVES.but(deal=2))
    assert not known.is_last("Ann")
    known = hear(known, "Ann 6-4 lead", "Bob 4-4 L")
    assert known.is_last("Ann")
    known = hear(known, "Ann 6-6 0 last")
    assert (known.out, known.turn) == ("Ann", "Bob")


def test_in_pairs_the_second_of_both_partners_is_the_last() -> None:
    known = table(THREES_FIVES.but(deal=1), PAIRS)
    known = hear(known, "Ann 6-4 lead", "Bob knocks")
    assert known.is_last("Cy")
    assert not known.is_last("Di")
    assert hear(known, "Cy 4-4 L last").out == "Cy"


def test_in_pairs_one_partner_suffices_where_that_is_agreed() -> None:
    known = table(FIVES.but(deal=1), PAIRS)
    assert known.is_last("Ann")
    assert known.is_last("Di")


def test_a_partner_who_is_out_is_skipped() -> None:
    known = hear(table(THREES_FIVES.but(deal=1), PAIRS), "Ann 6-4 lead", "Bob knocks", "Cy knocks")
    assert hear(known, "Di knocks").turn == "Bob"


def test_nobody_is_out_before_a_last_tile() -> None:
    assert table().out is None
    assert hear(table(), "Ann 6-4 lead").out is None
    assert hear(table(), "Ann knocks").out is None


def test_it_is_nobodys_turn_once_all_tiles_are_down() -> None:
    known = table(FIVES.but(deal=1))
    assert hear(known, "Ann 6-4 lead", "Bob 4-4 L").turn is None


def test_nobody_goes_on_once_a_last_tile_is_down() -> None:
    known = hear(table(FIVES.but(deal=1)), "Ann 6-4 lead last")
    over = ("round_over", "Ann has chipped out: the round is over.")
    for told in ("Bob 6-6 L", "Bob knocks", "Bob draws", "Bob +10", "Bob ends 5 5d"):
        assert refused(known, told) == over


def test_a_partner_who_is_out_plays_no_more_tiles() -> None:
    known = hear(table(THREES_FIVES.but(deal=1), PAIRS), "Ann 6-4 lead")
    assert refused(known, "Ann 6-6 L") == ("no_tiles_left", "Ann has no tile left to play.")


# Blocked


def test_a_round_in_which_all_knock_is_blocked() -> None:
    known = hear(table(THREES_FIVES), "Ann 6-4 lead", "Bob knocks")
    assert not known.blocked
    assert hear(known, "Ann knocks").blocked


def test_one_who_knocks_twice_blocks_nothing() -> None:
    assert not hear(table(THREES_FIVES), "Ann 6-4 lead", "Bob knocks", "Bob knocks").blocked


def test_a_partner_who_is_out_need_not_knock() -> None:
    known = hear(table(THREES_FIVES.but(deal=1), PAIRS), "Ann 6-4 lead", "Bob knocks", "Cy knocks")
    assert not known.blocked
    assert hear(known, "Di knocks").blocked


def test_knocks_block_also_where_the_tiles_are_not_known() -> None:
    assert hear(table(), "Ann +10", "Bob knocks", "Ann knocks").blocked


SIXES = ("6-6 lead", "6-1 new", "1-2 0", "2-6 0", "6-3 new", "3-4 1", "4-6 1", "6-5 new", "5-0 2", "0-6 2")


def test_a_number_that_is_used_up_blocks_once_nothing_can_be_drawn() -> None:
    turns = [f"{('Ann', 'Bob')[n % 2]} {tile} {at}" for n, (tile, at) in enumerate(t.split() for t in SIXES)]
    known = hear(table(FIVES.but(draw=False)), *turns)
    assert known.layout is not None
    assert known.layout.playable == (6,)
    assert known.blocked
    assert not hear(table(FIVES.but(draw=False)), *turns[:-1]).blocked
    assert not hear(table(), *turns).blocked


def test_a_bare_table_is_not_blocked() -> None:
    assert not table().blocked
    assert not hear(table(), "Ann +10").blocked


# Refusals


@pytest.mark.parametrize(
    ("card", "told", "code", "sentence"),
    [
        (THREES_FIVES, "Ann +5", "play_impossible", "Points: one play makes 1, 2, 3, 4, 6 or 8, never 5."),
        (THREES_FIVES, "Ann +7", "play_impossible", "Points: one play makes 1, 2, 3, 4, 6 or 8, never 7."),
        (
            THREES_FIVES,
            "Ann +8 last",
            "play_impossible",
            "Points: the last tile makes 1, 2, 3, 4, 5, 7 or 9, never 8.",
        ),
        (
            FIVES,
            "Ann +0",
            "play_impossible",
            "Points: one play makes 5, 10, 15, 20, 25, 30 or 35, never 0.",
        ),
        (
            FIVES,
            "Ann +40",
            "play_impossible",
            "Points: one play makes 5, 10, 15, 20, 25, 30 or 35, never 40.",
        ),
        (
            FIVES.but(spinner="none"),
            "Ann +25",
            "play_impossible",
            "Points: one play makes 5, 10, 15 or 20, never 25.",
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
def test_what_cannot_be_is_refused_with_its_reason(
    card: RuleCard, told: str, code: str, sentence: str
) -> None:
    assert refused(table(card), told) == (code, sentence)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("Ann 6-4 R", "already_played"),
        ("Ann 5-5 R", "end_does_not_match"),
        ("Ann 3-3 2", "no_such_place"),
        ("Ann 7-6 L", "tile_not_in_set"),
    ],
)
def test_a_tile_that_cannot_lie_there_is_refused(told: str, code: str) -> None:
    assert refused(hear(table(), "Ann 6-4 lead", "Bob 4-3 L"), told)[0] == code


def test_a_spinner_has_no_fifth_side() -> None:
    known = hear(table(), "Ann 6-6 lead", "Bob 6-1 new", "Ann 6-2 new", "Bob 6-3 new", "Ann 6-4 new")
    assert refused(known, "Bob 6-5 new") == ("fifth_arm", "All four sides of the spinner are covered.")


@pytest.mark.parametrize(
    ("told", "code", "sentence"),
    [
        (Told(way="key", side=2, points=5), "unknown_player", "Nobody of that side plays in this match."),
        (Told(way="key", side=-1, points=5), "unknown_player", "Nobody of that side plays in this match."),
        (
            Told(way="key", side=0, player="Bob", points=5),
            "unknown_player",
            "Bob does not play on that side.",
        ),
        (
            Told(way="tile", side=0, tile=Tile(4, 6)),
            "not_a_tile",
            "Say which tile was played, and by whom.",
        ),
        (Told(way="tile", side=0, player="Ann"), "not_a_tile", "Say which tile was played, and by whom."),
        (Told(way="draw", side=0), "unknown_player", "Say who draws."),
        (Told(way="knock", side=0), "unknown_player", "Say who knocks."),
    ],
)
def test_what_is_told_badly_is_refused(told: Told, code: str, sentence: str) -> None:
    with pytest.raises(RuleError) as why:
        table().hear(told)
    assert (why.value.code, str(why.value)) == (code, sentence)
