"""The club’s running table, its players and its pairs."""

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.rules.cards.game import Game
from scorekeeper.services.clubs import names
from scorekeeper.services.clubs.club_results import record
from scorekeeper.services.matches.rounds import side_members, side_name
from scorekeeper.services.ratings import club_ratings
from scorekeeper.services.statistics import boards_of, open_seasons
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import Player, Team, players
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.doors import NAMES, Door, page_at
from scorekeeper.web.forms import MergeForm, PageForm, PlayerForm, TeamForm
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import Page, page_asked
from scorekeeper.web.players.page import CompetitorPage, OwnMatch

_LISTED = 200  # players on a page

bp = Blueprint("players", __name__, url_prefix="/c/<club>")


@page_at(bp, "/table", role="watch", kept="club")
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
        history = None if counted is None else club_ratings(get_db(), club.id, known.newest_first, counted)
        chosen = Game(game) if game else None
        alone, pairs = (known.table(chosen, pairs=pairs) for pairs in (False, True))
        return render_template(
            "players/table.html",
            club=club,
            chosen=chosen,
            games=known.games,
            players=alone,
            pairs=pairs,
            names=known.names,
            ratings=history.ratings() if history else None,
            leagues=[league for league in leagues(get_db(), club.id) if not league.closed],
        )


@page_at(bp, "/players", role="watch", kept="club")
def index(club: Club) -> str:
    number = page_asked()
    found = players(get_db(), club.id, _LISTED + 1, (number - 1) * _LISTED)
    page = Page(found[:_LISTED], number, len(found) > _LISTED)
    return render_template("players/index.html", club=club, players=page)


@page_at(bp, "/players/<player>", role="watch", of=names.PLAYER, kept="club")
def show(club: Club, player: Player, form: PlayerForm | None = None, refused: str = "") -> str:
    others = players(get_db(), club.id) if visitor().may("score") else []
    seasons = open_seasons(get_db(), club.id, today())
    with record(get_db(), club.id) as known:
        lines = known.of(player.id)
        ratings = club_ratings(get_db(), club.id, known.newest_first, seasons).line(player.id)
    seats = ((line, seat) for line in lines for seat in line.match.seats if seat.player == player.id)
    page = CompetitorPage(
        club,
        player.name,
        [OwnMatch(line, seat.side) for line, seat in seats],
        boards_of(seasons, player.id),
        request.args.get("before"),
        player=player,
        ratings=ratings,
        merges=tuple(other for other in others if other.id != player.id),
        refused=refused,
    )
    return _shown(page, form or PlayerForm(formdata=None, name=player.name))


def _shown(page: CompetitorPage, form: PlayerForm | TeamForm) -> str:
    listed = [own.line.match.id for own in page.listed]
    divisions = divisions_of_matches(get_db(), page.club.id, listed)
    return render_template("players/show.html", page=page, form=form, divisions=divisions)


def _refused(club: Club, player: Player, form: PageForm) -> str:
    if isinstance(form, PlayerForm):
        if isinstance(form.refused, names.NameTaken):
            form.name.errors = [f"{form.refused} One person? Choose “Same person as …” below."]
        return show(club, player, form)
    words = str(form.refused or " ".join(words for field in form for words in field.errors))
    return show(club, player, refused=words)


_PLAYER = Door(
    names.rename_player,
    form=PlayerForm,
    page=_refused,
    to="players.show",
    answers=lambda name: {"name": name},
)
_PLAYER.serve(page=(bp, "/players/<player>", "rename"), api=(NAMES, "/players/<player>/name", "name_player"))
_PLAYER._replace(
    act=names.merge_players,
    form=MergeForm,
    to=lambda club, _, into: url_for("players.show", club=club.id, player=into),
    answers=lambda into: {"id": into},
).serve(page=(bp, "/players/<player>/merge", "merge"), api=(NAMES, "/players/<player>/merge", "merge"))
Door(names.delete_player, page=_refused, to=lambda club, *_: url_for("players.index", club=club.id)).serve(
    page=(bp, "/players/<player>/delete", "delete"), api=(NAMES, "/players/<player>/delete", "delete")
)


@page_at(bp, "/teams/<pair>", role="watch", of=names.PAIR, kept="club")
def team(club: Club, pair: Team, form: TeamForm | None = None) -> str:
    seasons = open_seasons(get_db(), club.id, today())
    with record(get_db(), club.id) as known:
        matches = [OwnMatch(line, line.competitors.index(pair.id)) for line in known.of(pair.id)]
    name = pair.name
    if matches:
        name = side_name(side_members(matches[0].line.match.seats)[matches[0].side])
    boards, before = boards_of(seasons, *pair.members), request.args.get("before")
    page = CompetitorPage(club, name or "Pair", matches, boards, before, members=pair.members)
    return _shown(page, form or TeamForm(formdata=None, name=pair.name or ""))


_PLAYER._replace(act=names.rename_team, form=TeamForm, page=team, to="players.team").serve(
    page=(bp, "/teams/<pair>", "name_pair"), api=(NAMES, "/teams/<pair>/name", "name_team")
)
