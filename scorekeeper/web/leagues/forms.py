"""The forms of a season: its name and rules from beginning to end, and what comes after it."""

from typing import Any

from wtforms import Field, HiddenField, SelectField, StringField

from scorekeeper.names import NameFault, parse_name
from scorekeeper.rules.cups import MOST_GROUPS, MOST_REACH, MOST_THROUGH
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games.presets import BY_KEY, PRESETS
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.leagues.match_card import MOST_BOARDS, BoardKind, MatchCard
from scorekeeper.rules.leagues.points import LATE_WORDS, POINTS_WORDS, WITHDRAWALS, PointsCard
from scorekeeper.rules.leagues.presets import BY_KEY as LEAGUE_PRESETS
from scorekeeper.rules.leagues.presets import LeaguePreset
from scorekeeper.rules.leagues.rules import (
    DROPS,
    FORMATS,
    MOST_HOURS,
    MOST_LEAST,
    MOST_SQUAD,
    NAMES,
    SWITCHES,
    LeagueRules,
)
from scorekeeper.rules.leagues.table import TieBreak, verify_order
from scorekeeper.services.leagues.season import Season
from scorekeeper.web import forms

KINDS = 3
_PLAYED_AS = (
    *("squad", "withdrawal", "format", "groups", "through", "reach"),
    *("registered", "drop", "names"),
)
AS_IT_IS = ""


def _unless(label: str, usual: str, chosen: str) -> SelectField:
    """A choice that is off, in the words of ``usual``, unless somebody chooses the other."""
    return SelectField(label, choices={"": usual, "yes": chosen}, default="")


class NumbersField(forms.TypedField):
    """Whole numbers in plain digits with commas between them."""

    @property
    def numbers(self) -> list[int]:
        label = self.label.text.partition(":")[0]
        typed = (forms.whole_number(part, label, example=3, most=99) for part in self.typed.split(","))
        return [number for number in typed if number is not None]

    def read(self) -> str:
        return ", ".join(map(str, self.numbers))


class LeagueForm(forms.PageForm):
    """A season's name and all its rules; ``subject`` is the season, or the preset, whose it starts from."""

    subject: Season | LeaguePreset
    name = forms.NameField("What is it called?", what="The league’s name")
    season = forms.PhraseField("Season")
    squad = forms.WholeNumberField("Players a night", example=6, least=1, most=MOST_SQUAD)
    withdrawal = SelectField("After a withdrawal", choices=WITHDRAWALS)
    counts = SelectField(
        "What counts as a leg of the match", choices={"boards": "a won board", "legs": "each leg on a board"}
    )
    format = SelectField("Played as", choices=FORMATS, default="league")
    groups = forms.WholeNumberField("Groups", example=4, least=2, most=MOST_GROUPS)
    through = forms.WholeNumberField("Through from each", example=2, least=1, most=MOST_THROUGH)
    reach = forms.WholeNumberField(
        "Challenge up to so many places above", example=3, least=1, most=MOST_REACH
    )
    registered = forms.WholeNumberField("Players of a squad at most", example=12, least=1, most=MOST_SQUAD)
    drop = SelectField("The drop", choices=DROPS, default="drawn")
    names = SelectField("Who names the players of a board", choices=NAMES, default="together")
    late_fines = NumbersField(LATE_WORDS)
    least = forms.WholeNumberField("Boards needed for the averages", example=10, most=MOST_LEAST)
    protest = forms.WholeNumberField("Hours for a protest", example=24, most=MOST_HOURS)
    deadline = forms.DayField("No new players after")
    sign_on = _unless("New players on the night", "by the secretary only", "by the captain, too")
    half_pairs = _unless("A pair with one player missing", "cannot play", "plays with one")
    captains_only = _unless(
        "Who enters and signs cards", "any phone that scores", "captains’ own phones only"
    )
    one_phone = SelectField(
        "Both signatures from one phone", choices={"yes": "allowed", "": "not allowed"}, default="yes"
    )
    best_player = _unless("Player of the night", "is not chosen", "each captain names one of the others")
    handicaps = _unless("Handicaps", "none", "points to start with")
    reason = forms.ReasonField("Why are the rules changed?")

    @classmethod
    def typed_from(cls, rules: LeagueRules) -> dict[str, Any]:
        typed: dict[str, Any] = {name: getattr(rules, name) for name in (*_PLAYED_AS, "least", "protest")}
        typed |= {"counts": rules.card.counts, "half_pairs": "yes" if rules.card.half_pairs else ""}
        typed |= {name: "yes" if getattr(rules, name) else "" for name in SWITCHES}
        typed |= {"deadline": rules.deadline or None}
        typed |= rules.points.to_dict()
        typed |= {"late_fines": ", ".join(map(str, rules.points.late_fines))}
        typed |= {f"tie_{n}": tie_break.value for n, tie_break in enumerate(rules.tie_breaks)}
        for n, kind in enumerate(rules.card.kinds):
            own = {"name": kind.name, "count": kind.count, "most": kind.most, "seats": str(kind.seats)}
            own["extra"] = kind.extra
            own |= {"target": kind.rule_card.target, "legs": kind.rule_card.legs}
            typed |= {f"kind_{n}_{name}": value for name, value in own.items()}
        return typed

    def points(self) -> list[forms.WholeNumberField]:
        return [self[key] for key, _ in POINTS_WORDS]

    def tie_breaks(self) -> list[SelectField]:
        return [self[f"tie_{n}"] for n in range(len(TieBreak))]

    def kinds(self) -> list[dict[str, Field]]:
        parts = ("name", "count", "seats", "game", "target", "legs", "most", "extra")
        return [{part: self[f"kind_{n}_{part}"] for part in parts} for n in range(KINDS)]

    def faults(self, *, shaped: bool) -> list[tuple[Field, str]]:
        found = self._rule_faults() if shaped else []
        return [(self._fields.get(name, self.name), sentence) for name, sentence in found]

    def _rule_faults(self) -> list[tuple[str, str]]:
        faults: list[tuple[str, str]] = []
        try:
            order = verify_order([field.data for field in self.tie_breaks() if field.data])
        except ValueError as error:
            order, faults = (), [("tie_0", str(error))]
        try:
            numbers = {field.name: field.data or 0 for field in self.points()}
            points = PointsCard.from_dict(numbers | {"late_fines": self.late_fines.numbers})
        except CardError as error:
            return [*faults, *error.faults]
        kinds, kind_faults = self._kinds()
        if faults or kind_faults:
            return [*faults, *kind_faults]
        card = MatchCard(kinds=kinds, counts=self.counts.data, half_pairs=bool(self.half_pairs.data))
        try:
            self.chosen = LeagueRules.from_dict(
                self.subject.rules.but(
                    # A number that was left out stays.
                    **{name: self[name].data or getattr(self.subject.rules, name) for name in _PLAYED_AS},
                    **{name: bool(self[name].data) for name in SWITCHES},
                    least=self.least.data or 0,
                    protest=self.protest.data or 0,
                    deadline=str(self.deadline.data or ""),
                    points=points,
                    tie_breaks=order,
                    card=card,
                ).to_dict()
            )
        except CardError as error:
            return [(key if key in _PLAYED_AS else "kind_0_name", words) for key, words in error.faults]
        return []

    def _kinds(self) -> tuple[tuple[BoardKind, ...], list[tuple[str, str]]]:
        kinds: list[BoardKind] = []
        faults: list[tuple[str, str]] = []
        for n, fields in enumerate(self.kinds()):
            if not fields["count"].data:
                continue
            try:
                kinds.append(self._kind(n, fields))
            except (NameFault, CardError) as error:
                faults.append((f"kind_{n}_name", str(error)))
        if not kinds and not faults:
            faults.append(("kind_0_count", "Boards: a match card needs at least one."))
        return tuple(kinds), faults

    def _kind(self, n: int, fields: dict[str, Field]) -> BoardKind:
        known = self.subject.rules.card.kinds
        before = known[n].rule_card if n < len(known) else None
        name = parse_name(fields["name"].data or "", f"Boards {n + 1}: the name")
        chosen = BY_KEY[fields["game"].data].card if fields["game"].data else before or PRESETS[0].card
        changes = {key: fields[key].data for key in ("target", "legs") if fields[key].data}
        card: RuleCard = chosen.but(**changes, name=name.capitalize())
        return BoardKind(
            name=name,
            count=fields["count"].data,
            pairs=fields["seats"].data == "2",
            rule_card=card,
            most=fields["most"].data or 1,
            extra=fields["extra"].data or 0,
        )


