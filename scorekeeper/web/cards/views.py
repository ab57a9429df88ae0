"""Cards: the boards of a fixture's card, entered by captains, scored live, signed, opened again."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.names import clean_name
from scorekeeper.services.cards.board_commands import draw_boards, save_boards, start_board
from scorekeeper.services.cards.card_commands import MatchCardError, load_fixture_card
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.cards.proposals import latest_proposal
from scorekeeper.services.cards.signing import forfeit, reopen, sign
from scorekeeper.services.leagues.captains import own_team
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.matches.idempotency import KeyReused
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.fixtures import FixtureRef
from scorekeeper.web.auth.access import author, needs, visitor
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.cards.forms import SIDE_KEYS, CardForm, ReasonForm, SignForm, side_of
from scorekeeper.web.cards.page import CardPage
from scorekeeper.web.forms.act import ActForm, idempotency_key_of
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("cards", __name__, url_prefix="/c/<club>/fixtures/<fixture>")

Answer = Response | str | tuple[str, int]


def fixture_card_or_404(club: Club, fixture: str) -> tuple[Season, FixtureCard]:
    """The season and card that this URL names, or a 404 page."""
    try:
        return load_fixture_card(get_db(), FixtureRef(club.id, fixture), today())
    except LookupError:
        abort(404, "There is no such fixture in this club.")


def card_page(
    club: Club,
    season: Season,
    card: FixtureCard,
    side: int | None,
    form: CardForm | None = None,
    **rest: Any,
) -> CardPage:
    """The page of this card for this phone; a captain's phone has its own side's view."""
    team = own_team(get_db(), club.id, card, visitor().device)
    proposal = latest_proposal(get_db(), club.id, card.fixture.id)
    own = card.side_of(team)
    side = side if own is None else own
    if card.fixture.tie:
        rest["round"] = season.round_title(card)
    return CardPage.of(club, visitor(), season, card, side, form, team=team, proposal=proposal, **rest)


@bp.get("/")
@needs("watch")
@cached_page("fixture", by_device=True)
def show(club: Club, fixture: str) -> str:
    """The match card; ``?side=home`` or ``away`` is one captain's view, else both are at this phone."""
    season, card = fixture_card_or_404(club, fixture)
    page = card_page(club, season, card, side_of(request.args.get("side")))
    return render_template("cards/show.html", page=page)


@bp.get("/paper")
@needs("watch")
def paper(club: Club, fixture: str) -> str:
    """The card for the printer, as it stands; ``?blank=yes`` to be filled in by hand."""
    page = card_page(club, *fixture_card_or_404(club, fixture), None)
    return render_template("cards/paper.html", page=page, blank="blank" in request.args)


@bp.post("/boards")
@needs("score")
def save(club: Club, fixture: str) -> Answer:
    """Store what has changed on the card; with ``start`` also begin the match of that board at its table."""
    season, fixture_card = fixture_card_or_404(club, fixture)
    form = CardForm.for_boards_of(fixture_card)
    boards, was = form.boards(), form.was()
    if form.validate() and not form.faults:
        at, key = FixtureRef(club.id, fixture), idempotency_key_of(form.key.data)
        by: dict[str, Any] = {"author": author(club), "secretary": visitor().may("manage")}
        try:
            save_boards(get_db(), at, boards, was=was, idempotency_key=key, **by)
            start = request.form.get("start", "")
            if start.isdigit():
                begin = key._replace(key=f"{key.key}-start")
                match = start_board(get_db(), at, int(start), idempotency_key=begin, **by)
                return redirect(url_for("matches.show", club=club.id, match=match), 303)
            finished = len(boards) == len(fixture_card.boards) and all(board.legs for board in boards)
            return _to_card(club, fixture, form.side.data, "score" if finished else None)
        except MatchCardError as refused:
            form.refuse(refused.faults)
        except KeyReused as error:
            form.refuse(((0, str(error)),))
        except LookupError:
            abort(404, "There is no such board on this card.")
    page = card_page(club, season, fixture_card, side_of(form.side.data), form)
    return render_template("cards/show.html", page=page), 422


@bp.post("/sign")
@needs("score")
def sign_card(club: Club, fixture: str) -> Answer:
    """A captain signs for the card as this page showed it."""
    form = SignForm()
    side = _side_or_404(form.side.data)
    return _act(
        club,
        fixture,
        lambda **by: sign(
            get_db(),
            FixtureRef(club.id, fixture),
            side,
            shown=form.shown.data or "",
            secretary=visitor().may("manage"),
            **by,
        ),
    )


@bp.post("/reopen")
@needs("manage")
def reopen_card(club: Club, fixture: str) -> Answer:
    """The manager unlocks a signed card, with a reason."""
    form = ReasonForm()
    return _act(
        club, fixture, lambda **by: reopen(get_db(), FixtureRef(club.id, fixture), _with_reason(form), **by)
    )


@bp.post("/forfeit")
@needs("manage")
def forfeit_fixture(club: Club, fixture: str) -> Answer:
    """One team does not fulfil the fixture, so the other walks over; or it is to be played after all."""
    form = ReasonForm()
    if form.side.data not in (*SIDE_KEYS, ""):
        abort(404, "A card has two captains: home and away.")
    side = side_of(form.side.data)
    return _act(
        club,
        fixture,
        lambda **by: forfeit(get_db(), FixtureRef(club.id, fixture), side, _with_reason(form), **by),
    )


@bp.post("/draw")
@needs("score")
def draw(club: Club, fixture: str) -> Answer:
    """Draw a tile for who plays on which board."""
    at = FixtureRef(club.id, fixture)
    secretary = visitor().may("manage")
    return _act(club, fixture, lambda **by: draw_boards(get_db(), at, secretary=secretary, **by), show="b1")


def _act(club: Club, fixture: str, act: Callable[..., Any], show: str = "score") -> Answer:
    """Do the act once under the form's key, and show this part of the card; if refused, say why there."""
    season, fixture_card = fixture_card_or_404(club, fixture)
    try:
        act(idempotency_key=ActForm().idempotency_key(), author=author(club))
    except (MatchCardError, KeyReused) as refused:
        typed = clean_name(request.form.get("reason", ""))
        page = card_page(club, season, fixture_card, None, refused=str(refused), reason=typed)
        return render_template("cards/show.html", page=page), 422
    return _to_card(club, fixture, request.form.get("as"), show)


def _with_reason(form: ReasonForm) -> str:
    if not form.validate():
        raise MatchCardError((0, " ".join([*form.key.errors, *form.reason.errors])))
    return str(form.reason.data)


def _side_or_404(word: str | None) -> int:
    side = side_of(word)
    return abort(404, "A card has two captains: home and away.") if side is None else side


def _to_card(club: Club, fixture: str, side: str | None, part: str | None) -> Response:
    """To the card; ``part`` is what of it changed, None to stay at the board that was entered last."""
    kept = side if side in SIDE_KEYS else None
    return redirect(url_for(".show", club=club.id, fixture=fixture, side=kept, _anchor=part), 303)
