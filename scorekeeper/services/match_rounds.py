"""The rounds of a match as values of the rules: each round's progress, its events and its end."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.scoring import CountedPenalty, CountedPlay, RoundFacts
from scorekeeper.rules.rounds.in_progress import Event, RoundInProgress, ScoredEvent
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.text import side_name
from scorekeeper.rules.tiles.layout import End, Layout
from scorekeeper.rules.tiles.open_ends import Spinner
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.store.matches.match_events import Abandonment, Hand, MatchEvent, Penalty, Play, RoundEnd
from scorekeeper.store.matches.matches import Match, Seat


def card_of(match: Match) -> RuleCard:
    return _card(match.card)


@lru_cache(maxsize=200)
def _card(text: str) -> RuleCard:
    return RuleCard.from_dict(json.loads(text))


def side_members(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side, sides in their order, partners in the order they sit."""
    count = max(seat.side for seat in seats) + 1
    return tuple(tuple(seat for seat in seats if seat.side == side) for side in range(count))


def members_name(members: Sequence[Seat]) -> str:
    """The pair's own name, or its players' joined by “&”."""
    return members[0].pair_name or side_name(seat.name for seat in members)


def players_of(match: Match) -> tuple[str, ...]:
    return tuple(seat.name for seat in match.seats)


def sides_of(match: Match) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(seat.name for seat in side) for side in side_members(match.seats))


def names_by_id(seats: tuple[Seat, ...]) -> Mapping[str, str]:
    return {seat.player: seat.name for seat in seats}


def tiles_of(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(tile) for tile in text.split())


def pips_of(hand: Hand, card: RuleCard) -> int:
    return (hand.pips or 0) if hand.tiles is None else card.pips_in(tiles_of(hand.tiles))


def words_of(hand: Hand, card: RuleCard) -> str:
    """``12``, or ``6-4 2-0, which is 12``."""
    pips = pips_of(hand, card)
    return f"{hand.tiles}, which is {pips}" if hand.tiles else str(pips)


def report_of(
    match: Match, end: RoundEnd, leader: str | None = None, layout: Layout | None = None
) -> RoundReport:
    """The report that this round's end makes; with its ``leader`` and ``layout``, where those are known."""
    names = names_by_id(match.seats)
    return RoundReport(
        players=players_of(match),
        sides=sides_of(match),
        event=end.event,
        out=names[end.out_player] if end.out_player else None,
        hands={names[hand.player]: tiles_of(hand.tiles) for hand in end.hands if hand.tiles is not None},
        pips={names[hand.player]: hand.pips for hand in end.hands if hand.pips is not None},
        tile_counts={names[hand.player]: hand.held for hand in end.hands if hand.held is not None},
        ends=tuple(int(number) for number in end.ends.split()) if end.ends else None,
        boneyard=end.boneyard,
        spinner=layout.spinner if layout else None,
        layout=layout,
        leader=names[end.leader] if end.leader else leader,
        lead_tile=Tile.parse(end.lead_tile) if end.lead_tile else None,
        out_word=match.out_word,
    )


@dataclass(frozen=True, slots=True)
class Round:
    events: tuple[MatchEvent, ...]  # what counts of it
    progress: RoundInProgress
    facts: RoundFacts
    scored: dict[int, ScoredEvent]  # what each play came to, by the version of its entry


def rounds_of(
    match: Match, card: RuleCard, counting: Iterable[MatchEvent], before: Mapping[int, Round]
) -> dict[int, Round]:
    """Every round of which something counts, by number, in order.

    ``before`` are the same match's rounds from before the newest entries; those that stayed are taken over.
    """
    by_number: dict[int, list[MatchEvent]] = {}
    for event in counting:
        if not isinstance(event.body, Abandonment):
            by_number.setdefault(event.round, []).append(event)
    blank = RoundInProgress.of(card, players_of(match), sides_of(match))
    rounds = {}
    for number, listed in sorted(by_number.items()):
        known = before.get(number)
        events = _as_played(listed)
        rounds[number] = known if known and known.events == events else _round(match, blank, number, events)
    return rounds


