"""The base class of every error that the rules raise."""


class RuleError(ValueError):
    """Something the rules forbid; ``str(error)`` is shown to the player as it is.

    ``code`` is a short stable name for scripts and tests, such as ``end_does_not_match``.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class IllegalPlay(RuleError):
    """A tile was offered to a place of the layout where it cannot lie."""


class CardError(RuleError):
    """A rule card with keys or values that no card has.

    ``faults`` names every wrong key with its sentence, so that a form can say them all at once.
    """

    def __init__(self, faults: tuple[tuple[str, str], ...]) -> None:
        super().__init__("bad_card", " ".join(sentence for _, sentence in faults))
        self.faults = faults
