"""A small league beside an evening's matches, and who may use each of a league's addresses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from scorekeeper.services.leagues.secretary import draw_up_fixtures
from tests.services.league import EVENING, Secretary
from tests.web.captains import sign
from tests.web.cast import Pub, fresh_key

if TYPE_CHECKING:
    from tests.web.evening import Evening


@dataclass(frozen=True)
class League:
    """A ladder of two players with one fixture of which nothing has been told yet."""

    id: str
    squad: str
    fixture: str
    teams: str


def begin_a_league(pub: Pub, names: tuple[str, str] = ("Ann", "Bob")) -> League:
    with pub.db() as db:
        secretary = Secretary.begin(db, pub.id, "singles", {name: name for name in names}, EVENING)
        draw_up_fixtures(
            db,
            pub.id,
            secretary.season(),
            first=date(2026, 9, 7),
            every=7,
            twice=False,
            free=[],
            author=secretary.author,
        )
        fixture = secretary.fixture_card().fixture
        return League(secretary.league, fixture.home, fixture.id, f"{fixture.home} {fixture.away}")


def _key(_: Evening) -> dict[str, object]:
    return {"key": fresh_key()}


def _rules(evening: Evening) -> dict[str, object]:
    pub = evening.pub
    page = pub.manager.open(f"{pub.home}leagues/{evening.league.id}/rules")
    return {**dict(page.form_with("tie_0").filled(win=3)), "csrf_token": None}


def _team(_: Evening) -> dict[str, object]:
    return {"players": "Zoe"}


def _dates(_: Evening) -> dict[str, object]:
    return {"first": "2026-10-05", "every": 7, "twice": "yes"}


def _fixture(evening: Evening) -> dict[str, object]:
    home, away = evening.league.teams.split()
    return {"round": 7, "home": home, "away": away, "day": "2026-12-01", "stage": "league"}


def _boards(evening: Evening) -> dict[str, object]:
    told = {"b1_was": "|||", "b1_legs": "2-0"}
    return {**_key(evening), "side": "", "teams": evening.league.teams, **told}


def _card(evening: Evening) -> str:
    """The card's address, once all of it has been told."""
    pub = evening.pub
    card = f"{pub.home}leagues/{evening.league.id}/fixtures/{evening.league.fixture}"
    assert pub.manager.post(card, **_boards(evening)).status_code == 303
    return card


def _signature(evening: Evening) -> dict[str, object]:
    forms = evening.pub.manager.open(_card(evening)).forms
    form = next(form for form in forms if form.action.endswith("/sign"))
    return {**dict(form.fields), **_key(evening), "csrf_token": None}


def _reopening(evening: Evening) -> dict[str, object]:
    card = _card(evening)
    assert sign(evening.pub.manager, card).status == 200
    return _reason(evening)


def _preset(evening: Evening) -> dict[str, object]:
    pub = evening.pub
    page = pub.manager.open(f"{pub.home}leagues/new?preset=singles")
    return {**dict(page.form_with("tie_0").filled(name="Summer")), "csrf_token": None}


def _reason(evening: Evening) -> dict[str, object]:
    return {**_key(evening), "side": "home", "reason": "snow"}


# Endpoint, method, role and the answer for who may; then what is sent, and False where nothing is stored.
LEAGUE_ROUTES = {
    ("leagues.index", "GET"): ("watch", 200),
    ("leagues.new", "GET"): ("manage", 200),
    ("leagues.new", "POST"): ("manage", 303, _preset),
    ("leagues.rules", "GET"): ("manage", 200),
    ("leagues.rules", "POST"): ("manage", 303, _rules),
    ("leagues.close", "POST"): ("manage", 303, lambda _: {"closed": "no"}),
    ("leagues.start_next_season", "POST"): ("manage", 303, _key),
    ("leagues.record", "GET"): ("watch", 200),
    ("squads.index", "GET"): ("watch", 200),
    ("squads.index", "POST"): ("manage", 303, _team),
    ("squads.change", "GET"): ("manage", 200),
    ("squads.change", "POST"): ("manage", 303, _team),
    ("squads.withdraw", "POST"): ("manage", 303),
    ("fixtures.index", "GET"): ("watch", 200),
    ("fixtures.draw_up", "GET"): ("manage", 200),
    ("fixtures.draw_up", "POST"): ("manage", 303, _dates),
    ("fixtures.change", "GET"): ("manage", 200),
    ("fixtures.change", "POST"): ("manage", 303, _fixture),
    ("fixtures.drop", "POST"): ("manage", 303),
    ("fixtures.overdue", "GET"): ("watch", 200),
    ("fixtures.feed", "GET"): ("watch", 200),
    ("cards.show", "GET"): ("watch", 200),
    ("cards.save", "POST"): ("score", 303, _boards),
    ("cards.sign_card", "POST"): ("score", 303, _signature),
    ("cards.reopen_card", "POST"): ("manage", 303, _reopening),
    ("cards.forfeit_fixture", "POST"): ("manage", 303, _reason),
    ("cards.draw", "POST"): ("score", 303, _key),
    ("league_tables.show", "GET"): ("watch", 200),
    ("league_tables.players", "GET"): ("watch", 200),
    ("league_tables.pairs", "GET"): ("watch", 200),
    ("league_tables.team", "GET"): ("watch", 200),
    ("league_tables.player", "GET"): ("watch", 200),
    ("league_tables.pair", "GET"): ("watch", 200),
    ("league_tables.sheet", "GET"): ("watch", 200),
    ("league_tables.as_csv", "GET"): ("watch", 200),
}
