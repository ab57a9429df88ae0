"""A match in a store, and short functions that play it and correct it."""

import json
from itertools import count
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.services.gate import Ask, IdempotencyKey
from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.services.matches.recording import correct, correct_end, delete_round, record_round, undo
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.clubs.players import add_player, pair_of
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.matches.match_events import EventBody, Hand, Meant, Play, RoundEnd
from scorekeeper.store.matches.matches import MatchRef, Setup, add_match

_keys = count(1)
EVENING = "2026-11-21T20:00:00Z"
DOUBT = {"ends": "3 5", "boneyard": 0}  # ends that differ leave an even number of pips, not 29


class Match(NamedTuple):
    """A match: its club, its id, the players by seat, and the phone that enters it."""

    club: str
    id: str
    players: list[str]
    device: str

    @property
    def at(self) -> MatchRef:
        return MatchRef(self.club, self.id)

    @property
    def author(self) -> Author:
        return Author(self.device, EVENING)

    def ask(self, db: Database, key: str | None = None, said: str = "this") -> Ask:
        return Ask(db, self.club, self.author, key=idempotency_key(key, said))

    def sit_down(self, db: Database, card: RuleCard, *, pairs: bool = False) -> "Match":
        """Another match of the same players, in the caller's transaction."""
        sides: list[tuple[int, str | None]] = [(n, None) for n in range(len(self.players))]
        if pairs:
            teams = [pair_of(db, self.club, self.players[n::2], EVENING).id for n in (0, 1)]
            sides = [(n % 2, teams[n % 2]) for n in range(len(self.players))]
        seats = [(player, *side) for player, side in zip(self.players, sides, strict=True)]
        setup = Setup(json.dumps(card.to_dict()), seats)
        match = add_match(db, self.club, setup, new_id(), self.author, rematch_of=self.id or None)
        return self._replace(id=match)

    def state(self, db: Database) -> MatchState:
        state = load_match(db, self.club, self.id)
        assert state is not None
        return state

    def record(
        self,
        db: Database,
        end: RoundEnd,
        *plays: Play,
        round: int | None = None,
        key: str | None = None,
        said: str = "this",
        reason: str | None = None,
    ) -> bool:
        return record_round(
            self.ask(db, key, said),
            self.id,
            end,
            plays or None,
            round=round or self.state(db).score.round_open,
            reason=reason,
        ).added

    def correct(
        self,
        db: Database,
        original: int,
        entered: EventBody,
        *,
        standing: int | None = None,
        key: str | None = None,
        reason: str | None = None,
        last_play: tuple[Play, ...] | None = None,
    ) -> bool:
        newest = self.state(db).newest(original)
        meant = Meant(standing or (newest.version if newest else 0))
        said: dict[str, Any] = {"original": original, "standing": meant, "reason": reason}
        if isinstance(entered, RoundEnd):
            return correct_end(self.ask(db, key), self.id, entered, **said, last_play=last_play).added
        return correct(self.ask(db, key), self.id, entered, **said).added

    def undo(self, db: Database) -> None:
        act = self.state(db).last_act
        assert act is not None
        undo(self.ask(db), self.id, Meant(act[-1].version))

    def strike(self, db: Database, round: int) -> bool:
        return delete_round(self.ask(db), self.id, round).added


def idempotency_key(key: str | None = None, said: str = "this") -> IdempotencyKey:
    return IdempotencyKey(key or f"key-{next(_keys)}", said)


def start(db: Database, game: str, *names: str, pairs: bool = False, **card: Any) -> Match:
    """A match of a new club, everybody for himself unless ``pairs``."""
    with writing(db):
        club = add_club(db, "The Crown", EVENING).id
        author = Author(new_id(), EVENING)
        ensure_device(db, club, author.device, EVENING)
        players = [add_player(db, club, name, EVENING).id for name in names]
        at = Match(club, "", players, author.device)
        return at.sit_down(db, RuleCard.default(game, **card), pairs=pairs)


def _end(at: Match, event: str, seat: int | None, pips: dict[int, int], **more: Any) -> RoundEnd:
    given = dict.fromkeys(RoundEnd._fields, None)
    hands = tuple(Hand(at.players[holder], None, left) for holder, left in sorted(pips.items()))
    out_player = None if seat is None else at.players[seat]
    return RoundEnd(**{**given, "event": event, "out_player": out_player, "hands": hands, **more})


def out(at: Match, seat: int, pips: dict[int, int], **more: Any) -> RoundEnd:
    """This seat chipped out; the others hold these pips."""
    return _end(at, "out", seat, pips, **more)


def fouled(at: Match, seat: int | None, pips: dict[int, int], **more: Any) -> RoundEnd:
    """A foul of this seat, or of nobody knows whom, ended the round."""
    return _end(at, "foul", seat, pips, **more)


def blocked(at: Match, pips: dict[int, int], **more: Any) -> RoundEnd:
    return _end(at, "blocked", None, pips, **more)


def lay(at: Match, seat: int, tile: str, place: str) -> Play:
    """This seat of a pair or of two lays a tile at the left (``L``) or right (``R``) end."""
    absent = dict.fromkeys(Play._fields, None)
    entered = {"kind": "tile", "side": seat % 2, "player": at.players[seat], "tile": tile, "place": place}
    return Play(**{**absent, **entered, "last_tile": 0})


def play(side: int, points: int, *, last_tile: bool = False) -> Play:
    """A points key tapped for this side."""
    absent = dict.fromkeys(Play._fields, None)
    return Play(**{**absent, "kind": "key", "side": side, "points": points, "last_tile": int(last_tile)})
