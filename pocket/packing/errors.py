"""Why there is no pocket."""


class NotBuilt(Exception):
    """The pocket cannot be built on this machine; ``str(error)`` says what is missing."""
