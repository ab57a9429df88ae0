"""Players, partners and rules of a match that has begun, put right without playing it again.

What was entered stays as it is and is read under the new card; somebody who takes a seat takes over what was
entered of it. The audit log keeps how the match was set up before.
"""

import json
from collections.abc import Sequence

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.cards.describe import card_sentence
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.matches.idempotency import Conflict, load_for_update
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.revalidation import faults_of
from scorekeeper.services.matches.starting import MatchSetup, Opening, sides_of_seats, take_seats
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import ensure_player, find_player, team_of
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.matches.match_events import Play
from scorekeeper.store.matches.matches import Match, MatchRef
from scorekeeper.store.matches.reported_hands import reported_hands
from scorekeeper.store.matches.seat_changes import keep_setup, latest_setup, set_up_anew


class SetupRefused(Exception):
    """The match cannot be changed in this way; ``str(error)`` says why."""


def change_setup(db: Database, at: MatchRef, setup: MatchSetup, *, seen: int, author: Author) -> None:
    """Set the match up anew as ``setup`` says.

    ``seen`` is the match's version that the page showed. Raises ``Conflict`` where something was entered
    since, ``SetupRefused`` where what was entered would lose its meaning, ``LookupError``.
    """
    with writing(db, at.club):
        count_act(db, at.club, "correction", author)
        state = load_for_update(db, at)
        if state.match.version != seen:
            raise Conflict("Somebody has entered something since you opened this page.")
        named = [ensure_player(db, at.club, name, name_key(name), author.at).id for name in setup.names]
        chairs, opening = take_seats(setup, named)
        _verify(db, state, setup, chairs)
        seats = sides_of_seats(chairs, pairs=setup.pairs)
        _set_up(db, state, json.dumps(setup.card.to_dict()), seats, opening, author)


def undo_setup(db: Database, at: MatchRef, number: int, *, author: Author) -> None:
    """Put the match back as it was before its change ``number``, if that is the newest thing that happened.

    This is a change as well, so it can be undone in the same way. Raises ``Conflict`` or ``LookupError``.
    """
    with writing(db, at.club):
        state = load_for_update(db, at)
        count_act(db, at.club, "correction", author)
        before = latest_setup(db, state.match)
        if before is None or before.number != number:
            raise Conflict("Somebody has entered or changed something since.")
        _set_up(db, state, before.card, before.seats, Opening(before.first_leader), author)


def _set_up(
    db: Database,
    state: MatchState,
    card: str,
    seats: Sequence[tuple[str, int]],
    opening: Opening,
    author: Author,
) -> None:
    """Give the match this card and these ``(player, side)``, unless its rounds cannot be by that card."""
    match, chairs = state.match, [player for player, _ in seats]
    faults = faults_of(state)
    in_place_of = _in_place_of([seat.player for seat in match.seats], chairs)
    teams = {side: _team(db, match.club, seats, side, author) for _, side in seats}
    names = {player: _name(db, match.club, player) for player in chairs}
    rules = card_sentence(RuleCard.from_dict(json.loads(card)))
    keep_setup(db, match, len(in_place_of), author)
    set_up_anew(
        db,
        match,
        card,
        [(player, side, teams[side]) for player, side in seats],
        in_place_of,
        first_leader=opening.player,
        lead_draw=opening.lead_draw or _seated_draw(match, match.lead_draw, chairs, in_place_of),
        seat_draw=opening.seat_draw or _seated_draw(match, match.seat_draw, chairs, in_place_of),
        words=(
            _words([seat.name for seat in match.seats], card_sentence(state.card)),
            _words([names[player] for player in chairs], rules),
        ),
        author=author,
    )
    now = load_for_update(db, MatchRef(match.club, match.id))
    new = [fault for fault in faults_of(now) if fault not in faults]
    if new:
        raise SetupRefused(f"By these rules {new[0].replace(':', ' cannot be:', 1)}")


def _name(db: Database, club: str, player: str) -> str:
    found = find_player(db, club, player)
    return found.name if found else ""


def _verify(db: Database, state: MatchState, setup: MatchSetup, chairs: Sequence[str]) -> None:
    before = [seat.player for seat in state.match.seats]
    if board_of_match(db, state.match.club, state.match.id):
        raise SetupRefused("This match is played for a league: change the players on its match card.")
    if reported_hands(db, state.match.club, state.match.id) and chairs != before:
        raise SetupRefused("Somebody has sent pips from a seat of this match: the seats must stay.")
    if not state.events:
        return
    if setup.draw_seats:
        raise SetupRefused("The match has begun: the seats stay as they are.")
    if len(chairs) != len(before):
        raise SetupRefused(
            f"The match has begun with {len(before)} players: each can be replaced, none left out. "
            "Where somebody leaves, “Abandon match” can give the match to another."
        )
    if not setup.card.game.scores_in_play and any(isinstance(event.body, Play) for event in state.counting):
        raise SetupRefused(
            f"Points were scored in play, and {setup.card.game.short} has none: delete those plays first."
        )
    if setup.pairs != (len(state.sides) < len(before)):
        raise SetupRefused("The match has begun: singles stay singles, and pairs stay pairs.")


def _team(db: Database, club: str, seats: Sequence[tuple[str, int]], side: int, author: Author) -> str | None:
    members = [player for player, of in seats if of == side]
    return team_of(db, club, members, author.at).id if len(members) > 1 else None


def _in_place_of(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """Who came for whom: whoever left, by whoever came, first of all in the same seat."""
    left = [player for player in before if player not in after]
    came = [player for player in after if player not in before]
    same = {old: new for old, new in zip(before, after, strict=False) if old in left and new in came}
    rest = zip(
        [old for old in left if old not in same],
        [new for new in came if new not in same.values()],
        strict=False,
    )
    return same | dict(rest)


def _seated_draw(
    match: Match, draw: str | None, chairs: Sequence[str], in_place_of: dict[str, str]
) -> str | None:
    """The tiles that were drawn, in the seats of today; none where a seat has come or gone."""
    tiles = (draw or "").split()
    if len(tiles) != len(chairs):
        return None
    drawn = {
        in_place_of.get(seat.player, seat.player): tile for seat, tile in zip(match.seats, tiles, strict=True)
    }
    return " ".join(drawn[chair] for chair in chairs)


def _words(names: Sequence[str], rules: str) -> str:
    return f"{', '.join(names)}. {rules}"
