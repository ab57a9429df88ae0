"""What a match should come to by the words of the game alone: nothing of the app's own rules is used."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Game:
    """A game as the table knows it: how far it goes, and what a round's end is worth."""

    preset: str
    target: int
    keys: tuple[int, ...] = ()
    exact: bool = False  # a play that passes the target scores nothing
    hands_count: bool = True  # what the others hold is won by whoever goes out
    nearest_five: bool = False
    a_game_each: bool = False
    less_own: bool = False  # a block's winner takes his own pips off
    last_tile: bool = False
    spinner: bool = False  # the first double has four sides

    def points(self, shown: str) -> int:
        """What the open ends make, written ``4 6d``, the spinner with a star: ``3 *5``."""
        ends = [end for end in shown.split() if end[0] != "*"]
        count = sum(int(end[0]) * (2 if end.endswith("d") else 1) for end in ends)
        if "*" in shown and len(ends) < 2:
            count += 2 * int(shown[-1])
        by_fives = count // 5 if count % 5 == 0 else 0
        if self.nearest_five:
            return 5 * by_fives
        return by_fives + (count // 3 if count % 3 == 0 else 0)


GAMES = {
    "Block": Game("block", 5, a_game_each=True),
    "Draw": Game("draw_100", 100, less_own=True),
    "Straight": Game("fives_250", 250, (5, 10, 15, 20, 25, 30, 35), nearest_five=True, spinner=True),
    "Fives-and-Threes": Game(
        "threes_fives_61", 61, (1, 2, 3, 4, 5, 6, 8), exact=True, hands_count=False, last_tile=True
    ),
}


@dataclass(frozen=True)
class Play:
    """``shown`` are the open ends where it was entered by them; ``tile``, ``table`` and ``player`` are what
    was laid, what lies there then and whose it was, as far as that is known."""

    round: int
    side: str
    points: int
    shown: str = ""
    tile: str = field(default="", compare=False)
    table: str = field(default="", compare=False)
    player: str = field(default="", compare=False)


@dataclass(frozen=True)
class End:
    """``out`` is who went out, None for a block; ``last`` what the last tile made, without its bonus."""

    round: int
    out: str | None
    hands: tuple[tuple[str, int], ...]
    last: int = 0


@dataclass
class Expected:
    """One match; ``sides`` are the players of each side by the side's name."""

    game: Game
    sides: dict[str, tuple[str, ...]]
    acts: list[Play | End] = field(default_factory=list)

    @property
    def round(self) -> int:
        return 1 + sum(isinstance(act, End) for act in self.acts)

    @property
    def plays(self) -> list[Play]:
        """Of the open round."""
        return [act for act in self.acts if isinstance(act, Play) and act.round == self.round]

    def side_of(self, player: str) -> str:
        return next(side for side, players in self.sides.items() if player in players)

    @property
    def totals(self) -> dict[str, int]:
        totals = dict.fromkeys(self.sides, 0)
        for act in self.acts:
            for side, points in self._gains(act).items():
                reached = totals[side] + points
                if not (self.game.exact and reached > self.game.target):
                    totals[side] = reached
        return totals

    @property
    def winner(self) -> str | None:
        """The side that has reached the target first, or, at a round's end, alone with the most."""
        totals = self.totals
        reached = [side for side, total in totals.items() if total >= self.game.target]
        best = [side for side in reached if totals[side] == max(totals.values())]
        return best[0] if len(best) == 1 else None

    def _gains(self, act: Play | End) -> dict[str, int]:
        if isinstance(act, Play):
            return {act.side: act.points}
        held = dict.fromkeys(self.sides, 0)
        for player, pips in act.hands:
            held[self.side_of(player)] += pips
        if act.out is None:
            fewest = [side for side, pips in held.items() if pips == min(held.values())]
            if len(fewest) > 1:
                return {}
            won = fewest[0]
        else:
            won = self.side_of(act.out)
        if self.game.a_game_each:
            return {won: 1}
        if self.game.last_tile:
            return {won: act.last + 1} if act.out else {}
        others = sum(pips for side, pips in held.items() if side != won)
        if act.out is None and self.game.less_own:
            others -= held[won]
        return {won: 5 * ((others + 2) // 5) if self.game.nearest_five else others}
