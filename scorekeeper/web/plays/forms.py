"""The ways to enter a play, by points keys, by open ends, by tiles: their forms and pads; and penalties."""

import re
from typing import NamedTuple

from wtforms import BooleanField, HiddenField, SelectField, StringField
from wtforms.validators import DataRequired, InputRequired, Length, ValidationError

from scorekeeper.rules.games.rule_card import MOST_SEATS, RuleCard
from scorekeeper.rules.rounds.in_progress import RoundInProgress, spinner_possible
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.gate import Ask, Done
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.recording import record_event
from scorekeeper.store.matches.match_events import Penalty, Play
from scorekeeper.store.matches.matches import Seat
from scorekeeper.web.forms import NO_ROUND, KeyField, PageForm, ReasonField, TilesField, WholeNumberField
from scorekeeper.web.http.negotiation import for_program
from scorekeeper.web.matches.drawings import LETTERS, Drawing, drawing

_END = re.compile(r"[0-9]{1,2}d?", re.ASCII)
MOST_ENDS = 4
SEVERAL_PLACES = "The tile fits in several places: say which."
_LARGEST = 6  # a larger set does not fit on two screens as a pad; its tiles are typed end by end
WAYS = (("keys", "Points"), ("ends", "Ends"), ("tiles", "Tiles"))
WAY_OF = {"key": "keys", "ends": "ends", "tile": "tiles", "draw": "tiles", "knock": "tiles"}


class EventForm(PageForm):
    """Anything that happens inside the open round of a match."""

    key = KeyField()
    round = WholeNumberField("Round", least=1, validators=[InputRequired(NO_ROUND)])
    seen = WholeNumberField("Seen")
    seats = HiddenField()
    subject: MatchState

    def to_event(self) -> Play | Penalty:
        raise NotImplementedError

    @property
    def why(self) -> str | None:
        return None

    def record(self, ask: Ask) -> Done[bool]:
        """Store in the open round what the form says, once by the key of who asks."""
        rest = {"round": self.round.data, "seen": self.seen.data, "reason": self.why}
        return record_event(ask, self.subject.match.id, self.to_event(), **rest)


class SideForm(EventForm):
    side = WholeNumberField("Side", most=MOST_SEATS - 1)

    def validate_side(self, field: WholeNumberField) -> None:
        # What was tapped at another table the act itself refuses, or has taken before.
        here = self.seats.data in (None, "", self.subject.seats_tag)
        if field.data is None or (here and field.data >= len(self.subject.sides)):
            raise ValidationError("Nobody of that side plays in this match.")


class ScoreForm(SideForm):
    """Points that a side has made by a play, of which the tile is not told."""

    last_tile = BooleanField("Last tile")
    down = BooleanField("First tile of the round")

    def _play(self, kind: str, points: int | None, shown: str | None) -> Play:
        place, side, last = "lead" if self.down.data else None, self.side.data, int(self.last_tile.data)
        members = [seat.player for seat in self.subject.match.seats if seat.side == side]
        player = members[0] if len(members) == 1 else None  # of a pair either could have played
        return Play(kind, side, player, points, shown, None, place, last)


class KeyForm(ScoreForm):
    """A points key under the side that made them. Whether a play can make them is the rules' to say."""

    points = WholeNumberField("Points", example=5, validators=[InputRequired("Points: tap one of the keys.")])

    def to_event(self) -> Play:
        return self._play("key", self.points.data, None)


class EndsForm(ScoreForm):
    """The open ends as they lie: up to four, each a number (``5``) or a double (``5d``), and the spinner."""

    spinner = WholeNumberField("Spinner", most=18)
    end_0 = StringField("First end")
    end_1 = StringField("Second end")
    end_2 = StringField("Third end")
    end_3 = StringField("Fourth end")

    def ends(self) -> list[StringField]:
        return [self.end_0, self.end_1, self.end_2, self.end_3]

    def validate_end_0(self, _field: StringField) -> None:
        """Check all four ends, whichever of them is filled."""
        for end in self.ends():
            if end.data and not _END.fullmatch(end.data):
                raise ValidationError(f"{end.label.text}: a number such as 5, or 5d for the double five.")

    def shown(self) -> str:
        spinner = [] if self.spinner.data is None else [f"*{self.spinner.data}"]
        return " ".join([*(end.data for end in self.ends() if end.data), *spinner])

    def to_event(self) -> Play:
        return self._play("ends", None, self.shown())


