"""Merging two entries of one player, and deleting players who never played.

All that was entered of the one player is the other's from now on; a name without any result is deleted.
"""

from sqlite_utils import Database

from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import Player, find_player, in_squad, matches_of, team_of, unlist_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import Abandonment
from scorekeeper.store.matches.reported_hands import reported_hands
from scorekeeper.store.matches.seat_changes import set_up_anew


class MergeRefused(Exception):
    """The players cannot be merged; ``str(error)`` says why."""


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


class DeletionRefused(Exception):
    """The player has played, or plays for a team; ``str(error)`` says which."""


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
