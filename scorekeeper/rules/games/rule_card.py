"""The rule card: the game and every setting a table may agree on before the first tile.

A card is fixed when a match starts and kept with it. The keys and their values are those of the pub
rules' list of open questions; ``options`` holds the same keys as a table a form can be built from.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import BY_KEY, OPTIONS, STARTS, Option
from scorekeeper.rules.tiles.tile import TILE_SETS, Tile, TileSet

DEFAULTS: dict[Game, dict[str, Any]] = {  # what applies unless something else is agreed
    Game.BLOCK: {
        "deal": {2: 8, 3: 6, 4: 6, 5: 5},
        "lead_rule": "highest_double_reshuffle",
        "target": 5,
        "lead_next": "highest_double",
        "scoring": "games",
        "block_minus_own": True,
    },
    Game.DRAW: {
        "deal": {2: 7, 3: 5, 4: 5},
        "draw": True,
        "lead_rule": "highest_double_else_tile",
        "block_minus_own": True,
        "target": 100,
    },
    Game.FIVES: {
        "deal": {2: 7, 3: 7, 4: 7},
        "draw": True,
        "spinner": "first_double",
        "round": 5,
        "target": 250,
    },
    Game.THREES_FIVES: {
        "deal": {2: 9, 3: 5, 4: 6},
        "lead_next": "next_seat",
        "both_must_chip_out": True,
        "target": 61,
        "exact": True,
        "last_tile_bonus": 1,
    },
}
MOST_SEATS = 5  # at one table, whatever the set


def checked(values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Every fault of a card's plain values, as (key, sentence); empty when it can be used."""
    faults = [
        (key, f"“{key}” is not a setting of a rule card.")
        for key in values
        if key not in BY_KEY and key != "game"
    ]
    if values.get("game") not in tuple(str(game) for game in Game):
        faults.append(("game", "Choose the game: block, draw, fives or threes_fives."))
    for option in OPTIONS:
        if option.key in values and not _fits(option, values[option.key]):
            faults.append((option.key, f"{option.label.rstrip('?')}: {_wanted(option)}."))
    return tuple(faults)


def _fits(option: Option, value: object) -> bool:
    if option.kind in ("choice", "switch"):
        return any(value == choice and type(value) is type(choice) for choice, _ in option.choices)
    if option.kind == "text":
        return isinstance(value, str) and len(value) <= 80
    if option.kind == "deal":
        return _is_deal(option, value)
    return (value is None and option.kind == "optional_number") or _is_number(option, value)


def _is_number(option: Option, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and option.least <= value <= option.most


def _is_deal(option: Option, value: object) -> bool:
    if isinstance(value, Mapping):
        seats = [str(players) for players in value]
        return (
            bool(seats)
            and all(seat.isascii() and seat.isdigit() and len(seat) < 3 for seat in seats)
            and all(_is_number(option, tiles) for tiles in value.values())
        )
    return _is_number(option, value)


def _wanted(option: Option) -> str:
    if option.kind in ("choice", "switch"):
        return "choose " + " or ".join(words for _, words in option.choices)
    if option.kind == "text":
        return "write at most 80 letters"
    return f"a whole number from {option.least} to {option.most}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCard:
    """One agreed set of rules; the meaning of each value stands in ``options.OPTIONS``."""

    game: Game
    name: str = ""
    set: int = 6
    deal: tuple[tuple[int, int], ...]  # (players, tiles each)
    draw: bool = False
    boneyard_reserve: int = 0
    spinner: str = "none"
    lead_rule: str = "any"
    lead_next: str = "winner"
    lead_leg: str = "next_round"
    scoring: str = "pips"
    block_minus_own: bool = False
    team_block: str = "total"
    out_counts: str = "opponents"
    both_must_chip_out: bool = False
    tie: str = "none"
    foul: str = "none"
    round: int = 1
    target: int = 100  # points, or games where ``scoring`` is ``games``
    exact: bool = False
    finish: str = "at_once"
    match_games: int | None = None  # an agreed number of rounds, in place of the target
    legs: int = 1  # so many win the match
    start_first: int = 0  # handicaps, to ``start_fifth``: the points with which a side begins each leg
    start_second: int = 0
    start_third: int = 0
    start_fourth: int = 0
    start_fifth: int = 0
    last_tile_bonus: int = 0
    no_finish_on_down: bool = False
    block_low_bonus: int = 0
    divide_by_five: bool = False
    double_blank_value: int = 0
    penalty: int = 0
    penalty_too_few: str = "zero"
    must_play: bool = True
    voluntary_draw: bool = False

    @classmethod
    def default(cls, game: str | Game, **changes: Any) -> "RuleCard":
        """The game's usual card, with these changes; CardError names every wrong key and value."""
        return cls.from_dict({"game": game, **changes})

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "RuleCard":
        """The card these plain values describe; whatever they leave out is the game's default.

        ``deal`` may be a mapping of players to tiles, or a single number for every table.
        """
        faults = checked(values)
        if faults:
            raise CardError(faults)
        merged = {**DEFAULTS[Game(values["game"])], **values}
        return cls(**{**merged, "game": Game(values["game"]), "deal": _deal_pairs(merged["deal"])})

    def starts(self, sides: int) -> tuple[int, ...]:
        """The totals at the beginning of a leg: nothing but the handicaps, and never the target itself."""
        return tuple(min(getattr(self, key), self.target - 1) for key in [*STARTS][:sides])

    def to_dict(self) -> dict[str, Any]:
        """Plain values for storing as JSON; ``from_dict`` gives an equal card back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**values, "game": self.game.value, "deal": {str(p): tiles for p, tiles in self.deal}}

    def but(self, **changes: Any) -> "RuleCard":
        return RuleCard.from_dict({**self.to_dict(), **changes})

    def named(self, name: str) -> Self:
        return replace(self, name=name)

    @property
    def tile_set(self) -> TileSet:
        return TILE_SETS[self.set]

    def deal_for(self, players: int) -> int:
        """Tiles each; a table larger than the card foresees gets the deal of the largest it does."""
        for seats, tiles in self.deal:
            if seats == players:
                return tiles
        return self.deal[-1][1]

    def foul_between(self, sides: int) -> str:
        """How a foul ends a round of so many sides: of more than two, nobody can say which other one wins."""
        return self.foul if sides == 2 or self.foul == "replayed" else "none"

    def pips_of(self, tile: Tile) -> int:
        """What the tile counts in a hand: its pips, and the double blank what this card says."""
        return self.double_blank_value if tile.high == 0 else tile.pips

    def pips_in(self, hand: Iterable[Tile]) -> int:
        return sum(self.pips_of(tile) for tile in hand)


def most_players(game: Game) -> int:
    """The most players the printed rules of the double-six game seat."""
    return 5 if game is Game.BLOCK else 4


def _deal_pairs(deal: int | Mapping[Any, int]) -> tuple[tuple[int, int], ...]:
    if isinstance(deal, int):
        return tuple((players, deal) for players in (2, 3, 4, 5))
    return tuple(sorted((int(players), tiles) for players, tiles in deal.items()))