class TileForm(EventForm):
    """A tile and the place it went to; or a knock or a draw. The seat is whose turn it is."""

    act = SelectField("What happened", choices=["tile", "knock", "draw"], default="tile")
    seat = WholeNumberField("Player", most=MOST_SEATS - 1, validators=[InputRequired("Say who played.")])
    tile = TilesField("Tile")
    last_tile = BooleanField("Last tile")
    place = StringField("Place", validators=[Length(max=4, message="Place: at most 4 letters.")])

    def validate_seat(self, field: WholeNumberField) -> None:
        if field.data is None or field.data >= len(self.subject.match.seats):
            raise ValidationError("Nobody sits in that seat.")

    def validate_tile(self, field: TilesField) -> None:
        if self.act.data == "tile" and len(field.data or ()) != 1:
            raise ValidationError("Tap the tile that was played, one at a time.")

    @property
    def player(self) -> Seat:
        seat: Seat = self.subject.match.seats[self.seat.data]
        return seat

    def settle_place(self) -> bool:
        """Put the tile where it fits; False where that is several places: then the player has to say which.

        Where it fits in none, the rules will say why, of some place.
        """
        layout = self.subject.progress.layout
        if self.act.data != "tile" or self.place.data or layout is None:
            return True
        fitting = layout.moves(self.tile.data[0])
        self.place.data = next(iter(fitting or layout.places), "")
        return len(fitting) < 2

    def to_event(self) -> Play:
        side, player = self.player.side, self.player.player
        if self.act.data != "tile":
            return Play(self.act.data, side, player, None, None, None, None, 0)
        last = int(self.last_tile.data)
        return Play("tile", side, player, None, None, str(self.tile.data[0]), self.place.data or "", last)


class PenaltyForm(SideForm):
    points = WholeNumberField(
        "Points", example=8, least=1, most=1000, validators=[InputRequired("Points: write how many.")]
    )
    way = SelectField("What happens", choices={"back": "Take points off", "on": "Add points"})
    reason = ReasonField("Why", validators=[DataRequired("Say why: it goes in the record.")])

    sure = HiddenField()  # sent where the page has said beside Save what is improbable

    @property
    def most_likely(self) -> int | None:
        """More than this is possible and most often a slip; None where the points have no target."""
        card = self.subject.card
        return None if card.match_games is not None else card.target

    @property
    def improbable(self) -> str:
        return f"More than the whole game to {self.most_likely}: is that right?"

    @property
    def doubted(self) -> bool:
        return self.most_likely is not None and (self.points.data or 0) > self.most_likely

    def validate_sure(self, field: HiddenField) -> None:
        """Without script each number is asked about once, by sending it again; a program knows its own."""
        if self.doubted and not for_program() and field.data not in ("y", str(self.points.data)):
            raise ValidationError(self.improbable)

    @property
    def why(self) -> str:
        return str(self.reason.data)

    def to_event(self) -> Penalty:
        return Penalty(self.side.data, self.points.data if self.way.data == "on" else -self.points.data)


# By how a play is entered.
PLAY_FORMS: dict[str, type[EventForm]] = {"keys": KeyForm, "ends": EndsForm, "tiles": TileForm}
FORMS: dict[str, type[EventForm]] = {**PLAY_FORMS, "penalty": PenaltyForm}


# What a play's or a penalty's own page shows wrong beside it, and not above.
BESIDE = {"side", "points", "way", "reason", "tile", "sure"}


def tiles_heaviest_first(card: RuleCard) -> list[Tile]:
    return sorted(card.tile_set.tiles, key=lambda tile: (-tile.high, -tile.low))


def pad_of(card: RuleCard) -> list[Tile]:
    """The tiles of the pad; empty where the set is too large for one."""
    return tiles_heaviest_first(card) if card.set <= _LARGEST else []


