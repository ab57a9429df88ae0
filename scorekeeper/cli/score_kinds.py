"""The small kinds of cases: sets, counts, places, deals, leads, running scores, league points."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scorekeeper.rules.errors import CardError, IllegalPlay, RuleError
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.leagues.points import PointsCard
from scorekeeper.rules.leagues.presets import printed_points
from scorekeeper.rules.matches.scoring import gain
from scorekeeper.rules.rounds.check_deal import deal_problems
from scorekeeper.rules.rounds.lead import FIRST_WORDS, first_lead
from scorekeeper.rules.rounds.outcome import rounded
from scorekeeper.rules.rounds.report import Problem, problem
from scorekeeper.rules.tiles.layout import Half, Layout
from scorekeeper.rules.tiles.open_ends import play_value_possible, points_of_count
from scorekeeper.rules.tiles.tile import SETS, Tile, TileSet, pip_range
from scorekeeper.rules.tiles.topology import layout_problems, odd_numbers, oriented

T = TypeVar("T")
LONGEST = 100_000
Given = dict[str, Any]


class NotACaseError(ValueError):
    """The line is no case; ``str(error)`` says what is wrong with it."""


class RefusedCase(Exception):
    """What was claimed cannot be; ``problems`` are all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.problems = problems


def _of(kind: type[T], words: str) -> Callable[[object, str], T]:
    """Reads a value that is of just this kind: true and 1.0 are no whole numbers."""

    def read(value: object, name: str) -> T:
        if type(value) is not kind:
            raise NotACaseError(f"{name} must be {words}.")
        return value

    return read


an_object = _of(dict, "an object")
integer, text, truth = _of(int, "a whole number"), _of(str, "text"), _of(bool, "true or false")


def a_list(value: object, name: str) -> list[Any]:
    """A JSON list of a sane length."""
    if not isinstance(value, list) or len(value) > LONGEST:
        raise NotACaseError(f"{name} must be a list.")
    return value


def names(value: object, name: str) -> tuple[str, ...]:
    return tuple(text(event, name) for event in a_list(value, name))


def half(value: object, name: str) -> Half:
    if type(value) is not list or len(value) != 2:
        raise NotACaseError(f"{name} must be two numbers.")
    return integer(value[0], name), integer(value[1], name)


def tile(value: object, name: str) -> Tile:
    return Tile.of(*half(value, name))


def tiles(value: object, name: str) -> tuple[Tile, ...]:
    return tuple([tile(event, name) for event in a_list(value, name)])


def set_of(given: dict[str, Any]) -> int:
    """The set's highest number, double-six unless said; RuleError for a set that is not made."""
    return TileSet(integer(given.get("set", 6), "set")).highest


def card_of(game: object, given: dict[str, Any]) -> RuleCard:
    """The card of a case: its game's defaults, changed by ``rules``."""
    rules = given.get("rules")
    changed = an_object(rules, "rules") if rules is not None else {}
    try:
        return RuleCard.from_dict({"game": text(game, "family"), "set": set_of(given), **changed})
    except CardError as error:
        raise NotACaseError(str(error)) from error


def layout_of(value: object, highest: int) -> Layout:
    """A recorded layout: an object with ``kind``, or an object with ``line`` or ``spinner`` and ``arms``."""
    given = an_object(value, "layout")
    if given.get("kind") == "line" or "line" in given:
        laid = given["line"] if "line" in given else given.get("tiles")
        return oriented(Layout.from_line(highest, [half(event, "line") for event in a_list(laid, "line")]))
    if "spinner" not in given:
        raise NotACaseError("A layout has a line, or a spinner and arms.")
    arms = [[half(event, "arm") for event in a_list(arm, "arm")] for arm in a_list(given.get("arms"), "arms")]
    return oriented(Layout.from_cross(highest, spinner_of(given["spinner"]), arms))


def spinner_of(value: object) -> int:
    """The number of the spinner, given as a number or as its double."""
    if type(value) is int:
        return value
    double = tile(value, "spinner")
    if not double.is_double:
        raise NotACaseError("A spinner must be a double.")
    return double.low


def set_info(_: object, given: Given) -> Given:
    made = TileSet(set_of(given))
    numbers = made.highest + 1  # each is on so many tiles, and on its double twice
    per_number = {"tiles_per_number": numbers, "halves_per_number": numbers + 1}
    heaviest = {"doubles": numbers, "max_tile": 2 * made.highest}
    return {"tiles": made.size, "pips": made.pips, **per_number, **heaviest}


def pips_between(_: object, given: Given) -> Given:
    """The fewest and most pips of a number of tiles, some numbers excluded."""
    excluded = [integer(n, "excluding") for n in a_list(given.get("excluding") or [], "excluding")]
    low, high = pip_range(set_of(given), integer(given.get("tiles"), "tiles"), excluded)
    return {"min": low, "max": high}


def rounding(game: object, given: Given) -> Given:
    """Pips to the nearest five, as the game (or ``rules.round``) rounds them."""
    pips = integer(given.get("pips"), "pips")
    if pips < 0:
        raise RuleError("pips_out_of_range", f"No hand has {pips} pips.")
    card = card_of(game, given)
    return {"rounded": rounded(pips, card.round if card.game is not Game.FIVES else 5)}


def count(game: object, given: Given) -> Given:
    layout = _sound(layout_of(given, _set_for(given)))
    return {"count": layout.count, "points": points_of_count(layout.count, card_of(game, given))}


