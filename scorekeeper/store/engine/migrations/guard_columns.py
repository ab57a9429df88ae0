"""Columns that end match links together with the club's, and that time wrong PINs.

``guest_generation`` is part of every match's link: it rises when a link of the club is ended, and when the
club is closed to people without one. ``failed_at`` (Unix time) lets failed tries at the PIN fade.
"""

GUARD_COLUMNS = """
ALTER TABLE clubs ADD COLUMN guest_generation INTEGER NOT NULL DEFAULT 1;

ALTER TABLE pin_attempts ADD COLUMN failed_at INTEGER NOT NULL DEFAULT 0;
"""
