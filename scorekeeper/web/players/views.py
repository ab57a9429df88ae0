"""The club’s running table, its players and its pairs, each with their record, rivals, rating and honours."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request, url_for
from wtforms import SelectField
from wtforms.validators import InputRequired

from scorekeeper.rules.games.game import Game
from scorekeeper.services.clubs import names
from scorekeeper.services.clubs.club_results import MatchResult, club_record
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.match_rounds import members_name, side_members
from scorekeeper.services.ratings import club_ratings
from scorekeeper.services.statistics import EnteredBoard, Rival, all_seasons, boards_of
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import Pair, Player, players
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.doors import NAMES, Door, page_at
from scorekeeper.web.forms import NameField, PageForm, form_of
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import Page, page_asked

_MET = 20  # rivals, those met most often
_MATCHES = 20  # matches on one page
_LISTED = 200  # players on a page
bp = Blueprint("players", __name__, url_prefix="/c/<club>")


class PlayerForm(PageForm):
    name = NameField("Name", what="The player’s name")


class PairForm(PageForm):
    name = NameField("The pair’s own name", what="The pair’s name")


MergeForm = form_of(
    into=SelectField("Same person as", validate_choice=False, validators=[InputRequired("Choose who it is.")])
)


class OwnMatch(NamedTuple):
    line: MatchResult
    side: int


def _letter(line: MatchResult, side: int) -> str:
    """Won, drawn or lost, of a match that is over."""
    return "D" if line.winner is None else "W" if line.winner == side else "L"


def rivals_of(matches: list[OwnMatch], boards: Iterable[EnteredBoard]) -> list[Rival]:
    """Rivals, most frequent first. At a table of several sides, each other side counts as a rival.

    Left out: who was only met where somebody else won; there is no score between them.
    """
    met: dict[str, list[str]] = {}
    for line, own in matches:
        for side, name in enumerate(line.sides):
            if line.result and side != own:
                between = line.winner in (None, own, side)
                met.setdefault(name, []).append(_letter(line, own) if between else "")
    for board in boards:
        met.setdefault(board.opponents, []).append("W" if board.appearance.won else "L")
    often = sorted(met.items(), key=lambda one: -len(one[1]))
    found = [Rival(name, *map(letters.count, "WDL")) for name, letters in often if any(letters)]
    return found[:_MET]


class CompetitorPage(NamedTuple):
    """A player's page, or a pair's."""

    club: Club
    name: str
    matches: list[OwnMatch]  # all of theirs, the newest first
    boards: Sequence[EnteredBoard]  # of leagues, entered and not scored here, the newest first
    before: str | None  # the match before which this page of them begins
    members: tuple[str, ...] = ()  # of a pair
    player: Player | None = None
    ratings: Sequence[int] = ()  # what the player was worth before the first result and after each
    refused: str = ""

    @property
    def rivals(self) -> list[Rival]:
        return rivals_of(self.matches, self.boards)

    @property
    def listed(self) -> list[OwnMatch]:
        return [own for own in self.matches if not self.before or own.line.match.id < self.before][:_MATCHES]

    @property
    def older(self) -> str | None:
        """The match before which the next page begins, None on the last one."""
        last = self.listed[-1].line.match.id if self.listed else ""
        return last if self.matches and self.matches[-1].line.match.id < last else None

    @property
    def played(self) -> list[OwnMatch]:
        return [own for own in self.matches if own.line.result]

    @property
    def unused(self) -> bool:
        """Whether this phone may delete the player: nothing was ever entered of theirs."""
        idle = not any(line.result or line.running or any(line.score) for line, _ in self.matches)
        return self.player is not None and visitor().may("score") and idle and not self.boards

    @property
    def results(self) -> list[str]:
        """A letter for each, the newest last."""
        matches = [(line.match.started_at, _letter(line, side)) for line, side in self.played]
        boards = [(board.appearance.at, "W" if board.appearance.won else "L") for board in self.boards]
        return [letter for _, letter in sorted([*matches, *boards], key=lambda one: one[0])]

    @property
    def seasons(self) -> list[Season]:
        """The seasons whose boards these are, the newest first; each has a page of all of them."""
        return list({board.season.league.id: board.season for board in self.boards}.values())

    @property
    def honours(self) -> list[tuple[str, int]]:
        """What they are remembered for, game by game: each in words, with its number."""
        found = []
        for game in Game:
            own = [line.honours[side] for line, side in self.played if line.game is game]
            made = {
                "fifteens": sum(known.fifteens for known in own),
                "highest play": max((known.highest_play for known in own), default=0),
                "biggest round": max((known.biggest_round for known in own), default=0),
                "whitewashes": sum(known.whitewashes for known in own),
            }
            found += [(f"{game.words}: {words}", number) for words, number in made.items() if number]
        return found


@page_at(bp, "/table", role="watch", kept="club")
def table(club: Club) -> str:
    """The running table of the club: all games, or one game; players and pairs each their own.

    ``?ratings=shown`` adds a column: what players are worth by all the club's results.
    """
    game = request.args.get("game")
    if game is not None and game not in tuple(Game):
        abort(404, "There is no such game.")
    rated = request.args.get("ratings") == "shown"
    counted = all_seasons(get_db(), club.id, today()) if rated else None
    with club_record(get_db(), club.id) as known:
        history = None if counted is None else club_ratings(get_db(), club.id, known.newest_first, counted)
        chosen = Game(game) if game else None
        alone, pairs = (known.table(chosen, pairs=pairs) for pairs in (False, True))
        return render_template(
            "players/table.html",
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
    return render_template("players/index.html", players=page)


@page_at(bp, "/players/<player>", role="watch", of=names.PLAYER, kept="club")
def show(club: Club, player: Player, form: PlayerForm | None = None, refused: str = "") -> str:
    seasons = all_seasons(get_db(), club.id, today())
    with club_record(get_db(), club.id) as known:
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
        refused=refused,
    )
    return _shown(page, form or PlayerForm(formdata=None, name=player.name))


def _shown(page: CompetitorPage, form: PlayerForm | PairForm) -> str:
    listed = [own.line.match.id for own in page.listed]
    divisions = divisions_of_matches(get_db(), page.club.id, listed)
    return render_template("players/show.html", page=page, form=form, divisions=divisions)


def _refused(club: Club, player: Player, form: PageForm) -> str:
    if not isinstance(form, PlayerForm):
        return show(club, player, refused=str(form.refused))
    if isinstance(form.refused, names.NameTaken):
        form.name.errors = [f"{form.refused} One person? Choose “Same person as …” below."]
    return show(club, player, form)


@page_at(bp, "/players/<player>/merge", role="score", of=names.PLAYER, kept="club")
def same_person(club: Club, player: Player, form: PageForm | None = None) -> str:
    """For a name that was written in two ways."""
    form = form or MergeForm(formdata=None)
    others = [(one.id, one.name) for one in players(get_db(), club.id) if one.id != player.id]
    form["into"].choices = [("", "Choose a player"), *others]
    return render_template("players/merge.html", player=player, form=form)


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
    page=same_person,
    to=lambda into: url_for("players.show", player=into),
    answers=lambda into: {"id": into},
).serve(page=(bp, "/players/<player>/merge", "merge"), api=(NAMES, "/players/<player>/merge", "merge"))
Door(names.delete_player, page=_refused, to="players.index").serve(
    page=(bp, "/players/<player>/delete", "delete"), api=(NAMES, "/players/<player>/delete", "delete")
)


@page_at(bp, "/teams/<pair>", role="watch", of=names.PAIR, kept="club")
def team(club: Club, pair: Pair, form: PairForm | None = None) -> str:
    seasons = all_seasons(get_db(), club.id, today())
    with club_record(get_db(), club.id) as known:
        matches = [OwnMatch(line, line.competitors.index(pair.id)) for line in known.of(pair.id)]
    name = pair.name
    if matches:
        name = members_name(side_members(matches[0].line.match.seats)[matches[0].side])
    boards, before = boards_of(seasons, *pair.members), request.args.get("before")
    page = CompetitorPage(club, name or "Pair", matches, boards, before, members=pair.members)
    return _shown(page, form or PairForm(formdata=None, name=pair.name or ""))


_PLAYER._replace(act=names.rename_pair, form=PairForm, page=team, to="players.team").serve(
    page=(bp, "/teams/<pair>", "name_pair"), api=(NAMES, "/teams/<pair>/name", "name_team")
)
