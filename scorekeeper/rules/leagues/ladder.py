"""A ladder: who may challenge whom, and the order after the challenges that were played."""

from collections.abc import Collection, Iterable, Sequence

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.text import counted

MOST_REACH = 40


def order_after(order: Sequence[str], beaten: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The ladder from the top: whoever beats somebody above swaps places with them.

    ``beaten`` are winner and loser of each challenge that its challenger won, as they were played. One of
    somebody who is not on the ladder, or who stood above already, changes nothing.
    """
    standing = list(order)
    for pair in beaten:
        if {*pair} <= {*standing}:
            lower, upper = map(standing.index, pair)
            if upper < lower:
                standing[upper], standing[lower] = standing[lower], standing[upper]
    return tuple(standing)


def in_reach(order: Sequence[str], challenger: str, reach: int, busy: Collection[str] = ()) -> list[str]:
    """Whom the challenger may challenge, the highest first: up to ``reach`` places above and not ``busy``.

    ``busy`` are those with a challenge still to be played; the challenger may not be one of them.
    """
    if challenger not in order or challenger in busy:
        return []
    place = order.index(challenger)
    return [above for above in order[max(0, place - reach) : place] if above not in busy]


def verify_challenge(
    order: Sequence[str], pair: tuple[str, str], reach: int, busy: Collection[str] = ()
) -> None:
    """Raise ``RuleError`` unless the first of the pair may challenge the second."""
    challenger, challenged = pair
    if challenger in busy or challenged in busy:
        raise RuleError("bad_challenge", "One of the two has a challenge to play already.")
    if challenged not in in_reach(order, challenger, reach):
        words = f"A challenge goes to somebody above, at most {counted(reach, 'place')}."
        raise RuleError("bad_challenge", words)
