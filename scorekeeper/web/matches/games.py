"""The choice of a game: four cards, each with its lengths, the one played last first."""

from dataclasses import dataclass

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.presets import PRESETS, Preset
from scorekeeper.rules.cards.rule_card import RuleCard

_LINES = {
    Game.DRAW: "Stuck? Take a tile. The winner scores every pip left.",
    Game.BLOCK: "Stuck? Knock. One game to whoever chips out.",
    Game.FIVES: "Ends that add up to fives score as you play.",
    Game.THREES_FIVES: "A point for each five and each three at the ends.",
}


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game: its line, and its lengths as (preset, whether it was played last)."""

    game: Game
    line: str
    presets: list[tuple[Preset, bool]]

    @classmethod
    def all(cls, latest: RuleCard | None) -> list["GameChoice"]:
        """The four games; ``latest`` is the card of the match that was started last."""
        order = sorted(Game, key=lambda game: latest is not None and game is not latest.game)
        return [
            cls(game, _LINES[game], [(p, p.card == latest) for p in PRESETS if p.card.game is game])
            for game in (order if latest else (Game.DRAW, Game.BLOCK, Game.FIVES, Game.THREES_FIVES))
        ]
