"""What a side still needs, as players say it: ``53: 8 to go, a fifteen does it``."""

from __future__ import annotations

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.text import counted, listed
from scorekeeper.rules.tiles.open_ends import counts_possible, play_values, points_of_count

COUNT_WORDS = {
    3: "three",
    5: "five",
    6: "six",
    9: "nine",
    10: "ten",
    12: "twelve",
    15: "fifteen",
    18: "eighteen",
    20: "twenty",
}


def to_go(total: int, card: RuleCard) -> int:
    """Points from this total to the target, never below 0."""
    return max(0, card.target - total)


def need(total: int, card: RuleCard) -> str:
    """One line about what this total still needs; empty where a number of rounds was agreed instead."""
    if card.match_games is not None:
        return ""
    missing = to_go(total, card)
    if card.scoring == "games":
        return f"{total}: {counted(missing, 'game')} to go"
    text = f"{total}: {missing} to go"
    if missing == 0 or card.game is not Game.THREES_FIVES or not card.exact:
        return text
    return f"{text}{_in_one(missing, card)}"


def bust_values(total: int, card: RuleCard) -> tuple[int, ...]:
    """The play values that would pass an exact target from this total, lowest first."""
    if not card.exact or card.match_games is not None or not card.game.scores_in_play:
        return ()
    values = {*play_values(card), *play_values(card, last_tile=True)}
    return tuple(sorted(value for value in values if value > to_go(total, card)))


def _in_one(missing: int, card: RuleCard) -> str:
    values, last = play_values(card), play_values(card, last_tile=True)
    if missing in values:
        counts = sorted(n for n in counts_possible(card) if points_of_count(n, card) == missing)
        return f", {listed([_count_word(n) for n in counts], 'or')} does it"
    if missing in last:
        return ", not in one unless it is the last tile"
    return ", not in one" if missing < max(last) else ""


def _count_word(count: int) -> str:
    word = COUNT_WORDS.get(count, str(count))
    return f"an {word}" if word.startswith(("e", "8")) else f"a {word}"
