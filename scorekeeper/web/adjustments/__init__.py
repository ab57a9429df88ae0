"""Points given and taken: the pages of the secretary’s adjustments."""
