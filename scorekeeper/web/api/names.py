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
from scorekeeper.store.clubs.players import find_player, teams
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.parsing import MOST_SIGNS, read_body
from scorekeeper.web.api.refusals import found
from scorekeeper.web.http.db import get_db

bp = Blueprint("api_names", __name__, url_prefix=PREFIX)


@bp.post("/name")
@with_token("manage")
def name_club(club: Club) -> Response:
    """The same club under another name."""
    name = _name("The club’s name")
    rename_club(get_db(), club, name, program_author(club))
    return jsonify(id=club.id, name=name)


@bp.post("/out-word")
@with_token("manage")
def say_out(club: Club) -> Response:
    """Set the club's word for going out."""
    body = read_body("word")
    word = body.out_word("word")
    body.verify()
    set_out_word(get_db(), club, word, program_author(club))
    return jsonify(id=club.id, word=word)


@bp.post("/watching")
@with_token("manage")
def open_to_anyone(club: Club) -> Response:
    """Set whether anybody may watch, or only people with a link."""
    body = read_body("anyone")
    anyone = body.flag("anyone", needed=True)
    body.verify()
    set_watched_by_anyone(get_db(), club, anyone, program_author(club))
    return jsonify(id=club.id, anyone=anyone)


@bp.post("/device/name")
@with_token("score")
def name_device(club: Club) -> Response:
    """Rename the device under which this link’s token makes entries."""
    name, by = _name("The phone’s name"), program_author(club)
    rename_device(get_db(), club.id, name, by)
    return jsonify(id=by.device, name=name)


@bp.post("/players/<player>/name")
@with_token("score")
def name_player(club: Club, player: str) -> Response:
    """The same person under another name."""
    known = found(find_player(get_db(), club.id, player), "player")
    name = _name("The player’s name")
    rename_player(get_db(), club.id, known, name, program_author(club))
    return jsonify(id=player, name=name)


@bp.post("/players/<player>/merge")
@with_token("score")
def merge(club: Club, player: str) -> Response:
    """Two names of one person: every match of this player becomes that of the player ``into``."""
    known = found(find_player(get_db(), club.id, player), "player")
    body = read_body("into")
    into = body.text("into", MOST_SIGNS, needed=True) or ""
    body.verify()
    merge_players(get_db(), club.id, known, into, program_author(club))
    return jsonify(id=into)


@bp.post("/players/<player>/delete")
@with_token("score")
def delete(club: Club, player: str) -> Response:
    """Delete a player who has never played."""
    known = found(find_player(get_db(), club.id, player), "player")
    read_body().verify()
    delete_player(get_db(), club.id, known, program_author(club))
    return jsonify(id=player)


@bp.post("/teams/<team>/name")
@with_token("score")
def name_team(club: Club, team: str) -> Response:
    """The same pair under a name of its own."""
    known = found(next((known for known in teams(get_db(), club.id) if known.id == team), None), "pair")
    name = _name("The pair’s name")
    rename_team(get_db(), club.id, known, name, program_author(club))
    return jsonify(id=team, name=name)


def _name(what: str) -> str:
    """The name in the request. Raises ``Unreadable`` where it is none."""
    body = read_body("name")
    name = body.name(what)
    body.verify()
    return name
