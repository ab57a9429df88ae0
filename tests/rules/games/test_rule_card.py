"""Rule cards: defaults, changes, faults, and the line that describes them."""

import json
from typing import Any

import pytest

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.games.describe import card_sentence, card_title
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import OPTIONS, Option
from scorekeeper.rules.games.presets import BY_KEY, PRESETS
from scorekeeper.rules.games.rule_card import RuleCard, checked
from scorekeeper.rules.tiles.tile import Tile, pip_range


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_survives_storing(preset):
    stored = json.loads(json.dumps(preset.card.to_dict()))
    assert RuleCard.from_dict(stored) == preset.card
    assert BY_KEY[preset.key].card.name == preset.name


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("block", "Block to 5 games: highest double leads, each round is one game."),
        (
            "block_pairs",
            "Block to 5 games: highest double leads, each round is one game, in pairs both must go out.",
        ),
        (
            "draw_100",
            "Draw to 100: highest double leads, going out scores the others’ pips, a block scores "
            "the difference.",
        ),
        (
            "fives_250",
            "Straight dominoes to 250: the first lead is drawn, the first double is the spinner, "
            "ends that add up to fives score as they lie, "
            "going out scores the others’ pips, rounded to fives.",
        ),
        (
            "threes_fives_61",
            "Fives-and-Threes to 61, exactly: the first lead is drawn, one point for each three "
            "and each five at the ends, going out is 1 more, in pairs both must go out.",
        ),
    ],
)
def test_a_card_is_described_in_a_line(key, sentence):
    assert card_sentence(BY_KEY[key].card) == sentence


def test_the_line_says_who_leads_first_where_that_is_agreed():
    assert card_sentence(BY_KEY["draw_100"].card, "Ann").startswith("Draw to 100: Ann leads first, going out")
    said = card_sentence(BY_KEY["block"].card, "Ann")
    assert said == "Block to 5 games: Ann leads first, then the highest double, each round is one game."


def test_a_line_says_what_a_block_scores():
    card = RuleCard.default("draw", block_minus_own=False)
    assert card_sentence(card).endswith("a block scores the others’ pips.")


def test_the_line_repeats_nothing_and_names_no_rule_that_is_off():
    assert "House rules" not in card_sentence(RuleCard.default("draw", exact=True))
    assert "1 more" not in card_sentence(RuleCard.default("threes_fives", last_tile_bonus=0))


def test_every_fault_of_a_card_is_named_at_once():
    with pytest.raises(CardError) as refused:
        RuleCard.default(
            "chess",
            target="far",
            riddle=1,
            tie="coin",
            name=7,
            deal={"two": 7},
            legs=True,
            draw=1,
            match_games=0,
        )
    faults = dict(refused.value.faults)
    assert set(faults) == {"game", "target", "riddle", "tie", "name", "deal", "legs", "draw", "match_games"}
    assert faults["tie"].startswith("Tie on a blocked round: choose nobody scores or")
    assert str(refused.value).count(".") >= 9


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("name", "x" * 81, "Name of this card: write at most 80 letters."),
        ("draw", 1, "Does a player who cannot play draw from the boneyard: choose yes or no."),
        ("round", 2, "Rounding: choose as they are or to the nearest five."),
        ("target", 0, "Play to: a whole number from 1 to 100000."),
        ("target", 100_001, "Play to: a whole number from 1 to 100000."),
        ("deal", {"x": 7}, "Tiles dealt to each player: a whole number from 1 to 95."),
        ("deal", {"100": 7}, "Tiles dealt to each player: a whole number from 1 to 95."),
        ("deal", {"2": 96}, "Tiles dealt to each player: a whole number from 1 to 95."),
        ("game", "chess", "Choose the game: block, draw, fives or threes_fives."),
        ("riddle", 1, "“riddle” is not a setting of a rule card."),
    ],
)
def test_a_fault_names_the_allowed_values(key, value, sentence):
    assert checked({"game": "draw", key: value}) == ((key, sentence),)


@pytest.mark.parametrize(("key", "value"), [("name", "x" * 80), ("target", 100_000), ("deal", {"10": 95})])
def test_a_setting_may_be_at_its_limit(key, value):
    assert checked({"game": "draw", key: value}) == ()


@pytest.mark.parametrize(
    ("deal", "players", "each"),
    [
        (9, 2, 9),
        ({2: 5, 3: 4, 4: 3}, 7, 3),
        ({2: 5}, 2, 5),
        ({"3": 6}, 3, 6),
        ({2: 5, 3: 4}, 7, 4),
        ([[2, 7]], 2, None),
    ],
)
def test_a_deal_is_one_number_or_one_for_each_table(deal, players, each):
    if each is None:
        with pytest.raises(CardError):
            RuleCard.default("draw", deal=deal)
    else:
        assert RuleCard.default("draw", deal=deal).deal_for(players) == each


