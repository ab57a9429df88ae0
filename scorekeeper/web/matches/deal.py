"""The deal of a match in words: what each takes, and what stays."""

from dataclasses import dataclass

from scorekeeper.services.matches.match_state import MatchState


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles each, and how many are left over, in words that say what becomes of them."""

    each: int
    left: int
    left_words: str

    @classmethod
    def of(cls, state: MatchState) -> "Deal":
        """The deal of this table."""
        players, card = len(state.match.seats), state.card
        each = card.deal_for(players)
        left = card.tile_set.size - players * each
        return cls(each, left, "stay to draw from" if card.draw else "stay face down")
