"""What other programs may start and set up: a match, its rematch, who sits at it and by which game.

It is read into the page's form, with the same checks.
"""

from typing import Any

from flask import Blueprint, Response, jsonify, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.presets import BY_KEY
from scorekeeper.rules.cards.rule_card import MOST_SEATS, RuleCard
from scorekeeper.services.gate import IdempotencyKey
from scorekeeper.services.matches.changing import change_setup
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.starting import MatchSetup, rematch, start_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.parsing import MOST_SIGNS, JsonFields, Unreadable, idempotency_key, read_body
from scorekeeper.web.api.refusals import found
from scorekeeper.web.auth.access import asks
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import problem
from scorekeeper.web.matches.forms import BY_LOT, BY_RULE, DRAWN, TYPED, SetupForm, house_rules, setup_values

bp = Blueprint("api_starts", __name__, url_prefix=f"{PREFIX}/matches")


@bp.post("")
@with_token("score", takes="NewMatch", answers="Started", status=(201,), keyed=True)
def start(club: Club) -> Response:
    """A new match by a preset and its house rules; new players are created."""
    body = read_body(*SETUP)
    key = idempotency_key(body)
    return _started(club, start_match(asks(club, key), "", read_setup(body)).answer, key)


@bp.post("/<match>/rematch")
@with_token("score", answers="Started", status=(201,), keyed=True)
def start_rematch(club: Club, match: str) -> Response:
    """The same people, seats and rule card once more."""
    body = read_body()
    key = idempotency_key(body)
    body.verify()
    return _started(club, rematch(asks(club, key), match).answer, key)


@bp.post("/<match>/setup")
@with_token("score", takes="Setup", keyed=True)
def set_up(club: Club, match: str) -> Response:
    """Other players, partners, rules or another game for a match that has begun; what was entered stays."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body("seen", *SETUP)
    seen = body.whole("seen", needed=True) or 0
    setup = read_setup(body, state.card)
    key = idempotency_key(body)
    return jsonify(id=change_setup(asks(club, key), match, setup, seen=seen).answer or match)


def _started(club: Club, match: str, key: IdempotencyKey) -> Response:
    answer = jsonify(id=match, key=key.key, location=url_for("matches.show", club=club.id, match=match))
    answer.status_code = 201
    return answer


SETUP = ("game", "players", "pairs", "first_leader", "by_lot", "draw_seats", "rules")
_LENGTHS = ("target", "legs", "match_games", "deal")  # whole numbers, each with its bounds in the form
# What the form's fields are called here.
_FIELDS = {"sides": "pairs", "leader": "first_leader", "seating": "draw_seats"}


def read_setup(body: JsonFields, as_it_is: RuleCard | None = None) -> MatchSetup:
    """The match that was asked for: a preset's card, or the one that is played already, with house rules.

    Raises ``Unreadable`` with everything that is wrong.
    """
    if as_it_is is None or "game" in body.values:
        game = body.one_of("game", tuple(BY_KEY))
        body.verify()
        as_it_is = BY_KEY[game].card
    names = body.texts("players", MOST_SEATS, MOST_SIGNS)
    leader, by_lot = body.whole("first_leader", 0, MOST_SEATS - 1), body.flag("by_lot")
    if leader is not None and by_lot:
        body.faults["by_lot"] = ["Either first_leader or by_lot."]
    typed = {
        "sides": "pairs" if body.flag("pairs") else "singles",
        "leader": BY_LOT if by_lot else BY_RULE if leader is None else str(leader),
        "seating": DRAWN if body.flag("draw_seats") else TYPED,
        **{f"seat_{n}": name for n, name in enumerate(names)},
        **_rules(body, as_it_is.game),
    }
    body.verify()
    return _valid(as_it_is, typed).setup()


def _valid(card: RuleCard, typed: dict[str, str]) -> SetupForm:
    before = {name: value for name, value in setup_values(card).items() if value is not None}
    form = SetupForm.for_card(card, formdata=MultiDict({**before, **typed}))
    if not form.validate():
        errors: dict[str, list[str]] = {}
        for name, sentences in form.errors.items():
            field = "players" if name.startswith("seat_") else _FIELDS.get(name, "rules")
            errors.setdefault(field, []).extend(map(str, sentences))
        raise Unreadable(problem(422, next(iter(errors.values()))[0], "form", errors=errors))
    return form


def _rules(body: JsonFields, game: Game) -> dict[str, str]:
    """The house rules that were sent, as the page's form sends them."""
    options = {option.key: option for option in house_rules(game)}
    typed: dict[str, str] = {}
    for name, value in body.part("rules").items():
        sent = int(value) if isinstance(value, float) and value.is_integer() else value
        if name in _LENGTHS:
            good, may_be = type(sent) is int and sent >= 0, "a whole number"
        elif name in options:
            known: list[Any] = options[name].values
            good = any(type(one) is type(sent) and one == sent for one in known)
            may_be = f"one of {', '.join(map(str, known))}"
        else:
            good, may_be = False, "not a rule of this game"
        if good:
            typed[name] = str(sent)
        else:
            body.faults.setdefault("rules", []).append(f"{name}: {may_be}.")
    return typed
