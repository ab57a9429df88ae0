"""A rule card in words, for the page where a match is started and for the head of its result."""

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import BY_KEY, STARTS
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.text import counted

# Words for the settings that differ from the usual card. {} is the value.
HOUSE_WORDS: dict[str, dict[object, str] | str] = {
    "set": {n: f"a {words} set" for n, words in BY_KEY["set"].choices},
    "lead_rule": {"highest_double_reshuffle": "no double at all means a new deal"},
    "draw": {True: "with drawing", False: "without drawing"},
    "boneyard_reserve": {0: "the whole boneyard is drawn", 1: "the last tile stays", 2: "the last two stay"},
    "must_play": {True: "a drawn tile that fits must be played", False: "a drawn tile may be kept"},
    "voluntary_draw": {True: "drawing is allowed though a tile fits", False: "no drawing while a tile fits"},
    "spinner": {
        "none": "no spinner",
        "first_double": "the first double is a spinner",
        "lead_double_only": "only a double that leads is a spinner",
        "any_lead": "the first tile is the spinner, double or not",
        "all_doubles": "every double is a spinner",
    },
    "lead_next": {
        "highest_double": "the highest double leads every round",
        "winner": "the winner leads next",
        "lot": "whoever went out leads next; after a block it is drawn by lot",
        "next_seat": "the lead goes round to the left",
    },
    "team_block": {
        "total": "the pair with fewer pips wins a block",
        "lowest_hand": "a pair’s lowest hand wins a block",
    },
    "out_counts": {"opponents": "only the losers’ pips count", "all_hands": "the partner’s pips count too"},
    "tie": {
        "none": "a level block scores nothing",
        "lightest_tile": "the lightest tile wins a level block",
        "split": "a level block is shared",
    },
    "foul": {
        "won": "a foul gives the hand to the other side",
        "replayed": "a hand that a foul ends is played again",
        "pips": "a foul gives the culprit’s pips to the other side",
    },
    "finish": {"at_once": "the target wins at once", "end_of_round": "the round is played out"},
    "exact": {False: "the target may be passed"},
    "last_tile_bonus": {0: "nothing for going out"},
    "no_finish_on_down": {True: "the first tile may not win"},
    "block_low_bonus": {1: "the lowest hand of a block scores 1"},
    "divide_by_five": {True: "one point for each five"},
    "double_blank_value": "the double blank counts {}",
    "penalty": "a wrong knock costs {}",
    "lead_leg": {"other_side": "who did not begin a leg begins the next"},
    "penalty_too_few": {"given": "a penalty that is more than a side has goes to the other"},
    **{key: f"the {side} side starts at {{}}" for key, side in STARTS.items()},
}


_PAIRS = 4  # players, who may be two pairs


def card_title(card: RuleCard) -> str:
    """What is played and how far, as a heading: ``Draw to 100``, ``Block, first to 5``."""
    name = card.game.short
    if card.match_games is not None:
        return f"{name} over {counted(card.match_games, 'round')}"
    if card.scoring != "games":
        return f"{name} to {card.target}"
    return f"One game of {name}" if card.target == 1 else f"{name}, first to {card.target}"


def card_sentence(card: RuleCard, leader: str = "", players: int | None = None) -> str:
    """The card in one line: the game, what ends it, and its main settings.

    ``leader`` leads the first round, where that was settled at the table and not left to the card; the deal
    is that of ``players``, where it is known how many there are.
    """
    parts = [_first_lead(card, leader), *_scoring_words(card, players)]
    usual = f"{_game_and_length(card)}: {', '.join(parts)}."
    house = house_rules(card, players)
    return f"{usual} House rules: {'; '.join(house)}." if house else usual


def house_rules(card: RuleCard, players: int | None = None) -> list[str]:
    """The settings that differ from the game's usual card and are not in ``card_sentence``."""
    usual = RuleCard.default(card.game)
    found = [_dealt(card, players)] if card.deal != usual.deal else []
    for key, words in HOUSE_WORDS.items():
        value = getattr(card, key)
        if value != getattr(usual, key):
            said = words.format(value) if isinstance(words, str) else words.get(value, "")
            found += [said] if said else []
    return found


def _first_lead(card: RuleCard, leader: str) -> str:
    if leader:
        later = ", then the highest double" if card.lead_next == "highest_double" else ""
        return f"{leader} leads first{later}"
    words = str(dict(BY_KEY["lead_rule"].choices)[card.lead_rule]).split(",")[0]
    return f"{words} leads" if card.lead_rule != "any" else "the first lead is drawn"


def _dealt(card: RuleCard, players: int | None) -> str:
    dealt = [card.deal_for(players)] if players else [tiles for _, tiles in card.deal]
    fewest, most = min(dealt), max(dealt)
    return f"{fewest} to {most} tiles each" if fewest < most else f"{most} tiles each"


def _game_and_length(card: RuleCard) -> str:
    legs = f", first to {card.legs} legs" if card.legs > 1 else ""
    if card.match_games:
        return f"{card.game.words} over {counted(card.match_games, 'round')}{legs}"
    if card.scoring == "games" and card.target == 1 and not legs:
        return f"One game of {card.game.words}"
    to = counted(card.target, "game") if card.scoring == "games" else card.target
    return f"{card.game.words} to {to}{', exactly' if card.exact else ''}{legs}"


def _scoring_words(card: RuleCard, players: int | None) -> list[str]:
    if card.game is Game.THREES_FIVES:
        words = ["one point for each three and each five at the ends"]
        words += ["going out is 1 more"] if card.last_tile_bonus else []
    elif card.scoring == "games":
        words = ["each round is one game"]
    elif card.game is Game.FIVES:
        words = ["the first double is the spinner"] if card.spinner == "first_double" else []
        words += ["ends that add up to fives score as they lie", "going out scores the others’ pips"]
    else:
        block = "the difference" if card.block_minus_own else "the others’ pips"
        words = ["going out scores the others’ pips", f"a block scores {block}"]
    words += ["rounded to fives"] if card.round == 5 else []
    words += ["in pairs both must go out"] if card.both_must_chip_out and players in (None, _PAIRS) else []
    return words
