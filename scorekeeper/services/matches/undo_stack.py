"""The acts of a match, and the last one that has not been undone.

An act is what one tap stored: one entry, or several under one key (``key``, ``key:0``, ``key:1``...).
Undo is an act as well: each of its entries names in ``reverts`` the entry that it takes back. So undo walks
back through everything that was done, one act at a time, also through corrections and struck rounds.
"""

from collections.abc import Sequence

from scorekeeper.store.matches.match_events import MatchEvent, NewMatchEvent, Removal

Act = tuple[MatchEvent, ...]


def acts_of(events: Sequence[MatchEvent]) -> list[Act]:
    """All entries, in the order they were entered, put together by act."""
    keys = {event.key for event in events}
    acts: list[list[MatchEvent]] = []
    for event in events:
        if acts and _key(acts[-1][0], keys) == _key(event, keys):
            acts[-1].append(event)
        else:
            acts.append([event])
    return [tuple(act) for act in acts]


def last_act(events: Sequence[MatchEvent]) -> Act | None:
    """The newest act that has not been taken back, None where nothing is left to take back."""
    standing: list[Act] = []
    for act in acts_of(events):
        if _is_undo(events, act):
            undone = {event.reverts for event in act}
            standing = [known for known in standing if not undone & {event.version for event in known}]
        else:
            standing.append(act)
    return standing[-1] if standing else None


def last_undo(events: Sequence[MatchEvent]) -> Act | None:
    """The undo that was the very last act, which Redo takes back; None where something else was."""
    acts = acts_of(events)
    return acts[-1] if acts and _is_undo(events, acts[-1]) else None


def undone_by(events: Sequence[MatchEvent], undo: Act) -> Act:
    """The entries that this undo took back, in the order they were entered."""
    return tuple(events[(event.reverts or 1) - 1] for event in reversed(undo))


def _is_undo(events: Sequence[MatchEvent], act: Act) -> bool:
    """An undo takes an act back; taking back an undo (a redo) puts the act there again."""
    depth, event = 0, act[0]
    while event.reverts is not None:
        depth, event = depth + 1, events[event.reverts - 1]
    return depth % 2 == 1


def reverted(events: Sequence[MatchEvent], act: Act, key: str, fingerprint: str) -> list[NewMatchEvent]:
    """The entries that put back what stood in the place of each of the act's before it."""
    keys = [key, *(f"{key}:{n}" for n in range(1, len(act)))]
    return [_before(events, event, own, fingerprint) for event, own in zip(reversed(act), keys, strict=True)]


def _before(events: Sequence[MatchEvent], event: MatchEvent, key: str, fingerprint: str) -> NewMatchEvent:
    earlier = [e for e in events if e.original == event.original and e.version < event.version]
    body, reason = (earlier[-1].body, earlier[-1].reason) if earlier else (Removal(), None)
    return NewMatchEvent(body, event.round, key, fingerprint, event.original, reason, event.version)


def _key(event: MatchEvent, keys: set[str]) -> str:
    """The key of the act that the entry is part of."""
    whole, colon, part = event.key.rpartition(":")
    return whole if colon and part.isdigit() and whole in keys else event.key
