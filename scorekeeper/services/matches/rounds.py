"""The rounds of a match as the rules add them up: each round's account, its events and its end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.matches.events import Adjustment, RoundFacts
from scorekeeper.rules.matches.events import Play as CountedPlay
from scorekeeper.rules.rounds.events import Heard, Told
from scorekeeper.rules.rounds.in_progress import Account
from scorekeeper.rules.tiles.ends_entry import Spinner
from scorekeeper.rules.tiles.layout import End
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.mapping import claim_of, names_by_id, players_of, sides_of
from scorekeeper.store.match_events import CallOff, Entry, Penalty, Play, RoundEnd
from scorekeeper.store.matches import Match


@dataclass(frozen=True, slots=True)
class Round:
    """One round: what was told of it play by play, and its facts for the tally.

    ``entries`` is what counts of it; ``heard`` finds what a play came to by the version of its entry.
    """

    entries: tuple[Entry, ...]
    account: Account
    facts: RoundFacts
    heard: dict[int, Heard]


def rounds_of(
    match: Match, card: RuleCard, counting: Iterable[Entry], before: Mapping[int, Round]
) -> dict[int, Round]:
    """Every round of which something counts, by number, in order.

    ``before`` are the same match's rounds from before the newest entries; those that stayed are taken over.
    """
    by_number: dict[int, list[Entry]] = {}
    for entry in counting:
        if not isinstance(entry.told, CallOff):
            by_number.setdefault(entry.round, []).append(entry)
    blank = Account.of(card, players_of(match), sides_of(match))
    rounds = {}
    for number, told in sorted(by_number.items()):
        known = before.get(number)
        entries = tuple(told)
        rounds[number] = (
            known if known and known.entries == entries else _round(match, blank, number, entries)
        )
    return rounds


def told_of(match: Match, play: Play) -> Told:
    """A stored play as the rules hear it."""
    names = names_by_id(match.seats)
    ends, spinner = parse_shown(play.shown or "")
    return Told(
        way=play.way,
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


def _round(match: Match, account: Account, number: int, entries: tuple[Entry, ...]) -> Round:
    ended = next((entry for entry in entries if isinstance(entry.told, RoundEnd)), None)
    end = ended.told if ended else None
    heard: dict[int, Heard] = {}
    events: list[CountedPlay | Adjustment] = []
    for entry in entries:
        if isinstance(entry.told, Penalty):
            reason = entry.reason or ""
            events.append(Adjustment(entry.told.side, entry.told.points, reason, entry))
        elif isinstance(entry.told, Play):
            told = told_of(match, entry.told)
            try:
                account = account.hear(told)
                heard[entry.version] = account.heard[-1]
            except RuleError as error:
                # An earlier play was taken out or corrected, and this one hung on it.
                heard[entry.version] = Heard(told, 0, None, str(error))
            events.append(_event(heard[entry.version], entry))
    claim = None
    if isinstance(end, RoundEnd):
        claim = claim_of(match, end, layout=account.whole_layout)
    facts = RoundFacts(number, tuple(events), claim, claim.leader if claim else None, ref=ended)
    return Round(entries, account, facts, heard)


def _event(heard: Heard, entry: Entry) -> CountedPlay:
    told = heard.told
    words = {"tile": f"lays {told.tile}", "draw": "draws", "knock": "knocks"}.get(told.way, "")
    if not words and not heard.points:
        words = "plays"
    return CountedPlay(
        side=told.side,
        points=heard.points,
        player=told.player,
        last_tile=told.last_tile,
        words=f"{words} for {heard.points}" if words and heard.points else words,
        ref=entry,
        down=told.down,
    )
