"""Every house rule as a row of a table: its key, its question, and the possible answers.

A form of house rules, the check of a stored card and the command line all read this one table.
"""

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.tiles.tile import SET_NAMES

ALL = tuple(Game)
BLOCK, DRAW, FIVES, THREES = ALL
BY_PIPS, WITH_BONEYARD = (BLOCK, DRAW, FIVES), (DRAW, FIVES)
YES_NO = ((True, "yes"), (False, "no"))


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a card."""

    key: str
    label: str
    kind: str  # choice, switch (yes or no), number, optional_number (or nothing), deal or text
    choices: tuple[tuple[Any, str], ...] = ()  # each value with its words
    games: tuple[Game, ...] = ALL  # those it matters for
    least: int = 0  # of a number
    most: int = 1000

    @property
    def values(self) -> list[Any]:
        """What can be chosen: of a number, those from ``least`` to ``most``."""
        return [value for value, _ in self.choices] or list(range(self.least, self.most + 1))


STARTS = {f"start_{side}": side for side in ("first", "second", "third", "fourth", "fifth")}
OPTIONS = (
    Option("name", "Name of this card", "text"),
    Option("set", "Tiles", "choice", tuple(SET_NAMES.items())),
    Option("deal", "Tiles dealt to each player", "deal", least=1, most=95),
    Option("draw", "Does a player who cannot play draw from the boneyard?", "switch", YES_NO),
    Option(
        "boneyard_reserve",
        "Tiles at the end of the boneyard that are never drawn",
        "choice",
        ((0, "none, draw them all"), (1, "the last one"), (2, "the last two")),
        WITH_BONEYARD,
    ),
    Option("must_play", "Must a drawn tile that fits be played?", "switch", YES_NO, WITH_BONEYARD),
    Option(
        "voluntary_draw", "May a player draw although a tile in hand fits?", "switch", YES_NO, WITH_BONEYARD
    ),
    Option(
        "spinner",
        "Which tile is the spinner?",
        "choice",
        (
            ("none", "no spinner, a plain line"),
            ("first_double", "the first double played"),
            ("lead_double_only", "only a double that leads"),
            ("any_lead", "the first tile, double or not"),
            ("all_doubles", "every double: keep the points by hand"),
        ),
        WITH_BONEYARD,
    ),
    Option(
        "lead_rule",
        "Who leads the first round?",
        "choice",
        (
            ("highest_double_reshuffle", "highest double, and no double at all means a new deal"),
            ("highest_double_else_tile", "highest double, else the heaviest tile"),
            ("double_six", "whoever holds the highest double of the set"),
            ("any", "drawn by lot, any tile"),
        ),
    ),
    Option(
        "lead_next",
        "Who leads the later rounds?",
        "choice",
        (
            ("highest_double", "highest double leads each round"),
            ("winner", "the winner of the round before"),
            ("lot", "whoever went out; after a block, drawn by lot"),
            ("next_seat", "the next player to the left"),
        ),
    ),
    Option(
        "lead_leg",
        "Who leads the first round of the next leg?",
        "choice",
        (
            ("next_round", "whoever would lead another round of the leg before"),
            ("other_side", "of two sides, the one that did not begin the leg before; a decider is drawn for"),
        ),
    ),
    Option(
        "scoring",
        "What does a round count?",
        "choice",
        (("games", "one game"), ("pips", "the pips left in the other hands")),
        (BLOCK,),
    ),
    Option(
        "block_minus_own", "After a block, are the winner’s own pips taken off?", "switch", YES_NO, BY_PIPS
    ),
    Option(
        "team_block",
        "Pairs: who wins a block?",
        "choice",
        (
            ("total", "the pair with fewer pips together"),
            ("lowest_hand", "the pair with the lowest single hand"),
        ),
    ),
    Option(
        "out_counts",
        "Pairs: whose pips count when somebody goes out?",
        "choice",
        (("opponents", "the other pair’s"), ("all_hands", "everybody’s, the partner’s too")),
        BY_PIPS,
    ),
    Option("both_must_chip_out", "Pairs: must both partners go out?", "switch", YES_NO),
    Option(
        "tie",
        "Tie on a blocked round",
        "choice",
        (
            ("none", "nobody scores"),
            ("lightest_tile", "the lightest single tile wins"),
            ("split", "those who are level share the points"),
        ),
        BY_PIPS,
    ),
    Option(
        "foul",
        "A round ended by a foul",
        "choice",
        (
            ("none", "not asked"),
            ("won", "the other side wins the hand"),
            ("replayed", "the hand is played again"),
            ("pips", "the culprit’s pips go to the other side"),
        ),
    ),
    Option("round", "Rounding", "choice", ((1, "as they are"), (5, "to the nearest five")), BY_PIPS),
    Option("target", "Play to", "number", least=1, most=100_000),
    Option("exact", "Must the target be hit exactly?", "switch", YES_NO),
    Option(
        "finish",
        "When does reaching the target win?",
        "choice",
        (("at_once", "at once"), ("end_of_round", "at the end of the round, the highest wins")),
    ),
    Option("match_games", "Agreed number of rounds, instead of a target", "optional_number", least=1),
    Option("legs", "Legs that win the match", "number", least=1, most=99),
    *(Option(key, f"Points that the {side} side starts with", "number") for key, side in STARTS.items()),
    Option("last_tile_bonus", "Bonus for going out", "choice", ((0, "none"), (1, "1 point")), (THREES,)),
    Option(
        "no_finish_on_down",
        "May the first tile of a round win the game?",
        "switch",
        ((False, "yes"), (True, "no")),
        (THREES,),
    ),
    Option(
        "block_low_bonus",
        "Bonus for the lowest hand of a block",
        "choice",
        ((0, "none"), (1, "1 point")),
        (THREES,),
    ),
    Option("divide_by_five", "Score one for each five instead of five", "switch", YES_NO, (FIVES,)),
    Option("double_blank_value", "What the double blank counts in hand", "number", most=50, games=BY_PIPS),
    Option("penalty", "Points taken off for a wrong knock", "number", most=100),
    Option(
        "penalty_too_few",
        "Who has fewer points than a penalty costs",
        "choice",
        (("zero", "falls to 0"), ("given", "keeps them; the other side of two gets the penalty")),
    ),
)
BY_KEY = {option.key: option for option in OPTIONS}