def ways(state: MatchState) -> tuple[tuple[str, str], ...]:
    """The ways this match can be entered: where every double is a spinner no layout is kept, only points."""
    return WAYS[:1] if state.card.spinner == "all_doubles" else WAYS


def chosen_way(state: MatchState, asked: str | None) -> str:
    """The way that was asked for, else the one used last in this match, else the keys.

    A last tile is no choice of a way: the form for the round's end asks for its points.
    """
    if asked in dict(ways(state)):
        return str(asked)
    scored = [scored.event for known in state.rounds.values() for scored in known.progress.scored]
    used = [event.kind for event in scored if not event.last_tile]
    return WAY_OF[used[-1]] if used else "keys"


class EndsPad(NamedTuple):
    """The pad opens with the ends as they were left, so that a play changes one of them."""

    slots: list[str]
    spinner: int | None
    numbers: range
    has_spinner: bool
    asks_spinner: bool  # there is a spinner, or nobody knows how the tiles lie

    @classmethod
    def of(cls, state: MatchState) -> "EndsPad":
        layout = state.progress.layout
        known = layout if layout and layout.tiles else None
        ends = [f"{end.number}{'d' if end.double else ''}" for end in known.ends] if known else []
        if known and len(known.line) == 1 and known.line[0][0] == known.line[0][1]:
            ends = ends[:1]
        has_spinner = spinner_possible(state.progress)
        most = MOST_ENDS if has_spinner else 2
        return cls(
            ends + [""] * (most - len(ends)),
            known.spinner if known else None,
            range(state.card.set + 1),
            has_spinner,
            layout is None or (known is not None and known.spinner is not None),
        )


class PadTile(NamedTuple):
    tile: Tile
    laid: bool
    places: tuple[str, ...]  # where it fits, none where it cannot be played now


class TilePad(NamedTuple):
    """The layout, whose turn it is, and the tiles that can be laid."""

    drawing: Drawing | None
    turn: int | None
    offers: list[PadTile]
    fits: str  # which tiles can be laid now
    chosen: Tile | None  # fits in several places
    places: list[tuple[str, str]]  # where the chosen one fits: value and words
    ended: tuple[str, str] | None  # the round is over: who is out, or ``blocked``, and the sentence

    @classmethod
    def of(cls, state: MatchState, chosen: Tile | None) -> "TilePad":
        progress, layout = state.progress, state.progress.layout
        fits = layout.moves(chosen) if layout and chosen and chosen not in progress.seen else ()
        places = [(place, place_words(layout, place)) for place in fits] if layout else []
        ended = ("blocked", "Nobody can go: the round is blocked.") if progress.blocked else None
        if progress.out:
            ended = str(progress.players.index(progress.out)), f"{progress.out} {state.match.out_word}."
        offers = [_pad_tile(progress, tile) for tile in tiles_heaviest_first(state.card)]
        return cls(
            drawing=drawing(layout) if layout and layout.tiles else None,
            turn=progress.players.index(progress.turn) if progress.turn else None,
            offers=offers,
            fits=_fits(layout, offers),
            chosen=chosen if places else None,
            places=places,
            ended=ended,
        )


def _pad_tile(progress: RoundInProgress, tile: Tile) -> PadTile:
    laid = tile in progress.seen
    return PadTile(tile, laid, progress.layout.moves(tile) if progress.layout and not laid else ())


def _fits(layout: Layout | None, offers: list[PadTile]) -> str:
    """Which tiles fit: ``any tile with a 0, 4 or 5``; empty while none has been laid."""
    if layout is None or not layout.tiles:
        return ""
    numbers = {end.number for end in layout.ends}
    if layout.spinner is not None and any("new" in offer.places for offer in offers):
        numbers.add(layout.spinner)
    if not any(offer.places for offer in offers):
        return "no tile fits"
    return f"any tile with a {listed([str(number) for number in sorted(numbers)], 'or')}"


def place_words(layout: Layout, place: str) -> str:
    """A place of this layout in words: ``A, at the 4``."""
    if place == "lead":
        return "The first tile"
    if place == "new":
        return f"Beside the spinner {layout.spinner}"
    at = "LR".index(place) if place in "LR" else int(place)
    return f"{LETTERS[at]}, at the {layout.ends[at].number}"
