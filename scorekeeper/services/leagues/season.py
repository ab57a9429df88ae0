"""A season of a league: its teams, its fixtures, and the resulting table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from hashlib import sha256

from scorekeeper.rules.cups import Meeting, Tie, bracket, round_names, tie_winner
from scorekeeper.rules.fixtures import SeasonDay, Status
from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.rules.leagues.points import Adjustment, FixtureResult, board_starts, late_fines, points_of
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.rules.leagues.table import TableRow, league_table, positions
from scorekeeper.services.leagues.board import Board
from scorekeeper.services.leagues.fixture_card import Appearance, FixtureCard
from scorekeeper.store.leagues.leagues import AdjustmentRow, League, NewFixture
from scorekeeper.store.leagues.squads import Squad

# What a fixture is, and when: all but what a draw or a spreadsheet gave it.
PLACED = tuple(field for field in NewFixture._fields if field not in ("tie", "home_legs", "away_legs"))


def _played(cards: Iterable[FixtureCard], day: SeasonDay) -> list[FixtureCard]:
    return [card for card in cards if day.has_result(card.facts)]


@dataclass(frozen=True, slots=True)
class CupTie:
    """A tie of the bracket with its matches."""

    meeting: Meeting
    cards: tuple[FixtureCard, ...]  # in order; the last may be a replay
    # What does not count, since a result before was corrected: matches of teams that do not meet here any
    # more, and a replay that is not needed.
    others: tuple[FixtureCard, ...]
    # Both sides are known, not both have left, and it has no match that is still to be played or to count.
    waits: bool

    @classmethod
    def of(cls, meeting: Meeting, cards: Sequence[FixtureCard], day: SeasonDay) -> "CupTie":
        """Its own are the matches between those who meet here, as far as that is known, and as it needs."""
        sides = {side for side in meeting.sides if side}
        own = tuple(card for card in cards if sides <= {*card.facts.teams})
        if (played := _played(own, day)) and played[-1].legs[0] != played[-1].legs[1]:
            own = tuple(played)
        others = tuple(card for card in cards if card not in own)
        played_out = len(played) == len(own) and not sides <= day.withdrawals.days.keys()
        return cls(meeting, own, others, meeting.ready and played_out)


@dataclass(frozen=True)
class Season:
    """Everything about one league on one ``day``."""

    league: League
    rules: LeagueRules
    squads: tuple[Squad, ...]
    cards: tuple[FixtureCard, ...]  # its fixtures by round, then day
    people: dict[str, str]  # the club's players, as called today: who has left a squad did play for it
    day: SeasonDay
    adjustments: tuple[AdjustmentRow, ...]
    best_players: dict[str, dict[int, str]]  # whom the captain of each side named, by the fixture
    handicaps: dict[str, int]  # points to start with, of teams and players
    captains: dict[str, str]  # the team of each captain's phone
    places: tuple[str | None, ...]  # as drawn for its knockout, or a ladder's first order; none before that

    @property
    def rules_seen(self) -> str:
        """What a form of the season's name and rules has shown, to be sent back with it."""
        known = self.league
        return self._shown(known.name, known.season, known.division, known.rules)

    @property
    def plan_seen(self) -> str:
        """What a form that moves the fixtures still to be played has shown, to be sent back with it."""
        return self._shown(*sorted((one.fixture.id, one.fixture.day) for one in self.cards))

    def team_seen(self, squad: str) -> str:
        team = self.squad(squad)
        return self._shown(team.name, team.players, team.venue, team.address) if team else ""

    def fixture_seen(self, fixture: str) -> str:
        card = self.card(fixture)
        return self._shown(*(getattr(card.fixture, name) for name in PLACED)) if card else ""

    def _shown(self, *what: object) -> str:
        """A fingerprint, and the season's version: what is changed back and shown again is another page."""
        return f"{sha256(repr(what).encode()).hexdigest()[:16]}.{self.league.version}"

    @property
    def seen(self) -> str:
        """What a form that draws anew has shown: all of the season, the teams and the draw among it."""
        return str(self.league.version)

    @property
    def playing(self) -> list[Squad]:
        return [squad for squad in self.squads if not squad.withdrawn_on]

    @property
    def kind(self) -> str:
        return "cup" if self.rules.format in ("groups", "knockout") else "season"

    @cached_property
    def bracket(self) -> tuple[tuple[CupTie, ...], ...]:
        """The rounds of its knockout with their ties; empty before the draw."""
        cards: dict[Tie, list[FixtureCard]] = {}
        for card in self.cards:
            if card.fixture.tie:
                cards.setdefault(Tie(card.fixture.round, card.fixture.tie), []).append(card)
        winners: dict[Tie, str] = {}
        places = () if self.rules.format == "ladder" else self.places
        found = bracket(places, winners)
        for number in range(len(found)):  # a round's winners are the next one's sides
            for meeting in found[number]:
                if won := self._winner(meeting, cards.get(meeting.tie, [])):
                    winners[meeting.tie] = won
            found = bracket(places, winners)
        of, day = CupTie.of, self.day
        return tuple(tuple(of(one, cards.get(one.tie, ()), day) for one in ties) for ties in found)

    def _winner(self, meeting: Meeting, cards: Sequence[FixtureCard]) -> str | None:
        """Who won the tie, on the board or because the other withdrew: of two the one that left first.

        A final that both have left is nobody's.
        """
        home, away = meeting.sides
        if home is None or away is None:
            return None
        own = CupTie.of(meeting, cards, self.day).cards
        won = tie_winner((home, away), [(card.fixture.home, card.legs) for card in _played(own, self.day)])
        left = self.day.withdrawals.days
        gone = sorted((side for side in (home, away) if side in left), key=lambda side: left[side])
        if won or not gone or (len(gone) == 2 and 2**meeting.tie.round == len(self.places)):
            return won
        return away if gone[0] == home else home

    @cached_property
    def knockout_rounds(self) -> tuple[str, ...]:
        return round_names(self.places)

    @property
    def undated(self) -> int | None:
        """The first round of its knockout with ties that have no date yet."""
        return next((n for n, ties in enumerate(self.bracket, 1) if any(tie.waits for tie in ties)), None)

    @property
    def finalists(self) -> tuple[str, str]:
        """Who won the final of its knockout and who lost it, by name; empty until it is decided."""
        final = self.bracket[-1][0].meeting if self.bracket else None
        if final is None or final.winner is None:
            return "", ""
        lost = next(side for side in final.sides if side != final.winner)
        return self.names[final.winner], self.names[lost] if lost else ""

    @cached_property
    def names(self) -> dict[str, str]:
        return {squad.id: squad.name for squad in self.squads}

    def round_title(self, card: FixtureCard) -> str:
        """What the fixture's round is called: ``Semi-finals`` in a knockout, ``Round 3`` elsewhere."""
        number = card.fixture.round
        return self.knockout_rounds[number - 1] if card.fixture.tie else f"Round {number}"

    @cached_property
    def void(self) -> frozenset[str]:
        """Teams that have withdrawn and whose results count for nobody."""
        return frozenset(squad.id for squad in self.squads if self.day.withdrawals.strikes(squad.id))

    @cached_property
    def in_table(self) -> dict[str, str]:
        return {squad.id: squad.name for squad in self.squads if squad.id not in self.void}

    @cached_property
    def begun(self) -> bool:
        """A result has been entered, so rules change only with a reason."""
        return any(card.begun for card in self.cards)

    def may_count(self, card: FixtureCard) -> bool:
        """Whether the fixture counts for the table once it has a result: it is not void."""
        return not self.day.is_void(card.facts)

    def status(self, card: FixtureCard) -> Status:
        return self.day.status(card.facts)

    def signatures_due(self, card: FixtureCard) -> list[str]:
        return [card.names[side] for side in self.day.signatures_due(card.facts)]

    @cached_property
    def next_fixtures(self) -> list[FixtureCard]:
        """Today's fixtures that count, or if there are none those of the next day that has some."""
        standing = [card for card in self.cards if self.may_count(card)]
        tonight = [card for card in standing if card.day == self.today]
        following = self.day.next_day(card.facts for card in standing)
        return tonight or [n for n in standing if following and n.day == following]

    @property
    def today(self) -> date:
        return self.day.today

    @cached_property
    def _counted(self) -> list[FixtureCard]:
        return [card for card in self.cards if self.day.counts(card.facts)]

    @cached_property
    def results(self) -> list[FixtureResult]:
        """Every fixture that counts today, those among them that a team forfeited by withdrawing."""
        found = []
        for card in self._counted:
            result, fines = card.result or self._owed(card), self.fines.get(card.fixture.id)
            found.append(replace(result, fines=fines) if fines else result)
        return found

    @cached_property
    def appearances(self) -> list[Appearance]:
        """Every board that was played out and counts, by day, once for each side; none that was conceded."""
        cards = sorted(self._counted, key=lambda card: (card.fixture.day or "", card.fixture.round))
        return [one for card in cards for one in card.appearances]

    @cached_property
    def entered(self) -> list[Appearance]:
        """Those of which only the result was entered, and who met: what counts beside the club's matches."""
        return [one for one in self.appearances if one.own and one.other and one.board.live_legs is None]

    @cached_property
    def player_names(self) -> dict[str, str]:
        """The name of today of everybody in a squad, and of those who have left one but are on a card."""
        ids = {player for squad in self.squads for player, _ in squad.players}
        ids.update(*(card.players for card in self.cards))
        return {player: self.people[player] for player in ids if player in self.people}

    @cached_property
    def table(self) -> tuple[TableRow, ...]:
        return self.table_after(None)

    def table_after(self, day: date | None) -> tuple[TableRow, ...]:
        rules = self.rules
        return league_table(self.in_table, self.results, rules.points, rules.tie_breaks, self.given, day)

    @cached_property
    def positions(self) -> dict[str, list[int]]:
        rules = self.rules
        return positions(self.in_table, self.results, rules.points, rules.tie_breaks, self.given)

    @cached_property
    def given(self) -> list[Adjustment]:
        return [
            Adjustment(row.squad, row.points, date.fromisoformat(row.day), row.reason)
            for row in self.adjustments
            if row.points
        ]

    @cached_property
    def waived(self) -> dict[str, str]:
        """Why the late fine of a fixture was waived, by the fixture."""
        return {row.fixture: row.reason for row in self.adjustments if row.fixture}

    @cached_property
    def fines(self) -> dict[str, tuple[int, int]]:
        late = [(card, side) for card in self._counted if (side := card.late_by) is not None]
        sides = {card.fixture.id: side for card, side in late}
        cards = [(card.day or date.min, card.fixture.id, card.facts.teams[side]) for card, side in late]
        fines = late_fines(cards, self.waived, self.rules.points.late_fines)
        return {id: (fine, 0) if sides[id] == 0 else (0, fine) for id, fine in fines.items()}

    def card(self, fixture: str) -> FixtureCard | None:
        return next((card for card in self.cards if card.fixture.id == fixture), None)

    def start_points(
        self, card: FixtureCard, board: Board, home: tuple[str, ...], away: tuple[str, ...]
    ) -> tuple[int, int]:
        """With how many points each side of this board begins, by the handicaps."""
        if not self.rules.handicaps:
            return 0, 0
        sides = tuple(zip(card.facts.teams, (home, away), strict=True))
        return board_starts(sides, self.handicaps, board.kind.rule_card.target)

    def squad(self, squad: str) -> Squad | None:
        return next((known for known in self.squads if known.id == squad), None)

    @cached_property
    def overdue(self) -> list[FixtureCard]:
        """Past fixtures whose card is not signed by both, the oldest first."""
        past = [card for card in self.cards if card.day and card.day < self.today]
        owed = [card for card in past if self.status(card).owed]
        return sorted(owed, key=lambda card: card.fixture.day or "")

    @cached_property
    def unsettled(self) -> int:
        """How many fixtures are, or in the archive were, still to be played, entered or signed."""
        return sum(self.status(one).unsettled for one in self.cards)

    @cached_property
    def league_points(self) -> dict[str, Legs]:
        """League points of home and away by the fixture, as today's table counts them, less the fines."""
        counted = (result for result in self.results if not result.play_off)
        return {result.ref: points_of(result, self.rules.points) for result in counted}

    def _owed(self, card: FixtureCard) -> FixtureResult:
        side = self.day.forfeited_by(card.facts) or 0
        return FixtureResult(
            home=card.fixture.home,
            away=card.fixture.away,
            legs=self.rules.points.forfeit_legs(side),
            day=self.day.counts_from(card.facts) or self.today,
            ref=card.fixture.id,
            forfeited_by=side,
        )
