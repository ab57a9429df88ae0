"""A club: its page with what is played and what was, opening one, its settings and its links."""

import hmac
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField
from wtforms.validators import Regexp

from scorekeeper.config import is_postgres
from scorekeeper.names import parse_out_word
from scorekeeper.ops.logs import network_of
from scorekeeper.services.clubs import administration, hosting
from scorekeeper.services.clubs.club_results import MatchResult, club_record, in_play
from scorekeeper.services.clubs.names import rename_device
from scorekeeper.services.leagues.seasons import league_matchdays
from scorekeeper.services.match_state import load_match
from scorekeeper.store.clubs.access import ROLES, active_phones, generations
from scorekeeper.store.clubs.clubs import Club, clubs, find_club, trashed_clubs
from scorekeeper.store.clubs.hosting import Opened, may_start, read_only_words
from scorekeeper.store.engine.backup import copies_now
from scorekeeper.store.leagues.captains import captained_team_names, followed_teams
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.store.matches.matches import entered_on
from scorekeeper.timestamps import club_day_of
from scorekeeper.web.auth.access import asks, needs, verify_not_moved, visitor, visitor_of
from scorekeeper.web.auth.passes import forget, grant, link_secret, phone_that_moved, role_of_secret
from scorekeeper.web.auth.phones import SHOWN, words_of
from scorekeeper.web.captains import captains_teams
from scorekeeper.web.doors import NAMES, Answer, Door, page_at
from scorekeeper.web.forms import KEY_SIGNS, NO_KEY, NameField, PageForm, SwitchField, form_of, new_key
from scorekeeper.web.http.answers import on_a_phone, qr_code
from scorekeeper.web.http.changes import note_read_only, refuse_while_read_only
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import Page, page_asked, paged
from scorekeeper.web.http.templating import named_day

_RECENT = 30  # matches that are over, that are being played, or that were never finished

_LINK_WORDS = {
    "watch": "Anyone with this link sees matches and tables, and changes nothing.",
    "score": "Anyone with this link can start matches and enter rounds.",
    "manage": "Anyone with this link can also rename, revoke links and open or close the club.",
}
bp = Blueprint("clubs", __name__)
phones_bp = Blueprint("phones", __name__, url_prefix="/c/<club>/phones")


class ClubForm(PageForm):
    # The settings page shows it beside DeviceForm, and a label needs a field of its own.
    name = NameField("What is the pub or club called?", id="club-name", what="The club’s name")


class StartForm(ClubForm):
    # Not a phone's own key: before there is a club, no phone is known.
    key = HiddenField(validators=[Regexp(KEY_SIGNS, message=NO_KEY)])


class OpenClubForm(StartForm):
    phone = NameField("What is this phone called?", what="The phone’s name")


class DeviceForm(PageForm):
    name = NameField("What is this phone called?", what="The phone’s name")


class OutWordForm(PageForm):
    word = NameField("What do you say when somebody goes out? Ann …", parse=parse_out_word)


def _days(lines: list[MatchResult], today: date) -> list[tuple[str, date, list[MatchResult]]]:
    """The finished matches day by day, the latest first, each under what it is called today."""
    names = {today: "Today", today - timedelta(days=1): "Yesterday"}
    return [
        (names.get(day) or named_day(day), day, list(found))
        for day, found in groupby(lines, lambda line: club_day_of(line.match.started_at))
    ]


@bp.get("/")
def home() -> Response | str:
    """The one club this phone knows, or a list of those it may look at; ``?to=new`` is a short cut."""
    known = _known_clubs()
    if len(known) == 1:
        to = "matches.new" if request.args.get("to") == "new" else "clubs.show"
        return redirect(url_for(to, club=known[0].id), 303)
    return _home_page(OpenClubForm(formdata=None, key=new_key()))


@bp.get("/clubs")
def choose() -> str:
    return _home_page(OpenClubForm(formdata=None, key=new_key()))


@bp.post("/clubs")
def open_new() -> Response | tuple[str, int]:
    if not current_app.config["OPEN"]:
        abort(404, "Clubs are opened here by whoever runs this Scorekeeper. Ask them for a link.")
    note_read_only(read_only_words(get_db()))
    refuse_while_read_only()
    form, opened = OpenClubForm(key=new_key()), None
    if form.validate_on_submit():
        key, network = _hash(f"opening {form.key.data}"), _hash(network_of(request.remote_addr))
        try:
            opened = hosting.open_hosted_club(
                get_db(), form.name.said, form.phone.said, key, network, datetime.now(UTC)
            )
        except hosting.TooManyOpenings as error:
            form.name.errors = [str(error)]
    if opened is None:
        return _home_page(form), 422
    return _managed(opened)


