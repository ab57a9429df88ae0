"""Starting a match: a new one, and the rematch of one that is over."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.lead import highest_drawn
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
    """

    card: RuleCard
    names: tuple[str, ...]
    pairs: bool = False
    first_leader: int | None = None
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """The ``player`` who leads the first round, None where a tile held decides.

    ``draw`` is the tile that each seat drew for it, as the match keeps them; None where none were drawn.
    """

    player: str | None = None
    draw: str | None = None


def start_match(db: Database, club: str, setup: MatchSetup, *, key: str, author: Author) -> str:
    """Start the match; its id, or that of the match that this key has started.

    Players and pairs that the club does not have yet are created. Raises ``KeyReused``
    where the key has started another match than this.
    """
    with writing(db, club):
        chairs = [ensure_player(db, club, name, name_key(name), author.at).id for name in setup.names]
        seats = sides_of_seats(chairs, pairs=setup.pairs)
        known = match_of_key(db, club, key)
        if known is None:
            count_act(db, club, "match", author)
        # Drawing lots again would give another leader: the first draw stands.
        if known and setup.by_lot:
            opening = Opening(known.first_leader, known.lead_draw)
        else:
            opening = opening_of(setup, chairs)
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


def opening_of(setup: MatchSetup, chairs: Sequence[str]) -> Opening:
    """Who leads the first round; where it is drawn, each seat gets a tile and the highest leads."""
    if setup.by_lot:
        drawn = secrets.SystemRandom().sample(setup.card.tile_set.tiles, len(chairs))
        return Opening(chairs[highest_drawn(drawn)], " ".join(map(str, drawn)))
    return Opening(None if setup.first_leader is None else chairs[setup.first_leader])


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
        lead_draw=opening.draw,
        rematch_of=None,
        key=key,
        author=author,
    )


def _replayed(known: Match, same: bool) -> str:
    if not same:
        raise KeyReused("This page has started another match already. Tap Start once more for this one too.")
    return known.id