def progress_before(
    match: Match, card: RuleCard, events: Iterable[MatchEvent], original: int | None
) -> RoundInProgress:
    """A round's ``events`` before the one at ``original`` (None: all), less what cannot stand among them."""
    progress = RoundInProgress.of(card, players_of(match), sides_of(match))
    for event in takewhile(lambda event: event.original != original, events):
        if isinstance(event.body, Play):
            with suppress(RuleError):
                progress = progress.apply(event_of(match, event.body))
    return progress


def event_of(match: Match, play: Play) -> Event:
    names = names_by_id(match.seats)
    ends, spinner = parse_shown(play.shown or "")
    return Event(
        kind=play.kind,
        side=play.side,
        player=names[play.player] if play.player else None,
        points=play.points or 0,
        ends=ends,
        spinner=spinner,
        tile=Tile.parse(play.tile) if play.tile else None,
        at=play.place or "",
        last_tile=bool(play.last_tile),
        down=play.place == "lead",
    )


def parse_shown(text: str) -> tuple[tuple[End, ...], Spinner | None]:
    """Open ends as they are stored: ``5 3d`` is a five and the double three; ``*6`` is the spinner."""
    words = text.split()
    ends = tuple(End(int(word.rstrip("d")), word.endswith("d")) for word in words if word[0] != "*")
    spinner = next((int(word[1:]) for word in words if word[0] == "*"), None)
    return ends, None if spinner is None else Spinner(spinner, len(ends))


def _as_played(events: list[MatchEvent]) -> tuple[MatchEvent, ...]:
    """The entries of a round in the order they were played.

    A play that was forgotten, and added when the round had ended, was laid before its last tile; so was one
    that was tapped after an Undo, before the last tile was said anew. An end as such leaves what it finds.
    """
    ended = next((n for n, event in enumerate(events) if isinstance(event.body, RoundEnd)), None)
    if ended is None:
        return tuple(events)
    plays = [event for event in events if isinstance(event.body, Play)]
    forgotten = any(isinstance(event.body, Play) for event in events[ended:])

    def comes_last(event: MatchEvent) -> bool:
        if not isinstance(event.body, Play) or not event.body.last_tile:
            return False
        return forgotten or any(event.original < other.original < event.version for other in plays)

    return tuple(sorted(events, key=comes_last))


def _round(match: Match, progress: RoundInProgress, number: int, events: tuple[MatchEvent, ...]) -> Round:
    ended = next((event for event in events if isinstance(event.body, RoundEnd)), None)
    end = ended.body if ended else None
    scored: dict[int, ScoredEvent] = {}
    counted: list[CountedPlay | CountedPenalty] = []
    for event in events:
        if isinstance(event.body, Penalty):
            reason = event.reason or ""
            counted.append(CountedPenalty(event.body.side, event.body.points, reason, event))
        elif isinstance(event.body, Play):
            played = event_of(match, event.body)
            try:
                progress = progress.apply(played)
                scored[event.version] = progress.scored[-1]
            except RuleError as error:
                # An earlier play was taken out or corrected, and this one hung on it: no bonus came with it.
                scored[event.version] = ScoredEvent(replace(played, last_tile=False), 0, str(error))
            counted.append(_counted(scored[event.version], event))
    report = None
    if isinstance(end, RoundEnd):
        report = report_of(match, end, layout=progress.whole_layout)
    facts = RoundFacts(number, tuple(counted), report, report.leader if report else None, ref=ended)
    return Round(events, progress, facts, scored)


def _counted(scored: ScoredEvent, event: MatchEvent) -> CountedPlay:
    played = scored.event
    words = {"tile": f"lays {played.tile}", "draw": "draws", "knock": "knocks"}.get(played.kind, "")
    return CountedPlay(
        side=played.side,
        points=scored.points,
        player=played.player,
        last_tile=played.last_tile,
        words=f"{words} for {scored.points}" if words and scored.points else words,
        ref=event,
        down=played.down,
    )
