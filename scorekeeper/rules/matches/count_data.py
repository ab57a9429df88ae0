"""What a phone needs to add up by itself what was tapped: the table once, and where the match stands.

The phone counts (``static/count``); what the rules say replaces it. Whatever follows from the card is worked
out here, so that no table of the rules is written twice. Players are named by their seats, sides by their
places.
"""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.score import Score, need
from scorekeeper.rules.rounds.in_progress import RoundInProgress, spinner_possible
from scorekeeper.rules.rounds.lead import FIRST_WORDS, LEG_WORDS, other_side_leads
from scorekeeper.rules.rounds.report import FAULTS
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.rules.tiles.tile import SET_NAMES

_READ = (
    *("set", "draw", "boneyard_reserve", "spinner", "lead_next", "scoring", "block_minus_own", "team_block"),
    *("out_counts", "both_must_chip_out", "tie", "round", "target", "exact", "finish", "match_games", "legs"),
    *("last_tile_bonus", "no_finish_on_down", "block_low_bonus", "divide_by_five", "double_blank_value"),
)
# What is wrong with an end, as far as a phone sees it.
_SAID = (
    *("hand_missing", "duplicate_tile_in_hand", "duplicate_tile_across_hands", "too_many_tiles"),
    *("nobody_empty", "out_player_has_tiles", "multiple_empty_hands", "partner_not_out"),
    *("blocked_but_empty_hand", "blocked_but_team_out", "last_tile_elsewhere", "boneyard_not_exhausted"),
    *("pips_out_of_range", "pips_joint_out_of_range", "two_zero_hands"),
)
UNLIKELY = "{name} with {pips} pips: is that right? Few hands hold more than {most}."


def table_data(
    card: RuleCard, players: Sequence[str], sides: Sequence[Sequence[str]], out_word: str
) -> dict[str, Any]:
    """The card, the seats and the sides: what does not change while the match is played.

    ``values`` are what a play can score, ``last_values`` the last tile's play; ``in_one`` is what is said
    after the points that are still missing, such as ``, a fifteen does it``; a hand of more pips than
    ``likely`` is asked about in the words of ``unlikely``, and ``faults`` says what is refused, each with
    its field.
    """
    in_play = card.game.scores_in_play
    values, last = (play_values(card), play_values(card, last_tile=True)) if in_play else ((), ())
    missing = range(1, min(max((*last, 0)), card.target) + 1) if card.match_games is None else ()
    in_one = {n: need(card.target - n, card).partition(" to go")[2] for n in missing}
    return {
        "card": {
            "game": card.game.value,
            "words": card.game.words,
            "set_words": SET_NAMES[card.set],
            **{key: getattr(card, key) for key in _READ},
            "foul": card.foul_between(len(sides)),
            "deal": card.deal_for(len(players)),
            "starts": card.starts(len(sides)),
            "values": values,
            "last_values": last,
            "in_one": {n: words for n, words in in_one.items() if words},
            "first_words": FIRST_WORDS[card.lead_rule],
            "lot_words": FIRST_WORDS["any"],
            "leg_words": LEG_WORDS if other_side_leads(card, sides) else "",
            "likely": (likely := most_likely(card, len(players))),
            "unlikely": UNLIKELY.replace("{most}", str(likely)),
        },
        "seats": list(players),
        "sides": [[players.index(name) for name in side] for side in sides],
        "out_word": out_word,
        "faults": {code: (FAULTS[code].field, FAULTS[code].sentence) for code in _SAID},
    }


def standing_data(score: Score, progress: RoundInProgress, running: bool) -> dict[str, Any]:
    """Where the match stands: what the next entry is added to.

    ``ended`` are the legs that are over, ``rounds`` the rounds played in this one, ``first`` and ``round``
    the numbers of its first round and of the open one; of that ``open`` says that a play was entered,
    ``last`` whose side's was the last tile, ``out`` who laid it, ``plain`` that its lead was no double.
    ``leader`` leads it, as ``lead`` says, and ``began`` led the first round of its leg, or of the one before.
    ``before`` is how the last round that is over ended: who was out, and the pips in each hand.
    """
    newest = score.replayed[-1] if score.replayed else None
    seat = {name: n for n, name in enumerate(progress.players)}
    return {
        "totals": score.totals,
        "legs": score.legs_won,
        "ended": len(score.legs),
        "rounds": newest.after.rounds_in_leg if newest and not newest.after.leg_over else 0,
        "winner": score.winner,
        "drawn": score.drawn,
        "running": running,
        "round": score.round_open,
        "first": score.round_open - score.place_of(score.round_open)[1] + 1,
        "open": bool(progress.scored),
        "last": next((played.event.side for played in progress.scored if played.event.last_tile), None),
        "out": None if progress.out is None else seat[progress.out],
        "plain": progress.card.spinner == "lead_double_only" and not spinner_possible(progress),
        "leader": None if score.lead.player is None else seat[score.lead.player],
        "lead": score.lead.words,
        "began": seat.get(newest.began) if newest and newest.began else None,
        "before": _last_end(score, progress.players),
    }


def _last_end(score: Score, players: Sequence[str]) -> list[Any] | None:
    end = next((one.facts.end for one in reversed(score.replayed) if not one.is_open), None)
    if end is None:
        return None
    pips = {**end.pips, **{name: score.card.pips_in(hand) for name, hand in end.hands.items()}}
    out = players.index(end.out) if end.event == "out" else None
    return [out, [pips.get(name) for name in players]]


def most_likely(card: RuleCard, players: int) -> int:
    """The heaviest hand that can be dealt, where tiles are drawn; else what a deal comes to on average.

    Whoever ends with more has drawn tiles and kept heavy ones, or without drawing has laid none to speak of.
    """
    tiles, deal = sorted(card.tile_set.tiles, key=card.pips_of), card.deal_for(players)
    if card.draw:
        return card.pips_in(tiles[len(tiles) - deal :])
    return card.pips_in(tiles) * deal // len(tiles)
