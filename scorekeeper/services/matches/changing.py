"""Players, partners and rules of a match that has begun, put right without playing it again.

What was entered stays as it is and is read under the new card; somebody who takes a seat takes over what was
entered of it. The audit log keeps how the match was set up before.
"""

import json
from collections.abc import Sequence

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.cards.describe import card_sentence
from scorekeeper.services.matches.idempotency import Conflict, load_for_update
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.starting import MatchSetup, sides_of_seats
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import ensure_player, team_of
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.matches.reported_hands import reported_hands
from scorekeeper.store.matches.seat_changes import set_up_anew


class SetupRefused(Exception):
    """The match cannot be changed in this way; ``str(error)`` says why."""


def change_setup(db: Database, at: tuple[str, str], setup: MatchSetup, *, seen: int, author: Author) -> None:
    """Set the match up anew as ``setup`` says.

    ``seen`` is the match's version that the page showed. Raises ``Conflict`` where something was entered
    since, ``SetupRefused`` where what was entered would lose its meaning, ``LookupError``.
    """
    with writing(db, at[0]):
        state = load_for_update(db, at)
        if state.match.version != seen:
            raise Conflict("Somebody has entered something since you opened this page.")
        chairs = [ensure_player(db, at[0], name, name_key(name), author.at).id for name in setup.names]
        _verify(db, state, setup, chairs)
        seats = sides_of_seats(chairs, pairs=setup.pairs)
        teams = {side: _team(db, at[0], seats, side, author) for _, side in seats}
        words = (
            _words(list(state.sides), card_sentence(state.card)),
            _words(setup.names, card_sentence(setup.card)),
        )
        set_up_anew(
            db,
            state.match,
            json.dumps(setup.card.to_dict()),
            [(player, side, teams[side]) for player, side in seats],
            _in_place_of([seat.player for seat in state.match.seats], chairs),
            words=words,
            author=author,
        )


def _verify(db: Database, state: MatchState, setup: MatchSetup, chairs: Sequence[str]) -> None:
    before = [seat.player for seat in state.match.seats]
    if board_of_match(db, state.match.club, state.match.id):
        raise SetupRefused("This match is played for a league: change the players on its match card.")
    if reported_hands(db, state.match.club, state.match.id) and chairs != before:
        raise SetupRefused("Somebody has sent pips from a seat of this match: the seats must stay.")
    if not state.events:
        return
    if len(chairs) != len(before):
        raise SetupRefused(f"The match has begun with {len(before)} players: only who they are can change.")
    if setup.card.game is not state.card.game:
        raise SetupRefused(
            f"The match has begun as {state.card.game.words}: its rules can change, not the game."
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


def _words(names: Sequence[str], rules: str) -> str:
    return f"{', '.join(names)}. {rules}"
