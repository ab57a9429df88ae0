"""A league: its list, its rules, the secretary’s desk, its record, and its end with what comes after it."""

from datetime import date
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.names import MAX_NAME, clean_name, name_key
from scorekeeper.rules.fixtures import Status
from scorekeeper.rules.leagues.presets import BY_KEY, LEAGUE_PRESETS
from scorekeeper.rules.text import counted
from scorekeeper.services import statistics
from scorekeeper.services.gate import there
from scorekeeper.services.leagues import season_commands
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON, County, LeagueError, in_order, open_season
from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.captains import open_proposals
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import SEASONS, Answer, Door, page_at, refuse
from scorekeeper.web.forms import ActForm, idempotency_key_of, new_key
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import page_asked, paged
from scorekeeper.web.leagues import forms
from scorekeeper.web.leagues.audit_page import record_of
from scorekeeper.web.reminders import refused_mails

_LISTED = 30  # things to do
_URGENCY = (Status.DIFFERS, Status.MISSING, Status.UNDATED, Status.TO_SIGN)
bp = Blueprint("leagues", __name__, url_prefix="/c/<club>/leagues")
_PLAYERS = 100  # on a page of honours
_BEST = 3  # the last place in a season’s honours


def _month(season: Season, month: str) -> dict[str, Any]:
    """The days of this month that have fixtures; of today's, or the next that has some, for none of them."""
    on_day: dict[str, list[FixtureCard]] = {}
    for card in season.cards:
        on_day.setdefault(card.fixture.day or "", []).append(card)
    known = sorted({day[:7] for day in on_day if day})
    if month not in known:
        now = season.today.isoformat()[:7]
        month = next((one for one in known if one >= now), known[-1] if known else "")
    months = [(one, f"{date.fromisoformat(f'{one}-01'):%b}") for one in known]
    days = sorted(day for day in on_day if day and day.startswith(month))
    return {"month": month, "months": months, "days": days, "on_day": on_day}


class Todo(NamedTuple):
    season: Season
    card: FixtureCard
    status: Status
    words: str
    act: str
    url: str


def waiting_of(season: Season) -> list[FixtureCard]:
    late = {card.fixture.id for card in season.overdue}
    others = [card for card in season.cards if card.fixture.id not in late]
    at_once = [card for card in others if status_of(season, card) in (Status.DIFFERS, Status.UNDATED)]
    return sorted([*season.overdue, *at_once], key=lambda card: _URGENCY.index(status_of(season, card)))


def status_of(season: Season, card: FixtureCard) -> Status:
    """What the desk has to do with this fixture; a protest is a difference, whoever has signed."""
    return Status.DIFFERS if card.protest else season.status(card)


def todo_of(season: Season, card: FixtureCard) -> Todo:
    status = status_of(season, card)
    fixture, league = card.fixture.id, season.league.id
    if card.protest:
        show = url_for("cards.show", fixture=fixture, _anchor="protest")
        return Todo(season, card, status, "{} protest: “{}”".format(*card.protest), "Settle", show)
    remind = f"{url_for('fixtures.overdue', league=league, card=fixture)}#card-{fixture}"
    late = "late" if season.day.is_late(card.facts) else ""
    match status:
        case Status.DIFFERS:
            board = url_for("cards.show", fixture=fixture, _anchor=f"b{card.differing[0].number}")
            return Todo(season, card, status, card.dispute[0].lower() + card.dispute[1:], "Settle", board)
        case Status.UNDATED:
            change = url_for("fixtures.change", league=league, fixture=fixture)
            return Todo(season, card, status, "postponed, no new date", "Set date", change)
        case Status.TO_SIGN:
            words = f"{' and '.join(season.signatures_due(card))} to sign"
        case _:
            days = (season.today - date.fromisoformat(card.fixture.day or "")).days
            words = f"{card.progress if card.done else 'no card yet'} after {counted(days, 'day')}"
    return Todo(season, card, status, ", ".join(part for part in (words, late) if part), "Remind", remind)


def _found(season: Season, find: str) -> tuple[list[FixtureCard], list[tuple[str, str]]]:
    wanted = name_key(find)
    teams = {
        squad.id for squad in season.squads if wanted in squad.name_key or wanted in name_key(squad.ground)
    }
    cards = [card for card in season.cards if teams.intersection(card.facts.teams)]
    people = [
        (player, f"{name}, {squad.name}")
        for squad in season.squads
        for player, name in squad.players
        if wanted in name_key(name)
    ]
    return sorted(cards, key=lambda card: card.fixture.day or "9999"), people


