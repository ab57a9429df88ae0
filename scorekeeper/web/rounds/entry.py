"""The end of a round as a page or a program sends it: read, with a sentence for every field that is at fault.

A round that is stored needs no form. ``RoundForm`` shows what was sent again, with these faults beside it.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from werkzeug.datastructures import MultiDict
from wtforms import Field, RadioField, StringField
from wtforms.validators import ValidationError

from scorekeeper.names import MAX_REASON, clean_name
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import MOST_SEATS, RuleCard
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.gate import Ask, Done
from scorekeeper.services.match_rounds import tiles_of
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.recording import correct_end, record_round
from scorekeeper.store.matches.match_events import Hand, MatchEvent, Meant, Play, RoundEnd
from scorekeeper.store.matches.matches import Seat
from scorekeeper.web import forms

BLOCKED, FOUL = "blocked", "foul"  # ``foul-0`` is one of whoever sits in the first seat
WHOSE_FOUL = f"{FOUL}-"  # nobody has said it yet
LAST_MISSING = "Tap what the last tile’s ends scored, 0 if nothing."
WHO, WHO_LED = "Is somebody out, or is it blocked?", "Who led?"
BONEYARD, LEAD_TILE = "Tiles not in anybody’s hand", "First tile"
HELD_EXAMPLE, MOST_HELD = 3, 190  # tiles: all of a set of double eighteens
_ENDS = re.compile(r"([0-9]{1,2}( [0-9]{1,2}){0,3})?", re.ASCII)
_MOST_OF_ENDS = 20  # signs

Sent = MultiDict[str, str]
# What is asked of each hand, and how that is called beside its field.
OF_A_HAND = {"pips": "pips", "held": "number of tiles", "tiles": "tiles"}


class Faulty(Exception):
    """What was sent cannot be read; ``faults`` are sentences by field."""

    def __init__(self, faults: Mapping[str, list[str]]) -> None:
        super().__init__("; ".join(words for found in faults.values() for words in found))
        self.faults = faults


class RoundEntry(NamedTuple):
    """A round's end that can be read; whether the rules allow it has still to be asked."""

    key: str
    round: int
    end: RoundEnd
    # In Fives-and-Threes the last tile's play with its bonus, () where its ends made nothing; None: not said.
    last_play: tuple[Play, ...] | None
    reason: str | None

    def record(self, ask: Ask, match: str) -> Done[bool]:
        return record_round(ask, match, self.end, self.last_play, round=self.round, reason=self.reason)

    def replace(self, ask: Ask, match: str, original: int, standing: Meant) -> Done[bool]:
        """Put it in the place of the entry at ``original``, of which the newest was ``standing``."""
        end, why, last_play = self.end, self.reason, self.last_play
        return correct_end(
            ask, match, end, original=original, standing=standing, reason=why, last_play=last_play
        )


def read_entry(state: MatchState, sent: Sent) -> RoundEntry:
    """What was sent for this match; raises ``Faulty``."""
    return _Reader(state, sent).entry()


def scores_last_tile(card: RuleCard, out: str | None) -> bool:
    """Whether the last tile’s ends score: where somebody chipped out in Fives-and-Threes."""
    return card.game is Game.THREES_FIVES and (out or "").isdigit()


def asks_last_tile(state: MatchState, number: int, *, correcting: bool = False) -> bool:
    """Whether what the last tile’s ends scored is told with the round's end: it was no play of the round."""
    known = last_tile_of(state, number)
    with_the_end = known is None or (correcting and known.kind == "key")
    return state.card.game is Game.THREES_FIVES and with_the_end


def fouls(state: MatchState) -> dict[str, str]:
    """What the form offers for a round ended by a foul, in words; nothing where the rules know none."""
    foul = state.card.foul_between(len(state.sides))
    if foul == "none":
        return {}
    seats = () if foul == "replayed" else state.match.seats
    named = {f"{FOUL}-{n}": f"Foul by {seat.name}" for n, seat in enumerate(seats)}
    return {**named, FOUL: "Foul, play again"}


def last_tile_of(state: MatchState, number: int) -> Play | None:
    plays = (event.body for event in state.counting if event.round == number)
    return next((play for play in plays if isinstance(play, Play) and play.last_tile), None)


def label_of(part: str, seat: Seat) -> str:
    return f"{seat.name}’s {OF_A_HAND[part]}"


