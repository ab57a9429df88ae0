"""Names of players, pairs and phones: changed, merged, taken off the list, erased for good.

The id stays when a name changes; the audit log has the old name.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.gate import Refused
from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.store.clubs import anonymise, devices, players
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import (
    Player,
    Team,
    find_player,
    in_squad,
    matches_of,
    player_by_name_key,
    team_of,
    unlist_player,
)
from scorekeeper.store.clubs.trash import due_for_erasure, erase_club, erasure_lock
from scorekeeper.store.engine.connection import empty_log, writing
from scorekeeper.store.matches.match_events import Abandonment
from scorekeeper.store.matches.reported_hands import reported_hands
from scorekeeper.store.matches.seat_changes import set_up_anew
from scorekeeper.store.transfer.nightly_copies import delete_copy


class NameTaken(Refused):
    """Somebody else in the club has a name that looks like this one."""

    status, code = 409, "name_taken"


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


class MergeRefused(Refused):
    """The players cannot be merged."""

    status, code = 409, "merge"


def merge_players(db: Database, club: str, player: Player, into: str, author: Author) -> None:
    """Give every match of ``player`` to the player ``into``; whoever has no match left is listed no more."""
    with writing(db, club):
        count_act(db, club, "name", author)
        other = find_player(db, club, into)
        if other is None or other.id == player.id:
            raise MergeRefused("Choose who it is.")
        states = [load_match(db, club, match) for match in matches_of(db, club, player.id)]
        for state in states:
            if state is not None:
                _verify(db, state, player, other)
        for state in states:
            if state is not None:
                _give(db, state, player, other, author)


class DeletionRefused(Refused):
    """The player has played, or plays for a team."""

    status, code = 409, "has_played"


def delete_player(db: Database, club: str, player: Player, author: Author) -> None:
    """List somebody no more who has never played: a name that was typed wrongly, a match that was abandoned.

    Raises ``DeletionRefused`` where anything was entered in a match of theirs, or one is being played.
    """
    with writing(db, club):
        count_act(db, club, "name", author)
        if has_played(db, club, player.id):
            raise DeletionRefused(f"{player.name} has played: matches keep their players.")
        if in_squad(db, club, player.id):
            raise DeletionRefused(f"{player.name} is in a league’s team: take them off its squad first.")
        unlist_player(db, club, player, author)


def has_played(db: Database, club: str, player: str) -> bool:
    """Whether a match of theirs is being played, or anything of one counts."""
    states = (load_match(db, club, match) for match in matches_of(db, club, player))
    return any(
        state.running or any(not isinstance(event.body, Abandonment) for event in state.counting)
        for state in states
        if state is not None
    )


def _verify(db: Database, state: MatchState, player: Player, other: Player) -> None:
    if any(seat.player == other.id for seat in state.match.seats):
        raise MergeRefused(f"{player.name} and {other.name} have sat at one table: they are two.")
    if reported_hands(db, state.match.club, state.match.id):
        raise MergeRefused(
            f"{player.name} has sent pips from a phone in one of the matches: the seats must stay."
        )


def _give(db: Database, state: MatchState, player: Player, other: Player, author: Author) -> None:
    club = state.match.club
    seats = [(other.id if seat.player == player.id else seat.player, seat.side) for seat in state.match.seats]
    members = {side: [who for who, of in seats if of == side] for _, side in seats}
    teams = {
        side: team_of(db, club, who, author.at).id if len(who) > 1 else None for side, who in members.items()
    }
    set_up_anew(
        db,
        state.match,
        state.match.card,
        [(who, side, teams[side]) for who, side in seats],
        {player.id: other.id},
        first_leader=other.id if state.match.first_leader == player.id else state.match.first_leader,
        lead_draw=state.match.lead_draw,
        seat_draw=state.match.seat_draw,
        words=(player.name, other.name),
        author=author,
    )


@contextmanager
def erasing(db: Database, club: str) -> Iterator[None]:
    """A write transaction in which this club's facts may be changed or taken away, and no other's."""
    with writing(db), erasure_lock(db, club):
        yield
    empty_log(db)


def empty_trash(db: Database, now: datetime) -> list[str]:
    """Erase every club that was deleted thirty days ago or earlier; the ids of those erased."""
    due = due_for_erasure(db, now)
    for club in due:
        with erasing(db, club):
            erase_club(db, club)
    return due


def forget_player(db: Database, club: str, player: Player, author: Author) -> str:
    """Erase the person's name from the club for good; returns the placeholder."""
    with erasing(db, club):
        count_act(db, club, "name", author)
        delete_copy(db, club)
        return anonymise.forget_player(db, club, player, author)
