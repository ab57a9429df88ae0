"""Why a season cannot be changed as somebody asked."""


class LeagueError(Exception):
    """The season cannot be changed so; ``field`` names what is at fault, ``str(error)`` says why."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
