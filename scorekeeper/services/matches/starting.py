"""Starting a match: a new one, and the rematch of one that is over."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.matches.lots import highest_drawn, seats_drawn
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.matches.idempotency import KeyReused, load_for_update
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import ensure_player, team_of
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.matches import Match, MatchRef, add_match, match_of_key


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The setup of a match: ``names`` clockwise; in pairs, partners sit opposite each other.

    ``first_leader`` is the seat that leads the first round; None where a tile decides, or a draw ``by_lot``.
    With ``draw_seats`` tiles decide who sits where, and the order of the names says nothing.
    """

    card: RuleCard
    names: tuple[str, ...]
    pairs: bool = False
    first_leader: int | None = None
    by_lot: bool = False
    draw_seats: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """The ``player`` who leads the first round, None where a tile held decides.

    ``lead_draw`` is the tile that each seat drew for it, ``seat_draw`` the tile that each drew for the seat,
    as the match keeps them; None where none were drawn.
    """

    player: str | None = None
    lead_draw: str | None = None
    seat_draw: str | None = None


def start_match(db: Database, club: str, setup: MatchSetup, *, key: str, author: Author) -> str:
    """Start the match; its id, or that of the match that this key has started.

    Players and pairs that the club does not have yet are created. Raises ``KeyReused``
    where the key has started another match than this.
    """
    with writing(db, club):
        named = [ensure_player(db, club, name, name_key(name), author.at).id for name in setup.names]
        known = match_of_key(db, club, key)
        if known is None:
            count_act(db, club, "match", author)
        # Drawing again would give something else: the first draw stands.
        chairs, opening = _as_drawn(known, setup, named) if known else take_seats(setup, named)
        seats = sides_of_seats(chairs, pairs=setup.pairs)
        return sit_down(db, club, setup.card, seats, opening=opening, key=key, author=author)


def rematch(db: Database, at: MatchRef, *, key: str, author: Author) -> str:
    """The same people, seats and rule card; whoever would have led the next round leads. Its id.

    Raises ``KeyReused`` where the key has started something else than a rematch of this match.
    """
    with writing(db, at.club):
        known = match_of_key(db, at.club, key)
        if known:
            return _replayed(known, known.rematch_of == at.match)
        count_act(db, at.club, "match", author)
        state = load_for_update(db, at)
        names = {seat.name: seat.player for seat in state.match.seats}
        return add_match(
            db,
            at.club,
            state.match.card,
            [(seat.player, seat.side, seat.team) for seat in state.match.seats],
            first_leader=names.get(state.score.lead.player or ""),
            rematch_of=state.match.id,
            key=key,
            author=author,
        )


def take_seats(setup: MatchSetup, named: Sequence[str]) -> tuple[list[str], Opening]:
    """Who sits where, of the players in the order of their names, and who leads the first round.

    Where either is drawn, each player gets a tile; one tile serves for both.
    """
    leader = None if setup.first_leader is None else named[setup.first_leader]
    if not setup.by_lot and not setup.draw_seats:
        return [*named], Opening(leader)
    tiles = secrets.SystemRandom().sample(setup.card.tile_set.tiles, len(named))
    order = seats_drawn(tiles, pairs=setup.pairs) if setup.draw_seats else range(len(named))
    chairs, drawn = [named[at] for at in order], " ".join(str(tiles[at]) for at in order)
    return chairs, Opening(
        named[highest_drawn(tiles)] if setup.by_lot else leader,
        drawn if setup.by_lot else None,
        drawn if setup.draw_seats else None,
    )


def _as_drawn(known: Match, setup: MatchSetup, named: Sequence[str]) -> tuple[list[str], Opening]:
    """The seats and the lead as they were drawn for the match that was started with the same key."""
    sitting = [seat.player for seat in known.seats]
    redrawn = setup.draw_seats and sorted(sitting) == sorted(named)
    leader = None if setup.first_leader is None else named[setup.first_leader]
    return sitting if redrawn else [*named], Opening(known.first_leader if setup.by_lot else leader)


def sides_of_seats(chairs: Sequence[str], *, pairs: bool) -> list[tuple[str, int]]:
    """Each player with the side of their seat: everybody for themselves, or partners opposite."""
    return [(chair, n % 2 if pairs else n) for n, chair in enumerate(chairs)]


def sit_down(
    db: Database,
    club: str,
    card: RuleCard,
    seats: Sequence[tuple[str, int]],
    *,
    opening: Opening,
    key: str,
    author: Author,
) -> str:
    """Sit these ``(player, side)`` down, within the caller's transaction; two on a side are a team.

    The id of the match, which is that of the match that this key has started. Raises ``KeyReused`` where that
    is another one.
    """
    known = match_of_key(db, club, key)
    if known:
        sitting = [(seat.player, seat.side) for seat in known.seats]
        before = (json.loads(known.card), sitting, known.first_leader, known.rematch_of)
        return _replayed(known, before == (card.to_dict(), [*seats], opening.player, None))
    teams: dict[int, str | None] = {}
    for side in {side for _, side in seats}:
        members = [player for player, of in seats if of == side]
        teams[side] = team_of(db, club, members, author.at).id if len(members) > 1 else None
    return add_match(
        db,
        club,
        json.dumps(card.to_dict()),
        [(player, side, teams[side]) for player, side in seats],
        first_leader=opening.player,
        lead_draw=opening.lead_draw,
        seat_draw=opening.seat_draw,
        rematch_of=None,
        key=key,
        author=author,
    )


def _replayed(known: Match, same: bool) -> str:
    if not same:
        raise KeyReused("This page has started a match already. Tap Start again to start this one too.")
    return known.id
