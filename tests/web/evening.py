"""An evening at a club and every address of the app, for crawls and for the matrix of roles."""

from dataclasses import dataclass

from flask import Flask

from scorekeeper.store.clubs.access import active_phones
from tests.web.api.acts import API_ACTS
from tests.web.cast import Phone, Pub, fresh_key, record, sit_down, tap
from tests.web.league_evening import LEAGUE_ROUTES, Fields, League, begin_a_league, keyed, sends


@dataclass(frozen=True)
class Evening:
    """A club with a running match of straight dominoes, a finished one of pairs, and who played."""

    pub: Pub
    running: str
    finished: str
    player: str
    team: str
    league: League
    phone: str


def play_an_evening(pub: Pub, names: tuple[str, str, str, str] = ("Ann", "Bob", "Cy", "Di")) -> Evening:
    finished = sit_down(pub, "draw_100", *names, sides="pairs", target=10)
    record(pub, finished, 0, {1: 10, 2: 4, 3: 5})
    running = sit_down(pub, "fives_250", *names[:2])
    tap(pub, running, 0, 15)
    record(pub, running, 0, {1: 14})
    seats = pub.state(finished).match.seats
    assert pub.state(finished).score.finished
    assert seats[0].pair is not None
    league = begin_a_league(pub, names[:2], desk=True)
    pub.phone("score").post(f"{pub.home}settings", name="The snug")
    with pub.db() as db:
        phone = next(known.id for known in active_phones(db, pub.id) if known.nickname == "The snug")
    return Evening(pub, running, finished, seats[0].player, seats[0].pair, league, phone)


_NAME = sends(name="Zoe")
_UNDO = keyed(standing=2)


def _match(evening: Evening) -> dict[str, object]:
    form = evening.pub.manager.open(f"{evening.pub.home}matches/new?game=block").form_with("seat_0")
    return {**dict(form.filled(seat_0="Ann", seat_1="Bob")), "key": fresh_key()}


@dataclass(frozen=True)
class Route:
    """The role a route needs, its answer then, what is sent, and whether that is stored."""

    role: str | None
    status: int
    fields: Fields = lambda _: {}
    stores: bool = True


