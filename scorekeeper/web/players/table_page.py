"""The club's running table: all games or one, players and pairs apart."""

from dataclasses import dataclass

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.matches.standings import Standing
from scorekeeper.services.clubs.club_results import ClubResults
from scorekeeper.services.clubs.ratings import Rating
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.leagues import League


@dataclass(frozen=True, slots=True)
class TablePage:
    """``players`` and ``pairs`` are tables of their own: one person is not compared with two.

    ``ratings`` are of players, from all their matches and league boards; None where that column is hidden.
    ``leagues`` are those being played, whose own tables are one tap away.
    """

    club: Club
    game: Game | None
    games: list[Game]
    players: tuple[Standing, ...]
    pairs: tuple[Standing, ...]
    names: dict[str, str]
    ratings: dict[str, Rating] | None
    leagues: list[League]

    @property
    def points(self) -> bool:
        """Points are compared within one game that counts them, not games with pips and pegs."""
        return self.game is not None and self.game is not Game.BLOCK

    @classmethod
    def of(
        cls,
        club: Club,
        known: ClubResults,
        leagues: list[League],
        game: Game | None,
        ratings: dict[str, Rating] | None,
    ) -> "TablePage":
        """The table; with ``ratings`` it has a column of them."""
        players, pairs = (known.table(game, pairs=pairs) for pairs in (False, True))
        names = {str(row.competitor): known.names[str(row.competitor)] for row in (*players, *pairs)}
        played = [league for league in leagues if not league.closed]
        return cls(club, game, known.games, players, pairs, names, ratings, played)
