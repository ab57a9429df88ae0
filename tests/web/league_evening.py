"""A small league beside an evening's matches, and who may use each of a league's addresses."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from scorekeeper.services.leagues.fixture_commands import keep_free
from scorekeeper.services.leagues.season_commands import adjust_points
from tests.services.league import EVENING, Secretary
from tests.web.captains import enter_card, select, sign, signing, teams_of
from tests.web.cast import Pub, fresh_key

if TYPE_CHECKING:
    from tests.web.evening import Evening


Fields = Callable[[Any], dict[str, object]]


def sends(**fields: object) -> Fields:
    """What a form of these fields sends."""
    return lambda _: fields


def keyed(**fields: object) -> Fields:
    """The same under a new key."""
    return lambda _: {"key": fresh_key(), **fields}


@dataclass(frozen=True)
class League:
    """A ladder of two players with one fixture of which nothing has been entered yet."""

    id: str
    squad: str
    fixture: str
    teams: str
    adjustment: str = ""


def begin_a_league(pub: Pub, names: tuple[str, str] = ("Ann", "Bob"), *, desk: bool = False) -> League:
    """Begin it; with ``desk`` the secretary has also given points and kept a day free."""
    with pub.db() as db:
        secretary = Secretary.begin(db, pub.id, "singles", {name: name for name in names}, EVENING)
        secretary.draw_up(date(2026, 9, 7), twice=False)
        fixture = secretary.card().fixture
        adjustment = _work_at_the_desk(secretary, fixture.home) if desk else ""
        teams = f"{fixture.home} {fixture.away}"
        return League(secretary.league, fixture.home, fixture.id, teams, adjustment)


def _work_at_the_desk(secretary: Secretary, squad: str) -> str:
    """Give a team a point and keep Christmas free; returns the adjustment's id."""
    adjust_points(secretary.ask, secretary.league, squad, 1, "brought the tiles")
    keep_free(secretary.ask, secretary.league, [date(2026, 12, 25)])
    return secretary.season().adjustments[0].id


def seats_of(pub: Pub, card: str) -> dict[str, str]:
    """The only player of each team at the card's only board."""
    page = pub.manager.open(card)
    home, away = (select(page, f"Board 1, {name}")[1][0] for name in teams_of(page))
    return {"b1_home_0": home, "b1_away_0": away}


def start_board(pub: Pub) -> tuple[League, str, str]:
    """A league of Ann and Bob, its card, and the match that scores its only board live."""
    league = begin_a_league(pub)
    card = f"{pub.home}fixtures/{league.fixture}/"
    page = enter_card(pub.manager, card, **seats_of(pub, card), start=1)
    return league, card, page.path.rsplit("/", 1)[1]


def _points(evening: "Evening") -> dict[str, object]:
    return {"key": fresh_key(), "squad": evening.league.squad, "way": "take", "points": 1, "reason": "late"}


def _rules(evening: "Evening") -> dict[str, object]:
    pub = evening.pub
    page = pub.manager.open(f"{pub.home}leagues/{evening.league.id}/rules")
    return dict(page.form_with("tie_0").filled(win=3))


def _fixture(evening: "Evening") -> dict[str, object]:
    home, away = evening.league.teams.split()
    return {"round": 7, "home": home, "away": away, "day": "2026-12-01", "stage": "league"}


def _boards(evening: "Evening") -> dict[str, object]:
    entered = {"b1_was": "|||", "b1_legs": "2-0"}
    return {"key": fresh_key(), "side": "", "teams": evening.league.teams, **entered}


def _card(evening: "Evening") -> str:
    """The card's address, once all of it has been entered."""
    pub = evening.pub
    card = f"{pub.home}fixtures/{evening.league.fixture}"
    if not signing(pub.manager.open(card)):
        page = enter_card(pub.manager, card, b1_legs="2-0")
        assert page.status == 200, page.text
    return card


def _reopening(evening: "Evening") -> dict[str, object]:
    card = _card(evening)
    assert sign(evening.pub.manager, card).status == 200
    return {"key": fresh_key(), "side": "home", "reason": "snow"}


def _preset(evening: "Evening") -> dict[str, object]:
    pub = evening.pub
    page = pub.manager.open(f"{pub.home}leagues/new?preset=singles")
    return dict(page.form_with("tie_0").filled(name="Summer"))


