"""The rounds of a match as values of the rules: each round's progress, its events and its end."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.matches.events import Adjustment, RoundFacts
from scorekeeper.rules.matches.events import Play as CountedPlay
from scorekeeper.rules.rounds.in_progress import Event, RoundInProgress, ScoredEvent
from scorekeeper.rules.tiles.layout import End
from scorekeeper.rules.tiles.open_ends import Spinner
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.mapping import names_by_id, players_of, report_of, sides_of
from scorekeeper.store.matches.match_events import Abandonment, MatchEvent, Penalty, Play, RoundEnd
from scorekeeper.store.matches.matches import Match


@dataclass(frozen=True, slots=True)
class Round:
    """One round: what was entered for it play by play, and its facts for the score.

    ``events`` is what counts of it; ``scored`` finds what a play came to by the version of its entry.
    """

    events: tuple[MatchEvent, ...]
    progress: RoundInProgress
    facts: RoundFacts
    scored: dict[int, ScoredEvent]


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
    """A round's ``events`` as far as the one at ``original``; all of them where it is None.

    What cannot stand among the others is passed over.
    """
    progress = RoundInProgress.of(card, players_of(match), sides_of(match))
    for event in takewhile(lambda event: event.original != original, events):
        if isinstance(event.body, Play):
            with suppress(RuleError):
                progress = progress.apply(event_of(match, event.body))
    return progress


def event_of(match: Match, play: Play) -> Event:
    """A stored play as an event of the rules."""
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

    A play that was forgotten, and added when the round had ended, was laid before its last tile.
    """
    ended = next((n for n, event in enumerate(events) if isinstance(event.body, RoundEnd)), None)
    if ended is None or not any(isinstance(event.body, Play) for event in events[ended:]):
        return tuple(events)
    return tuple(sorted(events, key=lambda event: isinstance(event.body, Play) and event.body.last_tile))


def _round(match: Match, progress: RoundInProgress, number: int, events: tuple[MatchEvent, ...]) -> Round:
    ended = next((event for event in events if isinstance(event.body, RoundEnd)), None)
    end = ended.body if ended else None
    scored: dict[int, ScoredEvent] = {}
    counted: list[CountedPlay | Adjustment] = []
    for event in events:
        if isinstance(event.body, Penalty):
            reason = event.reason or ""
            counted.append(Adjustment(event.body.side, event.body.points, reason, event))
        elif isinstance(event.body, Play):
            played = event_of(match, event.body)
            try:
                progress = progress.apply(played)
                scored[event.version] = progress.scored[-1]
            except RuleError as error:
                # An earlier play was taken out or corrected, and this one hung on it.
                scored[event.version] = ScoredEvent(played, 0, None, str(error))
            counted.append(_counted(scored[event.version], event))
    report = None
    if isinstance(end, RoundEnd):
        report = report_of(match, end, layout=progress.whole_layout)
    facts = RoundFacts(number, tuple(counted), report, report.leader if report else None, ref=ended)
    return Round(events, progress, facts, scored)


def _counted(scored: ScoredEvent, event: MatchEvent) -> CountedPlay:
    played = scored.event
    words = {"tile": f"lays {played.tile}", "draw": "draws", "knock": "knocks"}.get(played.kind, "")
    if not words and not scored.points:
        words = "plays"
    return CountedPlay(
        side=played.side,
        points=scored.points,
        player=played.player,
        last_tile=played.last_tile,
        words=f"{words} for {scored.points}" if words and scored.points else words,
        ref=event,
        down=played.down,
    )
