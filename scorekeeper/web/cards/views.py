"""Cards: the boards of a fixture's card, entered by captains, scored live, signed, opened again."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.cards import card_commands
from scorekeeper.services.cards.board_commands import draw_boards, rule_ineligible, sign_on, start_board
from scorekeeper.services.cards.card_commands import CARD, MatchCardError
from scorekeeper.services.gate import Ask, Declared, KeyReused
from scorekeeper.services.leagues.captains import own_team
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.seasons import CardOf, LeagueError, open_county
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.captains import last_proposal
from scorekeeper.web.api.requests import idempotency_key, read_body, verify, with_token
from scorekeeper.web.api.schemas import SCHEMAS
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.cards import forms
from scorekeeper.web.cards.page import CardPage
from scorekeeper.web.doors import CARDS, Answer, Door, page_at
from scorekeeper.web.forms import ActForm, PageForm, idempotency_key_of
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("cards", __name__, url_prefix="/c/<club>/fixtures/<fixture>")


def _busy(club: Club, card: FixtureCard, day: str) -> list[str]:
    """The teams of this card that have another match on this day, whatever they play in."""

    def playing(team: str) -> set[str]:
        matches = open_county(get_db(), club.id, today(), team).on(date.fromisoformat(day))
        return {one.card.fixture.id for one in matches if team in one.card.facts.teams}

    return [team.name for team in card.teams if playing(team.id) - {card.fixture.id}]


def card_page(club: Club, found: CardOf, side: int | None, **sent: Any) -> CardPage:
    season, card = found
    team = own_team(get_db(), club.id, season.league.id, visitor().device, card.facts.teams)
    proposal = last_proposal(get_db(), club.id, card.fixture.id)
    own = card.side_of(team)
    shown: dict[str, Any] = {
        "busy": _busy(club, card, proposal.day) if proposal and not proposal.answer else [],
        "proposing": forms.ProposalForm(formdata=None, data={"starts": card.fixture.starts}),
    }
    side = side if own is None else own
    card = card.whole if visitor().may("manage") else card.shown_to(own)
    if form := sent.get("form"):
        form.card = card
    return CardPage(season, card, side, team, proposal, **shown | sent)


@page_at(bp, "/", role="watch", of=CARD, kept="fixture", by_device=True)
def show(club: Club, found: CardOf) -> str:
    """The match card; ``?side=home`` or ``away`` is one captain's view, else both are at this phone."""
    page = card_page(club, found, forms.side_of(request.args.get("side")))
    return render_template("cards/show.html", page=page)


@page_at(bp, "/paper", role="watch", of=CARD)
def paper(club: Club, found: CardOf) -> str:
    """The card for the printer, as it stands; ``?blank=yes`` to be filled in by hand."""
    page = replace(card_page(club, found, None), card=found.card)  # it lies about
    return render_template("cards/paper.html", page=page, blank="blank" in request.args)


@bp.post("/boards")
@needs("score", CARD)
def save(club: Club, found: CardOf) -> Answer:
    """Store what has changed on the card, then do what was asked for with it.

    ``start`` begins the match of that board at its table, ``draw`` draws who plays where, ``sign`` signs for
    that side where nothing has changed since the card was ``shown``, and a new player's name signs them on.
    """
    form, fixture = forms.CardForm.for_boards_of(found.card), found.card.fixture.id
    boards, said = form.boards, request.form
    if form.validate() and not boards.faults:
        key = idempotency_key_of(form.key.data)

        def also(act: str) -> Ask:
            return asks(club, key._replace(key=f"{key.key}-{act}"))

        try:
            if boards.entered != boards.was:
                boards.save(asks(club, key), fixture)
            for side, new in enumerate((form.home_player, form.away_player)):
                try:
                    if new.said:
                        sign_on(also(f"sign-on-{side}"), fixture, side, new.said)
                except LeagueError as refused:
                    new.errors = [str(refused)]
            if not form.errors:
                start = said.get("start", type=int)
                if start is not None:
                    match = start_board(also(f"start-{start}"), fixture, start).answer
                    return redirect(url_for("matches.show", match=match), 303)
                if "draw" in said:
                    draw_boards(also("draw"), fixture)
                    return redirect(_card_at(form.side.data, "b1"), 303)
                if (signs := forms.side_of(said.get("sign"))) is not None:
                    card_commands.sign(also(f"sign-{signs}"), fixture, signs, shown=said.get("shown", ""))
                    return redirect(_card_at(form.side.data, "score"), 303)
                played = [board.legs for board in boards.entered]
                finished = len(played) == len(found.card.boards) and all(played)
                return redirect(_card_at(form.side.data, "score" if finished else None), 303)
        except MatchCardError as refused:
            boards.refuse(refused.faults)
        except KeyReused as error:
            boards.refuse([(0, str(error))])
    found = CARD.read(asks(club), fixture)
    page = card_page(club, found, forms.side_of(form.side.data), form=form)
    return render_template("cards/show.html", page=page), 422