_REASON = keyed(side="home", reason="snow")
_READ = ("seasons", "season", "league_table", "fixtures", "cup", "ladder", "fixture")
# Endpoint, method, role, and the answer for that role; then what is sent, and False where nothing is stored.
LEAGUE_ROUTES = {
    ("leagues.index", "GET"): ("watch", 200),
    ("leagues.new", "GET"): ("manage", 200),
    ("leagues.new", "POST"): ("manage", 303, _preset),
    ("leagues.rules", "GET"): ("manage", 200),
    ("leagues.change_rules", "POST"): ("manage", 303, _rules),
    ("spreadsheets.take", "GET"): ("manage", 200),
    ("spreadsheets.take", "POST"): ("manage", 303, sends(act="store", sheet="team,players\nBell,Zoe")),
    ("leagues.close", "POST"): ("manage", 303, sends(archived="yes")),
    ("leagues.delete", "POST"): ("manage", 422, keyed(), False),  # points were given
    ("leagues.start_next_season", "POST"): ("manage", 303, keyed(season="2027–28")),
    ("leagues.record", "GET"): ("watch", 200),
    ("leagues.desk", "GET"): ("watch", 200),
    ("leagues.end", "GET"): ("watch", 200),
    ("leagues.divisions", "GET"): ("watch", 200),
    ("leagues.start_division", "POST"): (
        "manage",
        422,
        keyed(division="Two"),
        False,
    ),  # its teams play in no division
    ("leagues.put_above", "POST"): ("manage", 422, sends(above="none"), False),
    ("county.desk", "GET"): ("watch", 200),
    ("county.register", "GET"): ("watch", 200),
    ("county.captains", "GET"): ("manage", 200),
    ("county.make_all", "POST"): ("manage", 303, sends(), False),  # no team plays here
    ("county.code", "GET"): ("manage", 404),  # the evening's team has no link yet
    ("reminders.show", "GET"): (None, 404),  # no mail server is named
    ("reminders.save", "POST"): (None, 404, sends(address="ann@example.org"), False),
    ("reminders.followed", "GET"): (None, 404),
    ("reminders.answer", "POST"): (None, 404, keyed(), False),
    ("leagues.begin", "POST"): ("manage", 303, keyed(season="2027–28", count=0, confirmed="")),
    ("leagues.honours", "GET"): ("watch", 200),
    ("cups.show", "GET"): ("watch", 200),
    ("cups.draw", "POST"): ("manage", 422, keyed(), False),  # the evening's league is no knockout
    ("cups.set_round", "POST"): ("manage", 422, keyed(), False),
    ("cups.draw_all_groups", "POST"): ("manage", 422, sends(first="2026-10-05", every=7, twice="yes"), False),
    ("ladders.show_ladder", "GET"): ("watch", 200),
    ("ladders.add", "POST"): ("score", 422, sends(day="2027-05-01"), False),  # nor is it a ladder
    ("ladders.order", "POST"): ("manage", 422, keyed(), False),
    ("adjustments.handicaps", "GET"): ("manage", 200),
    ("adjustments.handicaps", "POST"): ("manage", 422, keyed(), False),  # nobody has one here
    ("cups.show_finals", "GET"): ("watch", 200),
    ("cups.set_all", "POST"): ("manage", 422, sends(day="2027-05-01"), False),  # there is no final
    ("embed.table", "GET"): ("watch", 200),
    ("squads.renew", "POST"): ("manage", 303),
    ("captains.join", "GET"): (None, 404),
    ("captains.accept", "POST"): (None, 404, keyed(), False),
    ("squads.guard", "POST"): ("manage", 303, sends(act="set", pin="204060")),
    ("cards.name_best_player", "POST"): ("score", 422, sends(side="home"), False),  # none here
    ("cards.propose", "POST"): ("score", 303, keyed(side="home", day="2099-01-01")),
    ("cards.reply", "POST"): ("score", 404, sends(answer="declined"), False),  # to nothing
    ("cards.paper", "GET"): ("watch", 200),
    **{(f"api.{name}", "GET"): (None, 401) for name in _READ},
    ("adjustments.index", "GET"): ("watch", 200),
    ("adjustments.add", "POST"): ("manage", 303, _points),
    ("adjustments.waive", "POST"): ("manage", 422, _REASON, False),  # no card of the evening is late
    ("adjustments.undo", "POST"): ("manage", 303, _REASON),
    ("squads.follow", "POST"): ("score", 303),
    ("fixtures.planning", "GET"): ("manage", 200),
    ("fixtures.keep_days_free", "POST"): ("manage", 303, sends(days="2026-12-26")),
    ("fixtures.drop_free", "POST"): ("manage", 303),
    ("fixtures.push", "POST"): ("manage", 303, sends(start="2026-09-01", days=7, reason="snow")),
    ("squads.index", "GET"): ("watch", 200),
    ("squads.enter", "POST"): ("manage", 303, sends(players="Zoe")),
    ("squads.change", "GET"): ("manage", 200),
    ("squads.save", "POST"): ("manage", 303, sends(players="Zoe")),
    ("squads.enter_known", "POST"): ("manage", 303, lambda evening: {"teams": evening.league.squad}, False),
    ("squads.draw_up_late", "POST"): ("manage", 303, sends(), False),  # it has fixtures
    ("squads.withdraw", "POST"): ("manage", 303, keyed(side="home", reason="snow", withdrawn="yes")),
    ("fixtures.index", "GET"): ("watch", 200),
    ("fixtures.draw_up", "GET"): ("manage", 200),
    ("fixtures.draw_up_all", "POST"): ("manage", 303, sends(first="2026-10-05", every=7, twice="yes")),
    ("fixtures.change", "GET"): ("manage", 200),
    ("fixtures.move", "POST"): ("manage", 303, _fixture),
    ("fixtures.add", "POST"): ("manage", 303, lambda evening: {**_fixture(evening), "round": 8}),
    ("fixtures.drop", "POST"): ("manage", 303),
    ("fixtures.overdue", "GET"): ("watch", 200),
    ("fixtures.paper", "GET"): ("watch", 200),
    ("fixtures.feed", "GET"): ("watch", 200),
    ("cards.show", "GET"): ("watch", 200),
    ("cards.save", "POST"): ("score", 303, _boards),
    ("cards.reopen_card", "POST"): ("manage", 303, _reopening),
    ("cards.forfeit_fixture", "POST"): ("manage", 303, _REASON),
    ("cards.rule_ineligible", "POST"): ("manage", 422, _REASON, False),  # nobody is named
    ("cards.protest_against", "POST"): ("score", 422, _REASON, False),  # it has not been signed
    ("league_tables.show", "GET"): ("watch", 200),
    ("league_tables.players", "GET"): ("watch", 200),
    ("league_tables.pairs", "GET"): ("watch", 200),
    ("league_tables.team", "GET"): ("watch", 200),
    ("league_tables.entrant", "GET"): ("watch", 200),
    ("league_tables.sheet", "GET"): ("watch", 200),
    ("league_tables.as_csv", "GET"): ("watch", 200),
}
