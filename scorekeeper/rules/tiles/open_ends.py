"""The value of the open ends, and the points that one play can make.

Fives: a count that five divides scores itself. Fives-and-threes: one point for each three and each
five the count holds without remainder, so 15 is five threes and three fives: 8.

The open-ends pad takes the ends that a player sees, without the whole layout. Ends that no layout can show
are refused with a sentence, because they are nearly always a slip of the thumb: the same double at two ends,
three ends without a spinner, a double where the number has none left.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.text import added, counted
from scorekeeper.rules.tiles.layout import End
from scorekeeper.rules.tiles.tile import SET_NAMES


def points_of_count(count: int, card: RuleCard) -> int:
    """The points a play makes that leaves this count at the ends; 0 in the games without such points."""
    if card.game is Game.THREES_FIVES:
        return (0 if count % 3 else count // 3) + (0 if count % 5 else count // 5)
    if card.game is Game.FIVES and count % 5 == 0:
        return count // 5 if card.divide_by_five else count
    return 0


def points_of_play(count: int, card: RuleCard, last_tile: bool = False) -> int:
    """The points of a play that leaves this count; the tile that chips out earns its bonus with them."""
    return points_of_count(count, card) + (card.last_tile_bonus if last_tile else 0)


def largest_count(card: RuleCard) -> int:
    """The largest count any layout shows: 8N-12 on a cross, 4N-2 on a line.

    Where every double is a spinner, ends multiply without a useful limit; the keys go as far as a cross.
    """
    return 4 * card.set - 2 if card.spinner == "none" else 8 * card.set - 12


def counts_possible(card: RuleCard) -> frozenset[int]:
    """The counts some layout of the game shows; in double-six lines 19 and 21 never occur.

    A line shows every count with one double at most, and with two of them even counts; a cross reaches
    every count up to its largest.
    """
    if card.spinner == "none":
        return frozenset({*range(3 * card.set + 1), *range(2, largest_count(card) + 1, 2)})
    return frozenset(range(largest_count(card) + 1))


def play_values(card: RuleCard, last_tile: bool = False) -> tuple[int, ...]:
    """The points one play can make, lowest first, 0 left out: the keys of the score pad.

    The last tile of a chip-out makes its own count and the bonus in one play.
    """
    made = {points_of_play(count, card, last_tile) for count in counts_possible(card)}
    return tuple(sorted(made - {0}))


def play_value_possible(points: int, card: RuleCard, last_tile: bool = False) -> bool:
    """Whether one play can be worth this; a play worth nothing is possible unless it earns the bonus."""
    if points == 0:
        return not (last_tile and card.last_tile_bonus)
    return points in play_values(card, last_tile)


@dataclass(frozen=True, slots=True)
class Spinner:
    """The spinner on the table and how many of its sides have an arm, 0 to 4."""

    number: int
    arms_covered: int


def count_shown_ends(ends: Sequence[End], spinner: Spinner | None, card: RuleCard) -> tuple[int, str]:
    """What the ends shown add up to, and that in words with its points; RuleError for what no layout shows.

    Without a spinner: the two ends of a line, or one end that is a lone double (counted 2d once), or two
    plain ends that are the halves of a lone tile. Where the first tile is the spinner and no double, up to
    four ends. With a spinner: one end for every covered side; until
    both long sides are covered the spinner counts both halves, from then on nothing.
    """
    _check_numbers(ends, spinner, card)
    terms = [end.value for end in ends]
    if spinner is not None:
        _check_cross(ends, spinner, card)
        terms += [2 * spinner.number] if spinner.arms_covered < 2 else []
    else:
        _check_line(ends, 4 if card.spinner == "any_lead" else 2)
    total = sum(terms)
    points = points_of_count(total, card)
    sum_ = f"{added(terms)} = {total}" if len(terms) > 1 else f"{total} on the ends"
    return total, f"{sum_}, {points_words(total, points, card)}"


def spinner_shown(ends: Sequence[End], spinner: Spinner | None, card: RuleCard) -> int | None:
    """The number of the spinner; where none was named, the card may say that a double shown is it.

    By ``first_double`` the one double of a line is, by the rules of the lead a double that lies alone.
    """
    if spinner is not None:
        return spinner.number
    doubles = [end.number for end in ends if end.double]
    leads = card.spinner in ("lead_double_only", "any_lead") and len(ends) == 1
    return doubles[0] if len(doubles) == 1 and (leads or card.spinner == "first_double") else None


def points_words(count: int, points: int, card: RuleCard) -> str:
    """The points, and why the count makes them: ``+8: five threes and three fives``."""
    if points == 0:
        return "no points"
    if card.game is not Game.THREES_FIVES:
        return f"+{points}"
    parts = [
        f"{_number(count // by)} {name}{'' if count == by else 's'}"
        for by, name in ((3, "three"), (5, "five"))
        if count % by == 0
    ]
    return f"+{points}: {' and '.join(parts)}"


def _check_numbers(ends: Sequence[End], spinner: Spinner | None, card: RuleCard) -> None:
    numbers = [end.number for end in ends] + ([spinner.number] if spinner else [])
    for number in numbers:
        if not 0 <= number <= card.set:
            raise RuleError("end_not_in_set", f"No tile of a {SET_NAMES[card.set]} set shows {number}.")
    doubles = [end.number for end in ends if end.double]
    for number in doubles:
        if doubles.count(number) > 1:
            raise RuleError("double_twice", f"There is only one double {number}: it cannot be at two ends.")


def _check_line(ends: Sequence[End], most: int) -> None:
    if not ends:
        raise RuleError("no_ends", "Enter the open ends first.")
    if len(ends) > most:
        raise RuleError("too_many_ends", "A line has two ends; more need a spinner.")
    if len(ends) == 1 and not ends[0].double:
        raise RuleError("one_end", "Enter both ends; only a double that lies alone is one end.")


def _check_cross(ends: Sequence[End], spinner: Spinner, card: RuleCard) -> None:
    if card.spinner in ("none", "all_doubles"):
        raise RuleError("no_spinner", "These rules have no spinner.")
    if not 0 <= spinner.arms_covered <= 4:
        raise RuleError("fifth_arm", "A spinner has four sides.")
    if len(ends) != spinner.arms_covered:
        raise RuleError(
            "arms_and_ends",
            f"{counted(spinner.arms_covered, 'covered side')} of the spinner "
            f"must show as many ends, not {len(ends)}.",
        )
    if any(end.double and end.number == spinner.number for end in ends):
        raise RuleError("double_twice", f"The double {spinner.number} is the spinner: it is no end as well.")
    same = sum(end.number == spinner.number for end in ends)
    if spinner.arms_covered + same > card.set:
        raise RuleError("number_used_up", f"There are not enough {spinner.number}s for these ends.")


def _number(value: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[value] if value < len(words) else str(value)
