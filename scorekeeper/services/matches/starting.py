"""Starting a match: a new one, and the rematch of one that is over."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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


@act(CLUB, "score", "match", comes_home=True)
def start_match(now: Act[Club], setup: MatchSetup) -> str:
    """Start the match; its id. Players and pairs that the club does not have yet are created."""
    return sit_down(now, seated(now, setup, players_named(now, setup.names)), now.key.key)


@act(MATCH, "score", "match", sealed=False, comes_home=True)
def rematch(now: Act[MatchState]) -> str:
    """The same people, seats and rule card; whoever would have led the next round leads. Its id."""
    state = now.on
    names = {seat.name: seat.player for seat in state.match.seats}
    seats = [(seat.player, seat.side, seat.team) for seat in state.match.seats]
    setup = Setup(state.match.card, seats, names.get(state.score.lead.player or ""))
    return sit_down(now, setup, now.key.key, rematch_of=state.match.id)


def players_named(now: Act[Any], names: Sequence[str]) -> list[str]:
    """The players of these names, made where the club does not have them yet."""
    return [ensure_player(now.db, now.club, name, name_key(name), now.author.at).id for name in names]


def seated(now: Act[Any], setup: MatchSetup, named: Sequence[str]) -> Setup:
    """The match with these players, who are in the order of its names, in their seats and teams.

    Where the seats or who leads is drawn, each player gets a tile; one tile serves for both.
    """
    leader = None if setup.first_leader is None else named[setup.first_leader]
    chairs, drawn = [*named], None
    if setup.by_lot or setup.draw_seats:
        tiles = secrets.SystemRandom().sample(setup.card.tile_set.tiles, len(named))
        order = seats_drawn(tiles, pairs=setup.pairs) if setup.draw_seats else range(len(named))
        chairs, drawn = [named[at] for at in order], " ".join(str(tiles[at]) for at in order)
        leader = named[highest_drawn(tiles)] if setup.by_lot else leader
    sides = [(chair, n % 2 if setup.pairs else n) for n, chair in enumerate(chairs)]
    return Setup(
        json.dumps(setup.card.to_dict()),
        with_teams(now.db, now.club, sides, now.author.at),
        leader,
        drawn if setup.by_lot else None,
        drawn if setup.draw_seats else None,
    )


def sit_down(now: Act[Any], setup: Setup, key: str, *, rematch_of: str | None = None) -> str:
    """Begin this match; its id.

    Raises ``KeyReused`` for the key of a match that is here, without its act: a file brought it.
    """
    if match_of_key(now.db, now.club, key):
        raise KeyReused(STARTED)
    return add_match(now.db, now.club, setup, key, now.author, rematch_of=rematch_of)
