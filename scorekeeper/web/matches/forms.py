"""The form that sets a match up: a new one, or one that has begun."""

from typing import Any, NamedTuple

from flask import request
from wtforms import Field, RadioField, SelectField, StringField

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import BY_KEY, OPTIONS, STARTS, Option
from scorekeeper.rules.games.presets import PRESETS, Preset
from scorekeeper.rules.games.rule_card import MOST_SEATS, RuleCard, most_players
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.starting import MatchSetup
from scorekeeper.web.forms import KeyField, PageForm, WholeNumberField, new_key

_LINES = {
    Game.DRAW: "Stuck? Take a tile. The winner scores every pip left.",
    Game.BLOCK: "Stuck? Knock. One game to whoever chips out.",
    Game.FIVES: "Ends that add up to fives score as you play.",
    Game.THREES_FIVES: "A point for each five and each three at the ends.",
}
_GROUPS = {
    "Deal": ("set", "draw", "boneyard_reserve", "must_play", "voluntary_draw", "spinner"),
    "Lead": ("lead_rule", "lead_next", "lead_leg"),
    "End": ("both_must_chip_out", "tie", "foul", "team_block", "exact", "finish", "no_finish_on_down"),
    "Handicap": tuple(STARTS),
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
    "start_third": "singles seat-3",
    "start_fourth": "singles seat-4",
    "start_fifth": "singles seat-5",
}
SEATS = MOST_SEATS
BY_RULE, BY_LOT = "rule", "lot"
TYPED, DRAWN = "typed", "drawn"
_LED_BY = {str(n): f"Seat {n + 1}" for n in range(SEATS)}
# These have a place of their own on the form; the rest are house rules, folded away.
LENGTHS = ("target", "legs", "match_games", "deal")
_OWN_PLACE = ("name", *LENGTHS)
_KINDS = ("choice", "switch", "number")


def game_choices(latest: RuleCard | None) -> list[tuple[Game, str, list[tuple[Preset, bool]]]]:
    """The games, that of the ``latest`` match first: each with its lengths, and which of them that was."""
    order = sorted(Game, key=lambda game: game is not latest.game) if latest else [*_LINES]
    return [
        (game, _LINES[game], [(p, p.card == latest) for p in PRESETS if p.card.game is game])
        for game in order
    ]


class HouseRule(NamedTuple):
    field: Field
    usual: str  # in words, where the field says otherwise
    needs: str  # what has to be chosen so that it can matter

    @property
    def on_and_off(self) -> tuple[str, str] | None:
        """The values of a switch, None where there is more to choose than yes and no."""
        if not isinstance(self.field, SelectField):
            return None
        values = {words: str(value) for value, words, _, _ in self.field.iter_choices()}
        return (values["yes"], values["no"]) if values.keys() == {"yes", "no"} else None


def _usual_words(field: Field, usual: object) -> str:
    """The usual answer in words, empty where the field says the same."""
    if str(field.data) == str(usual):
        return ""
    if not isinstance(field, SelectField):
        return str(usual)
    return next(str(words) for value, words, _, _ in field.iter_choices() if str(value) == str(usual))


def _number(key: str, label: str, *, example: int) -> WholeNumberField:
    option = BY_KEY[key]
    return WholeNumberField(label, example=example, least=option.least, most=option.most)


