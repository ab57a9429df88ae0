"""What other programs may read: a club with its matches and its table, its leagues with their cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, jsonify, request

from scorekeeper.rules.games.describe import card_sentence
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.services.cards.card_commands import CARD
from scorekeeper.services.clubs.club_results import club_record
from scorekeeper.services.leagues.cups import groups_of
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.ladders import Ladder
from scorekeeper.services.leagues.season import CupTie, Season
from scorekeeper.services.leagues.seasons import SEASON, CardOf
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.captains import last_proposal
from scorekeeper.store.leagues.leagues import League, leagues
from scorekeeper.store.matches.match_events import MatchEvent, Penalty, Play, RoundEnd
from scorekeeper.web.api.requests import PREFIX, settings_of, with_token
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.cards.forms import SIDE_KEYS, as_read
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import problem
from scorekeeper.web.leagues.forms import RulesForm
from scorekeeper.web.leagues.views import typed_from

bp = Blueprint("api", __name__)

_MOST = 100
_LEAGUE = f"{PREFIX}/leagues/<league>"
Read = dict[str, Any]


def _of(source: object, names: str) -> Read:
    """What this has under these names, as programs read it."""
    return {name: getattr(source, name) for name in names.split()}


@bp.get(PREFIX)
@with_token("watch", answers="Club")
def club(club: Club) -> Response:
    """The club, with the role that the token grants."""
    return jsonify(**_of(club, "id name version"), role=visitor().role)


@bp.get(f"{PREFIX}/matches")
@with_token("watch", "limit", answers="Matches")
def matches(club: Club) -> Response:
    """The newest matches, as many as asked for."""
    limit = request.args.get("limit", "20")
    if not (
        limit.isascii() and limit.isdigit() and len(limit) <= len(str(_MOST)) and 1 <= int(limit) <= _MOST
    ):
        return problem(422, f"limit is a whole number from 1 to {_MOST}.", "form")
    with club_record(get_db(), club.id) as known:
        lines = known.newest_first[: int(limit)]
        said = "game sides score running winner"
        return jsonify(matches=[_of(line.match, "id started_at") | _of(line, said) for line in lines])


@bp.get(f"{PREFIX}/matches/<match>")
@with_token("watch", answers="Match", of=MATCH)
def match(_: Club, state: MatchState) -> Response:
    """One match with its rounds; 404 where the club has no such match."""
    return jsonify(_match(state))


@bp.get(f"{PREFIX}/table")
@with_token("watch", "game", answers="Table")
def table(club: Club) -> Response:
    """The running table of all games, or of one game; players and pairs have each their own."""
    game = request.args.get("game")
    if game is not None and game not in tuple(Game):
        return problem(422, f"game is one of: {', '.join(Game)}.", "form")
    chosen = Game(game) if game else None
    with club_record(get_db(), club.id) as known:
        rows = {
            name: [
                _of(row, "place competitor played won lost points_for points_against")
                | {"name": known.names[str(row.competitor)]}
                for row in known.table(chosen, pairs=pairs)
            ]
            for name, pairs in (("players", False), ("pairs", True))
        }
    return jsonify(rows)


def _match(state: MatchState) -> Read:
    """A match with its seats, its standing and its rounds; ``version`` is what ``seen`` refers to."""
    score = state.score
    made = {step.ref.version: [*step.delta] for step in score.steps}
    return {
        **_of(state.match, "id version started_at"),
        **_of(score, "winner round_open"),
        "game": state.card.game,
        "rules": card_sentence(state.card),
        "running": state.running,
        "called_off": state.abandoned,
        "last_act": _standing(state.last_act),
        "last_undo": _standing(state.last_undo),
        "sides": [
            {"name": name, "total": total, "legs": legs}
            for name, total, legs in zip(state.sides, score.totals, score.legs_won, strict=True)
        ],
        "seats": [_of(seat, "player name side") for seat in state.match.seats],
        "rounds": [_round(state, e, e.body, made) for e in state.counting if isinstance(e.body, RoundEnd)],
        "plays": [_play(e, e.body, made) for e in state.counting if isinstance(e.body, Play | Penalty)],
    }


def _standing(act: Sequence[MatchEvent] | None) -> int | None:
    """What ``standing`` names of an act that is to be taken back: the version of its last entry."""
    return act[-1].version if act else None


def _entry(event: MatchEvent, made: Mapping[int, list[int]]) -> Read:
    """What every entry says; ``points`` are those that each side made by it, None where it did not count."""
    return {
        **_of(event, "round original entered_at"),
        "standing": event.version,
        "points": made.get(event.version),
        "entered_by": event.nickname,
    }


def _round(state: MatchState, event: MatchEvent, end: RoundEnd, made: Mapping[int, list[int]]) -> Read:
    hands = [hand._asdict() for hand in end.hands]
    return {**_entry(event, made), **end._asdict(), "hands": hands, "words": state.words_of(event)}


def _play(event: MatchEvent, play: Play | Penalty, made: Mapping[int, list[int]]) -> Read:
    """A play as it was entered: by points, by the open ends, by its tile; or a penalty with its reason."""
    said = _entry(event, made) | {"side": play.side}
    if isinstance(play, Penalty):
        return said | {"kind": "penalty", "reason": event.reason}
    tile = {"tile": play.tile, "place": play.place, "last_tile": bool(play.last_tile)}
    return said | {"kind": play.kind, "player": play.player, "ends": play.shown} | tile


@bp.get(f"{PREFIX}/leagues")
@with_token("watch", answers="Leagues")
def seasons(club: Club) -> Response:
    """Every season, the newest first."""
    return jsonify(leagues=[_league(known) for known in leagues(get_db(), club.id)])


@bp.get(_LEAGUE)
@with_token("watch", answers="Season", of=SEASON)
def season(_: Club, season: Season) -> Response:
    """One season with its teams."""
    teams = [
        {
            **_of(squad, "id name address withdrawn_on"),
            "venue": squad.ground,
            "players": [{"id": player, "name": name} for player, name in squad.players],
        }
        for squad in season.squads
    ]
    given = [
        {**_of(row, "id points reason"), "team": row.squad, "by": row.nickname} for row in season.adjustments
    ]
    return jsonify(
        {
            **_league(season.league),
            "format": season.rules.format,
            "rules": {"boards": season.rules.card.sentence(), "points": season.rules.points.sentence()},
            "settings": settings_of(RulesForm.on(season, formdata=None, data=typed_from(season))),
            "adjustments": given,
            "handicaps": season.handicaps,
            "teams": teams,
        }
    )


@bp.get(f"{_LEAGUE}/table")
@with_token("watch", answers="LeagueTable", of=SEASON)
def league_table(_: Club, season: Season) -> Response:
    """The table as it stands today."""
    return jsonify(rows=[_row(season, row) for row in season.table])


def _row(season: Season, row: TableRow) -> Read:
    return {
        **_of(row, "place team played won drawn lost legs_for legs_against points fined adjusted form"),
        "name": season.names[row.team],
        "reason": row.reason.words(season.names) if row.reason else None,
    }


@bp.get(f"{_LEAGUE}/fixtures")
@with_token("watch", answers="Fixtures", of=SEASON)
def fixtures(_: Club, season: Season) -> Response:
    """Every fixture with what it is today."""
    return jsonify(fixtures=[_fixture(season, card) for card in season.cards])


@bp.get(f"{_LEAGUE}/cup")
@with_token("watch", answers="Cup", of=SEASON)
def cup(_: Club, season: Season) -> Response:
    """Groups and bracket of a cup; no rounds before the draw, or in a league."""
    rounds = [
        {"name": name, "ties": [_tie(season, tie) for tie in ties]}
        for name, ties in zip(season.knockout_rounds, season.bracket, strict=False)
    ]
    groups = [
        {"name": group.title, "open": len(group.open), "rows": [_row(season, row) for row in group.rows]}
        for group in groups_of(season)
    ]
    return jsonify(winner=season.finalists[0] or None, groups=groups, rounds=rounds)


@bp.get(f"{_LEAGUE}/ladder")
@with_token("watch", answers="Ladder", of=SEASON)
def ladder(_: Club, season: Season) -> Response:
    """The order of a ladder from the top, and whom each may challenge today."""
    known = Ladder(season)
    places = [
        {"team": squad, "name": season.names[squad], "may_challenge": known.above(squad)}
        for squad in known.order
    ]
    return jsonify(places=places, open=[card.fixture.id for card in known.open])


@bp.get(f"{PREFIX}/fixtures/<fixture>")
@with_token("watch", answers="Card", of=CARD)
def fixture(club: Club, found: CardOf) -> Response:
    """One fixture with its match card."""
    season, card = found
    boards = [
        {
            **_of(board, "legs conceded"),
            **_of(board.lineup, "home away"),
            "board": board.number,
            "kind": board.kind.name,
            "points": board.seen_by(None).points,
            "differs": board.differ,
            "was": {
                side: as_read(board.seen_by(number)) for side, number in {**SIDE_KEYS, "both": None}.items()
            },
        }
        for board in card.boards
    ]
    latest = last_proposal(get_db(), club.id, card.fixture.id)
    proposal = latest if latest and not latest.answer else None
    signed = [event.entered_at if event else None for event in card.signatures]
    return jsonify(
        {
            **_fixture(season, card),
            "league": _league(season.league),
            "boards": boards,
            "signed_at": signed,
            "wording": card.wording,
            "protest": card.protest and card.protest[1],
            "best_players": [season.best_players.get(card.fixture.id, {}).get(side) for side in (0, 1)],
            "proposal": proposal and _of(proposal, "id day starts"),
        }
    )


def _league(league: League) -> Read:
    return {**_of(league, "id name season division tier"), "archived": bool(league.closed)}


def _fixture(season: Season, card: FixtureCard) -> Read:
    known = card.fixture
    return {
        **_of(known, "id round day starts stage"),
        "home": {"id": known.home, "name": card.names[0]},
        "away": {"id": known.away, "name": card.names[1]},
        "venue": known.place or card.teams[0].ground,
        "status": season.status(card),
        "legs": card.legs if card.complete else None,
        "points": season.league_points.get(known.id),
    }


def _tie(season: Season, tie: CupTie) -> Read:
    meeting = tie.meeting
    return {
        "sides": [_named(season, side) for side in meeting.sides],
        "winner": _named(season, meeting.winner),
        "bye": meeting.bye,
        "fixtures": [card.fixture.id for card in tie.cards],
    }


def _named(season: Season, team: str | None) -> Read | None:
    return {"id": team, "name": season.names[team]} if team else None
