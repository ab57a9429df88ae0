"""Did the round really end: somebody chipped out, or it is blocked."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import Claim
from scorekeeper.rules.text import counted, listed


def ending_problems(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    """Faults of the event: an empty hand that is missing, or one too many."""
    if claim.event == "out":
        yield from _out_problems(claim, card)
    elif claim.event == "blocked":
        yield from _block_problems(claim, card)
    else:
        yield problem("event_missing")


def pairs_finish(claim: Claim, card: RuleCard) -> bool:
    """A pair is out only when both partners are: the agreed rule, and there are pairs to keep it."""
    return card.both_must_chip_out and claim.teams


def _entered(claim: Claim) -> list[str]:
    return [name for name in claim.players if name in claim.hands or name in claim.pips]


def _out_problems(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    entered = _entered(claim)
    if claim.out is None:
        yield problem("out_player_missing")
    if len(entered) == len(claim.players) and all(claim.is_empty(name) is False for name in entered):
        yield problem("nobody_empty")
    if claim.out is None or claim.out not in claim.players:
        return
    if claim.out in entered and claim.is_empty(claim.out) is False:
        yield problem("out_player_has_tiles", claim.out)
    own = claim.side_with(claim.out)
    if pairs_finish(claim, card):
        yield from _partners(claim, own)
    else:
        empty = [name for name in entered if name != claim.out and claim.is_empty(name)]
        if empty:
            yield problem(
                "multiple_empty_hands", claim.out, *empty, names=listed([claim.out, *empty]), who="one player"
            )


def _partners(claim: Claim, own: tuple[str, ...]) -> Iterator[Problem]:
    for partner in own:
        if partner != claim.out and partner in _entered(claim) and claim.is_empty(partner) is False:
            held = claim.tiles_held(partner)
            what = "tiles" if held is None else "a tile" if held == 1 else counted(held, "tile")
            yield problem("partner_not_out", str(claim.out), partner, partner=partner, what=what)
    for side in claim.sides:
        if (
            side != own
            and all(claim.is_empty(name) for name in side if name in _entered(claim))
            and all(name in _entered(claim) for name in side)
        ):
            yield problem("multiple_empty_hands", *own, *side, names=listed([*own, *side]), who="one pair")


def _block_problems(claim: Claim, card: RuleCard) -> Iterator[Problem]:
    entered = _entered(claim)
    if pairs_finish(claim, card):
        # Pips alone cannot tell an empty hand from the double blank; 0 is read as empty here.
        for side in claim.sides:
            if all(name in entered and claim.is_empty(name) is not False for name in side):
                yield problem("blocked_but_team_out", *side, names=listed(side))
    else:
        for name in entered:
            if claim.is_empty(name):
                yield problem("blocked_but_empty_hand", name)
    if card.draw and claim.boneyard is not None and claim.boneyard > card.boneyard_reserve:
        drawable = claim.boneyard - card.boneyard_reserve
        yield problem("boneyard_not_exhausted", count=counted(drawable, "tile"))