def _card_at(side: str | None, part: str | None) -> str:
    """The card; ``part`` is what of it changed, None to stay at the board that was entered last."""
    kept = side if side in forms.SIDE_KEYS else None
    return url_for(".show", side=kept, _anchor=part)


def _refused(club: Club, found: CardOf, form: PageForm, **_: str) -> str:
    words = " ".join(error for field in form for error in field.errors)
    rest: dict[str, Any] = {"reason": form.reason.data or ""} if isinstance(form, forms.ReasonForm) else {}
    if isinstance(form, forms.ProposalForm):
        rest = {"proposing": form}
    return render_template("cards/show.html", page=card_page(club, found, None, refused=words, **rest))


def _served(
    act: Declared[Any, ..., Any],
    rule: str,
    name: str,
    form: type[PageForm] = ActForm,
    to: Callable[[Any], str] = lambda _: _card_at(request.form.get("as"), "score"),
) -> None:
    """Serve the act on a card to the page, which shows what of it changed, and to programs."""
    door = Door(act, form=form, page=_refused, to=to)
    door.serve(page=(bp, rule, name), api=(CARDS, rule.rstrip("/"), name))


_served(card_commands.reopen, "/reopen", "reopen_card", forms.ReasonForm)
_served(card_commands.forfeit, "/forfeit", "forfeit_fixture", forms.ForfeitForm)
_served(rule_ineligible, "/ineligible", "rule_ineligible", forms.IneligibleForm)
_served(card_commands.protest, "/protest", "protest_against", forms.ForfeitForm)
_served(
    card_commands.name_best_player,
    "/best-player",
    "name_best_player",
    forms.BestPlayerForm,
    lambda _: _card_at(None, None),
)
_served(card_commands.propose_day, "/proposals/", "propose", forms.ProposalForm)
_served(card_commands.answer_day, "/proposals/<proposal>", "reply", forms.AnswerForm)
Door(card_commands.sign, form=forms.SignForm).serve(api=(CARDS, "/sign", "sign_card"))
Door(draw_boards, form=ActForm).serve(api=(CARDS, "/draw", "draw"))
Door(sign_on, form=forms.SignOnForm).serve(api=(CARDS, "/players", "sign_on"))


@CARDS.post("/boards", endpoint="save")
@with_token("score", takes="Boards", keyed=True, of=CARD)
def save_by_program(club: Club, found: CardOf) -> Response:
    """What has changed of these boards since they were as ``was``; nothing where another was faster."""
    said = read_body(SCHEMAS["Boards"])
    boards = forms.Boards(said["boards"], forms.side_of(said.get("side")))
    wrong = [words for found in boards.faults.values() for words in found]
    verify({"boards": wrong} if wrong else {})
    key, fixture = idempotency_key(), found.card.fixture.id
    boards.save(asks(club, key), fixture)
    return jsonify(id=fixture, key=key.key)


@CARDS.post("/boards/<int:board>/start", endpoint="start")
@with_token("score", keyed=True, of=CARD)
def start_by_program(club: Club, found: CardOf, board: int) -> Response:
    """Start the match of this board at its table; ``match`` is its id, also if it runs already."""
    read_body(SCHEMAS["Nothing"])
    key, fixture = idempotency_key(), found.card.fixture.id
    match = start_board(asks(club, key), fixture, board).answer
    return jsonify(id=fixture, key=key.key, match=match)
