"""Names of players, pairs and phones. The id stays when a name changes; the audit log has the old name."""

from collections.abc import Iterable, Mapping

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.store.clubs import devices, players
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import Player, Team, player_by_name_key
from scorekeeper.store.engine.connection import writing


class NameTaken(Exception):
    """Somebody else in the club has a name that looks like this one."""


def enter_players(db: Database, club: str, names: Mapping[str, str], author: Author) -> dict[str, str]:
    """The ids of the players of these names, made where the club knows nobody of one; by the same keys."""
    with writing(db, club):
        count_act(db, club, "name", author)
        return {
            key: players.ensure_player(db, club, name, name_key(name), author.at).id
            for key, name in names.items()
        }


def name_pair(db: Database, club: str, members: Iterable[str], name: str, author: Author) -> None:
    """Give these two players a name as a pair, also before they have sat together."""
    with writing(db, club):
        count_act(db, club, "name", author)
        players.rename_team(db, club, players.team_of(db, club, members, author.at), name, author)


def rename_player(db: Database, club: str, player: Player, name: str, author: Author) -> None:
    """Rename the player in every match; ``NameTaken`` if somebody else has that name."""
    with writing(db, club):
        count_act(db, club, "name", author)
        namesake = player_by_name_key(db, club, name_key(name))
        if namesake and namesake.id != player.id:
            raise NameTaken(f"{namesake.name} is somebody else in this club.")
        players.rename_player(db, club, player, name, name_key(name), author)


def rename_team(db: Database, club: str, team: Team, name: str | None, author: Author) -> None:
    """Give the pair a name of its own, or none."""
    with writing(db, club):
        count_act(db, club, "name", author)
        players.rename_team(db, club, team, name, author)


def register_device(db: Database, club: str, device: str, at: str) -> Author:
    """The phone as one that enters things; known from now on as “Phone 3” where it was not before."""
    if devices.find_device(db, club, device) is None:
        with writing(db, club):
            count_act(db, club, "phone", Author(device, at))
            devices.ensure_device(db, club, device, at)
    return Author(device, at)


def rename_device(db: Database, club: str, nickname: str, author: Author) -> None:
    """Rename the phone that sends the request."""
    with writing(db, club):
        count_act(db, club, "name", author)
        known = devices.find_device(db, club, author.device)
        if known is not None:
            devices.rename_device(db, club, known, nickname, author)
