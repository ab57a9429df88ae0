"""Rounds: the end of one, its page, correcting it; what needs no form: undo, a play or a round deleted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from wtforms import Field, HiddenField

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.rounds.report import Problem
from scorekeeper.rules.rounds.validate import Validation
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.gate import Done, IdempotencyKey, KeyReused
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches import recording
from scorekeeper.services.matches.subject import MATCH, Conflict, Reseated, RuleViolation
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.versions import entry_version
from scorekeeper.store.matches.match_events import MatchEvent, Meant, Removal, RoundEnd, reported_hands
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.auth.phones import FIELD, asks_name, take_name
from scorekeeper.web.doors import MATCHES, Answer, Door, page_at
from scorekeeper.web.forms import ActForm, WholeNumberField, idempotency_key_of, new_key, standing
from scorekeeper.web.http import negotiation
from scorekeeper.web.http.db import get_db
from scorekeeper.web.matches.page import ReportedRow, reported_rows
from scorekeeper.web.matches.round_lines import plays_of_round
from scorekeeper.web.matches.views import changed_parts, done, match_or_404, to_match
from scorekeeper.web.plays.forms import pad_of
from scorekeeper.web.rounds.entry import (
    BLOCKED,
    FOUL,
    WHOSE_FOUL,
    Faulty,
    RoundEntry,
    RoundForm,
    asks_last_tile,
    entered_values,
    fouls,
    initial_values,
    read_entry,
)

# The form's field for what a fault of the rules is about, where they call it otherwise; hands apart.
_FIELDS = {"event": "out", "players": "out", "layout": "ends", "lead": "lead_tile"}
bp = Blueprint("rounds", __name__, url_prefix="/c/<club>/matches/<match>/rounds")
AGREED = "Another phone has entered the same result. It counts once."
Store = Callable[[RoundEntry, IdempotencyKey], Done[bool]]


@dataclass(slots=True)
class RoundPage:
    """The form, whether it is a new round or one being corrected, and what the rules refused."""

    club: Club
    state: MatchState
    form: RoundForm
    correcting: MatchEvent | None = None
    entry: RoundEntry | None = None  # what was sent, where it could be read
    reported: list[ReportedRow] = field(default_factory=list)
    asks_name: bool = False
    doubts: list[str] = field(default_factory=list)
    photo: str = ""  # what was seen in a photo of a hand

    @property
    def number(self) -> int:
        return self.correcting.round if self.correcting else self.state.score.round_open

    @property
    def name(self) -> str:
        return self.state.score.round_name(self.number)

    @property
    def pad(self) -> list[Tile]:
        return pad_of(self.state.card)

    @property
    def standing(self) -> MatchEvent | None:
        return self.state.newest(self.correcting.original) if self.correcting else None

    @property
    def deleted(self) -> bool:
        return self.standing is not None and isinstance(self.standing.body, Removal)

    @property
    def laid(self) -> frozenset[Tile]:
        """Tiles that were entered as lying on the table: nobody holds them."""
        known = self.state.rounds.get(self.number)
        return known.progress.seen if known else frozenset()

    @property
    def first_hand(self) -> int | None:
        """The seat whose hand is lit first, where the link to this page named one."""
        return request.args.get("hand", type=int)

    @property
    def out_optional(self) -> bool:
        """Whether no hand counts after a chip-out, so that hands are entered only to check the end."""
        return self.state.card.game is Game.THREES_FIVES or self.state.card.scoring == "games"

    @property
    def blocked_optional(self) -> bool:
        return self.state.card.game is Game.THREES_FIVES and not self.state.card.block_low_bonus

    def hands_label(self, out: str | None) -> str:
        """The heading of the hands: what they are for, by how the round ended."""
        if out == BLOCKED:
            return "Pips left (optional)" if self.blocked_optional else "Pips left, lowest wins"
        return "Pips left (optional)" if self.out_optional or out == FOUL else "Pips left"

    @property
    def who_question(self) -> str:
        """Where both partners must be out, it is asked so that the other one's hand is known to be empty."""
        if self.state.both_out:
            return "Both partners are out: who went last?"
        if BLOCKED not in self.form.out.choices:
            return "Whose foul was it?"
        by_name = len(self.form.out.choices) > len(self.state.match.seats) + 2
        return f"Who {self.club.out_word}{', or whose foul was it' if by_name else ''}?"

    @property
    def out_word(self) -> str:
        return "went last, both are out" if self.state.both_out else self.club.out_word

    @property
    def who_said(self) -> str:
        """The answer, in the line that folds the question away."""
        names = self.form.out.choices
        if self.form.out.data not in names:
            return self.who_question
        said = str(names[self.form.out.data])
        return f"{said} {self.out_word}" if self.form.out.data.isdigit() else said

    @property
    def plays(self) -> list[tuple[MatchEvent, str]]:
        return plays_of_round(self.state, self.number) if self.correcting else []

    @property
    def more_open(self) -> bool:
        """Whether the deeper facts are shown: somebody has given one of them, or has one wrong."""
        held = [self.form.of_hand("held", n) for n in range(len(self.state.match.seats))]
        fields = [self.form.ends, self.form.boneyard, self.form.lead_tile, *held]
        return any(field.data or field.errors for field in fields)

    @property
    def asks_last_tile(self) -> bool:
        return asks_last_tile(self.state, self.number, correcting=self.correcting is not None)

    def theirs(self, error: Exception) -> str:
        event = error.theirs if isinstance(error, Conflict) else None
        return f"{self.state.words_of(event)} ({event.nickname})" if event else ""

    def mine(self) -> str:
        outcome = self.entry and self.state.validate_end(self.entry.end, self.entry.round).outcome
        return outcome.reason if outcome else ""

    def typed(self) -> list[tuple[str, str]]:
        """Everything that was typed, under a new key and free of the round it was meant for."""
        left_out = ("key", "round", "standing", "mark")
        kept = [(name, value) for name, value in request.form.items(multi=True) if name not in left_out]
        return [("key", new_key()), *kept]

    def refuse(self, validation: Validation) -> None:
        """Put each problem beside its field; doubts are shown with the offer to say why it is right."""
        for problem in hands_together(validation.problems):
            if problem.certain:
                target = self._field_of(problem.field, problem.players)
                target.errors = [*target.errors, problem.message]
            else:
                self.doubts.append(problem.message)

    def _field_of(self, name: str, players: tuple[str, ...]) -> Field:
        if name == "hand":
            seats = [seat.name for seat in self.state.match.seats]
            return self.form.of_hand("pips", seats.index(players[-1]) if {*players[-1:]} & {*seats} else 0)
        return self.form[_FIELDS.get(name, name)]


def hands_together(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, with one for all the hands that are missing, beside the first of them."""
    missing = [problem for problem in problems if problem.code == "hand_missing"]
    if len(missing) < 2:
        return [*problems]
    names = listed(problem.players[0] for problem in missing)
    whole = replace(missing[0], message=f"Enter what {names} still hold.")
    return [whole if problem is missing[0] else problem for problem in problems if problem not in missing[1:]]


@page_at(bp, "/new", role="score", of=MATCH, kept="match", no_store=True)
def new(club: Club, state: MatchState) -> Answer:
    """The empty form; ``?out=`` says who was tapped on the page before, or that it was a foul."""
    if not state.running:
        return to_match(state.match.id)
    asked = request.args.get("out")
    form = RoundForm.for_state(state, formdata=None, data={**initial_values(state), "out": asked})
    if asked == WHOSE_FOUL:
        form.out.choices = fouls(state)
    return render_template("rounds/form.html", page=round_page(club, state, form))


def round_page(
    club: Club, state: MatchState, form: RoundForm, correcting: MatchEvent | None = None
) -> RoundPage:
    """The page with what a form that is shown needs, too: the hands that players have entered themselves."""
    known = {} if correcting else reported_hands(get_db(), club.id, state.match.id)
    rows = reported_rows(state, known)
    return RoundPage(club, state, form, correcting, reported=rows, asks_name=asks_name(club))


@bp.post("")
@needs("score", MATCH)
def save(club: Club, state: MatchState) -> Answer:
    return _save(club, state, lambda entry, key: entry.record(asks(club, key), state.match.id))


@page_at(bp, "/<int:original>", role="score", of=MATCH, kept="never", posts=True)
def correct(club: Club, state: MatchState, original: int) -> Answer:
    """The form of a round's end as it was entered, and what is put in its place."""
    event = round_or_404(state, original)

    def store(entry: RoundEntry, key: IdempotencyKey) -> Done[bool]:
        return entry.replace(asks(club, key), state.match.id, original, standing())

    if request.method == "POST":
        return _save(club, state, store, event)
    form = RoundForm.for_state(state, formdata=None, data=entered_values(state, event))
    return render_template("rounds/form.html", page=round_page(club, state, form, event))


def _save(club: Club, state: MatchState, store: Store, correcting: MatchEvent | None = None) -> Answer:
    """Read what was sent and store it; or show the form again, or tell the outbox, what is wrong."""
    match, program = state.match.id, negotiation.for_program()
    negotiation.require(*(("standing", "round") if correcting else ("round",)))
    try:
        entry = read_entry(state, request.form)
        new = store(entry, idempotency_key_of(entry.key)).added
    except (Faulty, Reseated, RuleViolation) as error:
        refused = Faulty({"out": [str(error)]}) if isinstance(error, Reseated) else error
        if not program:
            return _refused_page(club, state, correcting, refused), 422
        page = {"page": _refused_page(club, state, correcting, refused)} if negotiation.wants_page() else {}
        if isinstance(refused, Faulty):
            return negotiation.form_errors(refused.faults, **page)
        return negotiation.rule_errors(refused.validation, **page)
    except (Conflict, KeyReused) as error:
        now = match_or_404(club, match)
        fresh = RoundPage(club, now, RoundForm.for_state(now), correcting, entry)
        choices = _choices(fresh, error)
        if program:
            return negotiation.conflict(error, fresh.theirs(error), fresh.mine(), choices)
        return render_template("rounds/conflict.html", page=fresh, error=error, choices=choices), 409
    if FIELD in request.form:
        take_name(club)
    if not program:
        return to_match(match)
    more: dict[str, object] = {**changed_parts(club, match)}
    if not new and entry_version(get_db(), club.id, match, entry.key) is None:
        more |= {"agreed": AGREED, "version": match_or_404(club, match).match.version}
    return negotiation.stored(club, match, entry.key, new=new, **more)


def _refused_page(
    club: Club, state: MatchState, correcting: MatchEvent | None, refused: Faulty | RuleViolation
) -> str:
    page = round_page(club, state, RoundForm.for_state(state), correcting)
    if isinstance(refused, Faulty):
        page.form.show(refused.faults)
    else:
        page.refuse(refused.validation)
    return render_template("rounds/form.html", page=page)


def _choices(page: RoundPage, error: Exception) -> list[dict[str, Any]]:
    """What a phone that came second may do with its own round."""
    offered = []
    if isinstance(error, Conflict) and error.theirs and page.mine():
        theirs = error.theirs
        action = url_for("rounds.correct", original=theirs.original)
        said = {"standing": theirs.version, "mark": theirs.mark, "round": theirs.round}
        offered.append(negotiation.choice("Replace it with mine", action, **said))
    if page.state.running and not page.correcting:
        number = page.state.score.round_open
        action = url_for("rounds.save")
        offered.append(
            negotiation.choice(f"Add mine as {page.state.score.round_name(number)}", action, round=number)
        )
    return offered


def round_or_404(state: MatchState, original: int) -> MatchEvent:
    """The round's end that stands or last stood at this root: one that was taken out can be put back."""
    ends = [
        event for event in state.events if event.original == original and isinstance(event.body, RoundEnd)
    ]
    return ends[-1] if ends else abort(404, "There is no such round in this match.")


class EntryForm(ActForm):
    """An act on what stands in a match: the version of the entry that is meant, and how its key begins."""

    standing = WholeNumberField("Entry", least=1)
    mark = HiddenField()


def _meant(form: EntryForm, **at: int) -> dict[str, Any]:
    return {"standing": Meant(form.standing.data or 0, form.mark.data or ""), **at}


_ENTRY = Door(recording.undo, _meant, EntryForm, entered=done, needs=("standing",))
_ENTRY.serve(page=(bp, "/undo", "undo"), api=(MATCHES, "/undo", "undo"))
_ENTRY._replace(act=recording.redo).serve(page=(bp, "/redo", "redo"), api=(MATCHES, "/redo", "redo"))
_ENTRY._replace(
    act=recording.correct, said=lambda form, **at: {"body": Removal(), **_meant(form, **at)}
).serve(
    page=(bp, "/<int:original>/out", "remove"),
    api=(MATCHES, "/entries/<int:original>/remove", "remove"),
)
Door(
    recording.delete_round,
    lambda form, number: {"round": number} | (_meant(form) if form.standing.data else {}),
    EntryForm,
    entered=done,
).serve(
    page=(bp, "/<int:number>/strike", "delete"),
    api=(MATCHES, "/rounds/<int:number>/delete", "delete"),
)
