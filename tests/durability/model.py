"""Dominoes to a target between two, written down a second time in the plainest way, to hold the app against.

It knows nothing of the app: a match is places in which something was told, and a stack of what to put back.
"""

from dataclasses import dataclass, field

End = tuple[str, int, int]  # "end", the winner's side, the points
Event = tuple[str, int, int]  # "play", the side, the points
CALLED_OFF = ("off", 0, 0)
Told = tuple[str, int, int] | None  # None: taken out


@dataclass
class Place:
    """Where something was told: the number of the round, what stands there now, and under which version."""

    round: int
    told: Told
    version: int


@dataclass
class Model:
    target: int
    legs: int
    at_once: bool
    places: dict[int, Place] = field(default_factory=dict)
    undoable: list[list[tuple[int, Told]]] = field(default_factory=list)
    entries: int = 0
    totals: tuple[int, int] = (0, 0)
    legs_won: tuple[int, int] = (0, 0)
    winner: int | None = None
    round_open: int = 1

    @property
    def called_off(self) -> bool:
        return any(place.told == CALLED_OFF for place in self.places.values())

    @property
    def running(self) -> bool:
        return self.winner is None and not self.called_off

    def tell(self, number: int, *told: Told) -> None:
        """These were told of this round, in one act."""
        self._act([(self._new_place(number), what) for what in told])

    def correct(self, root: int, told: Told) -> None:
        self._act([(root, told)])

    def strike(self, number: int) -> bool:
        """Everything of this round goes; False where there was nothing."""
        roots = [root for root, place in sorted(self.places.items()) if place.round == number and place.told]
        if roots:
            self._act([(root, None) for root in roots])
        return bool(roots)

    def undo(self) -> None:
        for root, before in reversed(self.undoable.pop()):
            self._put(root, before)
        self._count()

    def ends(self) -> list[int]:
        """The places in which the end of a round stands."""
        return [root for root, place in self.places.items() if place.told and place.told[0] == "end"]

    def _new_place(self, number: int) -> int:
        root = self.entries + 1 + sum(1 for place in self.places.values() if place.version == 0)
        self.places[root] = Place(number, None, 0)
        return root

    def _act(self, changes: list[tuple[int, Told]]) -> None:
        self.undoable.append([(root, self.places[root].told) for root, _ in changes])
        for root, told in changes:
            self._put(root, told)
        self._count()

    def _put(self, root: int, told: Told) -> None:
        self.entries += 1
        self.places[root].told, self.places[root].version = told, self.entries

    def _count(self) -> None:
        """Add everything up from the first round on."""
        totals, legs, winner, over = [0, 0], [0, 0], None, False
        open_round, last = 1, None
        standing = sorted((p.round, root, p.told) for root, p in self.places.items() if p.told)
        for number in sorted({number for number, _, told in standing if told[0] != "off"}):
            if over and winner is None:
                totals, over = [0, 0], False
            legs_before = sum(legs)
            told_here = [told for n, _, told in standing if n == number]
            ended = any(told[0] == "end" for told in told_here)
            for kind, side, points in sorted(told_here, key=lambda told: told[0] == "end"):
                if kind == "off" or over:
                    continue
                totals[side] += points
                if (kind == "end" or self.at_once) and totals[side] >= self.target:
                    over = True
                    legs[side] += 1
                    winner = side if legs[side] == self.legs else None
            last = number
            open_round = number + 1 if ended or sum(legs) > legs_before else number
        self.round_open = open_round if last is not None else 1
        self.totals = (0, 0) if over and winner is None else (totals[0], totals[1])
        self.legs_won, self.winner = (legs[0], legs[1]), winner