def points_for(game: object, given: Given) -> Given:
    ends = integer(given.get("count"), "count")
    if ends < 0:
        raise RuleError("count_impossible", f"No layout counts {ends}.")
    return {"points": points_of_count(ends, card_of(game, given))}


def play_seq(game: object, given: Given) -> Given:
    card = card_of(game, given)
    policy = text(given.get("spinner_policy", card.spinner), "spinner_policy")
    if policy not in ("none", "first_double", "lead_double_only", "any_lead", "all_doubles"):
        raise NotACaseError(f"There is no spinner_policy “{policy[:40]}”.")
    layout, counts = Layout.empty(card.set, policy), []
    for play in a_list(given.get("plays"), "plays"):
        event = a_list(play, "play")
        if len(event) != 2:
            raise NotACaseError("A play is a tile and its place.")
        try:
            ends, at = half(event[0], "tile"), event[1]
            layout = layout.play(Tile.of(*ends), str(at) if type(at) is int else text(at, "place"))
            if len(layout.line) == 1 and layout.line[0] != ends:
                layout = layout.mirrored()  # the tile that leads lies as it is written, its second end right
        except IllegalPlay as illegal:
            raise RefusedCase([problem("layout_mismatch", detail=str(illegal))]) from illegal
        counts.append(layout.count)
    return {"counts": counts, "points": [points_of_count(ends, card) for ends in counts]}


def value_possible(game: object, given: Given) -> Given:
    last = truth(given.get("last_tile", False), "last_tile")
    points, card = integer(given.get("points"), "points"), card_of(game, given)
    return {"possible": play_value_possible(points, card, last)}


def line(_: object, given: Given) -> Given:
    """A line: its ends, what can be played to, and the numbers shown by an odd count of halves."""
    layout = _sound(layout_of({"line": given.get("line")}, set_of(given)))
    return {**_ends(layout), "odd_values": list(odd_numbers(layout.tiles))}


def cross(_: object, given: Given) -> Given:
    laid = {"spinner": given.get("spinner"), "arms": given.get("arms")}
    return _ends(_sound(layout_of(laid, set_of(given))))


def deal(game: object, given: Given) -> Given:
    card = card_of(game, given)
    players = integer(given.get("players"), "players")
    each = integer(given["deal"], "deal") if given.get("deal") is not None else card.deal_for(players)
    if problems := list(deal_problems(players, each, card)):
        raise RefusedCase(problems)
    return {"valid": True, "left_over": card.tile_set.size - players * each}


def lead(game: object, given: Given) -> Given:
    """Who leads, and with which tile; or that there must be a new deal."""
    card = card_of(game, given)
    rule = text(given.get("rule", card.lead_rule), "rule")
    if rule not in FIRST_WORDS:
        raise NotACaseError(f"There is no lead rule “{rule[:40]}”.")
    hands = {name: tiles(hand, "hand") for name, hand in an_object(given.get("hands"), "hands").items()}
    found = first_lead(rule, hands, card.set)
    if found.tile is not None:
        return {"leader": found.player, "tile": [found.tile.high, found.tile.low]}
    return {"leader": None, "tile": None} if rule == "any" else {"reshuffle": True}


def running(game: object, given: Given) -> Given:
    card = card_of(game, given)
    target = integer(given.get("target", card.target), "target")
    exact = truth(given.get("exact", card.exact), "exact")
    after = gain(integer(given.get("score"), "score"), integer(given.get("gain"), "gain"), target, exact)
    return {"score": after.score, "won": after.won, "bust": after.bust}


def match(_: object, given: Given) -> Given:
    """League points of a match, by a league's name or by the three numbers of a league of one's own."""
    games = [integer(won, "games_won") for won in a_list(given.get("games_won"), "games_won")]
    if "format" in given:
        return {"points": list(printed_points(text(given["format"], "format")).played(games))}
    keys = {"win": "pts_match_win", "per_leg": "pts_per_leg", "narrow_loss": "pts_narrow_loss"}
    own: Given = {name: integer(given.get(key, 0), key) for name, key in keys.items()}
    return {"points": list(PointsCard(draw=0, **own).played(games))}


def _ends(layout: Layout) -> Given:
    return {"valid": True, "ends": [end.number for end in layout.ends], "playable": list(layout.playable)}


def _sound(layout: Layout) -> Layout:
    """The layout, if it can lie on a table. Raises ``RefusedCase``."""
    none = [] if layout.tiles else [problem("layout_mismatch", detail="There is no tile on the table.")]
    if problems := none or list(layout_problems(layout)):
        raise RefusedCase(problems)
    return layout


def _set_for(given: Given) -> int:
    """The set named, else the smallest one that has the numbers shown; a count may leave it out."""
    if "set" in given:
        return set_of(given)
    shown = layout_of(given, SETS[-1])
    highest = max((tile_.high for tile_ in shown.tiles), default=0)
    return next((n for n in SETS if n >= highest), SETS[-1])


KINDS: dict[str, Callable[[object, Given], Given]] = {
    "set_info": set_info,
    "pip_range": pips_between,
    "rounding": rounding,
    "count": count,
    "points_of_count": points_for,
    "play_seq": play_seq,
    "play_value_possible": value_possible,
    "line": line,
    "cross": cross,
    "deal": deal,
    "lead": lead,
    "running": running,
    "match": match,
}
