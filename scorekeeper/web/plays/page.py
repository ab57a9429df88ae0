"""The three ways to enter a play: points keys, the open-ends pad, and the layout tile by tile."""

from dataclasses import dataclass

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.in_progress import RoundInProgress, spinner_possible
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.web.matches.layout_drawing import Drawing, drawing
from scorekeeper.web.plays.forms import MOST_ENDS

_LARGEST = 6  # a larger set does not fit on two screens as a pad; its tiles are typed end by end


def heaviest_first(card: RuleCard) -> list[Tile]:
    """Every tile of the card's set, the heaviest ends first."""
    return sorted(card.tile_set.tiles, key=lambda tile: (-tile.high, -tile.low))


def pad_of(card: RuleCard) -> list[Tile]:
    """The tiles of the pad; empty where the set is too large for one."""
    return heaviest_first(card) if card.set <= _LARGEST else []


WAYS = (("keys", "Points"), ("ends", "Ends"), ("tiles", "Tiles"))
_WAY_OF = {"key": "keys", "ends": "ends", "tile": "tiles", "draw": "tiles", "knock": "tiles"}
_LETTERS = "ABCD"


def ways(state: MatchState) -> tuple[tuple[str, str], ...]:
    """The ways this match can be entered: where every double is a spinner no layout is kept, only points."""
    return WAYS[:1] if state.card.spinner == "all_doubles" else WAYS


def chosen_way(state: MatchState, asked: str | None) -> str:
    """The way that was asked for, else the one used last in this match, else the keys.

    A last tile is no choice of a way: the form for the round's end asks for its points.
    """
    if asked in dict(ways(state)):
        return str(asked)
    scored = [scored.event for known in state.rounds.values() for scored in known.progress.scored]
    used = [event.kind for event in scored if not event.last_tile]
    return _WAY_OF[used[-1]] if used else "keys"


@dataclass(frozen=True, slots=True)
class EndsPad:
    """The pad opens with the ends as they were left, so that a play changes one of them.

    ``asks_spinner`` says that there is a spinner, or that nobody knows how the tiles lie.
    """

    slots: list[str]
    spinner: int | None
    numbers: range
    has_spinner: bool
    asks_spinner: bool

    @classmethod
    def of(cls, state: MatchState) -> "EndsPad":
        """The pad with the open ends as the last play left them."""
        layout = state.progress.layout
        known = layout if layout and layout.tiles else None
        ends = [f"{end.number}{'d' if end.double else ''}" for end in known.ends] if known else []
        if known and len(known.line) == 1 and known.line[0][0] == known.line[0][1]:
            ends = ends[:1]
        has_spinner = spinner_possible(state.progress)
        most = MOST_ENDS if has_spinner else 2
        return cls(
            ends + [""] * (most - len(ends)),
            known.spinner if known else None,
            range(state.card.set + 1),
            has_spinner,
            layout is None or (known is not None and known.spinner is not None),
        )


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile of the pad: ``places`` where it fits, empty for one that cannot be played now."""

    tile: Tile
    laid: bool
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TilePad:
    """The layout, whose turn it is, and the tiles that can be laid.

    ``chosen`` is a tile that fits in several ``places``, each (value, words). ``fits`` says which tiles can
    be laid now, ``ended`` that the round is over, as (who is out or ``blocked``, the sentence).
    """

    drawing: Drawing | None
    known: bool
    turn: int | None
    held: list[int | None]
    offers: list[Offer]
    fits: str
    chosen: Tile | None
    places: list[tuple[str, str]]
    draws: bool
    ended: tuple[str, str] | None

    @classmethod
    def of(cls, state: MatchState, chosen: Tile | None) -> "TilePad":
        """The pad; ``chosen`` is the tile that was tapped, whose places are offered."""
        progress, layout = state.progress, state.progress.layout
        places = _places(layout, chosen) if layout and chosen and chosen not in progress.seen else []
        offers = [_offer(progress, tile) for tile in heaviest_first(state.card)]
        return cls(
            drawing=drawing(layout) if layout and layout.tiles else None,
            known=layout is not None,
            turn=progress.players.index(progress.turn) if progress.turn else None,
            held=[progress.held(name) for name in progress.players],
            offers=offers,
            fits=_fits(layout, offers),
            chosen=chosen if places else None,
            places=places,
            draws=state.card.draw and progress.boneyard != 0,
            ended=_ended(progress, state.match.out_word),
        )


def _offer(progress: RoundInProgress, tile: Tile) -> Offer:
    laid = tile in progress.seen
    return Offer(tile, laid, progress.layout.moves(tile) if progress.layout and not laid else ())


def _fits(layout: Layout | None, offers: list[Offer]) -> str:
    """Which tiles fit: ``any tile with a 0, 4 or 5``; empty while none has been laid."""
    if layout is None or not layout.tiles:
        return ""
    numbers = {end.number for end in layout.ends}
    if layout.spinner is not None and any("new" in offer.places for offer in offers):
        numbers.add(layout.spinner)
    if not any(offer.places for offer in offers):
        return "no tile fits"
    return f"any tile with a {listed([str(number) for number in sorted(numbers)], 'or')}"


def _places(layout: Layout, chosen: Tile) -> list[tuple[str, str]]:
    """Where the chosen tile fits, in words that match the letters on the drawing."""
    return [(place, place_words(layout, place)) for place in layout.moves(chosen)]


def place_words(layout: Layout, place: str) -> str:
    """A place of this layout in words: ``A, at the 4``."""
    if place == "lead":
        return "The first tile"
    if place == "new":
        return f"Beside the spinner {layout.spinner}"
    at = "LR".index(place) if place in "LR" else int(place)
    return f"{_LETTERS[at]}, at the {layout.ends[at].number}"


def _ended(progress: RoundInProgress, out_word: str) -> tuple[str, str] | None:
    if progress.out:
        return str(progress.players.index(progress.out)), f"{progress.out} {out_word}."
    return ("blocked", "Nobody can go: the round is blocked.") if progress.blocked else None
