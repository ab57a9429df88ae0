"""The club’s running table, its players and its pairs."""

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.matches.standings import Standing
from scorekeeper.services.clubs.club_results import ClubResults, record
from scorekeeper.services.clubs.names import (
    DeletionRefused,
    MergeRefused,
    NameTaken,
    delete_player,
    merge_players,
    rename_player,
    rename_team,
)
from scorekeeper.services.clubs.ratings import Rating, club_ratings
from scorekeeper.services.statistics import open_seasons
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import Player, Team, find_player, players, teams
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.store.leagues.leagues import League, leagues
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.forms import PlayerForm, TeamForm
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import Page, page_asked
from scorekeeper.web.players.page import CompetitorPage


@dataclass(frozen=True, slots=True)
class TablePage:
    """``players`` and ``pairs`` are tables of their own: one person is not compared with two.

    ``ratings`` are of players, from all their matches and league boards; None where that column is hidden.
    ``leagues`` are those being played, whose own tables are one tap away.
    """

    club: Club
    game: Game | None
    games: list[Game]
    players: tuple[Standing, ...]
    pairs: tuple[Standing, ...]
    names: dict[str, str]
    ratings: dict[str, Rating] | None
    leagues: list[League]

    @property
    def points(self) -> bool:
        """Points are compared within one game that counts them, not games with pips and pegs."""
        return self.game is not None and self.game is not Game.BLOCK

    @classmethod
    def of(
        cls,
        club: Club,
        known: ClubResults,
        leagues: list[League],
        game: Game | None,
        ratings: dict[str, Rating] | None,
    ) -> "TablePage":
        """The table; with ``ratings`` it has a column of them."""
        players, pairs = (known.table(game, pairs=pairs) for pairs in (False, True))
        names = {str(row.competitor): known.names[str(row.competitor)] for row in (*players, *pairs)}
        played = [league for league in leagues if not league.closed]
        return cls(club, game, known.games, players, pairs, names, ratings, played)


_LISTED = 200  # players on a page

bp = Blueprint("players", __name__, url_prefix="/c/<club>")


@bp.get("/table")
@needs("watch")
@cached_page("club")
def table(club: Club) -> str:
    """The running table of the club: all games, or one game; players and pairs each their own.

    ``?ratings=shown`` adds a column: what players are worth by all the club's results.
    """
    game = request.args.get("game")
    if game is not None and game not in tuple(Game):
        abort(404, "There is no such game.")
    rated = request.args.get("ratings") == "shown"
    counted = open_seasons(get_db(), club.id, today()) if rated else None
    with record(get_db(), club.id) as known:
        seasons = leagues(get_db(), club.id)
        history = None if counted is None else club_ratings(get_db(), club.id, known.newest_first, counted)
        ratings = history.ratings() if history else None
        page = TablePage.of(club, known, seasons, Game(game) if game else None, ratings)
    return render_template("players/table.html", page=page)


@bp.get("/players")
@needs("watch")
@cached_page("club")
def index(club: Club) -> str:
    """Everybody in the club, those who played last first."""
    number = page_asked()
    found = players(get_db(), club.id, _LISTED + 1, (number - 1) * _LISTED)
    page = Page(found[:_LISTED], number, len(found) > _LISTED)
    return render_template("players/index.html", club=club, players=page, visitor=visitor())


@bp.route("/players/<player>", methods=["GET", "POST"])
@needs("watch", change="score")
@cached_page("club")
def show(club: Club, player: str) -> Response | str | tuple[str, int]:
    """A player's page; renaming there keeps every match that was played."""
    found = find_player(get_db(), club.id, player) or abort(404, "There is no such player in this club.")
    form = PlayerForm(name=found.name)
    if form.validate_on_submit() and _rename_player(club, found, form):
        return redirect(url_for(".show", club=club.id, player=player), 303)
    return _player_page(club, found, form), 422 if form.errors else 200


def _player_page(club: Club, player: Player, form: PlayerForm, refused: str = "") -> str:
    others = players(get_db(), club.id) if visitor().may("score") else []
    seasons = open_seasons(get_db(), club.id, today())
    with record(get_db(), club.id) as known:
        before = request.args.get("before")
        history = club_ratings(get_db(), club.id, known.newest_first, seasons)
        page = CompetitorPage.of_player(
            club, visitor(), player, known, seasons, history, before, others, refused
        )
    return _shown(page, form)


def _shown(page: CompetitorPage, form: PlayerForm | TeamForm) -> str:
    listed = [own.line.match.id for own in page.listed]
    divisions = divisions_of_matches(get_db(), page.club.id, listed)
    return render_template("players/show.html", page=page, form=form, divisions=divisions)


@bp.post("/players/<player>/merge")
@needs("score")
def merge(club: Club, player: str) -> Response | tuple[str, int]:
    """Two names of one person: every match of this player becomes the other's."""
    found = find_player(get_db(), club.id, player) or abort(404, "There is no such player in this club.")
    into = request.form.get("into", "")
    try:
        merge_players(asks(club), player, into)
    except MergeRefused as error:
        return _player_page(club, found, PlayerForm(formdata=None, name=found.name), str(error)), 409
    return redirect(url_for(".show", club=club.id, player=into), 303)


@bp.post("/players/<player>/delete")
@needs("score")
def delete(club: Club, player: str) -> Response | tuple[str, int]:
    """Delete a player who has never played."""
    found = find_player(get_db(), club.id, player) or abort(404, "There is no such player in this club.")
    try:
        delete_player(asks(club), player)
    except DeletionRefused as error:
        return _player_page(club, found, PlayerForm(formdata=None, name=found.name), str(error)), 409
    return redirect(url_for(".index", club=club.id), 303)


def _rename_player(club: Club, player: Player, form: PlayerForm) -> bool:
    try:
        rename_player(asks(club), player.id, form.name.clean or "")
    except NameTaken as taken:
        form.name.errors = [*form.name.errors, f"{taken} One person? Choose “Same person as …” below."]
        return False
    return True


@bp.route("/teams/<team>", methods=["GET", "POST"])
@needs("watch", change="score")
@cached_page("club")
def team(club: Club, team: str) -> Response | str | tuple[str, int]:
    """A pair's page, where it can be given a name of its own."""
    found = _team_or_404(club, team)
    form = TeamForm(name=found.name or "")
    if form.validate_on_submit():
        rename_team(asks(club), team, form.name.clean)
        return redirect(url_for(".team", club=club.id, team=team), 303)
    seasons = open_seasons(get_db(), club.id, today())
    with record(get_db(), club.id) as known:
        before = request.args.get("before")
        page = CompetitorPage.of_team(club, visitor(), found, known.of(team), seasons, before)
    return _shown(page, form), 422 if form.errors else 200


def _team_or_404(club: Club, team: str) -> Team:
    found = next((known for known in teams(get_db(), club.id) if known.id == team), None)
    return found or abort(404, "There is no such pair in this club.")
