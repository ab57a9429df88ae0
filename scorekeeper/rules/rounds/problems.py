"""Everything that can be wrong with a report: the code, the field it belongs to, and the sentence.

The table stands in the order problems are shown: who plays, the tiles, the event, the layout, the ends,
the pips. Parity problems are not certain: they depend on the count of unseen tiles, which players get wrong.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: ``message`` is for the page, ``field`` says which input to point at.

    ``players`` are those it is about. ``certain`` is False where a miscounted boneyard could explain it,
    so that the players may override it with a reason.
    """

    code: str
    message: str
    players: tuple[str, ...] = ()
    field: str = "hand"
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Fault:
    """A row of the table; the sentence has {places} for names and numbers."""

    field: str
    sentence: str
    certain: bool = True


FAULTS = {
    "players_count": Fault("players", "{game} is for {wanted} players, not {number}."),
    "deal_exceeds_set": Fault(
        "players", "{players} players with {deal} tiles each need more than {size} tiles."
    ),
    "bad_teams": Fault("players", "Every player belongs to one team, and all teams are equally large."),
    "unknown_player": Fault("players", "{name} is not playing in this match."),
    "hand_missing": Fault("hand", "Enter what {name} still holds."),
    "event_missing": Fault("event", "Say whether somebody is out or the round is blocked."),
    "tile_not_in_set": Fault("hand", "{tile} ({where}) is not in a double-{set} set."),
    "duplicate_tile_in_hand": Fault("hand", "{name} has {tile} twice: every tile exists once."),
    "duplicate_tile_across_hands": Fault("hand", "{names} both have {tile}: every tile exists once."),
    "too_many_tiles": Fault("hand", "{name} cannot hold {number} tiles: {most} at most. Check the hand."),
    "out_player_missing": Fault("event", "Say who is out."),
    "nobody_empty": Fault("event", "Nobody’s hand is empty, so nobody is out yet."),
    "out_player_has_tiles": Fault(
        "event", "{name} cannot be out and still hold tiles: empty that hand or choose somebody else."
    ),
    "multiple_empty_hands": Fault(
        "hand", "{names} are out, but only {who} can be: enter what the others still hold."
    ),
    "partner_not_out": Fault(
        "event", "{name} is out but {partner} still holds {what}: both partners must go out."
    ),
    "blocked_but_empty_hand": Fault("event", "{name} has no tile left: that is going out, not a block."),
    "blocked_but_team_out": Fault("event", "{names} have no tile left: they are out."),
    "boneyard_not_exhausted": Fault("boneyard", "{count} can still be drawn: it is not blocked yet."),
    "tile_in_hand_and_layout": Fault("hand", "{name} holds {tile}, which lies on the table."),
    "higher_double_unplayed": Fault("lead", "{name} holds {tile}, which should have led instead of {lead}."),
    "lead_not_in_layout": Fault("lead", "{tile} led but does not lie on the table."),
    "layout_mismatch": Fault("layout", "{detail}"),
    "out_of_turn": Fault("layout", "It was not {name}’s turn: {wanted} was next."),
    "tile_not_held": Fault("layout", "{name} did not hold {tile}."),
    "cannot_pass": Fault("layout", "{name} could not pass: {why}."),
    "cannot_draw": Fault("layout", "{name} could not draw: {why}."),
    "knocked_with": Fault(
        "hand",
        "{name} holds {tile}, which would have fitted at an earlier knock: look at the hand again.",
        False,
    ),
    "duplicate_tile_in_layout": Fault("layout", "{tile} lies on the table twice: every tile exists once."),
    "ends_mismatch": Fault("ends", "{detail}"),
    "tile_count_mismatch": Fault("boneyard", "{detail}"),
    "end_not_in_set": Fault("ends", "No tile of a double-{set} set shows {number}."),
    "blocked_but_playable": Fault("ends", "{name} can still play {tile}, so the round is not blocked."),
    "ends_parity": Fault(
        "ends",
        "Tiles that end in {ends} cannot be what is left beside these hands: {check}.",
        False,
    ),
    "hands_parity": Fault("hand", "The tiles outside these hands cannot form one layout: {check}.", False),
    "pips_out_of_range": Fault("hand", "{name} cannot have {pips} pips{why}. Count the hand again."),
    "pips_joint_out_of_range": Fault(
        "hand", "These hands together cannot have {pips} pips{why}. Count them again."
    ),
    "two_zero_hands": Fault(
        "hand", "{names} cannot {both} hold tiles worth 0: there is only one double blank."
    ),
    "pips_parity": Fault(
        "hand",
        "All hands together cannot come to {pips} pips here, only to an {wanted} number: {check}.",
        False,
    ),
}
CODES = tuple(FAULTS)


def problem(code: str, *players: str, field: str | None = None, **places: object) -> Problem:
    """The problem of this code, its sentence filled in; ``players`` are those it is about."""
    fault = FAULTS[code]
    message = fault.sentence.format(name=players[0] if players else "", **places)
    return Problem(code, message, players, field or fault.field, fault.certain)


def in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    """The problems in the order they are shown."""
    return tuple(sorted(problems, key=lambda found: CODES.index(found.code)))