def _with_rules(name: str, **more: Field) -> type[LeagueForm]:
    fields: dict[str, Field] = {
        key: forms.WholeNumberField(words, example=2, most=99) for key, words in POINTS_WORDS
    }
    breaks = {"": "–", **{one.value: one.words for one in TieBreak}}
    for n in range(len(TieBreak)):
        fields[f"tie_{n}"] = SelectField("First" if n == 0 else "Then", choices=breaks, default="")
    games = {AS_IT_IS: "as now", **{preset.key: preset.name for preset in PRESETS}}
    for n in range(KINDS):
        kind = {
            "name": StringField("What they are called"),
            "count": forms.WholeNumberField("How many boards", example=6, most=MOST_BOARDS),
            "seats": SelectField("Played by", choices={"1": "singles", "2": "pairs"}, default="1"),
            "game": SelectField("Game", choices=games, default=AS_IT_IS),
            "target": forms.WholeNumberField("Play to", example=61, least=1, most=1000),
            "legs": forms.WholeNumberField("Games to win a board", example=2, least=1, most=9),
            "most": forms.WholeNumberField("Boards a player may play", example=1, least=1, most=MOST_BOARDS),
            "extra": forms.WholeNumberField("Players who may play one more", example=2, most=MOST_BOARDS),
        }
        fields |= {f"kind_{n}_{part}": field for part, field in kind.items()}
    return type(name, (LeagueForm,), {**fields, **more})


NewLeagueForm = _with_rules("NewLeagueForm", key=forms.KeyField())
RulesForm = _with_rules(  # sent twice, they are the same
    "RulesForm", division=forms.PhraseField("Division")
)


# How a program begins a season; it changes the preset's rules afterwards.
PresetForm = forms.form_of(
    forms.ActForm,
    preset=SelectField("The league whose rules it begins with", choices=[*LEAGUE_PRESETS]),
    name=forms.NameField("What is it called?", what="The league’s name"),
    season=forms.PhraseField("Season"),
)
ArchiveForm = forms.form_of(archived=forms.SwitchField("The archive", "in the archive", "played on"))
AboveForm = forms.form_of(above=HiddenField())
USUAL = 2  # teams that go up and down where nobody says otherwise


class NextSeasonForm(forms.ActForm):
    season = forms.PhraseField("Next season")
    along = forms.TicksField("Together with")


class MovesForm(forms.ActForm):
    """How many go up and down, what the next season is called, and the moves as they were shown."""

    count = forms.WholeNumberField("Teams up and down", example=USUAL, most=20, default=USUAL)
    season = forms.PhraseField("Next season")
    confirmed = HiddenField()
    by_hand = forms.TicksField("Moved by hand")
    along = forms.TicksField("Together with")


class DivisionForm(forms.ActForm):
    division = forms.PhraseField("The division")
