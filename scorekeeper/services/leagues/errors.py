"""The error of an act that a season does not allow."""


class LeagueError(Exception):
    """The season cannot be changed like this; ``field`` names what is wrong, ``str(error)`` says why."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