# Every route. One that is missing here fails the tests: say who may use it.
ROUTES = {
    ("static", "GET"): Route(None, 200),
    ("health.alive", "GET"): Route(None, 200),
    ("health.ready", "GET"): Route(None, 200),
    ("pwa.worker", "GET"): Route(None, 200),
    ("pwa.offline", "GET"): Route(None, 200),
    ("pwa.manifest", "GET"): Route(None, 200),
    ("privacy.policy", "GET"): Route(None, 200),
    ("privacy.trashed", "GET"): Route(None, 404),
    ("privacy.restore", "POST"): Route(None, 404, stores=False),
    ("privacy.data", "GET"): Route("manage", 200),
    ("privacy.export", "GET"): Route("manage", 200),
    ("copies.index", "GET"): Route("manage", 200),
    ("copies.show", "GET"): Route("manage", 404),
    ("copies.put_back", "POST"): Route("manage", 404, stores=False),
    ("privacy.forget", "POST"): Route("manage", 303, lambda evening: {"player": evening.player}),
    ("privacy.delete", "POST"): Route("manage", 303, sends(name="The Crown")),
    ("clubs.home", "GET"): Route(None, 200),
    ("clubs.choose", "GET"): Route(None, 200),
    ("operate.show", "GET"): Route(None, 404),
    ("operate.enter", "POST"): Route(None, 404, stores=False),
    ("operate.sign_out", "POST"): Route(None, 404, stores=False),
    ("operate.copies", "GET"): Route(None, 404),
    ("operate.put_back", "POST"): Route(None, 404, stores=False),
    ("operate.go_on", "POST"): Route(None, 404, stores=False),
    ("operate.read_only", "POST"): Route(None, 404, stores=False),
    ("operate.read_metrics", "GET"): Route(None, 404),
    ("clubs.open_new", "POST"): Route(None, 404, stores=False),
    ("clubs.start", "GET"): Route(None, 404),
    ("clubs.start", "POST"): Route(None, 404, stores=False),
    ("clubs.join", "GET"): Route(None, 404),
    ("clubs.leave", "POST"): Route(None, 303, stores=False),
    ("clubs.show", "GET"): Route("watch", 200),
    ("clubs.settings", "GET"): Route("watch", 200),
    ("clubs.name_phone", "POST"): Route("score", 303, _NAME),
    ("clubs.rename", "POST"): Route("manage", 303, _NAME),
    ("clubs.set_word", "POST"): Route("manage", 303, sends(word="dominoed")),
    ("clubs.watching", "POST"): Route("manage", 303, sends(anyone="no")),
    ("clubs.revoke", "POST"): Route("manage", 303),
    ("phones.end", "POST"): Route("manage", 303),
    ("phones.reset", "POST"): Route("manage", 303),
    ("clubs.qr", "GET"): Route("manage", 200),
    ("evenings.show", "GET"): Route("watch", 200),
    ("players.table", "GET"): Route("watch", 200),
    ("players.index", "GET"): Route("watch", 200),
    ("players.show", "GET"): Route("watch", 200),
    ("players.rename", "POST"): Route("score", 303, _NAME),
    ("players.team", "GET"): Route("watch", 200),
    ("players.name_pair", "POST"): Route("score", 303, _NAME),
    ("matches.new", "GET"): Route("score", 200),
    ("matches.new", "POST"): Route("score", 303, _match),
    ("matches.show", "GET"): Route("watch", 200),
    ("displays.show", "GET"): Route("watch", 200),
    ("draws.show_lead", "GET"): Route("watch", 404),
    ("draws.show_seats", "GET"): Route("watch", 404),
    ("draws.repeat", "POST"): Route("score", 404, stores=False),
    ("device_name.answer", "POST"): Route("score", 303, sends(phone_name="Bar")),
    ("matches.state", "GET"): Route("watch", 200),
    # The API takes no cookies, so it is closed to all of these phones.
    ("api.description", "GET"): Route(None, 200),
    ("api.club", "GET"): Route(None, 401),
    ("api.matches", "GET"): Route(None, 401),
    ("api.match", "GET"): Route(None, 401),
    ("api.table", "GET"): Route(None, 401),
    # The camera is off, and these pages exist only inside a phone's app.
    ("camera.read", "POST"): Route(None, 404, stores=False),
    ("camera.into_hand", "POST"): Route(None, 404, stores=False),
    ("camera.into_round", "POST"): Route(None, 404, stores=False),
    ("hand_over.show", "GET"): Route(None, 404),
    ("hand_over.file", "GET"): Route(None, 404),
    ("hand_over.received", "POST"): Route(None, 404, stores=False),
    ("hand_over.at_home", "POST"): Route(None, 404, stores=False),
    ("hand_over.remove", "POST"): Route(None, 404, stores=False),
    ("hand_over.come", "GET"): Route(None, 404),
    ("hand_over.come_along", "POST"): Route(None, 404, stores=False),
    ("pocket_files.serve", "GET"): Route(None, 404),
    ("bundles.show", "GET"): Route(None, 200),
    ("take_in.whole_club", "GET"): Route("score", 200),
    ("take_in.form", "GET"): Route("score", 200),
    ("take_in.take", "POST"): Route("score", 422, stores=False),
    ("matches.change", "GET"): Route("score", 200),
    ("matches.change", "POST"): Route("score", 409, stores=False),
    ("matches.undo_change", "POST"): Route("score", 409, keyed(), stores=False),
    ("players.same_person", "GET"): Route("score", 200),
    ("players.merge", "POST"): Route("score", 422, stores=False),
    ("players.delete", "POST"): Route("score", 409, stores=False),
    ("rounds.redo", "POST"): Route("score", 409, _UNDO, stores=False),
    **{(endpoint, "POST"): Route(None, 401, stores=False) for endpoint in API_ACTS},
    ("hands.report", "GET"): Route("score", 200),
    ("hands.report", "POST"): Route("score", 303, keyed(round=2, seat=0, pips=12)),
    ("hands.reported", "GET"): Route("score", 200),
    ("displays.join", "GET"): Route(None, 404),
    ("displays.code", "GET"): Route("watch", 200),
    ("displays.qr", "GET"): Route("watch", 200),
    ("displays.match", "GET"): Route("watch", 200),
    ("displays.match_state", "GET"): Route("watch", 200),
    ("pins.ask", "GET"): Route(None, 404),
    ("pins.enter", "POST"): Route(None, 404, stores=False),
    ("pins.settings", "GET"): Route("manage", 200),
    ("pins.settings", "POST"): Route("manage", 303, sends(act="set", pin="271828")),
    ("displays.results", "GET"): Route("watch", 200),
    ("displays.tv", "GET"): Route("watch", 200),
    ("displays.tv_state", "GET"): Route("watch", 200),
    ("displays.club_code", "GET"): Route("watch", 200),
    ("displays.revoke", "POST"): Route("score", 303),
    ("matches.rematch", "POST"): Route("score", 303, keyed()),
    ("matches.abandon_form", "GET"): Route("score", 200),
    ("matches.abandon", "POST"): Route("score", 303, keyed()),
    ("rounds.new", "GET"): Route("score", 200),
    ("rounds.save", "POST"): Route("score", 303, keyed(round=2, out=1, pips_0=20)),
    ("rounds.correct", "GET"): Route("score", 200),
    ("rounds.correct", "POST"): Route("score", 303, keyed(round=1, standing=2, out=1, pips_0=20)),
    ("rounds.undo", "POST"): Route("score", 303, _UNDO),
    ("rounds.remove", "POST"): Route("score", 303, _UNDO),
    ("rounds.delete", "POST"): Route("score", 303, keyed()),
    ("plays.save", "POST"): Route("score", 303, keyed(round=2, seen=2, side=0, points=5)),
    ("plays.penalise", "GET"): Route("score", 200),
    ("plays.penalise", "POST"): Route(
        "score", 303, keyed(round=2, seen=2, side=0, points=5, way="back", reason="a wrong knock")
    ),
    ("plays.of_round", "GET"): Route("score", 200),
    ("plays.of_round", "POST"): Route("score", 303, keyed(round=1, seen=2, side=0, points=5)),
    ("plays.change", "GET"): Route("score", 200),
    ("plays.change", "POST"): Route("score", 303, keyed(round=1, seen=2, standing=1, side=0, points=10)),
    **{row: Route(*rest) for row, rest in LEAGUE_ROUTES.items()},
}


