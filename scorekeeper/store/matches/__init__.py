"""Tables of matches: their events, results, reported hands and changed seats."""
