"""The house rules of the form that starts a match: in four groups, what is not as usual marked."""

from collections.abc import Iterable
from dataclasses import dataclass

from wtforms import Field, SelectField

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.web.forms import WholeNumberField

_GROUPS = {
    "Deal": ("set", "draw", "boneyard_reserve", "must_play", "voluntary_draw", "spinner"),
    "Lead": ("lead_rule", "lead_next"),
    "End": ("both_must_chip_out", "tie", "team_block", "exact", "finish", "no_finish_on_down"),
}
_GROUP_OF = {key: group for group, keys in _GROUPS.items() for key in keys}
# What has to be chosen so that a rule can matter; the stylesheet hides the rule while it is not.
_NEEDS = {
    "boneyard_reserve": "draw",
    "must_play": "draw",
    "voluntary_draw": "draw",
    "block_minus_own": "pips",
    "round": "pips",
    "exact": "pips",
    "finish": "pips",
    "double_blank_value": "pips",
    "out_counts": "pips pairs",
    "team_block": "pairs",
    "both_must_chip_out": "pairs",
}


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One rule: its field, and in words what is usual where the field says otherwise."""

    field: Field
    usual: str
    needs: str

    @property
    def bounds(self) -> str:
        """The least and the most that a number may be, in words; empty where there is something to choose."""
        return self.field.bounds if isinstance(self.field, WholeNumberField) else ""

    @property
    def on_and_off(self) -> tuple[str, str] | None:
        """The values of a switch, None where there is more to choose than yes and no."""
        if not isinstance(self.field, SelectField):
            return None
        values = {words: str(value) for value, words, _, _ in self.field.iter_choices()}
        return (values["yes"], values["no"]) if values.keys() == {"yes", "no"} else None


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """``differing`` rules are not as usual; the group is open where there are some, or a fault."""

    name: str
    rules: list[HouseRule]

    @property
    def differing(self) -> int:
        """How many rules are not as usual."""
        return sum(bool(rule.usual) for rule in self.rules)

    @property
    def words(self) -> str:
        """The group in one line: ``as usual``, ``2 not as usual``."""
        return f"{self.differing} not as usual" if self.differing else "as usual"

    @property
    def open(self) -> bool:
        """Whether there is something to see in it."""
        return bool(self.differing) or any(rule.field.errors for rule in self.rules)


def rule_groups(game: Game, fields: Iterable[Field]) -> list[RuleGroup]:
    """The house rules under four headings, in the order of a round, beside the game's usual card."""
    usual = RuleCard.default(game)
    groups: dict[str, list[HouseRule]] = {group: [] for group in (*_GROUPS, "Score")}
    for field in fields:
        needs = "" if field.errors else _NEEDS.get(field.name, "")
        rule = HouseRule(field, _usual_words(field, getattr(usual, field.name)), needs)
        groups[_GROUP_OF.get(field.name, "Score")].append(rule)
    return [RuleGroup(group, rules) for group, rules in groups.items()]


def _usual_words(field: Field, usual: object) -> str:
    """The usual answer in words, empty where the field says the same."""
    if str(field.data) == str(usual):
        return ""
    if not isinstance(field, SelectField):
        return str(usual)
    return next(str(words) for value, words, _, _ in field.iter_choices() if str(value) == str(usual))