def _hash(said: str) -> str:
    """Only this instance can compute it: whoever knows the key of an opening is the club’s manager."""
    return hmac.new(current_app.config["SECRET_KEY"], said.encode(), "sha256").hexdigest()


def _managed(opened: Opened) -> Response:
    grant(opened.club, "manage", opened.generation, opened.device)
    return redirect(url_for("clubs.show", club=opened.club), 303)


def _known_clubs() -> list[Club]:
    return [club for id in session.get("clubs", {}) if (club := find_club(get_db(), id)) is not None]


def _home_page(form: OpenClubForm) -> str:
    """This phone's clubs; one that is in none sees a single pub's club, and none of an instance with many."""
    note_read_only(read_only_words(get_db()))
    known, there = _known_clubs(), clubs(get_db())
    alone = there if len(there) == 1 else []
    to_watch = [club for club in alone if club.watched_by_anyone and club not in known]
    return render_template("clubs/home.html", known=known, to_watch=to_watch, form=form)


@bp.route("/start/<secret>", methods=["GET", "POST"])
def start(secret: str) -> Answer:
    form = StartForm(key=new_key())
    if form.validate_on_submit():
        opened = hosting.open_first_club(
            get_db(), secret, form.name.said, str(form.key.data), datetime.now(UTC)
        )
        if opened is not None:
            return _managed(opened)
    if not may_start(get_db(), secret):
        abort(
            404,
            "This link has been used, or a newer one has been printed. Look where the server was started.",
        )
    trash = trashed_clubs(get_db()) if current_app.config["POCKET"] else []
    return render_template("clubs/start.html", form=form, trash=trash), 422 if form.errors else 200


@bp.get("/c/<club>/join/<secret>")
def join(club: str, secret: str) -> Response:
    """Exchange a link's secret for a cookie and leave it out of the address from then on."""
    verify_not_moved(club)
    words = "This link no longer opens anything. Ask the club for the new one."
    found = role_of_secret(club, secret) or abort(404, words)
    grant(club, *found, phone_that_moved(club, *found))
    return redirect(url_for("clubs.show"), 303)


@page_at(bp, "/c/<club>/", role="watch", kept="club", by_device=True)
def show(club: Club) -> str:
    """This phone's own match, tonight in the leagues, then the others'.

    Faded are matches that nobody finished for days, abandoned those of tonight that can be taken up again.
    Later pages list only the matches being played and those never finished.
    """
    followed, day, number = followed_teams(get_db(), club.id, visitor().device), today(), page_asked()
    matchdays = league_matchdays(get_db(), club.id, day, followed)
    with club_record(get_db(), club.id) as known:
        fresh, unfinished = in_play(get_db(), club.id, known, day)
        own = entered_on(get_db(), club.id, visitor().device, [line.match.id for line in fresh])
        mine = [line for line in fresh if line.match.id in own][:1]
        playing = paged([line for line in fresh if line not in mine], _RECENT, number)
        faded = paged(unfinished, _RECENT, number)
        finished = known.finished(_RECENT) if number == 1 else []
        abandoned = [line for line in known.of_day(day) if line.abandoned]
    lines = [*mine, *playing.shown, *abandoned, *faded.shown, *finished]
    return render_template(
        "clubs/show.html",
        today=named_day(day),
        mine=mine,
        playing=playing,
        faded=faded,
        days=_days(finished, day),
        abandoned=[
            (line, state.events[-1])
            for line in abandoned
            if (state := load_match(get_db(), club.id, line.match.id))
        ],
        league_matchdays=matchdays,
        pages=Page((), number, playing.more or faded.more),
        divisions=divisions_of_matches(get_db(), club.id, [line.match.id for line in lines]),
        teams=captains_teams(club.id),
    )


