"""Of overlapping candidates, the combination that explains the picture best.

Where tiles lie end to end, the gap between two of them looks like the bar in the middle of one. The best
single candidate may then be half of one tile and half of the next; both whole tiles are worth more than it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# Of the smaller tile's area: more, and not both can be there. A candidate that is half of one tile and half
# of the next overlaps either by a half; tiles that touch, seen from the side, overlap by up to a third.
OVERLAP = 0.35
STEPS = 5_000  # enough for a table full of tiles; what needs more, a board of pegs, is no hand


def heaviest_apart(weights: Sequence[float], near: Sequence[frozenset[int]]) -> list[int]:
    """The numbers of candidates, none near another, whose weights add up to the most."""
    chosen: list[int] = []
    steps = iter(range(STEPS))
    left = {n for n, weight in enumerate(weights) if weight > 0}
    while left:
        group = _group(min(left), left, near)
        left -= group
        chosen += _best(frozenset(group), weights, near, steps)[1]
    return sorted(chosen)


def _group(first: int, among: set[int], near: Sequence[frozenset[int]]) -> set[int]:
    """Everything that is near ``first``, or near what is near it, and so on."""
    group, edge = {first}, {first}
    while edge:
        edge = {m for n in edge for m in near[n] if m in among} - group
        group |= edge
    return group


def _best(
    group: frozenset[int], weights: Sequence[float], near: Sequence[frozenset[int]], steps: Iterator[int]
) -> tuple[float, list[int]]:
    """The best choice within a group: with the candidate that most others are near to, or without it.

    When the steps are used up, the heaviest is taken, and then the heaviest of what is not near it.
    """
    if not group:
        return 0.0, []
    if next(steps, None) is None:
        heaviest = max(group, key=lambda n: weights[n])
        total, others = _best(group - near[heaviest] - {heaviest}, weights, near, steps)
        return total + weights[heaviest], [heaviest, *others]
    pivot = max(group, key=lambda n: (len(near[n] & group), weights[n]))
    if not near[pivot] & group:
        return sum(weights[n] for n in group), list(group)
    with_it, others = _best(group - near[pivot] - {pivot}, weights, near, steps)
    without_it, rest = _best(group - {pivot}, weights, near, steps)
    if with_it + weights[pivot] >= without_it:
        return with_it + weights[pivot], [pivot, *others]
    return without_it, rest
