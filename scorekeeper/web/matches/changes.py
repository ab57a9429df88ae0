"""The page for changing the players, the partners, the game and the rules of a match."""

from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.rules.cards.presets import BY_KEY
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.services.gate import KeyReused
from scorekeeper.services.matches.changing import SetupRefused, change_setup, undo_setup
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.starting import MatchSetup
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store.clubs.audit import Change, changes
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import Player, players
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.doors import match_or_404
from scorekeeper.web.forms import ActForm, idempotency_key_of, new_key
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.matches.forms import BY_RULE, SetupForm, setup_values
from scorekeeper.web.matches.games import GameChoice
from scorekeeper.web.matches.views import to_draw_or_match, to_match

bp = Blueprint("match_changes", __name__, url_prefix="/c/<club>/matches/<match>/change")

# Three ways for four to make two pairs: the seats in their new order.
_PARTNERINGS = {"0": (0, 1, 2, 3), "1": (0, 2, 1, 3), "2": (0, 1, 3, 2)}


@dataclass(slots=True)
class ChangePage:
    """The form with the match as it is set up, and how it was before."""

    club: Club
    state: MatchState
    form: SetupForm
    known: list[Player]
    earlier: list[Change]
    refused: str = ""

    @property
    def games(self) -> list[GameChoice]:
        """The games that the match could have been meant for."""
        return GameChoice.all(self.state.card)

    @property
    def begun(self) -> bool:
        """Whether anything has been entered yet."""
        return bool(self.state.events)

    @property
    def partnerings(self) -> list[tuple[str, str]]:
        """Two pairs and the two other ways to make them; empty where everybody plays alone."""
        names = [seat.name for seat in self.state.match.seats]
        if len(self.state.sides) == len(names):
            return []
        return [
            (value, "{} & {} v {} & {}".format(*(names[order[at]] for at in (0, 2, 1, 3))))
            for value, order in _PARTNERINGS.items()
        ]


@bp.route("", methods=["GET", "POST"])
@needs("score")
def form(club: Club, match: str) -> Response | str | tuple[str, int]:
    """The match as it is set up, to be changed and saved; ``?game=`` makes it another game."""
    state = match_or_404(club, match)
    preset = BY_KEY.get(request.args.get("game", ""))
    card = preset.card if preset else state.card
    found = SetupForm.for_card(card, data=_as_it_is(state, card))
    earlier = [change for change in changes(get_db(), club.id, [match]) if change.old]
    page = ChangePage(club, state, found, players(get_db(), club.id), earlier)
    if found.validate_on_submit():
        try:
            setup, seen = _partnered(found.setup()), request.form.get("seen", -1, type=int)
            ask = asks(club, idempotency_key_of(found.key.data or new_key()))
            match = change_setup(ask, match, setup, seen=seen).answer or match
        except (SetupRefused, Conflict, KeyReused) as error:
            page.refused = str(error)
            return render_template("setup/change.html", page=page), 409
        return to_draw_or_match(club, match, setup)
    shown = render_template("setup/change.html", page=page)
    return (shown, 422) if found.errors else never_kept(shown)


@bp.post("/undo")
@needs("score")
def undo(club: Club, match: str) -> Response:
    """Put the match back as it was before its newest change."""
    undo_setup(asks(club, ActForm().idempotency_key()), match, request.form.get("setup", 0, type=int))
    return to_match(club, match)


def _as_it_is(state: MatchState, card: RuleCard) -> dict[str, object]:
    seats = state.match.seats
    leader = next(
        (str(n) for n, seat in enumerate(seats) if seat.player == state.match.first_leader), BY_RULE
    )
    pairs = "pairs" if len(state.sides) < len(seats) else "singles"
    names = {f"seat_{n}": seat.name for n, seat in enumerate(seats)}
    lengths = {"target": card.target, "legs": card.legs}
    return {
        **setup_values(card),
        **names,
        **lengths,
        "sides": pairs,
        "leader": leader,
        "key": new_key(),
    }


def _partnered(setup: MatchSetup) -> MatchSetup:
    """The setup with its pairs made as the partners' question was answered."""
    order = _PARTNERINGS.get(request.form.get("partners", ""))
    if order is None or not setup.pairs:
        return setup
    leader = None if setup.first_leader is None else order.index(setup.first_leader)
    return replace(setup, names=tuple(setup.names[at] for at in order), first_leader=leader)
