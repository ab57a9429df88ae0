"""The acts of a match, and the last one that nobody has taken back.

An act is what one tap stored: one entry, or several under one key (``key``, ``key:0``, ``key:1``...).
Undo is an act as well: each of its entries names in ``undoes`` the entry that it takes back. So undo walks
back through everything that was done, one act at a time, also through corrections and struck rounds.
"""

from collections.abc import Sequence

from scorekeeper.store.match_events import Entry, NewEntry, Void

Act = tuple[Entry, ...]


def acts_of(entries: Sequence[Entry]) -> list[Act]:
    """All entries, in the order they were told, put together by act."""
    keys = {entry.key for entry in entries}
    acts: list[list[Entry]] = []
    for entry in entries:
        if acts and _key(acts[-1][0], keys) == _key(entry, keys):
            acts[-1].append(entry)
        else:
            acts.append([entry])
    return [tuple(act) for act in acts]


def last_act(entries: Sequence[Entry]) -> Act | None:
    """The newest act that has not been taken back, None where nothing is left to take back."""
    standing: list[Act] = []
    for act in acts_of(entries):
        undone = {entry.undoes for entry in act}
        if undone == {None}:
            standing.append(act)
        else:
            standing = [known for known in standing if not undone & {entry.version for entry in known}]
    return standing[-1] if standing else None


def taken_back(entries: Sequence[Entry], act: Act, key: str, fingerprint: str) -> list[NewEntry]:
    """The entries that put back what stood in the place of each of the act's before it."""
    keys = [key, *(f"{key}:{n}" for n in range(1, len(act)))]
    return [_before(entries, entry, own, fingerprint) for entry, own in zip(reversed(act), keys, strict=True)]


def _before(entries: Sequence[Entry], entry: Entry, key: str, fingerprint: str) -> NewEntry:
    earlier = [e for e in entries if e.root == entry.root and e.version < entry.version]
    told, reason = (earlier[-1].told, earlier[-1].reason) if earlier else (Void(), None)
    return NewEntry(told, entry.round, key, fingerprint, entry.root, reason, entry.version)


def _key(entry: Entry, keys: set[str]) -> str:
    """The key of the act that the entry is part of."""
    whole, colon, part = entry.key.rpartition(":")
    return whole if colon and part.isdigit() and whole in keys else entry.key