def routes_of(app: Flask) -> set[tuple[str, str]]:
    """Every route the app has, by endpoint and method."""
    return {
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def address(evening: Evening, endpoint: str) -> str:
    """The address of this endpoint for something that exists this evening."""
    values: dict[str, object] = {
        "club": evening.pub.id,
        "match": evening.running,
        "player": evening.player,
        "pair": evening.team,
        "phone": evening.phone,
        "original": 1 if endpoint.startswith("plays.") else 2,
        "number": 1,
        "role": "score",
        "way": "keys",
        "secret": "none",
        "screen": "table",
        "filename": "css/base.css",
        "name": "club.js",
        "league": evening.league.id,
        "squad": evening.league.squad,
        "fixture": evening.league.fixture,
        "adjustment": evening.league.adjustment,
        "day": "2026-12-25",
        "board": 1,
        "proposal": "none",
        "kind": "table",
        "one": evening.player,
        "other": evening.player,
    }
    app = evening.pub.app
    (rule, *_) = app.url_map.iter_rules(endpoint)
    with app.test_request_context():
        return app.url_for(endpoint, **{name: values[name] for name in rule.arguments})


def pages(evening: Evening) -> list[str]:
    """Every address that can be read as text, and some variants of it."""
    home = evening.pub.home
    seen = [endpoint for endpoint, method in ROUTES if method == "GET" and not endpoint.startswith("api")]
    looks = [address(evening, endpoint) for endpoint in seen]
    return [
        *(look for look in looks if not look.endswith(".png")),
        f"{home}table?family=draw",
        f"{home}matches/new?choose=",
        f"{home}matches/new?game=fives_250",
        evening.pub.at(evening.finished),
        evening.pub.at(evening.running, "?way=ends"),
        evening.pub.at(evening.running, "?way=tiles"),
        evening.pub.at(evening.running, "/rounds/new?out=0"),
        evening.pub.at(evening.running, "/rounds/new?out=blocked"),
    ]


def outsider(app: Flask, open_club: Pub) -> Phone:
    """A phone without any link that has seen a club open to watchers."""
    phone = Phone(app)
    phone.open(f"{open_club.home}settings")
    return phone
