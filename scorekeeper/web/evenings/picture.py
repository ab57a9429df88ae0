"""The club's night as one picture: a row a player, a column a match, a symbol for how it ended."""

from dataclasses import dataclass

from scorekeeper.services.clubs.evenings import Evening, Mark

WIDTH = 360  # units; about as many pixels on a phone
ROW = 30  # units from one player to the next
_NAMES = 112  # where the names end and the first match begins
_WINS = 26  # kept at the right for the number of wins
_MOST_PLAYERS, _MOST_MATCHES = 12, 24  # more would be too small to read; the table lists them all
_WIDEST = 18  # a sign
_HEIGHTS: dict[Mark, int] = {"won": 20, "drawn": 12, "lost": 4}


@dataclass(frozen=True, slots=True)
class Sign:
    """The symbol for a match's end: a tall tile for a win, half of one for a draw, a line for a loss."""

    kind: Mark
    x: float
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One player: where the row stands, the signs, how many were won."""

    name: str
    y: int
    won: int
    signs: list[Sign]


@dataclass(frozen=True, slots=True)
class EveningPicture:
    """``width`` is that of a sign; ``left_out`` says what there was no room for."""

    rows: list[PictureRow]
    width: float
    height: int
    left_out: str

    @classmethod
    def of(cls, evening: Evening) -> "EveningPicture":
        """The picture of the last matches and of those who won most."""
        shown = min(len(evening.matches), _MOST_MATCHES)
        step = min((WIDTH - _NAMES - _WINS) / max(1, shown), _WIDEST + 6.0)
        width = round(step * 0.7, 1)
        rows = [
            PictureRow(
                player.name,
                ROW * row,
                player.count("won"),
                [
                    Sign(mark, round(_NAMES + step * n, 1), ROW * row + 26 - _HEIGHTS[mark], _HEIGHTS[mark])
                    for n, mark in enumerate(player.marks[-shown:])
                    if mark
                ],
            )
            for row, player in enumerate(evening.players[:_MOST_PLAYERS])
        ]
        return cls(rows, width, ROW * len(rows) + 4, _left_out(evening, shown))


def _left_out(evening: Evening, shown: int) -> str:
    said = [f"the last {shown} matches"] if shown < len(evening.matches) else []
    said += [f"the first {_MOST_PLAYERS} players"] if len(evening.players) > _MOST_PLAYERS else []
    return f"Drawn here: {' of '.join(said[::-1])}." if said else ""
