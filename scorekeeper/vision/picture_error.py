"""The error for a file that is no photo, which needs no OpenCV."""


class NotAPicture(ValueError):
    """What was sent is no photo that can be read; `str(error)` is shown as it is."""