class _Reader:
    """Reads field after field; ``faults`` collects what cannot be read, in the order of the fields."""

    def __init__(self, state: MatchState, sent: Sent) -> None:
        self._state, self._match, self._card, self._sent = state, state.match, state.card, sent
        self.faults: dict[str, list[str]] = {}

    def entry(self) -> RoundEntry:
        key = self._key()
        round = self._round()
        event, out = self._out()
        boneyard = self._number("boneyard", BONEYARD, example=4)
        ends = self._ends()
        led = self._seat("led", WHO_LED)
        lead_tiles = self._tiles("lead_tile", LEAD_TILE)
        last = self._last(round)
        reason = self._reason()
        hands = [self._hand(n, seat) for n, seat in enumerate(self._match.seats)]
        if self.faults:
            raise Faulty(self.faults)
        end = RoundEnd(
            event=event,
            out_player=out and out.player,
            ends=ends or None,
            boneyard=boneyard,
            leader=led and led.player,
            lead_tile=str(lead_tiles[0]) if lead_tiles else None,
            hands=tuple(hand for hand in hands if hand),
        )
        return RoundEntry(key, round, end, self._last_play(out, last), reason or None)

    def _fault(self, field: str, sentence: str) -> None:
        self.faults.setdefault(field, []).append(sentence)

    def _key(self) -> str:
        key = self._sent.get("key", "")
        if not forms.is_key(key):
            self._fault("key", forms.NO_KEY)
        return forms.own_key(key)

    def _round(self) -> int:
        round = self._number("round", "Round", least=1)
        if round is None and "round" not in self.faults:
            self._fault("round", forms.NO_ROUND)
        return round or 0

    def _out(self) -> tuple[str, Seat | None]:
        """How it ended, and who chipped out or fouled; nobody for a block."""
        out = self._sent.get("out")
        if not out:
            self._fault("out", WHO)
        if out in (BLOCKED, FOUL):
            return out, None
        event, _, by = (out or "").partition("-")
        if event == FOUL and by:
            return FOUL, self._seat("out", WHO, by)
        return "out", self._seat("out", WHO)

    def _seat(self, field: str, question: str, typed: str | None = None) -> Seat | None:
        typed = self._sent.get(field, "") if typed is None else typed
        seats = {str(n): seat for n, seat in enumerate(self._match.seats)}
        if typed.strip() and typed not in seats:
            self._fault(field, f"{question} Nobody of that name plays in this match.")
        return seats.get(typed)

    def _number(self, field: str, label: str, *, least: int = 0, **bounds: int) -> int | None:
        try:
            return forms.whole_number(self._sent.get(field, ""), label, least=least, **bounds)
        except ValidationError as fault:
            self._fault(field, str(fault))
            return None

    def _tiles(self, field: str, label: str) -> tuple[Tile, ...]:
        try:
            return forms.read_tiles(" ".join(self._sent.getlist(field)), label)
        except ValidationError as fault:
            self._fault(field, str(fault))
            return ()

    def _ends(self) -> str:
        typed = self._sent.get("ends", "")
        ends = " ".join(typed.replace(",", " ").replace("-", " ").split())
        if len(typed) > _MOST_OF_ENDS or not _ENDS.fullmatch(ends):
            self._fault("ends", "Open ends: write two to four numbers, such as 3 5.")
        return ends

    def _last(self, round: int) -> int | None:
        """What the last tile's own play scored; None where nothing is said, which is not taken for 0."""
        out, last = self._sent.get("out"), self._sent.get("last")
        tells = asks_last_tile(self._state, round, correcting=True)
        if not out or not tells or not scores_last_tile(self._card, out):
            return None
        if last is None:
            if "standing" not in self._sent and asks_last_tile(self._state, round):
                self._fault("last", LAST_MISSING)
            return None
        possible = [str(points) for points in (0, *play_values(self._card))]
        if last not in possible:
            self._fault("last", f"The last tile’s ends: {listed(possible, 'or')} points.")
            return None
        return int(last)

    def _last_play(self, out: Seat | None, last: int | None) -> tuple[Play, ...] | None:
        if out is None or not last:
            return None if last is None else ()
        points = last + self._card.last_tile_bonus
        return (Play("key", out.side, out.player, points, None, None, None, 1),)

    def _reason(self) -> str:
        reason = clean_name(self._sent.get("reason", ""))
        if len(reason) > MAX_REASON:
            self._fault("reason", f"A reason has at most {MAX_REASON} letters.")
        return reason

    def _hand(self, n: int, seat: Seat) -> Hand | None:
        pips = self._number(f"pips_{n}", label_of("pips", seat))
        held = self._number(f"held_{n}", label_of("held", seat), example=HELD_EXAMPLE, most=MOST_HELD)
        tiles = self._tiles(f"tiles_{n}", label_of("tiles", seat))
        if tiles and pips is not None and (left := self._card.pips_in(tiles)) != pips:
            sentence = f"{label_of('tiles', seat)} show {left} pips, but {pips} is typed: clear one of them."
            self._fault(f"pips_{n}", sentence)
        if tiles:
            return Hand(seat.player, " ".join(map(str, tiles)), None)
        return None if pips is None else Hand(seat.player, None, pips, held)


