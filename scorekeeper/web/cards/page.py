"""The page of a match card: every board with its choices, who signs, and what can be sent."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from scorekeeper.exchange.messages import result_text
from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.rules.leagues.table import TieBreak
from scorekeeper.services.cards.card_commands import candidates
from scorekeeper.services.leagues.board import Board
from scorekeeper.services.leagues.captains import why_barred
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics import called
from scorekeeper.store.leagues.captains import Proposal
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.cards.forms import SIDE_KEYS, CardForm, ProposalForm, as_read
from scorekeeper.web.forms import NameField, new_key
from scorekeeper.web.leagues.audit_page import RecordLine, reported, signed_by


class BoardLine(NamedTuple):
    board: Board
    shown: BoardEntry  # what its fields hold
    was: str  # sent back to detect changes
    results: tuple[Legs, ...]
    faults: list[str]
    reports: list[tuple[str, str]]
    lineup: tuple[str, str]
    starts: tuple[int, int]
    drop: str  # the team that opens the first hand, empty where it is drawn for
    playing: tuple[str, str] | None  # both sides once all are named and nothing is wrong: that is folded then

    @property
    def empty_side(self) -> int | None:
        """The side that named nobody on a board that the other has played."""
        named = [bool(self.board.lineup.home), bool(self.board.lineup.away)]
        played = self.board.legs and not self.board.conceded
        return named.index(False) if played and sum(named) == 1 else None

    @property
    def fields(self) -> tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]:
        """The seats of each side with who sits there, empty for nobody yet."""
        seats = self.board.kind.seats
        home, away = ((players + ("",) * seats)[:seats] for players in (self.shown.home, self.shown.away))
        return ("home", home), ("away", away)


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


@dataclass(frozen=True)
class CardPage:
    season: Season
    card: FixtureCard
    side: int | None  # as whose captain the card is seen, None for both
    team: str | None  # whose captain’s phone this is
    proposal: Proposal | None
    proposing: ProposalForm
    busy: list[str]  # the teams with another match on the day that is proposed, whatever they play in
    form: CardForm | None = None  # brings back what was typed
    refused: str = ""  # why an act could not be done
    reason: str = ""  # what was typed for it
    key: str = field(default_factory=new_key)

    @cached_property
    def lines(self) -> list[BoardLine]:
        """Every board as the captain of ``side`` sees it, with what was typed and what is wrong with it."""
        typed = self.form.typed() if self.form else {}
        faults = self.form.boards.faults if self.form else {}
        return [
            self._line(board, typed.get(board.number), faults.get(board.number, []))
            for board in self.card.boards
        ]

    def _line(self, board: Board, typed: BoardEntry | None, faults: list[str]) -> BoardLine:
        season, teams = self.season, self.card.names
        names = season.player_names
        standing = board.seen_by(self.side)
        say = "says" if season.rules.entrants == "players" else "say"
        reported = [
            (f"{name} {say}", _said(one, teams, names))
            for name, one in zip(teams, board.reported, strict=True)
            if one and one.legs
        ]
        if board.live_legs:
            reported.append(("The match at the table says", f"{board.live_legs[0]}–{board.live_legs[1]}"))
        nobody = "nobody" if board.conceded else "nobody yet"
        home, away = (
            called(players, names) or ("named, sealed" if hidden else nobody)
            for players, hidden in zip(board.lineup, board.hidden, strict=True)
        )
        results = [*self.card.rules.card.results_of(board.number)]
        # One that could not be any more, by what the rules say now, stays as it was played.
        results += [legs for legs in board.reports if legs not in results]
        dropping = season.rules.drop_on(board.number)
        drop = "" if dropping is None else teams[dropping]
        shown = typed or self._with_entrants(standing)
        starts = season.start_points(self.card, board, shown.home, shown.away)
        sides = (shown.home, shown.away)
        named = all(len(players) == board.kind.seats for players in sides) and not (faults or board.differ)
        playing = (called(shown.home, names), called(shown.away, names)) if named else None
        was = json.dumps(as_read(standing))
        return BoardLine(
            board, shown, was, tuple(results), faults, reported, (home, away), starts, drop, playing
        )

    def _with_entrants(self, board: BoardEntry) -> BoardEntry:
        """The board with the only player, or pair, who can be on it where no teams have entered."""
        if self.season.rules.entrants == "teams":
            return board
        home, away = (tuple(player for player, _ in team.players) for team in self.card.teams)
        return board._replace(home=board.home or home, away=board.away or away)

    @property
    def faults(self) -> list[str]:
        """What is wrong with the card as a whole, or with a board that it does not have."""
        if self.refused or self.form is None:
            return [self.refused] if self.refused else []
        errors = [error for field in (self.form.key, self.form.teams) for error in field.errors]
        faults, last = self.form.boards.faults, len(self.card.boards)
        beyond = [words for number, found in faults.items() if number > last for words in found]
        return [*faults.get(0, []), *errors, *beyond]

    def new_player(self, side: int) -> NameField:
        form = self.form or CardForm(formdata=None)
        return (form.home_player, form.away_player)[side]

    @property
    def asks_points(self) -> bool:
        return TieBreak.POINTS_DIFFERENCE in self.card.rules.tie_breaks

    @property
    def record(self) -> list[RecordLine]:
        card = self.card
        return [reported(self.season, card, event) for event in reversed(card.events)]

    @property
    def round(self) -> str:
        """A knockout’s has a name, any other its number."""
        card = self.card
        return self.season.round_title(card) if card.fixture.tie else f"round {card.fixture.round}"

    @property
    def own(self) -> int | None:
        return self.card.side_of(self.team)

    @property
    def barred(self) -> str | None:
        return None if visitor().may("manage") else why_barred(self.season, self.card, self.team)

    def acts_for(self, side: int) -> bool:
        """Whether this phone may enter, and agree to another day, for this side."""
        if visitor().may("manage") or self.own == side:
            return True
        return self.own is None and visitor().may("score") and not self.barred

    def signs_for(self, side: int) -> bool:
        """A captain's phone for its own side, the secretary's for both; nobody what a spreadsheet brought."""
        if self.card.brought or self.barred:
            return False
        if visitor().may("manage") or self.own == side:
            return True
        if self.own is not None:
            return False
        other = self.card.signatures[1 - side]
        return self.season.rules.one_phone or other is None or other.device != visitor().device

    @property
    def signed_by(self) -> tuple[str, str]:
        return signed_by(self.season, self.card, 0), signed_by(self.season, self.card, 1)

    @property
    def may_sign(self) -> bool:
        """Whether this phone may sign the card: not in the archive, nor for a fixture that was forfeited."""
        open_season = not self.season.league.closed
        return open_season and visitor().may("score") and self.card.forfeited_by is None

    @property
    def editable(self) -> bool:
        return self.may_sign and not self.card.locked and not self.barred

    def choices(self, side: int, chosen: str) -> list[tuple[str, str]]:
        """Who may be chosen for a seat: the squad, and a player who sits there but has left it since."""
        squad = list(self.card.teams[side].players)
        if chosen in self.season.people and chosen not in dict(squad):
            squad.append((chosen, self.season.people[chosen]))
        return squad

    def candidates(self, side: int) -> list[tuple[str, str]]:
        people = self.season.people
        return [(player, people.get(player, "somebody")) for player in candidates(self.card, side)]

    @property
    def playing(self) -> list[tuple[str, str]]:
        """Everybody who is on the card, each with the team."""
        card, people = self.card, self.season.people
        found = {
            player: f"{people.get(player, 'somebody')}, {team}"
            for side, team in enumerate(card.names)
            for board in card.boards
            for player in board.lineup[side]
        }
        return [*found.items()]

    @property
    def side_key(self) -> str:
        return next((key for key, side in SIDE_KEYS.items() if side == self.side), "")

    @property
    def status(self) -> str:
        card = self.card
        if card.superseded:
            return "Does not count: a result before it was corrected"
        if self.season.day.is_void(card.facts):
            return "Does not count: a team left the league"
        forfeited_by = self.season.day.forfeited_by(card.facts)
        if forfeited_by is not None:
            return f"Forfeited by {card.names[forfeited_by]}"
        if card.brought:
            return "Result from a spreadsheet"
        if card.locked:
            return f"Signed for both {self.season.rules.entrants}"
        if card.differing:
            return card.dispute
        if card.complete:
            due = " and ".join(self.season.signatures_due(card))
            return f"Waits for {due} to sign" if due else f"Never signed by both {self.season.rules.signers}"
        return card.progress

    @property
    def text(self) -> str:
        return result_text(self.season, self.card.shown_to(None))  # it goes to everybody
