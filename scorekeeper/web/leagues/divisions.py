"""The page of a season's end: its final table, its honours, and what comes after it."""

from flask import Blueprint, render_template, request, url_for
from wtforms import HiddenField

from scorekeeper.services import statistics
from scorekeeper.services.leagues import season_commands
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON, LeagueError
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web import forms
from scorekeeper.web.doors import SEASONS, Door, page_at
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import page_asked, paged

bp = Blueprint("divisions", __name__, url_prefix="/c/<club>/leagues")

_LISTED = 100  # players on a page
USUAL = 2  # teams that go up and down where nobody says otherwise


class MovesForm(forms.ActForm):
    """How many go up and down, what the next season is called, and the moves as they were shown."""

    count = forms.WholeNumberField("Teams up and down", example=USUAL, most=20, default=USUAL)
    season = forms.PhraseField("Next season")
    confirmed = HiddenField()
    by_hand = forms.TicksField("Moved by hand")
    along = forms.TicksField("Together with")


class DivisionForm(forms.ActForm):
    division = forms.PhraseField("The division")


class AboveForm(forms.PageForm):
    above = HiddenField()


@page_at(bp, "/<league>/divisions", role="watch", of=SEASON)
def index(club: Club, season: Season, form: MovesForm | None = None, new: DivisionForm | None = None) -> str:
    """Every division's table; ``?count=`` is how many would go up and down."""
    along = season_commands.going_along(get_db(), club.id, season, today())
    if form is None:
        form = MovesForm(formdata=None, data={"key": forms.new_key()})
        form.count.process_formdata([request.args.get("count", str(USUAL))])
        form.along.data = [one.league.id for one in along]
    divisions = season_commands.divisions_of(get_db(), club.id, season, today())
    moves = None
    try:
        moves = season_commands.proposed_moves(divisions, form.count.data or 0)
        form.confirmed.data = season_commands.moves_text(moves)
    except LeagueError as refused:
        form.count.errors = [*form.count.errors, str(refused)]
    said = {choice.partition(":")[0]: choice for choice in form.by_hand.data or ()}
    moved, gone = {move.team: move.new for move in moves or ()}, season_commands.gone(divisions)
    # By division: each team that stays, its name, and the choice that is made for it so far.
    by_hand = [
        [
            (row.team, one.names[row.team], said.get(row.team, f"{row.team}:{moved.get(row.team, at)}"))
            for row in one.table()
            if row.team not in gone
        ]
        for at, one in enumerate(divisions)
    ]
    return render_template(
        "leagues/divisions.html",
        club=club,
        own=season,
        season=season,
        divisions=divisions,
        moves=moves,  # None where so many cannot go up and down
        by_hand=by_hand,
        names={id: name for one in divisions for id, name in one.names.items()},
        begun=any(one.begun for one in divisions),
        form=form,
        new=new or DivisionForm(formdata=None, data={"key": forms.new_key()}),
        along=along,
    )


Door(
    season_commands.next_seasons,
    form=MovesForm,
    said=lambda form: form.said | {"count": form.count.data or 0},
    page=index,
    to=lambda club, _, made: url_for("divisions.index", club=club.id, league=made[0]),
).serve(page=(bp, "/<league>/divisions", "begin"))


Door(
    season_commands.start_division,
    form=DivisionForm,
    page=lambda club, season, form: index(club, season, new=form),
    to="divisions.index",
    makes=True,
    needs=("division",),
).serve(page=(bp, "/<league>/divisions/new", "start"), api=(SEASONS, "/<league>/divisions", "start_division"))
Door(
    season_commands.put_above,
    form=AboveForm,
    to="divisions.index",
    needs=("above",),
).serve(page=(bp, "/<league>/above", "put_above"), api=(SEASONS, "/<league>/above", "put_above"))


@page_at(bp, "/honours", role="watch")
def honours(club: Club) -> str:
    """The honours board of every season in the archive, and the all-time records; of one ``?division``."""
    everything = statistics.archived_seasons(get_db(), club.id, today())
    divisions = sorted({season.league.division for season in everything} - {""})
    division = request.args.get("division", "")
    seasons = [season for season in everything if division in ("", season.league.division)]
    return render_template(
        "statistics/honours.html",
        club=club,
        divisions=divisions,
        division=division,
        lines=statistics.honours_board(seasons),
        records=statistics.all_time(seasons),
        players=paged(statistics.player_records(seasons), _LISTED, page_asked()),
    )


_BEST = 3


def honours_of(season: Season, champions: tuple[str, str]) -> list[tuple[str, str]]:
    """Champions and runners-up where there are some, then who won most boards: what for, and who."""
    names = season.player_names
    found = list(zip(("Champions", "Runners-up"), champions, strict=True))
    for title, best in (
        ("Player", statistics.player_statistics(season)),
        ("Pair", statistics.pair_statistics(season)[:1]),
    ):
        found += [
            (f"{title}, boards won", f"{statistics.called(line.who, names)}, {line.won} of {line.played}")
            for line in best[:_BEST]
        ]
    return [(title, who) for title, who in found if who]