@page_at(bp, "/", role="watch")
def index(club: Club) -> str:
    found = in_order(leagues(get_db(), club.id))
    return render_template("leagues/index.html", leagues=found)


@page_at(bp, "/new", role="manage", posts=True)
def new(club: Club) -> Answer:
    """Start a season from a preset; every value of it can be changed at once or later."""
    preset = BY_KEY.get(request.args.get("preset", ""))
    if preset is None:
        return render_template("league_rules/presets.html", presets=LEAGUE_PRESETS)
    typed = forms.LeagueForm.typed_from(preset.rules)
    form = forms.NewLeagueForm.on(preset, data={**typed, "name": preset.name, "key": new_key()})
    if form.validate_on_submit():
        name, season = form.name.said, form.season.data or ""
        ask = asks(club, idempotency_key_of(form["key"].data or new_key()))
        try:
            league = season_commands.start_league(ask, club.id, name, season, form.chosen).answer
            return redirect(url_for("squads.index", league=league), 303)
        except LeagueError as refused:
            refuse(form, refused)
    page = render_template("league_rules/rules.html", form=form, preset=preset, season=None)
    return page, 422 if form.errors else 200


Door(
    season_commands.start_league,
    lambda form: {
        "name": form.name.said,
        "season": form.season.data,
        "rules": BY_KEY[form.preset.data].rules,
    },
    forms.PresetForm,
    makes=True,
    usual={"season": ""},
).serve(api=(SEASONS, "", "begin"))


@page_at(bp, "/<league>/rules", role="manage", of=SEASON)
def rules(_: Club, season: Season, form: forms.LeagueForm | None = None) -> str:
    form = form or forms.RulesForm.on(season, formdata=None, data=typed_from(season))
    return render_template("league_rules/rules.html", form=form, preset=None, season=season)


def typed_from(season: Season) -> dict[str, Any]:
    known = season.league._asdict()
    names = {name: known[name] for name in ("name", "season", "division")}
    return {**forms.LeagueForm.typed_from(season.rules), **names}


Door(
    season_commands.change_league,
    form=forms.RulesForm,
    said=lambda form: {
        "name": form.name.said,
        "season": form.season.data or "",
        "division": form.division.data or "",
        "rules": form.chosen,
        "reason": form.reason.data or None,
    },
    page=rules,
    to="league_tables.show",
    seen=lambda season: season.rules_seen,
    before=typed_from,
).serve(page=(bp, "/<league>/rules", "change_rules"), api=(SEASONS, "/<league>/rules", "change_rules"))
Door(
    season_commands.archive_season,
    form=forms.ArchiveForm,
    to="leagues.end",
    answers=lambda archived: {"archived": archived},
).serve(page=(bp, "/<league>/closed", "close"), api=(SEASONS, "/<league>/archived", "archive"))
Door(season_commands.delete_league, form=ActForm, to="leagues.index", keyed=True).serve(
    page=(bp, "/<league>/delete", "delete"), api=(SEASONS, "/<league>/delete", "delete")
)


@page_at(bp, "/<league>/desk", role="watch", of=SEASON, kept="league")
def desk(club: Club, season: Season) -> str:
    """The secretary's desk; ``?month=`` is the grid's, ``?find=`` looks for a team or a player."""
    proposals = open_proposals(get_db(), club.id).get(season.league.id, {})
    waiting, find = waiting_of(season), clean_name(request.args.get("find", ""))[:MAX_NAME]
    cards = season.cards
    return render_template(
        "desk/show.html",
        season=season,
        waiting=len(waiting),
        out=sum(season.status(card) in (Status.MISSING, Status.DIFFERS) for card in waiting),
        todo=[todo_of(season, card) for card in waiting[:_LISTED]],
        proposed=[(card, proposals[card.fixture.id]) for card in cards if card.fixture.id in proposals],
        rows=season.table,
        clashes=County((season,), season.today).clashes,
        find=find,
        found=_found(season, find) if find else None,
        refused=refused_mails(club),
        **_month(season, request.args.get("month", "")),
    )


@page_at(bp, "/<league>/end", role="watch", of=SEASON)
def end(club: Club, season: Season, form: forms.NextSeasonForm | None = None) -> str:
    along: list[Season] = []  # competitions that may begin their next season with a league; with a cup none
    if season.rules.format == "league":
        along = season_commands.going_along(get_db(), club.id, season, season.today)
    empty = {"key": new_key(), "along": [one.league.id for one in along]}
    return render_template(
        "leagues/end.html",
        season=season,
        form=form or forms.NextSeasonForm(formdata=None, data=empty),
        rows=season.table,
        honours=honours_of(season, statistics.first_two(season)),
        along=along,
        deletable=season_commands.may_be_deleted(get_db(), club.id, season),
    )


