"""Leagues in the JSON interface: seasons, tables, fixtures, cards and cups to read."""

from typing import Any

from flask import Blueprint, Response, jsonify

from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.services.cards.card_commands import load_fixture_card
from scorekeeper.services.cups import CupTie, groups_of, open_cup
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.ladder import open_ladder
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.captains import last_proposal
from scorekeeper.store.leagues.fixtures import FixtureRef
from scorekeeper.store.leagues.leagues import League, leagues
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.parsing import settings_of
from scorekeeper.web.cards.forms import SIDE_KEYS, as_read
from scorekeeper.web.doors import season_of
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.negotiation import problem
from scorekeeper.web.leagues.forms import RulesForm
from scorekeeper.web.leagues.views import typed_from

bp = Blueprint("api_leagues", __name__)

_COUNTS = (
    *("place", "played", "won", "drawn", "lost"),
    *("legs_for", "legs_against", "points", "fined", "adjusted"),
)
_LEAGUE = f"{PREFIX}/leagues/<league>"


@bp.get(f"{PREFIX}/leagues")
@with_token("watch", answers="Leagues")
def index(club: Club) -> Response:
    """Every season, the newest first."""
    return jsonify(leagues=[_league(known) for known in leagues(get_db(), club.id)])


@bp.get(_LEAGUE)
@with_token("watch", answers="Season")
def show(club: Club, league: str) -> Response:
    """One season with its teams."""
    season = season_of(club, league)
    teams = [
        {
            "id": squad.id,
            "name": squad.name,
            "venue": squad.ground,
            "address": squad.address,
            "withdrawn_on": squad.withdrawn_on,
            "players": [{"id": player, "name": name} for player, name in squad.players],
        }
        for squad in season.squads
    ]
    given = [
        {"id": row.id, "team": row.squad, "points": row.points, "reason": row.reason, "by": row.nickname}
        for row in season.adjustments
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
@with_token("watch", answers="LeagueTable")
def table(club: Club, league: str) -> Response:
    """The table as it stands today."""
    season = season_of(club, league)
    return jsonify(rows=[_row(season, row) for row in season.table()])


def _row(season: Season, row: TableRow) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in _COUNTS},
        "team": row.team,
        "name": season.names[row.team],
        "form": list(row.form),
        "reason": row.reason.words(season.names) if row.reason else None,
    }


@bp.get(f"{_LEAGUE}/fixtures")
@with_token("watch", answers="Fixtures")
def fixtures(club: Club, league: str) -> Response:
    """Every fixture with what it is today."""
    season = season_of(club, league)
    return jsonify(fixtures=[_fixture(season, card) for card in season.fixture_cards])


@bp.get(f"{_LEAGUE}/cup")
@with_token("watch", answers="Cup")
def cup(club: Club, league: str) -> Response:
    """Groups and bracket of a cup; no rounds before the draw, or in a league."""
    season = season_of(club, league)
    known = open_cup(get_db(), club.id, season)
    rounds = [
        {"name": known.title(number), "ties": [_tie(tie) for tie in ties]}
        for number, ties in enumerate(known.rounds, 1)
    ]
    groups = [
        {"name": group.title, "open": len(group.open), "rows": [_row(season, row) for row in group.rows]}
        for group in groups_of(season)
    ]
    return jsonify(winner=known.winner, groups=groups, rounds=rounds)


@bp.get(f"{_LEAGUE}/ladder")
@with_token("watch", answers="Ladder")
def ladder(club: Club, league: str) -> Response:
    """The order of a ladder from the top, and whom each may challenge today."""
    season = season_of(club, league)
    known = open_ladder(get_db(), club.id, season)
    places = [
        {"team": squad, "name": season.names[squad], "may_challenge": known.above(squad)}
        for squad in known.order
    ]
    return jsonify(places=places, open=[card.fixture.id for card in known.open])


@bp.get(f"{PREFIX}/fixtures/<fixture>")
@with_token("watch", answers="Card")
def fixture(club: Club, fixture: str) -> Response:
    """One fixture with its match card."""
    try:
        season, card = load_fixture_card(get_db(), FixtureRef(club.id, fixture), today())
    except LookupError:
        return problem(404, "There is no such fixture in this club.", "not_found")
    boards = [
        {
            "board": board.number,
            "kind": board.kind.name,
            "home": list(board.lineup.home),
            "away": list(board.lineup.away),
            "legs": list(board.legs) if board.legs else None,
            "points": _pair(board.seen_by(None).points),
            "conceded": board.conceded,
            "differs": board.differ,
            "was": {
                side: as_read(board.seen_by(number)) for side, number in {**SIDE_KEYS, "both": None}.items()
            },
        }
        for board in card.boards
    ]
    latest = last_proposal(get_db(), club.id, fixture)
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
            "best_players": [season.best_players.get(fixture, {}).get(side) for side in (0, 1)],
            "proposal": proposal and {"id": proposal.id, "day": proposal.day, "starts": proposal.starts},
        }
    )


def _league(league: League) -> dict[str, Any]:
    return {
        "id": league.id,
        "name": league.name,
        "season": league.season,
        "division": league.division,
        "tier": league.tier,
        "archived": bool(league.closed),
    }


def _fixture(season: Season, card: FixtureCard) -> dict[str, Any]:
    known = card.fixture
    return {
        "id": known.id,
        "round": known.round,
        "day": known.day,
        "starts": known.starts,
        "home": {"id": known.home, "name": card.names[0]},
        "away": {"id": known.away, "name": card.names[1]},
        "venue": known.place or card.teams[0].ground,
        "stage": known.stage,
        "status": season.status(card).value,
        "legs": list(card.legs) if card.complete else None,
        "points": list(season.league_points(card)) if card.complete and known.stage == "league" else None,
    }


def _pair(legs: Legs | None) -> list[int] | None:
    return list(legs) if legs else None


def _tie(tie: CupTie) -> dict[str, Any]:
    meeting = tie.meeting
    return {
        "sides": list(meeting.sides),
        "winner": meeting.winner,
        "bye": meeting.bye,
        "fixtures": [card.fixture.id for card in tie.cards],
    }
