"""The result that a fixture brought along when its season was imported from a spreadsheet.

It is the legs of the whole match: nobody knows any more who played on which board.
"""

RESULT_COLUMNS = """
ALTER TABLE fixtures ADD COLUMN home_legs INTEGER CHECK (home_legs >= 0);
ALTER TABLE fixtures ADD COLUMN away_legs INTEGER CHECK (away_legs >= 0)
"""