def _where_it_begins(league: str) -> str:
    """Where a league's dates are asked for; a cup's draw, or the ladder."""
    season = open_season(get_db(), there(request.view_args, "club")["club"], league, today())
    dates = season is not None and season.rules.format == "league"
    return url_for("fixtures.draw_up" if dates else "league_tables.show", league=league)


Door(
    season_commands.next_season,
    form=forms.NextSeasonForm,
    page=end,
    to=_where_it_begins,
    makes=True,
    needs=("season",),
).serve(
    page=(bp, "/<league>/next-season", "start_next_season"),
    api=(SEASONS, "/<league>/next-season", "begin_next"),
)


@page_at(bp, "/<league>/record", role="watch", of=SEASON, kept="league")
def record(club: Club, season: Season) -> str:
    fixtures = (card.fixture.id for card in season.cards)
    about = [season.league.id, *(squad.id for squad in season.squads), *fixtures]
    lines = record_of(season, changes(get_db(), club.id, about), page_asked())
    return render_template("leagues/record.html", season=season, lines=lines)


@page_at(bp, "/<league>/divisions", role="watch", of=SEASON)
def divisions(
    club: Club, season: Season, form: forms.MovesForm | None = None, new: forms.DivisionForm | None = None
) -> str:
    """Every division's table; ``?count=`` is how many would go up and down."""
    along = season_commands.going_along(get_db(), club.id, season, today())
    if form is None:
        form = forms.MovesForm(formdata=None, data={"key": new_key()})
        form.count.process_formdata([request.args.get("count", str(forms.USUAL))])
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
            for row in one.table
            if row.team not in gone
        ]
        for at, one in enumerate(divisions)
    ]
    return render_template(
        "leagues/divisions.html",
        own=season,
        season=season,
        divisions=divisions,
        moves=moves,  # None where so many cannot go up and down
        by_hand=by_hand,
        names={id: name for one in divisions for id, name in one.names.items()},
        begun=any(one.begun for one in divisions),
        form=form,
        new=new or forms.DivisionForm(formdata=None, data={"key": new_key()}),
        along=along,
    )


Door(
    season_commands.next_seasons,
    form=forms.MovesForm,
    said=lambda form: form.said | {"count": form.count.data or 0},
    page=divisions,
    to=lambda made: url_for("leagues.divisions", league=made[0]),
).serve(page=(bp, "/<league>/divisions", "begin"))
Door(
    season_commands.start_division,
    form=forms.DivisionForm,
    page=lambda club, season, form: divisions(club, season, new=form),
    to="leagues.divisions",
    makes=True,
    needs=("division",),
).serve(
    page=(bp, "/<league>/divisions/new", "start_division"),
    api=(SEASONS, "/<league>/divisions", "start_division"),
)
Door(season_commands.put_above, form=forms.AboveForm, to="leagues.divisions", needs=("above",)).serve(
    page=(bp, "/<league>/above", "put_above"), api=(SEASONS, "/<league>/above", "put_above")
)


@page_at(bp, "/honours", role="watch")
def honours(club: Club) -> str:
    """The honours board of every season in the archive, and the all-time records; of one ``?division``."""
    everything = statistics.archived_seasons(get_db(), club.id, today())
    divisions = sorted({season.league.division for season in everything} - {""})
    division = request.args.get("division", "")
    seasons = [season for season in everything if division in ("", season.league.division)]
    return render_template(
        "statistics/honours.html",
        divisions=divisions,
        division=division,
        lines=statistics.honours_board(seasons),
        records=statistics.all_time(seasons),
        players=paged(statistics.player_records(seasons), _PLAYERS, page_asked()),
    )


def honours_of(season: Season, champions: tuple[str, str]) -> list[tuple[str, str]]:
    """Champions and runners-up where there are some, then who won most boards, if any: what for, and who."""
    names = season.player_names
    found = list(zip(("Champions", "Runners-up"), champions, strict=True))
    for title, lines, last in (
        ("Player", statistics.player_statistics(season), _BEST),
        ("Pair", statistics.pair_statistics(season), 1),
    ):
        found += [
            (f"{title}, boards won", f"{statistics.called(line.who, names)}, {line.won} of {line.played}")
            for line in lines
            if 0 < line.place <= last and line.won
        ]
    return [(title, who) for title, who in found if who]
