"""The pages of a match: starting one, playing it, changing its players or rules, and what phones poll."""

import json
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, redirect, render_template, request
from markupsafe import Markup
from werkzeug.http import quote_etag
from werkzeug.wrappers import Response

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.options import STARTS
from scorekeeper.rules.games.presets import BY_KEY
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.clubs.club_results import table_moves
from scorekeeper.services.gate import Done, KeyReused, there
from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.services.matches import recording, starting
from scorekeeper.services.matches.subject import MATCH, Conflict
from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import players
from scorekeeper.store.leagues.card_events import board_of_match, divisions_of_matches
from scorekeeper.store.matches.match_events import reported_hands
from scorekeeper.store.matches.matches import latest_card, latest_setup
from scorekeeper.store.transfer.handover_rows import handed_over_by
from scorekeeper.web.auth.access import asks
from scorekeeper.web.auth.phones import asks_name
from scorekeeper.web.doors import MATCHES, Answer, Door, page_at
from scorekeeper.web.forms import ActForm, WholeNumberField, form_of, idempotency_key_of, new_key
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import for_program, stored, wants_page
from scorekeeper.web.http.page_cache import part_tag, shared_part
from scorekeeper.web.http.paging import page_asked
from scorekeeper.web.http.templating import url_for
from scorekeeper.web.matches.forms import SEATS, SetupForm, as_it_is, game_choices, seated, setup_values
from scorekeeper.web.matches.page import MatchPage, reported_rows

_OFFERED = 100  # players to tap, those who played last; anybody else is typed

bp = Blueprint("matches", __name__, url_prefix="/c/<club>/matches")
# Three ways for four to make two pairs: the seats in their new order.
_PARTNERINGS = {"0": (0, 1, 2, 3), "1": (0, 2, 1, 3), "2": (0, 1, 3, 2)}


@page_at(bp, "/new", role="score", kept="club", no_store=True, posts=True)
def new(club: Club) -> Answer:
    """Start a match: the game first, the last one at once; ``?like=`` names one of nearly the same people."""
    preset = BY_KEY.get(request.args.get("game", ""))
    kept = latest_card(get_db(), club.id)
    # A start was given to those who played.
    last = RuleCard.from_dict(json.loads(kept)).but(**dict.fromkeys(STARTS, 0)) if kept else None
    card = preset.card if preset else None if "choose" in request.args else last
    if card is None:
        return render_template("setup/games.html", games=game_choices(last))
    # A card that differs from its game's own in what pairs must do is offered for pairs.
    for_pairs = card.both_must_chip_out and not RuleCard.default(card.game).both_must_chip_out
    sides = {"sides": "pairs"} if for_pairs else {}
    like = load_match(get_db(), club.id, request.args.get("like", ""))
    form = SetupForm.for_card(card, data={**setup_values(card), **sides, **(seated(like) if like else {})})
    if form.validate_on_submit():
        setup, key = form.setup(), idempotency_key_of(form.key.data or new_key())
        try:
            return _to_draw_or_match(starting.start_match(asks(club, key), "", setup).answer, setup)
        except KeyReused:
            form.key.errors, form.key.data = [starting.STARTED], new_key()
    known = players(get_db(), club.id, _OFFERED)
    page = render_template("setup/new.html", card=card, form=form, known=known, game=preset)
    return (page, 422) if form.errors else page


def to_match(match: str) -> Response:
    return redirect(url_for("matches.show", match=match), 303)


def _to_draw_or_match(match: str, setup: starting.MatchSetup) -> Response:
    to = "draws.show_seats" if setup.draw_seats else "draws.show_lead" if setup.by_lot else "matches.show"
    return redirect(url_for(to, match=match), 303)


@page_at(bp, "/<match>", role="watch", kept="match")
def show(club: Club, match: str) -> str:
    """The match; ``?way=`` chooses how plays are entered, the last way used if nothing is said.

    ``?tile=`` asks where this tile goes, for one that fits in several places; ``?hand=`` is the seat whose
    player has just entered a hand.
    """
    way, tile = request.args.get("way"), _tile(request.args.get("tile", ""))
    page, seat = match_page(club, match, way, tile), request.args.get("hand", type=int)
    reported = {} if seat is None else reported_hands(get_db(), club.id, match)
    hand = next((row for row in reported_rows(page.state, reported) if row.words and row.seat == seat), None)
    # Other questions of an address, such as ?tile=, change the part as well.
    plain = set(request.args) <= {"way", "page", "hand"}
    state = {"part": changing_part(page)} if plain else {"act_key": new_key()}
    return render_template("matches/show.html", page=page, hand=hand, **state)


def changing_part(page: MatchPage) -> Markup:
    """What can change on the match's page while somebody looks at it, as ``matches.state`` answers it."""
    club, match = page.club, page.state.match.id
    return shared_part(
        url_for("matches.state", match=match, way=page.way, page=page.rounds.asked),
        part_tag(club, "match", match),
        lambda: render_template("matches/_state.html", page=page, act_key=new_key()),
    )


def match_or_404(club: Club, match: str) -> MatchState:
    return there(load_match(get_db(), club.id, match), "match")