class RoundForm(forms.PageForm):
    """Seat by seat: who chipped out, and what is left in each hand. ``for_state`` adds the seats."""

    key = forms.KeyField()
    round = forms.WholeNumberField("Round")
    out = RadioField(WHO, render_kw={"required": True})
    boneyard = forms.WholeNumberField(BONEYARD)
    ends = StringField("Open ends")
    led = RadioField(WHO_LED)
    lead_tile = forms.TilesField(LEAD_TILE)
    last = RadioField("What did the last tile’s ends score?", choices=[], description=LAST_MISSING)
    reason = forms.ReasonField("Why it is right all the same")

    @classmethod
    def for_state(cls, state: MatchState, **rest: Any) -> "RoundForm":
        form: RoundForm = _SEATED[len(state.match.seats)](**rest)
        seats = {str(n): seat.name for n, seat in enumerate(state.match.seats)}
        form.out.choices = {**seats, BLOCKED: "Blocked", **fouls(state)}
        form.led.choices = seats
        form.last.choices = [str(points) for points in (0, *play_values(state.card))]
        for n, seat in enumerate(state.match.seats):
            for part in OF_A_HAND:
                form[f"{part}_{n}"].label.text = label_of(part, seat)
        return form

    def of_hand(self, part: str, seat: int) -> Field:
        return self[f"{part}_{seat}"]

    def show(self, faults: Mapping[str, list[str]]) -> None:
        for name, sentences in faults.items():
            self[name].errors = [*self[name].errors, *sentences]


def _seated(seats: int) -> type[RoundForm]:
    fields: dict[str, Field] = {}
    for seat in range(seats):
        fields[f"pips_{seat}"] = forms.WholeNumberField("Pips")
        fields[f"held_{seat}"] = forms.WholeNumberField("Tiles held")
        fields[f"tiles_{seat}"] = forms.TilesField("Tiles")
    return type("RoundForm", (RoundForm,), fields)


_SEATED = {seats: _seated(seats) for seats in range(2, MOST_SEATS + 1)}


def initial_values(state: MatchState) -> dict[str, object]:
    """What a new form need not ask, because the round was entered tile by tile or its ends were shown."""
    progress = state.progress
    ends = progress.layout.ends_read if progress.layout else ()
    led = progress.leader if progress.complete and progress.scored else None
    first = progress.scored[0].event.tile if led else None
    return {
        "key": forms.new_key(),
        "round": state.score.round_open,
        "ends": " ".join(map(str, ends)) or None,
        "boneyard": progress.boneyard if led else None,
        "led": str(progress.players.index(led)) if led else None,
        "lead_tile": (first,) if first else None,
    }


def entered_values(state: MatchState, event: MatchEvent) -> dict[str, object]:
    end = cast(RoundEnd, event.body)
    seats = {seat.player: n for n, seat in enumerate(state.match.seats)}
    who = str(seats[end.out_player]) if end.out_player else ""
    typed: dict[str, object] = {
        "key": forms.new_key(),
        "round": event.round,
        "out": "-".join(word for word in ("" if end.event == "out" else end.event, who) if word),
        "ends": end.ends,
        "boneyard": end.boneyard,
        "led": str(seats[end.leader]) if end.leader else None,
        "lead_tile": (Tile.parse(end.lead_tile),) if end.lead_tile else None,
        "reason": event.reason,
    }
    last = last_tile_of(state, event.round)
    if last is not None and last.points:
        typed["last"] = str(last.points - state.card.last_tile_bonus)
    elif end.went_out and not last:
        typed["last"] = "0"
    for hand in end.hands:
        tiles = tiles_of(hand.tiles) if hand.tiles else None
        seat = seats[hand.player]
        typed |= {f"pips_{seat}": hand.pips, f"tiles_{seat}": tiles, f"held_{seat}": hand.held}
    return typed
