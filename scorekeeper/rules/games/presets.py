"""The cards most tables start from, ready to be taken or changed."""

from dataclasses import dataclass

from scorekeeper.rules.games.rule_card import RuleCard


@dataclass(frozen=True, slots=True)
class Preset:
    """A named card; ``key`` is stable and fit for a form value, ``chip`` tells it from others of its game."""

    key: str
    name: str
    card: RuleCard
    chip: str


def _preset(key: str, name: str, game: str, chip: str, **changes: object) -> Preset:
    return Preset(key, name, RuleCard.default(game, name=name, **changes), chip)


# The three-minute game is the Draw of the short printed rules: 5, 7 or 7 tiles, a new deal without a double.
PRESETS = (
    _preset("block", "English pub Block", "block", "first to 5"),
    _preset(
        "block_pairs", "Block, both partners go out", "block", "both partners out", both_must_chip_out=True
    ),
    _preset("draw_100", "Draw to 100", "draw", "to 100"),
    _preset("draw_150", "Draw to 150", "draw", "to 150", target=150),
    _preset(
        "draw_quick",
        "Three-minute Draw",
        "draw",
        "3 minutes",
        deal={2: 5, 3: 7, 4: 7},
        lead_rule="highest_double_reshuffle",
    ),
    _preset("fives_250", "Straight dominoes to 250", "fives", "to 250"),
    _preset("threes_fives_61", "Fives-and-Threes 61", "threes_fives", "to 61"),
    _preset("threes_fives_121", "Fives-and-Threes 121", "threes_fives", "to 121", target=121),
)
BY_KEY = {preset.key: preset for preset in PRESETS}
