"""A league counted independently: events are noted match by match, and added up anew for every query.

None of the app's rules are used. Days are ISO dates, teams are identified by name.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta

WIN, LEG = 2, 1  # league points of a match won and of each leg
FORFEIT = (5, 4)  # legs for the team that came and for the one that did not
FORFEIT_FINE = 1
LATE_AFTER = 7  # days
LATE = [1, 3, 4]  # league points of a team's first late card, its second and each later one


@dataclass
class Noted:
    """One match: ``signed`` are the days on which home and away first signed the same result."""

    round: int
    day: str
    home: str
    away: str
    legs: tuple[int, int] | None = None
    forfeited_by: str = ""
    signed: tuple[str, str] | None = None
    waived: bool = False
    play_off: bool = False
    won: set[int] = field(default_factory=set)  # the boards that the home team won
    conceded: set[int] = field(default_factory=set)  # those that nobody played, whoever won them

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away

    @property
    def late_by(self) -> str:
        """The team that is fined: home hands the card in, unless only the away captain was late."""
        if not self.signed or self.forfeited_by or self.play_off:
            return ""
        due = (date.fromisoformat(self.day) + timedelta(days=LATE_AFTER)).isoformat()
        late = [team for team, day in zip(self.teams, self.signed, strict=True) if day > due]
        return late[0] if late else ""


@dataclass
class Sums:
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    legs_for: int = 0
    legs_against: int = 0
    points: int = 0
    fined: int = 0
    given: int = 0
    form: list[str] = field(default_factory=list)


@dataclass
class Ledger:
    """``rule``: what withdrawing does; ``left`` the day on which a team did; ``given`` points by hand."""

    teams: list[str]
    rule: str
    matches: dict[str, Noted] = field(default_factory=dict)
    given: list[tuple[str, str, int]] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)

    def table(self, today: str, on: str | None = None) -> list[tuple[str, ...]]:
        """The rows of the table after the day ``on``, with what is known today, as in its spreadsheet."""
        sums = {team: Sums() for team in self.teams if not self._void(team, 1)}
        counted = sorted(self._counted(today), key=lambda match: match.day)
        fines = self._fines(counted)
        shown = [match for match in counted if on is None or match.day <= on]
        for match in shown:
            for team in match.teams:
                self._add(sums[team], match, team, fines)
        for day, team, points in self.given:
            if team in sums and (on is None or day <= on):
                sums[team].points += points
                sums[team].given += points
        return _lines(sums, self._play_offs(today, on))

    def fixtures(self, today: str) -> list[tuple[str, ...]]:
        """Round, day, teams, legs, points and state of every match, as in the list of fixtures."""
        counted = self._counted(today)
        fines = self._fines(sorted(counted, key=lambda match: match.day))
        found = []
        for match in self.matches.values():
            rows = [Sums(), Sums()]
            for row, team in zip(rows, match.teams, strict=True):
                self._add(row, match, team, fines)
            legs = self.legs(match) or ("", "")
            points = [row.points if match in counted else "" for row in rows]
            line = (match.round, match.day, *match.teams, *legs, *points, self.state(match, today))
            found.append(tuple(map(str, line)))
        return sorted(found)

    @property
    def rounds(self) -> dict[int, list[Noted]]:
        found: dict[int, list[Noted]] = {}
        for match in sorted(self.matches.values(), key=lambda one: (one.round, one.day, one.teams)):
            found.setdefault(match.round, []).append(match)
        return found

    def counting(self, today: str) -> list[Noted]:
        return [match for match in self.matches.values() if self.state(match, today) != "void"]

    @property
    def signed(self) -> list[Noted]:
        return [match for match in self.matches.values() if self.state(match, "") == "signed"]

    def legs(self, match: Noted) -> tuple[int, int] | None:
        """Those on the card: as played, or as a forfeit is written."""
        if match.forfeited_by:
            return FORFEIT[::-1] if match.forfeited_by == match.home else FORFEIT
        return match.legs

    def state(self, match: Noted, today: str) -> str:
        if any(self._void(team, match.round) for team in match.teams):
            return "void"
        if match.forfeited_by or not match.legs:
            gone = match.forfeited_by or self._gone(match)
            return "forfeited" if gone else "tonight" if match.day == today else "to come"
        return "signed" if match.signed else "to sign"

    def boards(self) -> list[tuple[str, ...]]:
        """Round, day, number, teams, players, legs and a remark of every board, as in their spreadsheet."""
        found = []
        for match in self.matches.values():
            void = any(self._void(team, match.round) for team in match.teams)
            for board in range(1, 10) if match.legs else ():
                won = board in match.won
                names = [" & ".join(f"{team} {number}" for number in _seats(board)) for team in match.teams]
                if board in match.conceded:  # the losers named nobody
                    names[won] = ""
                remark = "void" if void else "conceded" if board in match.conceded else ""
                line = (match.round, match.day, board, *match.teams, *names, int(won), int(not won), remark)
                found.append(tuple(map(str, line)))
        return sorted(found)

    def players(self) -> list[tuple[str, ...]]:
        """Everybody's boards, the best first: six play alone, and on boards 7 to 9 1 with 2, and so on."""
        played: Counter[tuple[str, str]] = Counter()
        won: Counter[tuple[str, str]] = Counter()
        for match in self.matches.values():
            void = any(self._void(team, match.round) for team in match.teams)
            for board in {*range(1, 10)} - match.conceded if match.legs and not void else ():
                for side, team in enumerate(match.teams):
                    for player in ((f"{team} {number}", team) for number in _seats(board)):
                        played[player] += 1
                        won[player] += (board in match.won) != bool(side)
        best = sorted(played, key=lambda one: (-won[one], played[one], one))
        return [(*one, *map(str, (played[one], won[one], played[one] - won[one]))) for one in best]

    def _counted(self, today: str) -> list[Noted]:
        return [
            match
            for match in self.matches.values()
            if not match.play_off
            and not any(self._void(team, match.round) for team in match.teams)
            and (match.legs or match.forfeited_by or (self._gone(match) and match.day <= today))
        ]

    def _play_offs(self, today: str, on: str | None) -> Counter[tuple[str, str]]:
        won: Counter[tuple[str, str]] = Counter()
        for match in self.matches.values():
            if match.play_off and match.legs and match.day <= (on or today):
                home_won = match.legs[0] > match.legs[1]
                won[match.teams if home_won else match.teams[::-1]] += 1
        return won

    def _gone(self, match: Noted) -> str:
        return next((team for team in match.teams if team in self.left), "")

    def _void(self, team: str, round: int) -> bool:
        if team not in self.left or self.rule == "kept":
            return False
        half = max(match.round for match in self.matches.values() if not match.play_off) // 2
        second = min(match.day for match in self.matches.values() if match.round > half)
        return self.rule == "void" or self.left[team] < second or round > half

    def _fines(self, counted: list[Noted]) -> dict[tuple[str, str], int]:
        offences: Counter[str] = Counter()
        fines = {}
        for match in counted:
            if match.legs and match.late_by and not match.waived:
                offences[match.late_by] += 1
                fines[match.day, match.late_by] = (LATE + LATE[-1:] * 99)[offences[match.late_by] - 1]
        return fines

    def costs(self, today: str) -> set[int]:
        return {*self._fines(sorted(self._counted(today), key=lambda match: match.day)).values()}

    def _add(self, row: Sums, match: Noted, own: str, fines: dict[tuple[str, str], int]) -> None:
        culprit = match.forfeited_by or ("" if match.legs else self._gone(match))
        if culprit:
            mine, theirs = FORFEIT[::-1] if own == culprit else FORFEIT
            points = -FORFEIT_FINE if own == culprit else mine * LEG + WIN
            fined = FORFEIT_FINE if own == culprit else 0
        else:
            mine, theirs = match.legs or (0, 0)
            if own == match.away:
                mine, theirs = theirs, mine
            fined = fines.get((match.day, own), 0)
            points = mine * LEG + (WIN if mine > theirs else 0) - fined
        row.played += 1
        row.won += mine > theirs
        row.lost += mine < theirs
        row.legs_for += mine
        row.legs_against += theirs
        row.points += points
        row.fined += fined
        row.form.append("W" if mine > theirs else "L")


def _seats(board: int) -> tuple[int, ...]:
    """Who of a squad plays on this board, counted from 1."""
    return (board,) if board < 7 else (2 * board - 13, 2 * board - 12)


def _lines(sums: dict[str, Sums], play_offs: Counter[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Level on points: the play-off between the level, then leg difference, then legs won."""
    level = Counter(row.points for row in sums.values())

    def rank(team: str) -> tuple[int, ...]:
        row = sums[team]
        won = sum(
            times
            for (winner, loser), times in play_offs.items()
            if winner == team and level[row.points] > 1 and sums[loser].points == row.points
        )
        return -row.points, -won, row.legs_against - row.legs_for, -row.legs_for

    order = sorted(sorted(sums), key=rank)
    ranks = [rank(team) for team in order]
    return [
        tuple(
            str(figure)
            for figure in (
                *(ranks.index(rank(team)) + 1, team, row.played, row.won, row.drawn, row.lost),
                *(row.legs_for, row.legs_against, row.legs_for - row.legs_against, row.points),
                *(row.fined, row.given, " ".join(row.form[-5:])),
            )
        )
        for team in order
        for row in [sums[team]]
    ]
