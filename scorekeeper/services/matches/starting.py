"""Starting a match: a new one, and the rematch of one that is over."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.names import name_key
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.lead import highest_drawn, seats_drawn
from scorekeeper.services.gate import CLUB, Act, KeyReused, act
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import ensure_player, with_teams
from scorekeeper.store.matches.matches import Setup, add_match, match_of_key

STARTED = "This page has started a match already. Tap Start again to start this one too."


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


class Opening(NamedTuple):
    """The ``player`` who leads the first round, None where a tile held decides.

    ``lead_draw`` is the tile that each seat drew for it, ``seat_draw`` the tile that each drew for the seat,
    as the match keeps them; None where none were drawn.
    """

    player: str | None = None
    lead_draw: str | None = None
    seat_draw: str | None = None


@act(CLUB, "score", "match", comes_home=True)
def start_match(now: Act[Club], setup: MatchSetup) -> str:
    """Start the match; its id. Players and pairs that the club does not have yet are created."""
    named = [ensure_player(now.db, now.club, name, name_key(name), now.author.at).id for name in setup.names]
    chairs, opening = take_seats(setup, named)
    seats = sides_of_seats(chairs, pairs=setup.pairs)
    return sit_down(now, setup.card, seats, opening=opening, key=now.key.key)


@act(MATCH, "score", "match", sealed=False, comes_home=True)
def rematch(now: Act[MatchState]) -> str:
    """The same people, seats and rule card; whoever would have led the next round leads. Its id."""
    state, key = now.on, now.key.key
    _verify_new(now, key)
    names = {seat.name: seat.player for seat in state.match.seats}
    seats = [(seat.player, seat.side, seat.team) for seat in state.match.seats]
    setup = Setup(state.match.card, seats, names.get(state.score.lead.player or ""))
    return add_match(now.db, now.club, setup, key, now.author, rematch_of=state.match.id)


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


def sides_of_seats(chairs: Sequence[str], *, pairs: bool) -> list[tuple[str, int]]:
    return [(chair, n % 2 if pairs else n) for n, chair in enumerate(chairs)]


def sit_down(
    now: Act[Any], card: RuleCard, seats: Sequence[tuple[str, int]], *, opening: Opening, key: str
) -> str:
    """Sit these ``(player, side)`` down, two on a side as a team; the match's id. Raises ``KeyReused``."""
    _verify_new(now, key)
    seated = with_teams(now.db, now.club, seats, now.author.at)
    setup = Setup(json.dumps(card.to_dict()), seated, *opening)
    return add_match(now.db, now.club, setup, key, now.author)


def _verify_new(now: Act[Any], key: str) -> None:
    """Raise ``KeyReused`` for the key of a match that is here, without its act: a file brought it."""
    if match_of_key(now.db, now.club, key):
        raise KeyReused(STARTED)
