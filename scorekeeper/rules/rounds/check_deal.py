"""The first checks of a report: the players, whether the deal is possible, and the hands as entered."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard, most_players
from scorekeeper.rules.rounds.report import Problem, RoundReport, problem
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.tile import SET_NAMES, Tile


def seat_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Faults of the players, the deal, the teams, and of names that are not playing."""
    yield from deal_problems(len(report.players), deal_of(report, card), card)
    if len(set(report.players)) < len(report.players):
        yield _players_count(len(set(report.players)), card)
    if not teams_are_sound(report):
        yield problem("bad_teams")
    named = [
        *report.hands,
        *report.pips,
        *report.tile_counts,
        *(name for side in report.sides for name in side),
        *(name for name in (report.out, report.leader) if name is not None),
    ]
    for name in dict.fromkeys(named):
        if name not in report.players:
            yield problem("unknown_player", name, field="event" if name == report.out else "players")
    for name in missing_hands(report, card):
        yield problem("hand_missing", name)


def deal_problems(players: int, deal: int, card: RuleCard) -> Iterator[Problem]:
    """Faults of a table size and its deal.

    The double-six game seats what its printed rules say; a larger set seats as many as have tiles.
    """
    if players < 2 or (card.set == 6 and players > most_players(card.game)):
        yield _players_count(players, card)
    size = card.tile_set.size
    if deal < 1 or players * deal > size:
        yield problem("deal_exceeds_set", players=players, deal=deal, size=size)


def deal_of(report: RoundReport, card: RuleCard) -> int:
    return report.deal if report.deal is not None else card.deal_for(len(report.players))


def with_what_is_known(report: RoundReport, card: RuleCard) -> RoundReport:
    """The report with its deal, and what follows: if the hands take the whole set, the boneyard is empty."""
    empty = left_over(report, card) == 0 and report.boneyard is None
    return replace(report, deal=deal_of(report, card), boneyard=0 if empty else report.boneyard)


def left_over(report: RoundReport, card: RuleCard) -> int:
    """How many tiles of the set are not dealt."""
    return card.tile_set.size - len(report.players) * deal_of(report, card)


def teams_are_sound(report: RoundReport) -> bool:
    """Every player is on exactly one side, all sides are equally large, and there are two or more."""
    members = sorted(name for side in report.sides for name in side)
    sizes = {len(side) for side in report.sides}
    return members == sorted(set(report.players)) and len(sizes) == 1 and len(report.sides) > 1


def missing_hands(report: RoundReport, card: RuleCard) -> list[str]:
    """Players whose hand is needed and not entered.

    Where no pips are scored (a game for the winner, the bonus of fives-and-threes), entering no hand at all
    is enough.
    """
    if not needs_hands(report, card) and not report.hands and not report.pips:
        return []
    wanted = hands_that_count(report, card)
    return [name for name in wanted if name not in report.hands and name not in report.pips]


def hands_that_count(report: RoundReport, card: RuleCard) -> list[str]:
    """Whose hands the points of this end come from: in a block everybody's, else those of the side that lost.

    Where all hands count, and where both partners must be out, the partner's is one of them; of a foul that
    gives away the culprit's pips it is that one alone. Whoever chipped out holds nothing.
    """
    by, foul = report.out, report.event == "foul"
    if report.event == "blocked" or by not in report.players:
        return [*report.players]
    if foul and card.foul == "pips":
        return [by]
    if report.pairs and (card.out_counts == "all_hands" or (card.both_must_chip_out and not foul)):
        return [name for name in report.players if foul or name != by]
    own = report.side_with(by)
    return [name for name in report.players if (name in own) == foul]


def needs_hands(report: RoundReport, card: RuleCard) -> bool:
    """The points of this end depend on what is left in the hands."""
    if report.event == "foul" and report.out is None:
        return False
    if report.event in ("out", "foul"):
        return not (card.game is Game.THREES_FIVES or card.scoring == "games")
    return not (report.event == "blocked" and card.game is Game.THREES_FIVES and not card.block_low_bonus)


def _players_count(players: int, card: RuleCard) -> Problem:
    most = most_players(card.game) if card.set == 6 else None
    wanted = listed([str(n) for n in range(2, most + 1)], "or") if most else "two or more"
    return problem("players_count", game=card.game.words, wanted=wanted, number=players)


def hand_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Tiles of no set, tiles entered twice, and hands too large for the deal."""
    holders: dict[Tile, list[str]] = {}
    for name, hand in report.hands.items():
        if len(set(hand)) < len(hand):
            for tile in dict.fromkeys(tile for tile in hand if hand.count(tile) > 1):
                yield problem("duplicate_tile_in_hand", name, tile=tile)
        for tile in dict.fromkeys(hand):
            holders.setdefault(tile, []).append(name)
    for tile, names in holders.items():
        if not 0 <= tile.low <= tile.high <= card.set:
            yield problem("tile_not_in_set", *names, tile=tile, where=listed(names), set=SET_NAMES[card.set])
        if len(names) > 1:
            yield problem("duplicate_tile_across_hands", *names, tile=tile, names=listed(names))
    yield from _too_many(report, card)


def _too_many(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    for name in report.players:
        held = report.tiles_held(name)
        if held is not None and held > (most := most_held(report, card, name)):
            yield problem("too_many_tiles", name, number=held, most=most)
        if name in report.hands and report.tile_counts.get(name, held) != held:
            yield problem(
                "tile_count_mismatch",
                name,
                field="hand",
                detail=(f"{name}’s hand shows {held} tiles, not {report.tile_counts[name]}."),
            )


def most_held(report: RoundReport, card: RuleCard, name: str) -> int:
    """The most tiles this player can hold at the round's end.

    No more than were dealt, plus whatever was drawn; the leader has played one at least.
    """
    return max(0, deal_of(report, card) + most_drawn(report, card) - (1 if name == report.leader else 0))


def most_drawn(report: RoundReport, card: RuleCard) -> int:
    """How many tiles can have been drawn by all players together."""
    if not card.draw:
        return 0
    resting = card.boneyard_reserve if report.boneyard is None else report.boneyard
    return max(0, left_over(report, card) - resting)