def match_page(club: Club, match: str, way: str | None = None, tile: Tile | None = None) -> MatchPage:
    """Everything that a page about this match shows, read once. Its version comes first: what is entered in
    between is fetched as an update."""
    tag = part_tag(club, "match", match)
    state = match_or_404(club, match)
    board = board_of_match(get_db(), club.id, match)
    reported = reported_hands(get_db(), club.id, match)
    won = state.score.finished and not state.abandoned
    return MatchPage(
        club,
        state,
        way,
        tile,
        page_asked(),
        tag=quote_etag(tag),
        board=board,
        division=divisions_of_matches(get_db(), club.id, [match] if board else []).get(match, ""),
        differing=recording.differing(state, reported),
        asks_name=asks_name(club),
        setup=latest_setup(get_db(), state.match),
        handed_over=handed_over_by(get_db(), club.id, match),
        moves=table_moves(get_db(), club.id, match) if won else [],
        reported=reported_rows(state, reported),
        goes_on=starting.goes_on_as(get_db(), state),
    )


def _tile(text: str) -> Tile | None:
    with suppress(RuleError):
        return Tile.parse(text)
    return None


@page_at(bp, "/<match>/call-off", role="score", of=MATCH, kept="never")
def abandon_form(club: Club, state: MatchState) -> Response | str:
    """Ask whether the match ends without a result, or goes to a side."""
    if not state.running:
        return to_match(state.match.id)
    board = board_of_match(get_db(), club.id, state.match.id)
    return render_template("matches/abandon.html", state=state, board=board, fresh_key=new_key)


@page_at(bp, "/<match>/state", role="watch", kept="match")
def state(club: Club, match: str) -> str:
    """The part of a match page that can change, under the match's version as its ETag."""
    page = match_page(club, match, request.args.get("way"))
    return render_template("matches/_state.html", page=page, act_key=new_key())


def changed_parts(club: Club, match: str) -> dict[str, str]:
    """The match's state for a page that asks for it with its act (``Prefer``, RFC 7240), else nothing."""
    if not wants_page():
        return {}
    way = request.headers["Prefer"].partition(";")[2]
    return {"state": changing_part(match_page(club, match, way.strip().removeprefix("way=")))}


def done(club: Club, match: str, key: str, done: Done[bool]) -> Response:
    """After an act that has no page of its own: the match, or for a page's script its changed parts."""
    if not for_program():
        return to_match(match)
    return stored(club, match, key, new=done.added, **changed_parts(club, match))


_GIVEN = form_of(ActForm, winner=WholeNumberField("Winner", most=SEATS - 1))
Door(recording.abandon, form=_GIVEN, entered=done).serve(
    page=(bp, "/<match>/call-off", "abandon"), api=(MATCHES, "/call-off", "abandon")
)
Door(
    starting.rematch,
    form=ActForm,
    to=lambda made: url_for("matches.show", match=made),
    makes=True,
    answers=lambda made: {"location": url_for("matches.show", match=made)},
).serve(page=(bp, "/<match>/rematch", "rematch"), api=(MATCHES, "/rematch", "start_rematch"))


def _partnerings(state: MatchState) -> list[tuple[str, str]]:
    """Two pairs and the two other ways to make them; empty where everybody plays alone."""
    if not state.pairs:
        return []
    names = [seat.name for seat in state.match.seats]
    return [
        (value, "{} & {} v {} & {}".format(*(names[order[at]] for at in (0, 2, 1, 3))))
        for value, order in _PARTNERINGS.items()
    ]


@page_at(bp, "/<match>/change", role="score", of=MATCH, kept="never", posts=True)
def change(club: Club, state: MatchState) -> Answer:
    """The match as it is set up, to be changed and saved; ``?game=`` makes it another game."""
    match = state.match.id
    preset = BY_KEY.get(request.args.get("game", ""))
    card = preset.card if preset else state.card
    table = request.form.get("table", type=int)
    found, refused = SetupForm.for_card(card, data=as_it_is(state, card)), ""
    if found.validate_on_submit():
        try:
            setup, order = found.setup(), _PARTNERINGS.get(request.form.get("partners", ""))
            if order and setup.pairs:  # made as the partners' question was answered
                first = None if setup.first_leader is None else order.index(setup.first_leader)
                setup = replace(setup, names=tuple(setup.names[at] for at in order), first_leader=first)
            ask = asks(club, idempotency_key_of(found.key.data or new_key()))
            seen = request.form.get("seen", -1, type=int)
            match = starting.change_setup(ask, match, setup, seen=seen, table=table).answer or match
            return _to_draw_or_match(match, setup)
        except (starting.SetupRefused, Conflict, KeyReused) as error:
            refused = str(error)
            if table not in (None, state.table_tag):
                # What was typed would put back what another phone has changed.
                found = SetupForm.for_card(card, formdata=None, data=as_it_is(state, card))
    page = render_template(
        "setup/change.html",
        state=state,
        form=found,
        refused=refused,
        known=players(get_db(), club.id, _OFFERED),
        games=game_choices(state.card),
        partnerings=_partnerings(state),
        earlier=[change for change in changes(get_db(), club.id, [match]) if change.old],
    )
    return page, 409 if refused else 422 if found.errors else 200


_CHANGE = form_of(ActForm, setup=WholeNumberField("Change"))
Door(starting.undo_setup, lambda form: {"number": form.setup.data or 0}, _CHANGE, to="matches.show").serve(
    page=(bp, "/<match>/change/undo", "undo_change")
)
