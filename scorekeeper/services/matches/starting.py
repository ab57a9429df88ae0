"""Starting a match: a new one, and the rematch of one that is over."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.services.matches.idempotency import load_for_update
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import ensure_player, team_of
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.matches import add_match


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Who sits down to what: ``names`` clockwise; in pairs, partners sit opposite each other.

    ``first_leader`` is the seat that leads the first round; None where a tile decides, or a draw ``by_lot``.
    """

    card: RuleCard
    names: tuple[str, ...]
    pairs: bool = False
    first_leader: int | None = None
    by_lot: bool = False


def start_match(db: Database, club: str, setup: MatchSetup, *, key: str, author: Author) -> str:
    """Start the match; its id, or that of the match that this key has started.

    Players whom nobody knew yet, and pairs that never sat together, are made in passing.
    """
    with writing(db, club):
        chairs = [ensure_player(db, club, name, name_key(name), author.at).id for name in setup.names]
        seats = sides_of_seats(chairs, pairs=setup.pairs)
        leader = first_leader_of(setup, chairs)
        return sit_down(db, club, setup.card, seats, first_leader=leader, key=key, author=author)


def rematch(db: Database, at: tuple[str, str], *, key: str, author: Author) -> str:
    """The same people, seats and rule card; whoever would have led the next round leads. Its id."""
    with writing(db, at[0]):
        state = load_for_update(db, at)
        names = {seat.name: seat.player for seat in state.match.seats}
        return add_match(
            db,
            at[0],
            state.match.card,
            [(seat.player, seat.side, seat.team) for seat in state.match.seats],
            first_leader=names.get(state.score.lead.player or ""),
            rematch_of=state.match.id,
            key=key,
            author=author,
        )


def first_leader_of(setup: MatchSetup, chairs: Sequence[str]) -> str | None:
    """The player who leads the first round, drawn by lot if so agreed; None where a tile decides."""
    if setup.by_lot:
        return secrets.choice(chairs)
    return None if setup.first_leader is None else chairs[setup.first_leader]


def sides_of_seats(chairs: Sequence[str], *, pairs: bool) -> list[tuple[str, int]]:
    """Each player with the side of their seat: everybody for themselves, or partners opposite."""
    return [(chair, n % 2 if pairs else n) for n, chair in enumerate(chairs)]


def sit_down(
    db: Database,
    club: str,
    card: RuleCard,
    seats: Sequence[tuple[str, int]],
    *,
    first_leader: str | None,
    key: str,
    author: Author,
) -> str:
    """Sit these ``(player, side)`` down, within the caller's transaction; two on a side are a team."""
    teams: dict[int, str | None] = {}
    for side in {side for _, side in seats}:
        members = [player for player, of in seats if of == side]
        teams[side] = team_of(db, club, members, author.at).id if len(members) > 1 else None
    return add_match(
        db,
        club,
        json.dumps(card.to_dict()),
        [(player, side, teams[side]) for player, side in seats],
        first_leader=first_leader,
        rematch_of=None,
        key=key,
        author=author,
    )
