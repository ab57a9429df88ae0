"""What other programs may rename: the club, themselves, players, pairs."""

from flask import Blueprint, Response, jsonify

from scorekeeper.services.clubs.administration import rename_club, set_out_word, set_watched_by_anyone
from scorekeeper.services.clubs.names import (
    delete_player,
    merge_players,
    rename_device,
    rename_player,
    rename_team,
)
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import PREFIX, Fields, with_token
from scorekeeper.web.api.parsing import MOST_SIGNS, optional_key, read_body
from scorekeeper.web.auth.access import asks
from scorekeeper.web.forms import ClubForm, OutWordForm

bp = Blueprint("api_names", __name__, url_prefix=PREFIX)


@bp.post("/name")
@with_token("manage", takes=Fields(ClubForm))
def name_club(club: Club) -> Response:
    """The same club under another name."""
    name = _name("The club’s name")
    rename_club(asks(club, optional_key()), club.id, name)
    return jsonify(id=club.id, name=name)


@bp.post("/out-word")
@with_token("manage", takes=Fields(OutWordForm))
def say_out(club: Club) -> Response:
    """Set the club's word for going out."""
    body = read_body("word")
    word = body.out_word("word")
    body.verify()
    set_out_word(asks(club, optional_key()), club.id, word)
    return jsonify(id=club.id, word=word)


@bp.post("/watching")
@with_token("manage", takes="Anyone")
def open_to_anyone(club: Club) -> Response:
    """Set whether anybody may watch, or only people with a link."""
    body = read_body("anyone")
    anyone = body.flag("anyone", needed=True)
    body.verify()
    set_watched_by_anyone(asks(club, optional_key()), club.id, anyone)
    return jsonify(id=club.id, anyone=anyone)


@bp.post("/device/name")
@with_token("score", takes=Fields(ClubForm))
def name_device(club: Club) -> Response:
    """Rename the device under which this link’s token makes entries."""
    name, ask = _name("The phone’s name"), asks(club, optional_key())
    rename_device(ask, club.id, name)
    return jsonify(id=ask.author.device, name=name)


@bp.post("/players/<player>/name")
@with_token("score", takes=Fields(ClubForm))
def name_player(club: Club, player: str) -> Response:
    """The same person under another name."""
    name = _name("The player’s name")
    rename_player(asks(club, optional_key()), player, name)
    return jsonify(id=player, name=name)


@bp.post("/players/<player>/merge")
@with_token("score", takes="Into")
def merge(club: Club, player: str) -> Response:
    """Two names of one person: every match of this player becomes that of the player ``into``."""
    body = read_body("into")
    into = body.text("into", MOST_SIGNS, needed=True) or ""
    body.verify()
    merge_players(asks(club, optional_key()), player, into)
    return jsonify(id=into)


@bp.post("/players/<player>/delete")
@with_token("score")
def delete(club: Club, player: str) -> Response:
    """Delete a player who has never played."""
    read_body().verify()
    delete_player(asks(club, optional_key()), player)
    return jsonify(id=player)


@bp.post("/teams/<team>/name")
@with_token("score", takes=Fields(ClubForm))
def name_team(club: Club, team: str) -> Response:
    """The same pair under a name of its own."""
    name = _name("The pair’s name")
    rename_team(asks(club, optional_key()), team, name)
    return jsonify(id=team, name=name)


def _name(what: str) -> str:
    """The name in the request. Raises ``Unreadable`` where it is none."""
    body = read_body("name")
    name = body.name(what)
    body.verify()
    return name
