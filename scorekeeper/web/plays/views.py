"""Plays and penalties, what is scored inside a round: entered, changed, and added where one was forgotten."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from flask import Blueprint, abort, render_template, request

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.matches.scoring import penalty_goes_to
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.gate import Ask, KeyReused
from scorekeeper.services.match_rounds import progress_before
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.recording import add_play, correct
from scorekeeper.services.matches.subject import MATCH, Conflict, Reseated
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import MatchEvent, Penalty, Play
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.doors import Answer, page_at
from scorekeeper.web.forms import idempotency_key_of, new_key, standing
from scorekeeper.web.http import negotiation
from scorekeeper.web.matches.round_lines import deleted_plays, plays_of_round
from scorekeeper.web.matches.views import done, match_or_404, match_page, to_match
from scorekeeper.web.plays import forms

bp = Blueprint("plays", __name__, url_prefix="/c/<club>/matches/<match>/plays")


@bp.post("/<way>")
@needs("score", MATCH)
def save(club: Club, state: MatchState, way: str) -> Answer:
    if way not in forms.PLAY_FORMS:
        abort(404, "A play is entered by keys, by ends or by tiles.")
    form = forms.PLAY_FORMS[way].on(state)
    if isinstance(form, forms.TileForm) and form.validate() and not form.settle_place():
        if negotiation.for_program():
            return negotiation.problem(422, forms.SEVERAL_PLACES, "place")
        page = match_page(club, state.match.id, way, form.tile.data[0])
        return render_template("matches/show.html", page=page, act_key=new_key(), typed=request.form)
    return _save(club, state, form, way)


@page_at(bp, "/penalty", role="score", of=MATCH, kept="never", posts=True)
def penalise(club: Club, state: MatchState) -> Answer:
    if request.method == "POST":
        return _save(club, state, forms.PenaltyForm.on(state), "penalty")
    form = forms.PenaltyForm.on(state, data={"points": state.card.penalty or None})
    return _penalty_page(state, form) if state.running else to_match(state.match.id)


def _save(club: Club, state: MatchState, form: forms.EventForm, way: str) -> Answer:
    """Store what the form says; or show the match as it is now, and why nothing was added to it."""
    program, match, code = negotiation.for_program(), state.match.id, 422
    negotiation.require("round", "seen")
    try:
        if form.validate():
            key = idempotency_key_of(form.key.data)
            return done(club, match, key.key, form.record(asks(club, key)))
        if program:
            return negotiation.form_errors(form.errors)
        refused = _said_above(form) if way == "penalty" else [*chain(*form.errors.values())]
    except (RuleError, Reseated) as error:
        if program:
            return negotiation.problem(422, str(error), "rules" if isinstance(error, RuleError) else "seats")
        refused = [str(error)]
    except (Conflict, KeyReused) as error:
        state, code = match_or_404(club, match), 409
        if program:
            return _too_late(state, error)
        offer = "; tap again if yours is another play" if state.running else ""
        refused = [f"{error} Nothing was added{offer}."]
    if way == "penalty":
        page = _penalty_page(state, form, refused)
    else:
        shown = {"page": match_page(club, match, way), "act_key": new_key(), "typed": request.form}
        page = render_template("matches/show.html", **shown, refused=refused)
    return page, code


def _said_above(form: forms.EventForm) -> list[str]:
    """What is wrong with the form and is not said beside a field of it."""
    return [*chain(*(errors for name, errors in form.errors.items() if name not in forms.BESIDE))]


def _too_late(fresh: MatchState, error: Conflict | KeyReused) -> Answer:
    """Another phone has made an entry since, which may be the same play."""
    theirs = error.theirs if isinstance(error, Conflict) else None
    said = f"{fresh.words_of(theirs)} ({theirs.nickname})" if theirs else ""
    fields = {"round": fresh.score.round_open, "seen": fresh.match.version}
    choices = [negotiation.choice("Add mine as well", request.path, **fields)] if fresh.running else []
    return negotiation.conflict(error, said, "", choices)


def _penalty_page(state: MatchState, form: forms.EventForm, refused: Sequence[str] = ()) -> str:
    card, totals = state.card, state.score.totals
    gains_instead = [penalty_goes_to(card, totals, side, card.penalty) for side in range(len(totals))]
    shown = {"form": form, "refused": refused, "gains_instead": gains_instead, "fresh_key": new_key}
    return render_template("plays/penalty.html", state=state, **shown)


def _as_entered(state: MatchState, event: MatchEvent, body: Play | Penalty) -> dict[str, object]:
    """The fields of this play or penalty as they were typed."""
    values: dict[str, object] = {"key": new_key(), "round": event.round, "seen": state.match.version}
    values |= {"side": body.side, "points": body.points}
    if isinstance(body, Penalty):
        way = "on" if body.points > 0 else "back"
        return values | {"points": abs(body.points), "way": way, "reason": event.reason}
    seat = next((n for n, one in enumerate(state.match.seats) if one.player == body.player), 0)
    values |= {"seat": seat, "place": body.place, "act": body.kind}
    values |= {"last_tile": bool(body.last_tile), "down": body.place == "lead"}
    values |= {"tile": (Tile.parse(body.tile),) if body.tile else None}
    words = (body.shown or "").split()
    ends = {f"end_{n}": word for n, word in enumerate(word for word in words if word[0] != "*")}
    return values | ends | {"spinner": next((int(word[1:]) for word in words if word[0] == "*"), None)}


@dataclass(slots=True)
class PlaysPage:
    """The plays of one round, and the form for one, this ``way``: ``changing``, or None for a new one."""

    club: Club
    state: MatchState
    number: int
    form: forms.EventForm
    way: str
    changing: MatchEvent | None = None
    refused: list[str] = field(default_factory=list)

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        return forms.ways(self.state)

    @property
    def plays(self) -> list[tuple[MatchEvent, str]]:
        return plays_of_round(self.state, self.number)

    @property
    def deleted(self) -> list[tuple[str, MatchEvent]]:
        return deleted_plays(self.state).get(self.number, [])

    @property
    def layout(self) -> Layout | None:
        """The layout when this was played, or as all that was entered of the round left it."""
        known, original = self.state.rounds[self.number].events, self.changing and self.changing.original
        return progress_before(self.state.match, self.state.card, known, original).layout

    @property
    def places(self) -> list[tuple[str, str]]:
        layout = self.layout
        return [(place, forms.place_words(layout, place)) for place in layout.places] if layout else []

    @property
    def ends(self) -> list[str]:
        """What an open end may be, as a value of the form: ``5``, or ``5d`` for the double."""
        numbers = range(self.state.card.set + 1)
        return [*map(str, numbers), *(f"{number}d" for number in numbers)]

    @property
    def points(self) -> list[int]:
        card = self.state.card
        return sorted({*play_values(card), *play_values(card, True)})


@page_at(bp, "/round/<int:number>", role="score", of=MATCH, kept="never", posts=True)
def of_round(club: Club, state: MatchState, number: int) -> Answer:
    """The plays of a round, and the form that adds one; ``?way=`` chooses how it is entered."""
    match, asked = state.match.id, request.args.get("way", "")
    if not state.card.game.scores_in_play or number not in state.rounds:
        abort(404, "There is no such round with plays in this match.")
    way = asked if asked in dict(forms.ways(state)) else forms.WAYS[0][0]
    shown = {"key": new_key(), "round": number, "seen": state.match.version}
    form = forms.PLAY_FORMS[way].on(state, data=shown if request.method == "GET" else None)

    def store(ask: Ask, body: Play | Penalty) -> object:
        return isinstance(body, Play) and add_play(ask, match, body, round=number, seen=form.seen.data or 0)

    return _save_corrected(PlaysPage(club, state, number, form, way), "plays/of_round.html", store)


@page_at(bp, "/<int:original>", role="score", of=MATCH, kept="never", posts=True)
def change(club: Club, state: MatchState, original: int) -> Answer:
    event = next((event for event in state.counting if event.original == original), None)
    if event is None or not isinstance(event.body, Play | Penalty):
        abort(404, "There is no such play in this match.")
    way = forms.WAY_OF[event.body.kind] if isinstance(event.body, Play) else "penalty"
    shown = _as_entered(state, event, event.body) if request.method == "GET" else None
    form = forms.FORMS[way].on(state, data=shown)

    def store(ask: Ask, body: Play | Penalty) -> object:
        return correct(ask, state.match.id, body, original=original, standing=standing(), reason=form.why)

    return _save_corrected(PlaysPage(club, state, event.round, form, way, event), "plays/change.html", store)


def _save_corrected(page: PlaysPage, template: str, store: Callable[[Ask, Play | Penalty], object]) -> Answer:
    if request.method == "GET":
        return render_template(template, page=page)
    form, code, layout = page.form, 422, page.layout
    if isinstance(form, forms.TileForm) and layout and len(form.tile.data or ()) == 1:
        fitting = layout.moves(form.tile.data[0])  # where it fits in one place only, it went there
        form.place.data = fitting[0] if len(fitting) == 1 else form.place.data
    if form.validate():
        try:
            store(asks(page.club, idempotency_key_of(form.key.data)), form.to_event())
        except (RuleError, Reseated) as error:
            page.refused.append(str(error))
        except (Conflict, KeyReused) as error:
            page.refused.append(f"{error} Nothing was changed: go back to the match and look again.")
            code = 409
        else:
            return to_match(page.state.match.id)
    page.refused += _said_above(form)
    return render_template(template, page=page), code