class SetupForm(PageForm):
    """Who plays what. ``for_card`` adds the house rules of the card's game."""

    key = KeyField()
    sides = RadioField("Sides", choices={"singles": "Singles", "pairs": "Pairs"}, default="singles")
    seating = RadioField("Who sits where?", choices={TYPED: "As listed", DRAWN: "Draw seats"}, default=TYPED)
    leader = RadioField(
        "Who goes first?", choices={BY_RULE: "By the rules", BY_LOT: "Draw a tile"} | _LED_BY, default=BY_RULE
    )
    target = _number("target", "Play to", example=100)
    legs = _number("legs", "Legs to win", example=3)
    match_games = _number("match_games", "Or rounds agreed", example=6)
    deal = _number("deal", "Tiles each", example=7)

    @classmethod
    def for_card(cls, card: RuleCard, **rest: Any) -> "SetupForm":
        form: SetupForm = _SETUP_FORMS[card.game](**rest)
        form.card = form.chosen = card
        return form

    @property
    def most(self) -> int:
        """How many sit down to it with double-six; a larger set has tiles for all."""
        return most_players(self.card.game)

    def seats(self) -> list[StringField]:
        return [self[f"seat_{n}"] for n in range(SEATS)]

    def rule_groups(self) -> dict[str, list[HouseRule]]:
        """The house rules under five headings, in the order of a round, beside the game's usual card."""
        usual = RuleCard.default(self.card.game)
        groups: dict[str, list[HouseRule]] = {group: [] for group in (*_GROUPS, "Score")}
        for field in (self[option.key] for option in house_rules(self.card.game)):
            needs = "" if field.errors else _NEEDS.get(field.name, "")
            rule = HouseRule(field, _usual_words(field, getattr(usual, field.name)), needs)
            groups[_GROUP_OF.get(field.name, "Score")].append(rule)
        return groups

    def faults(self, *, shaped: bool) -> list[tuple[Field, str]]:
        self.names, faults = self._names()
        return [*faults, *self._card_faults()] if shaped else faults

    def setup(self) -> MatchSetup:
        leader = self.leader.data or BY_RULE
        return MatchSetup(
            self.chosen,
            self.names,
            pairs=self.sides.data == "pairs",
            first_leader=int(leader) if leader.isdigit() else None,
            by_lot=leader == BY_LOT,
            draw_seats=self.seating.data == DRAWN,
        )

    def _names(self) -> tuple[tuple[str, ...], list[tuple[Field, str]]]:
        names: list[str] = []
        faults: list[tuple[Field, str]] = []
        sitting: dict[str, int] = {}
        for n, field in enumerate(self.seats()):
            if not (field.data or "").strip():
                continue
            try:
                name = parse_name(field.data, f"The name in seat {n + 1}")
            except NameFault as fault:
                faults.append((field, str(fault)))
                continue
            if name_key(name) in sitting:
                faults.append((field, f"{name} sits in seat {sitting[name_key(name)] + 1} already."))
            sitting.setdefault(name_key(name), n)
            names.append(name)
        # Names may be sent for seats that the table does not have.
        sent = (name for name, value in request.form.items() if value.strip())
        beyond = sum(name.startswith("seat_") and name not in self for name in sent)
        return tuple(names), faults or self._count_faults(len(names) + beyond)

    def _count_faults(self, count: int) -> list[tuple[Field, str]]:
        first, pairs = self.seats()[0], self.sides.data == "pairs"
        if pairs and count != 4:
            return [(first, f"Pairs are two teams of two: four names, and there {_are(count)}.")]
        most = self.most if self["set"].data == "6" else SEATS
        if not pairs and not 2 <= count <= most:
            game = self.card.game.words
            return [(first, f"{game} is for 2 to {most} players, and there {_are(count)}.")]
        if count == 2 and self.seating.data == DRAWN:
            return [(self.seating, "Two players sit opposite each other: nothing to draw.")]
        if self.leader.data in map(str, range(count, SEATS)):
            return [(self.leader, "Nobody sits in the seat that should lead.")]
        return []

    def _card_faults(self) -> list[tuple[Field, str]]:
        changes = {o.key: _choice(o, self[o.key].data) for o in house_rules(self.card.game)}
        changes |= {name: self[name].data for name in ("target", "legs", "deal") if self[name].data}
        changes["match_games"] = self.match_games.data  # left empty, it is the target that counts again
        try:
            self.chosen = self.card.but(**changes)
        except CardError as error:
            return [(self._fields.get(key, self.target), sentence) for key, sentence in error.faults]
        players, size = len(self.names), self.chosen.tile_set.size
        if players * self.chosen.deal_for(players) > size:
            each = self.chosen.deal_for(players)
            return [(self.deal, f"{players} hands of {each} are more than the {size} tiles.")]
        if self.chosen.foul == "pips" and self.chosen.scoring == "games":
            return [(self["foul"], "A round counts one game, whatever is held: choose something else.")]
        most = self.chosen.target - 1
        starts = (self[key] for key in _GROUPS["Handicap"])
        return [
            (f, f"In a game to {most + 1} a start is at most {most}.") for f in starts if (f.data or 0) > most
        ]


def setup_values(card: RuleCard) -> dict[str, object]:
    settings = {
        key: str(value) for key, value in card.to_dict().items() if key not in ("deal", "target", "legs")
    }
    return {**settings, "key": new_key(), "match_games": card.match_games}


def seated(state: MatchState) -> dict[str, object]:
    sides = "pairs" if state.pairs else "singles"
    return {"sides": sides, **{f"seat_{n}": seat.name for n, seat in enumerate(state.match.seats)}}


def as_it_is(state: MatchState, card: RuleCard) -> dict[str, object]:
    players = [seat.player for seat in state.match.seats]
    first = state.match.first_leader
    leader = str(players.index(first)) if first in players else BY_RULE
    lengths = {"target": card.target, "legs": card.legs, "leader": leader}
    return {**setup_values(card), **seated(state), **lengths}


def house_rules(game: Game) -> list[Option]:
    return [o for o in OPTIONS if game in o.games and o.key not in _OWN_PLACE and o.kind in _KINDS]


def _choice(option: Option, text: str | int | None) -> object:
    """The option's value that this form text stands for; of a number that is left out, none."""
    if option.kind == "number":
        return text or 0
    return next((value for value, _ in option.choices if str(value) == text), text)


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count or 'none'}"


class _RuleField(SelectField):
    """A rule as a list or as a switch, whose value when it is off is sent also before that when it is on."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(valuelist[-1:])


def _with_house_rules(game: Game) -> type[SetupForm]:
    fields: dict[str, Field] = {f"seat_{n}": StringField(f"Seat {n + 1}") for n in range(SEATS)}
    for option in house_rules(game):
        if option.kind == "number":
            fields[option.key] = _number(option.key, option.label, example=10)
            continue
        choices = {str(value): words for value, words in option.choices}
        if (game, option.key) == (Game.THREES_FIVES, "foul"):
            del choices["pips"]  # none are counted there
        fields[option.key] = _RuleField(option.label, choices=choices)
    return type("SetupForm", (SetupForm,), fields)


_SETUP_FORMS = {game: _with_house_rules(game) for game in Game}
