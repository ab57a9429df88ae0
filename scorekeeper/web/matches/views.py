"""Matches: choosing the game, sitting down, the match page, the rematch and calling it off."""

import json
import secrets
from collections.abc import Sequence
from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.names import name_key
from scorekeeper.rules.cards.presets import BY_KEY, PRESETS
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.idempotency import KeyReused
from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.services.matches.recording import abandon as abandon_match
from scorekeeper.store.clubs import Author, Club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches import add_match, latest_card
from scorekeeper.store.players import ensure_player, players, team_of
from scorekeeper.web.auth.access import author, needs, visitor
from scorekeeper.web.forms.act import ActForm, new_key
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.page_cache import cached_page
from scorekeeper.web.matches.forms import BY_LOT, MatchSetup, SetupForm
from scorekeeper.web.matches.page import MatchPage

bp = Blueprint("matches", __name__, url_prefix="/c/<club>/matches")


def match_or_404(club: Club, match: str) -> MatchState:
    """The book that this URL names, or a 404 page."""
    return load_match(get_db(), club.id, match) or abort(404, "There is no such match in this club.")


@bp.route("/new", methods=["GET", "POST"])
@needs("score")
def new(club: Club) -> Response | str | tuple[str, int]:
    """Start a match. The game comes first; the last one played here is offered at once."""
    preset = BY_KEY.get(request.args.get("game", ""))
    latest = latest_card(get_db(), club.id)
    if preset is None and (latest is None or "choose" in request.args):
        return render_template("matches/games.html", club=club, presets=PRESETS)
    card = preset.card if preset else RuleCard.from_dict(json.loads(latest or "{}"))
    form = SetupForm.for_card(card, data=_defaults(card))
    if form.validate_on_submit():
        match = _sit_down(club, form.setup(), form.key.data)
        return redirect(url_for(".show", club=club.id, match=match), 303)
    known = players(get_db(), club.id)
    page = render_template("matches/new.html", club=club, card=card, form=form, known=known, game=preset)
    return (page, 422) if form.errors else never_kept(page)


def _defaults(card: RuleCard) -> dict[str, object]:
    settings = {
        key: str(value) for key, value in card.to_dict().items() if key not in ("deal", "target", "legs")
    }
    return {**settings, "key": new_key(), "match_games": card.match_games}


def _sit_down(club: Club, setup: MatchSetup, key: str) -> str:
    """Store the match; players nobody knew yet and pairs that never sat together are made in passing."""
    by = author(club)
    with writing(get_db()):
        chairs = [ensure_player(get_db(), club.id, name, name_key(name), by.at).id for name in setup.names]
        sides = [n % 2 for n in range(len(chairs))] if setup.pairs else list(range(len(chairs)))
        seats = [
            (chair, side, _team(club, chairs, sides, side, by))
            for chair, side in zip(chairs, sides, strict=True)
        ]
        return add_match(
            get_db(),
            club.id,
            json.dumps(setup.card.to_dict()),
            seats,
            first_leader=_first_leader(setup, chairs),
            rematch_of=None,
            key=key,
            author=by,
        )


def _team(club: Club, chairs: Sequence[str], sides: Sequence[int], side: int, by: Author) -> str | None:
    together = [chair for chair, at in zip(chairs, sides, strict=True) if at == side]
    return team_of(get_db(), club.id, together, by.at).id if len(together) > 1 else None


def _first_leader(setup: MatchSetup, chairs: Sequence[str]) -> str | None:
    if setup.leader == BY_LOT:
        return secrets.choice(chairs)
    return chairs[int(setup.leader)] if setup.leader.isdigit() else None


def to_match(club: Club, match: str) -> Response:
    """After something was entered: the match page, fetched anew."""
    return redirect(url_for("matches.show", club=club.id, match=match), 303)


@bp.get("/<match>")
@needs("watch")
@cached_page
def show(club: Club, match: str) -> str:
    """The match; ``?way=`` chooses how plays are told, the last way used if nothing is said.

    ``?tile=`` asks where this tile goes, for one that fits in several places.
    """
    way, tile = request.args.get("way"), _tile(request.args.get("tile", ""))
    page = MatchPage.of(club, visitor(), match_or_404(club, match), way, tile)
    return render_template("matches/show.html", page=page, act=ActForm.fresh())


def _tile(text: str) -> Tile | None:
    with suppress(RuleError):
        return Tile.parse(text)
    return None


@bp.post("/<match>/rematch")
@needs("score")
def rematch(club: Club, match: str) -> Response:
    """The same people, seats and rule card; whoever would have led the next round leads."""
    state = match_or_404(club, match)
    form = ActForm()
    seats = [(seat.player, seat.side, seat.team) for seat in state.match.seats]
    names = {seat.name: seat.player for seat in state.match.seats}
    by = author(club)
    with writing(get_db()):
        again = add_match(
            get_db(),
            club.id,
            state.match.card,
            seats,
            first_leader=names.get(state.score.lead.player or ""),
            rematch_of=state.match.id,
            key=form.key.data or new_key(),
            author=by,
        )
    return redirect(url_for(".show", club=club.id, match=again), 303)


@bp.post("/<match>/call-off")
@needs("score")
def abandon(club: Club, match: str) -> Response:
    """The evening is over before the match is: it gets no result. Undo brings it back."""
    form = ActForm()
    try:
        abandon_match(get_db(), (club.id, match), idempotency_key=form.idempotency_key(), author=author(club))
    except LookupError:
        abort(404, "There is no such match in this club.")
    except KeyReused as error:
        abort(409, str(error))
    return redirect(url_for(".show", club=club.id, match=match), 303)
