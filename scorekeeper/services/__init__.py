"""The score book: what the stored facts of a match come to under its rule card.

This room joins ``store`` and ``rules``. It reads facts, has the rules judge and add them up, and is
the one way to add to a match. It knows nothing of pages.
"""
