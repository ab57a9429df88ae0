"""Names of players, pairs and phones: changed, merged, taken off the list, erased for good.

The id stays when a name changes; the audit log has the old name.
"""

from collections.abc import Iterable, Mapping

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.gate import CLUB, Act, Ask, Refused, Subject, act, there
from scorekeeper.services.match_state import load_match
from scorekeeper.store.clubs import access, players
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.clubs import Club, erasure_lock
from scorekeeper.store.clubs.players import Pair, Player
from scorekeeper.store.engine.connection import empty_log
from scorekeeper.store.leagues.captains import captained_teams
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.leagues.squads import teams_of_player
from scorekeeper.store.matches.match_events import Abandonment, reported_hands
from scorekeeper.store.matches.matches import Setup, set_up_anew


def read_pair(ask: Ask, pair: str) -> Pair:
    known = players.pairs_of(ask.db, ask.club)
    return there(next((one for one in known if one.id == pair), None), "pair")


def _not_anothers(ask: Ask, *people: str) -> None:
    """A captain's phone changes no names of other teams' players; of its own, and of who plays for none."""
    own = set(captained_teams(ask.db, ask.club, ask.author.device)) if ask.captain else set[str]()
    for person in people if ask.captain else ():
        if (teams := teams_of_player(ask.db, ask.club, person)) and not own & {*teams}:
            raise Refused(
                "This phone is a captain’s. Players of "
                f"{' and '.join(teams.values())} are renamed by their own captain or the secretary."
            )


PLAYER = Subject[Player](
    "player",
    lambda ask, player: there(players.find_player(ask.db, ask.club, player), "player"),
    lambda ask, player: _not_anothers(ask, player.id),
)
PAIR = Subject("pair", read_pair, lambda ask, pair: _not_anothers(ask, *pair.members))


class NameTaken(Refused):
    status, code = 409, "name_taken"


@act(CLUB, "score", "name")
def enter_players(act: Act[Club], names: Mapping[str, str]) -> dict[str, str]:
    """The ids of the players of these names, made where the club knows nobody of one; by the same keys."""
    db, club, at = act.db, act.club, act.author.at
    return {key: players.ensure_player(db, club, name, at).id for key, name in names.items()}


@act(CLUB, "score", "name")
def name_pair(act: Act[Club], members: Iterable[str], name: str) -> None:
    """Give these two players a name as a pair, also before they have sat together."""
    pair = players.pair_of(act.db, act.club, members, act.author.at)
    rename(act.db, act.club, "team", pair, act.author, name=name)


@act(PLAYER, "score", "name")
def rename_player(act: Act[Player], name: str) -> str:
    """Rename the player in every match. Raises ``NameTaken``."""
    namesake = players.player_by_name_key(act.db, act.club, name_key(name))
    if namesake and namesake.id != act.on.id:
        raise NameTaken(f"{namesake.name} is somebody else in this club.", "name")
    rename(act.db, act.club, "player", act.on, act.author, name=name, name_key=name_key(name))
    return name


@act(PAIR, "score", "name")
def rename_pair(act: Act[Pair], name: str | None) -> str | None:
    """Give the pair a name of its own, or none."""
    rename(act.db, act.club, "team", act.on, act.author, name=name)
    return name


@act(CLUB, "score", "name", comes_home=True)
def rename_device(act: Act[Club], name: str) -> str:
    """Rename the phone that asks."""
    access.name_device(act.db, act.club, name, act.author)
    return name


class MergeRefused(Refused):
    status, code = 409, "merge"


@act(PLAYER, "score", "name")
def merge_players(act: Act[Player], into: str) -> str:
    """Give every match of the player to the player ``into``; whoever has no match left is listed no more."""
    db, club, player = act.db, act.club, act.on
    other = players.find_player(db, club, into)
    if other is None or other.id == player.id:
        raise MergeRefused("Choose who it is.", "into")
    _not_anothers(act.ask, other.id)
    states = [
        state for match in players.matches_of(db, club, player.id) if (state := load_match(db, club, match))
    ]
    if not states and players.in_squad(db, club, player.id):
        raise MergeRefused(
            f"A league’s cards keep who was named there, and {player.name} has no other match."
        )
    for match in (state.match for state in states):
        if any(seat.player == other.id for seat in match.seats):
            raise MergeRefused(f"{player.name} and {other.name} have sat at one table: they are two.")
        if reported_hands(db, club, match.id):
            raise MergeRefused(
                f"{player.name} has sent pips from a phone in one of the matches: the seats must stay."
            )
        if board_of_match(db, club, match.id):
            raise MergeRefused(f"{player.name} has played on a match card, which keeps its players.")
    for match in (state.match for state in states):
        seats = [(other.id if one.player == player.id else one.player, one.side) for one in match.seats]
        leads = other.id if match.first_leader == player.id else match.first_leader
        seated = players.with_pairs(db, club, seats, act.author.at)
        setup = Setup(match.card, seated, leads, match.lead_draw, match.seat_draw)
        set_up_anew(db, match, setup, {player.id: other.id}, (player.name, other.name), act.author)
    return other.id


class DeletionRefused(Refused):
    status, code = 409, "has_played"


@act(PLAYER, "score", "name")
def delete_player(act: Act[Player]) -> None:
    """List somebody no more who has never played: a name that was typed wrongly, a match that was abandoned.

    Raises ``DeletionRefused`` where anything was entered in a match of theirs, or one is being played.
    """
    player = act.on
    if has_played(act.db, act.club, player.id):
        raise DeletionRefused(f"{player.name} has played: matches keep their players.")
    if players.in_squad(act.db, act.club, player.id):
        raise DeletionRefused(f"{player.name} is in a league’s team: take them off its squad first.")
    players.unlist_player(act.db, act.club, player, act.author)


def has_played(db: Database, club: str, player: str) -> bool:
    """Whether a match of theirs is being played, or anything of one counts."""
    states = (load_match(db, club, match) for match in players.matches_of(db, club, player))
    return any(
        state.running or any(not isinstance(event.body, Abandonment) for event in state.counting)
        for state in states
        if state is not None
    )


@act(PLAYER, "manage", "name")
def erase_name(act: Act[Player]) -> str:
    """Erase the person's name from the club for good; the placeholder. ``forget_player`` asks for it."""
    with erasure_lock(act.db, act.club):
        return players.forget_player(act.db, act.club, act.on, act.author)


def forget_player(ask: Ask, player: str) -> str:
    """Erase the person's name from the club for good, and from the disk; returns the placeholder."""
    done = erase_name(ask, player)
    empty_log(ask.db)
    return done.answer
