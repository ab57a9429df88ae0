"""An independent model of dominoes to a target between two sides, as simple as possible.

The app is compared with it, and it uses nothing of the app: a match is a list of places in which something
was entered, and an undo stack.
"""

from dataclasses import dataclass, field

from tests.durability.model_row import Laid, Row

# Kind ("end", "play", "off"), side, points; for a "tile" the seat and what was laid.
Entered = tuple[str, int, int | Laid] | None  # None: taken out
CALLED_OFF: Entered = ("off", 0, 0)


@dataclass
class Place:
    """Where something was entered: the number of the round, the entry, and its version."""

    round: int
    body: Entered
    version: int


@dataclass
class Model:
    target: int
    legs: int
    at_once: bool
    rounded_to: int = 1
    places: dict[int, Place] = field(default_factory=dict)
    undoable: list[list[tuple[int, Entered]]] = field(default_factory=list)
    events: int = 0
    totals: tuple[int, int] = (0, 0)
    legs_won: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)  # of all legs that are over
    winner: int | None = None
    round_open: int = 1

    @property
    def abandoned(self) -> bool:
        return any(place.body == CALLED_OFF for place in self.places.values())

    @property
    def running(self) -> bool:
        return self.winner is None and not self.abandoned

    def chip_out(self, seat: int, hands: dict[int, int]) -> Entered:
        """This seat is out: its side scores the pips of the other side."""
        pips = sum(left for holder, left in hands.items() if holder % 2 != seat % 2)
        return ("end", seat % 2, (pips + self.rounded_to // 2) // self.rounded_to * self.rounded_to)

    def enter(self, number: int, *entered: Entered) -> None:
        """Enter these in this round, as one act."""
        self._act([(self._new_place(number), what) for what in entered])

    def correct(self, original: int, entered: Entered) -> None:
        self._act([(original, entered)])

    def strike(self, number: int) -> bool:
        """Delete everything in this round; False where there was nothing."""
        roots = [
            original
            for original, place in sorted(self.places.items())
            if place.round == number and place.body
        ]
        if roots:
            self._act([(original, None) for original in roots])
        return bool(roots)

    def undo(self) -> None:
        for original, before in reversed(self.undoable.pop()):
            self._put(original, before)
        self._count()

    def ends(self) -> list[int]:
        """The places that hold the end of a round."""
        return [original for original, place in self.places.items() if place.body and place.body[0] == "end"]

    def plays(self) -> list[int]:
        """The places that hold a play, by its points or by its tile."""
        return [
            original
            for original, place in self.places.items()
            if place.body and place.body[0] in ("play", "tile")
        ]

    def row(self) -> Row:
        """The tiles of the open round."""
        return self._row_and_points(self.round_open)[0]

    def _row_and_points(self, number: int) -> tuple[Row, list[tuple[str, int, int]]]:
        """The entries of this round in order, with the points of each."""
        row, found = Row(), []
        for _, place in sorted(self.places.items()):
            if place.round != number or not place.body or place.body == CALLED_OFF:
                continue
            kind, seat, what = place.body
            if kind == "play":
                row.hidden = True
            points = what if isinstance(what, int) else row.lay(seat, what)
            found.append((kind, seat % 2, points))
        return row, sorted(found, key=lambda entered: entered[0] == "end")

    def _new_place(self, number: int) -> int:
        original = self.events + 1 + sum(1 for place in self.places.values() if place.version == 0)
        self.places[original] = Place(number, None, 0)
        return original

    def _act(self, changes: list[tuple[int, Entered]]) -> None:
        self.undoable.append([(original, self.places[original].body) for original, _ in changes])
        for original, entered in changes:
            self._put(original, entered)
        self._count()

    def _put(self, original: int, entered: Entered) -> None:
        self.events += 1
        self.places[original].body, self.places[original].version = entered, self.events

    def _count(self) -> None:
        """Add everything up from the first round on."""
        totals, legs, points, winner, over = [0, 0], [0, 0], [0, 0], None, False
        open_round = 1
        numbers = {place.round for place in self.places.values() if place.body not in (None, CALLED_OFF)}
        for number in sorted(numbers):
            if over and winner is None:
                totals, over = [0, 0], False
            legs_before = sum(legs)
            _, events_here = self._row_and_points(number)
            for kind, side, made in events_here:
                if over:
                    continue
                totals[side] += made
                if (kind == "end" or self.at_once) and totals[side] >= self.target:
                    over = True
                    legs[side] += 1
                    points = [points[0] + totals[0], points[1] + totals[1]]
                    winner = side if legs[side] == self.legs else None
            ended = any(kind == "end" for kind, _, _ in events_here)
            open_round = number + 1 if ended or sum(legs) > legs_before else number
        self.round_open = open_round
        self.totals = (0, 0) if over and winner is None else (totals[0], totals[1])
        self.legs_won, self.points, self.winner = (legs[0], legs[1]), (points[0], points[1]), winner