@page_at(bp, "/c/<club>/settings", role="watch", kept="never")
def settings(
    club: Club,
    form: DeviceForm | None = None,
    club_form: ClubForm | None = None,
    word_form: OutWordForm | None = None,
) -> str:
    manages, pocket = visitor().may("manage"), current_app.config["POCKET"]
    database, now = current_app.config["DATABASE"], datetime.now(UTC)
    known = active_phones(get_db(), club.id) if manages else []
    shown = known if request.args.get("phones") == "all" else known[:SHOWN]
    captained = captained_team_names(get_db(), club.id) if manages else {}
    return render_template(
        "clubs/settings.html",
        form=form or DeviceForm(formdata=None, name=visitor().nickname or ""),
        club_form=club_form or ClubForm(formdata=None, name=club.name),
        word_form=word_form or OutWordForm(formdata=None, word=club.out_word),
        links=_links(club.id) if manages and not pocket else [],
        phones=[(phone, led := captained.get(phone.id, []), words_of(phone, led)) for phone in shown],
        more_phones=len(known) - len(shown),
        has_copies=not (pocket or is_postgres(database)),
        clock=hosting.doubt_of_clock(get_db(), now, club.id) if manages else None,
        copy_failed=manages and copies_now(database, now).fault is not None,
    )


def _links(club: str) -> list[dict[str, Any]]:
    """The link of each role; ``other_ways`` are the other addresses of this server that lead to it."""
    here, known, links = on_a_phone(""), generations(get_db(), club), []
    for role, words in _LINK_WORDS.items():
        path = url_for("clubs.join", secret=link_secret(club, role, known[role]))
        ways = {n: way + path for n, way in enumerate(current_app.config["ADDRESSES"]) if way != here}
        link = {"role": role, "words": words, "url": here + path, "generation": known[role]}
        links.append({**link, "other_ways": ways})
    return links


_CLUB = Door(administration.rename_club, to="clubs.settings")
_CLUB._replace(
    form=ClubForm,
    page=lambda club, _, form: settings(club, club_form=form),
    answers=lambda name: {"name": name},
).serve(page=(bp, "/c/<club>/name", "rename"), api=(NAMES, "/name", "name_club"))
_CLUB._replace(
    act=rename_device,
    form=DeviceForm,
    page=lambda club, _, form: settings(club, form),
    answers=lambda name: {"id": visitor().device, "name": name},
).serve(page=(bp, "/c/<club>/settings", "name_phone"), api=(NAMES, "/device/name", "name_device"))
_CLUB._replace(
    act=administration.set_out_word,
    form=OutWordForm,
    page=lambda club, _, form: settings(club, word_form=form),
    answers=lambda word: {"word": word},
).serve(page=(bp, "/c/<club>/out-word", "set_word"), api=(NAMES, "/out-word", "say_out"))
_CLUB._replace(
    act=administration.set_watched_by_anyone,
    form=form_of(anyone=SwitchField("Who may watch?", "anyone", "only who holds a link")),
    answers=lambda anyone: {"anyone": anyone},
).serve(page=(bp, "/c/<club>/watching", "watching"), api=(NAMES, "/watching", "open_to_anyone"))


_PHONES = Door(administration.end_phone, to=lambda _: url_for("clubs.settings", _anchor="phones"))
_PHONES.serve(page=(phones_bp, "/<phone>/end", "end"))
_PHONES._replace(act=administration.reset_limits).serve(page=(phones_bp, "/limits", "reset"))


@bp.post("/c/<club>/links/<role>/revoke")
@needs("manage")
def revoke(club: Club, role: str) -> Response:
    """End a link and all its cookies; the manager who does it keeps the manage role on this phone."""
    if role not in ROLES:
        abort(404, "There is no such link.")
    administration.revoke_link(asks(club), club.id, role, request.form.get("seen", type=int))
    if role == "manage":
        grant(club.id, "manage", generations(get_db(), club.id)["manage"])
    return redirect(url_for(".settings"), 303)


@page_at(bp, "/c/<club>/links/<role>.svg", role="manage")
def qr(club: Club, role: str) -> Response:
    """The link of this role as a QR code, by the address that the phone asks at or another of this server."""
    generation = generations(get_db(), club.id).get(role) or abort(404, "There is no such link.")
    secret = link_secret(club.id, role, generation)
    ways = dict(enumerate(current_app.config["ADDRESSES"]))
    here = ways.get(request.args.get("way", -1, int)) or on_a_phone("")
    return qr_code(here + url_for("clubs.join", secret=secret))


@bp.post("/c/<club>/forget")
def leave(club: str) -> Response:
    forget(club)
    to = url_for(".show") if find_club(get_db(), club) and visitor_of(club) else url_for(".home")
    answer = redirect(to, 303)
    # Cached pages are dropped; the storage stays, because unsent rounds wait there.
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer
