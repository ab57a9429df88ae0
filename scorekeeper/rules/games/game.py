"""The four games the score is kept for."""

from enum import StrEnum


class Game(StrEnum):
    """Which game is played; the value is what cards and case files write."""

    BLOCK = "block"
    DRAW = "draw"
    FIVES = "fives"
    THREES_FIVES = "threes_fives"

    @property
    def words(self) -> str:
        return GAME_WORDS[self]

    @property
    def short(self) -> str:
        """The name where there is little room."""
        return {"fives": "Straight", "threes_fives": "Fives & Threes"}.get(self.value, self.words)

    @property
    def scores_in_play(self) -> bool:
        """Points are made by plays during the round, not only by its end."""
        return self in (Game.FIVES, Game.THREES_FIVES)


GAME_WORDS = {
    Game.BLOCK: "Block",
    Game.DRAW: "Draw",
    Game.FIVES: "Straight dominoes",
    Game.THREES_FIVES: "Fives-and-Threes",
}
