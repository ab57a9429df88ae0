"""What is said of a file that is no photo, known even where OpenCV is not installed."""


class NotAPicture(ValueError):
    """What was sent is no photo that can be read; `str(error)` is shown as it is."""
