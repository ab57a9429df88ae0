"""The table that counts what is made in a club in an hour, so that nobody makes more than an evening holds.

``hour`` is the first thirteen signs of a time in UTC (``2026-11-21T20``); ``device`` is the phone, empty in
the row of the whole club. Only rows of the newest hour are kept. They are no facts, and part of no export.
"""

LIMIT_TABLES = """
CREATE TABLE hourly_counts (
    club TEXT NOT NULL REFERENCES clubs (id),
    kind TEXT NOT NULL,
    device TEXT NOT NULL,
    hour TEXT NOT NULL,
    acts INTEGER NOT NULL,
    PRIMARY KEY (club, kind, device)
) STRICT
"""
