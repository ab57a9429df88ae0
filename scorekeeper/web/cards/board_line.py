"""A board of a match card as its page shows it: who plays, what can be chosen, who says what."""

from dataclasses import dataclass

from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.services.cards.board import Board
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics import called
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.web.cards.forms import board_text


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board: ``shown`` is what its fields hold, ``was`` what is sent back to detect changes.

    ``drop`` is the team that opens the first hand, empty where it is drawn for.
    """

    board: Board
    shown: BoardEntry
    was: str
    results: tuple[Legs, ...]
    faults: list[str]
    reports: list[tuple[str, str]]
    lineup: tuple[str, str]
    starts: tuple[int, int]
    drop: str

    @property
    def startable(self) -> bool:
        """Whether a match may be started here: there is no result yet, and none is being played."""
        return not self.shown.legs and not self.board.at_table

    @property
    def fields(self) -> tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]:
        """The seats of each side with who sits there, empty for nobody yet."""
        seats = self.board.kind.seats
        home, away = ((players + ("",) * seats)[:seats] for players in (self.shown.home, self.shown.away))
        return ("home", home), ("away", away)


def board_line(
    season: Season,
    fixture_card: FixtureCard,
    board: Board,
    side: int | None,
    typed: BoardEntry | None,
    faults: list[str],
) -> BoardLine:
    """This board as the captain of ``side`` sees it, with what was typed and what is wrong with it."""
    names = season.player_names
    standing = board.seen_by(side)
    reported = [
        (f"{name} say", _said(one, fixture_card.names, names))
        for name, one in zip(fixture_card.names, board.reported, strict=True)
        if one and one.legs
    ]
    if board.live_legs:
        reported.append(("The match at the table says", f"{board.live_legs[0]}–{board.live_legs[1]}"))
    nobody = "nobody" if board.conceded else "nobody yet"
    home, away = (called(players, names) or nobody for players in (board.lineup.home, board.lineup.away))
    results = fixture_card.rules.card.results_of(board.number)
    dropping = season.rules.drop_on(board.number)
    drop = "" if dropping is None else fixture_card.names[dropping]
    shown = typed or _with_entrants(season, fixture_card, standing)
    starts = season.starts(fixture_card, board, shown.home, shown.away)
    return BoardLine(
        board, shown, board_text(standing), results, faults, reported, (home, away), starts, drop
    )


def _with_entrants(season: Season, fixture_card: FixtureCard, board: BoardEntry) -> BoardEntry:
    """The board with the only player, or pair, who can be on it where no teams have entered."""
    if season.rules.entrants == "teams":
        return board
    home, away = (tuple(player for player, _ in team.players) for team in fixture_card.teams)
    return board._replace(home=board.home or home, away=board.away or away)


def _said(board: BoardEntry, teams: tuple[str, str], names: dict[str, str]) -> str:
    """A captain's report of a board: who won it, against whom, and by how much where that can differ."""
    home, away = board.legs or (0, 0)
    won = int(away > home)
    players = (board.home, board.away)
    who = called(players[won], names) or teams[won]
    against = called(players[1 - won], names)
    words = f"{who} won" + (f" against {against}" if against else "")
    words += f" {max(home, away)}–{min(home, away)}" if home + away > 1 else ""
    return f"{words}, conceded by {teams[1 - won]}" if board.conceded else words