def test_one_number_is_dealt_at_every_table():
    assert RuleCard.default("draw", deal=9).deal == ((2, 9), (3, 9), (4, 9), (5, 9))


def test_every_setting_of_a_card_is_in_the_table():
    keys = set(RuleCard.default("draw").to_dict()) - {"game"}
    assert keys == {option.key for option in OPTIONS}
    assert all(option.label and option.games for option in OPTIONS)


def test_a_card_can_be_renamed():
    assert RuleCard.default("draw").named("The Crown's").name == "The Crown's"
    assert Game.FIVES.words == "Straight dominoes"


def test_tiles_are_values():
    assert str(Tile.of(4, 6)) == "6-4"
    assert Tile.of(4, 6).other(6) == 4


@pytest.mark.parametrize("text", ["", "6", "6-", "a-b", "6-4-2", "٣-1"])
def test_text_that_is_no_tile_is_refused(text):
    with pytest.raises(RuleError) as refused:
        Tile.parse(text)
    assert refused.value.code == "not_a_tile"
    assert str(refused.value) == f"“{text}” is not a tile: write it like 6-4."


def test_the_number_of_tiles_in_a_set_is_limited():
    assert pip_range(6, 21) == (99, 153)
    assert pip_range(6, 0) == (0, 0)
    with pytest.raises(RuleError, match="Only 28 tiles"):
        pip_range(6, 29)
    with pytest.raises(RuleError, match="double-7"):
        pip_range(7, 2)


@pytest.mark.parametrize(
    ("game", "changes", "words"),
    [
        ("draw", {"deal": 6}, "6 tiles each"),
        ("draw", {"deal": {2: 5, 3: 7, 4: 7}, "lead_rule": "highest_double_reshuffle"},
         "5 to 7 tiles each; no double at all means a new deal"),
        ("draw", {"boneyard_reserve": 2, "must_play": False}, "the last two stay; a drawn tile may be kept"),
        ("draw", {"voluntary_draw": True, "spinner": "first_double"},
         "drawing is allowed though a tile fits; the first double is a spinner"),
        ("draw", {"set": 9, "double_blank_value": 50}, "a double-nine set; the double blank counts 50"),
        ("block", {"team_block": "lowest_hand"}, "a pair’s lowest hand wins a block"),
        ("fives", {"finish": "end_of_round"}, "the round is played out"),
        ("threes_fives", {"penalty": 8, "no_finish_on_down": True},
         "the first tile may not win; a wrong knock costs 8"),
        ("block", {"foul": "won"}, "a foul gives the hand to the other side"),
        ("threes_fives", {"penalty_too_few": "given"},
         "a penalty that is more than a side has goes to the other"),
        ("threes_fives", {"legs": 2, "lead_leg": "other_side"}, "who did not begin a leg begins the next"),
    ],
)  # fmt: skip
def test_a_card_names_its_house_rules(game: str, changes: dict[str, object], words: str) -> None:
    assert card_sentence(RuleCard.default(game, **changes)).endswith(f" House rules: {words}.")


@pytest.mark.parametrize("game", list(Game))
def test_the_usual_card_names_no_house_rule(game: Game) -> None:
    assert "House rules" not in card_sentence(RuleCard.default(game))


def test_a_number_can_have_every_value_within_its_limits():
    assert Option("legs", "Legs", "number", least=2, most=4).values == [2, 3, 4]
    assert Option("draw", "Draw", "switch", ((True, "yes"), (False, "no"))).values == [True, False]


def test_only_the_first_two_sides_start_with_a_handicap() -> None:
    card = RuleCard.default("draw", target=50, start_first=10, start_second=60)
    assert [card.starts(sides) for sides in (2, 4)] == [(10, 49), (10, 49, 0, 0)]


@pytest.mark.parametrize(
    ("game", "changes", "title"),
    [
        ("draw", {"target": 150}, "Draw to 150"),
        ("fives", {}, "Straight to 250"),
        ("threes_fives", {"match_games": 3}, "Fives & Threes over 3 rounds"),
        ("block", {"target": 1}, "One game of Block"),
        ("block", {"target": 5}, "Block, first to 5"),
    ],
)
def test_a_card_is_named_by_its_game_and_its_length(game: str, changes: dict[str, Any], title: str) -> None:
    assert card_title(RuleCard.default(game, **changes)) == title


@pytest.mark.parametrize(
    ("changes", "beginning"),
    [
        ({"target": 1}, "One game of Block: "),
        ({"target": 5}, "Block to 5 games: "),
        ({"target": 1, "legs": 2}, "Block to 1 game, first to 2 legs: "),
        ({"target": 1, "match_games": 3}, "Block over 3 rounds: "),
        ({"legs": 2}, "Block to 5 games, first to 2 legs: "),
    ],
)
def test_a_sentence_begins_with_the_game_and_its_length(changes: dict[str, Any], beginning: str) -> None:
    assert card_sentence(RuleCard.default("block", **changes)).startswith(beginning)
