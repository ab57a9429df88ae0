"""A hand reported from its player’s own phone: its form and its page."""

from flask import Blueprint, jsonify, make_response, redirect, render_template, request, url_for
from wtforms import Field, RadioField
from wtforms.validators import InputRequired

from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.recording import report_hand
from scorekeeper.services.matches.subject import MATCH, Conflict
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import Hand, RoundEnd, reported_hands
from scorekeeper.web import forms
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import Answer, page_at
from scorekeeper.web.http import negotiation
from scorekeeper.web.http.db import get_db
from scorekeeper.web.matches.page import reported_rows
from scorekeeper.web.matches.views import match_or_404, to_match
from scorekeeper.web.plays.forms import pad_of

# What the rules say of a hand by itself, whatever the others hold.
_OF_ONE_HAND = ("tile_not_in_set", "duplicate_tile_in_hand", "too_many_tiles", "pips_out_of_range")
bp = Blueprint("hands", __name__, url_prefix="/c/<club>/matches/<match>/hands")


class ReportedHandForm(forms.PageForm):
    key = forms.KeyField()
    round = forms.WholeNumberField("Round", least=1, validators=[InputRequired(forms.NO_ROUND)])
    seat = RadioField(
        "Who are you?",
        choices=lambda form, _: {str(n): seat.name for n, seat in enumerate(form.subject.match.seats)},
        validators=[InputRequired("Say who you are.")],
    )
    pips = forms.WholeNumberField("Your pips")
    tiles = forms.TilesField("Your tiles")

    def faults(self, *, shaped: bool) -> list[tuple[Field, str]]:
        fault = self._hand_fault() or (self._impossible() if shaped else "")
        return [(self.pips, fault)] if fault else []

    def _hand_fault(self) -> str:
        tiles, left = self.tiles.data or (), self.subject.card.pips_in(self.tiles.data or ())
        if tiles and self.pips.data not in (None, left):
            return f"Your tiles show {left} pips, but {self.pips.data} is typed: clear one of them."
        if not tiles and self.pips.data is None and not self.pips.errors and not self.tiles.errors:
            return "Write your pips, or tap your tiles."
        return ""

    def _impossible(self) -> str:
        """What the form of the round would say of this hand."""
        end = RoundEnd("blocked", None, None, None, None, None, (self.hand(),))
        problems = self.subject.validate_end(end, self.round.data).problems
        return next((each.message for each in problems if each.code in _OF_ONE_HAND), "")

    def hand(self) -> Hand:
        player = self.subject.match.seats[int(self.seat.data)].player
        if self.tiles.data:
            return Hand(player, " ".join(str(tile) for tile in self.tiles.data), None)
        return Hand(player, None, self.pips.data)


@page_at(bp, "/own", role="score", of=MATCH, kept="never", posts=True)
def report(club: Club, state: MatchState) -> Answer:
    """The form, from which a player's own hand is sent in; ``?seat=`` says whose."""
    match = state.match.id
    if request.method == "GET":
        typed = {"key": forms.new_key(), "round": state.score.round_open, "seat": request.args.get("seat")}
        form = ReportedHandForm.on(state, data=typed)
        return hand_page(state, form) if state.running else to_match(match)
    form = ReportedHandForm.on(state)
    negotiation.require("round")
    if not form.validate():
        program = negotiation.for_program()
        return negotiation.form_errors(form.errors) if program else (hand_page(state, form), 422)
    try:
        ask = asks(club, forms.idempotency_key_of(form.key.data))
        new = report_hand(ask, match, form.hand(), round=form.round.data).new
    except Conflict as error:
        if negotiation.for_program():
            return negotiation.conflict(error, "", "", [])
        form.pips.errors = [str(error)]
        return hand_page(match_or_404(club, match), form), 409
    page = url_for("matches.show", match=match, hand=form.seat.data)
    if not negotiation.for_program():
        return redirect(page, 303)
    return make_response(jsonify(key=form.key.data, replayed=not new, location=page), 201 if new else 200)


@page_at(bp, "", role="score", of=MATCH, kept="match")
def reported(club: Club, state: MatchState) -> str:
    """Which hands of the open round have been entered by their players, for the form that ends it."""
    rows = reported_rows(state, reported_hands(get_db(), club.id, state.match.id))
    return render_template("rounds/_reported_hands.html", state=state, rows=rows)


def hand_page(state: MatchState, form: ReportedHandForm, photo: str = "") -> str:
    pad = pad_of(state.card)
    return render_template("hands/report.html", state=state, form=form, pad=pad, photo=photo)
