"""The report of a round's end as it was entered, and everything that can be wrong with one.

The table of problems stands in the order problems are shown: who plays, the tiles, the event, the layout,
the ends, the pips. Parity problems are not certain: they depend on the count of unseen tiles, which players
get wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.rules.rounds.in_progress import Knock
from scorekeeper.rules.text import OUT_WORD, side_name
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault."""

    code: str
    message: str  # for the page
    players: tuple[str, ...] = ()  # whom it is about
    field: str = "hand"  # the input to point at
    certain: bool = True  # False: a boneyard miscounted may be why, so players may override it with a reason


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
    "tile_not_in_set": Fault("hand", "{tile} ({where}) is not in a {set} set."),
    "duplicate_tile_in_hand": Fault("hand", "{name} has {tile} twice: every tile exists once."),
    "duplicate_tile_across_hands": Fault("hand", "{names} both have {tile}: every tile exists once."),
    "too_many_tiles": Fault("hand", "{name} cannot hold {number} tiles: {most} at most. Check the hand."),
    "foul_not_agreed": Fault("event", "The rules of this match end no round by a foul: enter a penalty."),
    "foul_names_nobody": Fault(
        "event", "By these rules a hand with a foul is played again, whoever it was: name nobody."
    ),
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
    "last_tile_elsewhere": Fault(
        "event", "The last tile was {names}’s, by the plays of this round: choose so, or correct that play."
    ),
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
    "end_not_in_set": Fault("ends", "No tile of a {set} set shows {number}."),
    "blocked_but_playable": Fault("ends", "{name} can still play {tile}, so the round is not blocked."),
    "ends_parity": Fault(
        "ends", "Tiles that end in {ends} cannot be what is left beside these hands: {check}.", False
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
    return tuple(sorted(problems, key=lambda found: CODES.index(found.code)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """A round's end as entered. Only the hands are needed; every further fact unlocks more checks.

    A hand is given by ``hands``, or by ``pips`` with or without ``tile_counts``; both ways may be mixed.
    """

    players: tuple[str, ...]  # in seating order, each once
    sides: tuple[tuple[str, ...], ...]  # the same names, one each or in pairs
    event: str | None = None  # ``out``, ``blocked``, ``foul``, or None while nothing is chosen
    out: str | None = None  # who is out, or whose foul it was, if that is known
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    pips: Mapping[str, int] = field(default_factory=dict)
    tile_counts: Mapping[str, int] = field(default_factory=dict)
    ends: tuple[int, ...] | None = None  # the numbers open on the table
    boneyard: int | None = None  # tiles never dealt and not drawn
    spinner: int | None = None  # the number of the double that lies as spinner
    layout: Layout | None = None
    seen: frozenset[Tile] = frozenset()  # on the table while it was played
    knocks: tuple[Knock, ...] = ()
    last_tile: int | None = None  # the side that laid it, where its play is known and scores with the end
    leader: str | None = None  # who laid the lead tile
    lead_tile: Tile | None = None  # which opened this round under the card's lead rule
    deal: int | None = None  # tiles each, where it differs from the card's
    out_word: str = OUT_WORD  # the club's word for going out

    @property
    def pairs(self) -> bool:
        """Some side has partners."""
        return any(len(side) > 1 for side in self.sides)

    def side_of(self, player: str) -> int | None:
        """The index of the player's side, None for somebody who is not playing."""
        return next((index for index, side in enumerate(self.sides) if player in side), None)

    def side_with(self, player: str) -> tuple[str, ...]:
        """The player with all partners; alone where no side names the player."""
        return next((side for side in self.sides if player in side), (player,))

    def side_name(self, index: int) -> str:
        """``Ann``, or ``Ann & Cy``."""
        return side_name(self.sides[index])

    def tiles_held(self, player: str) -> int | None:
        """How many tiles the player holds, None where only pips say something about it."""
        if player in self.hands:
            return len(self.hands[player])
        return self.tile_counts.get(player)

    def is_empty(self, player: str) -> bool | None:
        """Whether the hand is empty; None where 0 pips may also be the double blank alone."""
        held = self.tiles_held(player)
        if held is not None:
            return held == 0
        return None if self.pips.get(player) == 0 else False
