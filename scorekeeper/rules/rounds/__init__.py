"""One round: its events, the checks of its report, and its outcome."""
